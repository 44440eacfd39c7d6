import { fork } from 'node:child_process'
import type { Readable } from 'node:stream'
import { type ProcessEgress, workProcessFlags } from '../../contract/processes/work-process'

export interface WorkProcessOptions {
  /** The built worker. */
  readonly entry: string
  /** What the system's list of processes calls it, where it can be named. */
  readonly name: string
  /** Resident memory that ends it. */
  readonly maxMemoryMb: number
  readonly egress: ProcessEgress
}

/** A process that was started; it may have failed to. */
export interface WorkProcess {
  send(message: unknown): void
  onMessage(listener: (message: unknown) => void): void
  /** Once, when it is gone. @param lastWords end of what it wrote to its error output */
  onGone(listener: (how: { readonly exit: string; readonly lastWords: string }) => void): void
  /** Ends it at once, whatever it is at. */
  kill(): void
}

/** Starts a work process: headless as a child process, in the app as a utility process of Electron. */
export type StartWorkProcess = (options: WorkProcessOptions) => WorkProcess

/**
 * What an engine may know of where it runs, and whose certificates it trusts. Drivers take hosts, users and passwords from
 * the rest, if there are any.
 */
const environmentNames = [
  'TZ',
  'LANG',
  'LC_ALL',
  'TMPDIR',
  'TMP',
  'TEMP',
  'SystemRoot',
  'LD_LIBRARY_PATH',
  'NODE_EXTRA_CA_CERTS',
]

export const workEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    environmentNames.flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )

export const workArguments = ({ maxMemoryMb, egress }: WorkProcessOptions): string[] => [
  `${workProcessFlags.memoryMb}${maxMemoryMb}`,
  `${workProcessFlags.egress}${typeof egress === 'string' ? egress : JSON.stringify(egress.hosts)}`,
]

/**
 * The heap is bounded by the process's memory; V8's own, lower bound would end it without a word. A stack of 4 MB, as
 * parsers go as deep as a file is nested; Windows gives a process 1 MB.
 */
export const workEngineFlags = ({ maxMemoryMb }: WorkProcessOptions): string[] => [
  `--max-old-space-size=${maxMemoryMb * 2}`,
  ...(process.platform === 'win32' ? [] : ['--stack-size=3900']),
]

/** Characters of the error output that are kept. */
const keptWords = 2000

/** Reads the error output of a process; answers what it ends with. */
export function lastWordsOf(output: Readable | null): () => string {
  let words = ''
  output?.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-keptWords)
  })
  return () => words.trim()
}

/** A child process of Node's, or of Electron as Node. */
export const startChildProcess: StartWorkProcess = (options) => {
  const child = fork(options.entry, workArguments(options), {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: workEngineFlags(options),
    env: { ...workEnvironment(), ELECTRON_RUN_AS_NODE: '1' },
  })
  const lastWords = lastWordsOf(child.stderr)
  return {
    // One that is gone says so itself.
    send: (message) => void (child.connected && child.send(message as object, () => {})),
    onMessage: (listener) => child.on('message', listener),
    onGone(listener) {
      let isTold = false
      const tell = (exit: string): void => {
        if (!isTold) listener({ exit, lastWords: lastWords() })
        isTold = true
      }
      child.once('error', (error) => tell(error.message))
      // After `close` its output is read to the end.
      child.once('close', (code, signal) => tell(signal ?? `code ${code}`))
    },
    kill: () => void child.kill('SIGKILL'),
  }
}
