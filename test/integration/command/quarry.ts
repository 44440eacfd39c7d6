import { type ChildProcess, spawn } from 'node:child_process'
import { join, resolve } from 'node:path'

export const project = resolve(import.meta.dirname, '..', '..', '..')
export const samples = join(project, 'samples')
const cli = join(project, 'out', 'main', 'cli.js')

export interface Outcome {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

interface RunOptions {
  readonly env?: Record<string, string>
  /** What runs the command: `unshare -n` for instance. */
  readonly prefix?: readonly string[]
  readonly onStart?: (child: ChildProcess) => void
  /** Keeps the input open, as a person at a terminal does, until the test ends it. Without it there is none. */
  readonly keepInput?: boolean
  /** What is piped in. */
  readonly input?: string
  readonly onStderr?: (text: string, child: ChildProcess) => void
}

/** Runs the built headless command as a person would and waits for its end. */
export function quarry(
  parameters: readonly string[],
  { env = {}, prefix = [], keepInput = false, input = '', onStart, onStderr }: RunOptions = {},
): Promise<Outcome> {
  return new Promise((settle, reject) => {
    const [command = process.execPath, ...rest] = [...prefix, process.execPath, cli, ...parameters]
    const child = spawn(command, rest, { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'pipe'] })
    if (!keepInput) child.stdin.end(input)
    onStart?.(child)
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text
      onStderr?.(stderr, child)
    })
    child.once('error', reject)
    child.once('close', (code) => settle({ code, stdout, stderr }))
  })
}

/**
 * Opens the library in a process of its own, as the app does: commands attach to it, which takes a third of the time of
 * opening the library each. `close` ends it, and answers how.
 */
export async function openLibrary(data: string): Promise<{ close(): Promise<Outcome> }> {
  let owner: ChildProcess | undefined
  let opened: (() => void) | undefined
  const isOpen = new Promise<void>((settle) => {
    opened = settle
  })
  const ended = quarry(['--data', data, 'pool', '--watch'], {
    onStart: (child) => {
      owner = child
      child.stdout?.once('data', () => opened?.())
    },
  })
  const failed = await Promise.race([isOpen, ended])
  if (failed !== undefined) throw new Error(`The library was not opened: ${failed.stderr}`)
  return {
    close() {
      owner?.kill('SIGINT')
      return ended
    },
  }
}
