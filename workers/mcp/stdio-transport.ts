import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { deserializeMessage, type JSONRPCMessage, serializeMessage, type Transport } from '@modelcontextprotocol/client'
import { QuarryError } from '../../contract/errors'
import type { McpPlace } from '../../contract/resources/mcp'
import { Program } from '../process/program'
import type { ServerLog } from './server-log'

/** Bytes that a server may write between two pieces of work, and in one message. */
const maxBytesBetween = 16 * 1024 * 1024
const maxMessageBytes = 8 * 1024 * 1024
/** How long a server that was told to go may take. */
const goodbyeMs = 500
const keptWords = 2000

/** A server as a program of its own, which ends with everything that it started. */
export class StdioTransport implements Transport {
  onclose?: (() => void) | undefined
  onerror?: ((error: Error) => void) | undefined
  onmessage?: ((message: JSONRPCMessage) => void) | undefined
  /** Why it was ended, where it did not end by itself. */
  failure: QuarryError | null = null
  readonly #place: McpPlace & { readonly transport: 'stdio' }
  #server: Program | null = null
  #chunks: Buffer[] = []
  #pendingBytes = 0
  #bytesBetween = 0
  #lastWords = ''
  readonly #log: ServerLog

  constructor(place: McpPlace & { readonly transport: 'stdio' }, log: ServerLog) {
    this.#place = place
    this.#log = log
  }

  async start(): Promise<void> {
    const { command, args, env, launcher } = this.#place
    const program = await Program.start({ command, args, env, cwd: tmpdir(), launcher })
    this.#server = program
    const { stdout, stderr } = program.process
    stdout.on('data', (chunk: Buffer) => this.#read(chunk))
    stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#lastWords = (this.#lastWords + text).slice(-keptWords)
      this.#log.hear(text)
    })
    program.process.once('close', (code, signal) => {
      this.#log.add('notice', `ended: ${signal ?? `exit code ${code}`}`)
      this.onclose?.()
    })
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#server?.process.stdin
    if (stdin == null || !stdin.writable) throw new QuarryError('resource.unreachable', 'The server is gone.')
    if (!stdin.write(serializeMessage(message))) await Promise.race([once(stdin, 'drain'), once(stdin, 'close')])
  }

  async close(): Promise<void> {
    const server = this.#server?.process
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return
    const gone = once(server, 'exit')
    server.stdin.end()
    const timer = setTimeout(() => this.#server?.kill(), goodbyeMs)
    await gone
    clearTimeout(timer)
  }

  /** What it may write is counted from here on. */
  beginWork(): void {
    this.#bytesBetween = 0
  }

  /** The end of what it wrote to its error output. */
  lastWords(): string {
    return this.#log.masked(this.#lastWords).trim()
  }

  #read(chunk: Buffer): void {
    if (this.failure !== null) return
    this.#bytesBetween += chunk.length
    if (this.#bytesBetween > maxBytesBetween) {
      this.#fail('It writes without end.')
      return
    }
    let rest = chunk
    for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10)) {
      const line = Buffer.concat([...this.#chunks, rest.subarray(0, end)]).toString('utf8')
      this.#chunks = []
      this.#pendingBytes = 0
      rest = rest.subarray(end + 1)
      this.#hear(line)
    }
    this.#pendingBytes += rest.length
    if (this.#pendingBytes > maxMessageBytes) this.#fail(`A message exceeds ${maxMessageBytes} bytes.`)
    else if (rest.length > 0) this.#chunks.push(rest)
  }

  #hear(line: string): void {
    if (line.trim() === '') return
    let message: JSONRPCMessage
    try {
      message = deserializeMessage(line)
    } catch (error) {
      // Many a server prints a greeting there.
      this.#log.add('stdout', line)
      this.onerror?.(error as Error)
      return
    }
    try {
      this.onmessage?.(message)
    } catch (error) {
      // The library writes an answer that nobody waits for into its error, and its nesting may be too deep for that.
      this.onerror?.(error as Error)
    }
  }

  #fail(message: string): void {
    this.failure = new QuarryError('resource.tooLarge', `The server was ended. ${message}`)
    this.#log.add('notice', this.failure.message)
    this.#server?.kill()
  }
}
