import { Console } from 'node:console'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Connection } from '../../api'
import type { ProgressLine } from '../terminal/terminal'
import { createOnDemandLibrary } from './on-demand'
import { createMcpServer } from './server'

/** The largest message that is read; a client that sends more loses the connection. */
const maxMessageBytes = 4 * 1024 * 1024
/** How long the library stays open after its last use. */
const idleMs = 15_000

/** Tells when the connection ended, whichever side ended it. */
class WatchedTransport extends StdioServerTransport {
  #onEnded: () => void = () => undefined
  readonly ended = new Promise<void>((settle) => {
    this.#onEnded = settle
  })

  override async close(): Promise<void> {
    await super.close()
    this.#onEnded()
  }
}

/**
 * Serves MCP on stdin and stdout until the client goes away or the signal is aborted. The library is opened by the first
 * call that needs it.
 */
export async function serveMcp(
  open: () => Promise<Connection>,
  version: string,
  progress: ProgressLine,
  signal: AbortSignal,
): Promise<void> {
  // stdout carries the protocol alone, whatever a library thinks it should say.
  globalThis.console = new Console(process.stderr, process.stderr)
  const library = createOnDemandLibrary(open, idleMs)
  const transport = new WatchedTransport(process.stdin, process.stdout, { maxBufferSize: maxMessageBytes })
  const serving = serveStdio(() => createMcpServer(library, version, progress), {
    transport,
    onerror: ({ message }) => progress.say(message.slice(0, 500)),
  })
  const stop = (): void => void serving.close()
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  try {
    await transport.ended
    await serving.close()
  } finally {
    signal.removeEventListener('abort', stop)
    await library.close()
  }
}
