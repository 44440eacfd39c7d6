import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { QuarryError } from '../../contract/errors'
import { noteAttempt } from '../egress/attempts'

export interface ProgramPlace {
  readonly command: string
  readonly args: readonly string[]
  /** All of its environment. */
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  /** What starts it without a network and ends what leaves its group, as `unshare` does; empty where nothing here can. */
  readonly launcher: readonly string[]
}

/**
 * A program of somebody else's with whatever it starts: without a shell, with an environment of its own, in a process group
 * of its own, which ends as a whole. A guard ends it where this process dies first, however it dies
 * (docs/decisions/0030-clients.md).
 */
export class Program {
  readonly process: ChildProcessWithoutNullStreams
  #guard: ReturnType<typeof guardGroup> | null = null

  private constructor({ command, args, env, cwd, launcher }: ProgramPlace) {
    const [file = command, ...rest] = [...launcher, command, ...args]
    this.process = spawn(file, rest, {
      env,
      cwd,
      shell: false,
      stdio: 'pipe',
      windowsHide: true,
      detached: process.platform !== 'win32',
    })
    this.process.on('error', () => {})
    // What is written to a program that is gone is lost; its end says so.
    this.process.stdin.on('error', () => {})
    // Its children may outlive it.
    this.process.once('exit', () => this.kill())
  }

  /** Throws `resource.unreachable`. */
  static async start(place: ProgramPlace): Promise<Program> {
    const decision = place.launcher.length > 0 ? 'refused' : 'unwatched'
    noteAttempt({ at: new Date().toISOString(), kind: 'program', host: place.command, port: null, decision })
    const program = new Program(place)
    try {
      await once(program.process, 'spawn')
    } catch (error) {
      throw new QuarryError(
        'resource.unreachable',
        `“${place.command}” cannot be started: ${(error as Error).message}`,
        {
          context: { command: place.command },
          cause: error,
        },
      )
    }
    const { pid } = program.process
    if (pid !== undefined && process.platform !== 'win32') program.#guard = guardGroup(pid)
    return program
  }

  /** Ends it at once, with all of its group. */
  kill(): void {
    const { pid } = this.process
    if (pid !== undefined) kill(process.platform === 'win32' ? pid : -pid)
    this.#guard?.kill('SIGKILL')
    this.#guard = null
  }
}

/** Waits for the end of its input, which comes with this process's own, and ends the group then. */
function guardGroup(pid: number) {
  const guard = spawn('/bin/sh', ['-c', 'read -r _; kill -9 "-$1"', 'guard', String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    env: {},
    detached: true,
  })
  // Without a shell on this machine the program ends with its input alone.
  guard.once('error', () => {})
  guard.stdin.on('error', () => {})
  return guard
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
