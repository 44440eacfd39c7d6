import type { QuarryError } from '../../contract/errors'
import type { Connection } from '../api'
import { type HttpToken, serveHttp } from '../http'
import { exitCode } from './exit-code'
import { type ProgressLine, printResult } from './terminal'

interface Served {
  readonly token: HttpToken
  readonly version: string
  readonly port: number
}

/**
 * Serves the HTTP API until the signal is aborted. stdout has its address alone. Throws where the port is taken, and where the
 * app whose library it serves goes away.
 */
export async function serveApi(
  connection: Connection,
  { token, version, port }: Served,
  progress: ProgressLine,
  signal: AbortSignal,
): Promise<number> {
  const server = await serveHttp({ connection, token, version, port })
  try {
    await new Promise<void>((resolve, reject: (error: QuarryError) => void) => {
      connection.onLost(reject)
      signal.addEventListener('abort', () => resolve(), { once: true })
      if (signal.aborted) resolve()
      progress.say(progress.words.serve.token(token.file))
      printResult(server.url).catch(reject)
    })
    return exitCode.done
  } finally {
    await server.close()
  }
}
