import { execFile } from 'node:child_process'

/** `unshare` of util-linux: a network without any device, and process numbers of its own, which end with the first of them. */
const unshare = ['/usr/bin/unshare', '--user', '--map-current-user', '--pid', '--fork', '--kill-child=SIGKILL']

/** How a program of somebody else's is started so that it reaches no network and leaves no process. */
export interface ProgramLaunchers {
  /** Empty where this system does not let us: what is started then connects as the system lets it. */
  readonly withoutNetwork: readonly string[]
}

let known: Promise<ProgramLaunchers> | undefined

/** Tried once: some systems forbid users what it takes. Only Linux has it. */
export function programLaunchers(): Promise<ProgramLaunchers> {
  known ??= (async () => {
    const withoutNetwork = [...unshare, '--net']
    const [file = '', ...args] = withoutNetwork
    const works =
      process.platform === 'linux' &&
      (await new Promise<boolean>((resolve) => {
        execFile(file, [...args, '/bin/true'], { timeout: 10_000, env: {} }, (error) => resolve(error === null))
      }))
    return { withoutNetwork: works ? withoutNetwork : [] }
  })()
  return known
}
