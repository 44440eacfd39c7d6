import { execFile } from 'node:child_process'

/** `unshare` of util-linux: a network without any device. */
const offline = ['/usr/bin/unshare', '--user', '--map-current-user', '--net']
/** With process numbers of its own besides, which end with the first of them. */
const contained = [...offline, '--pid', '--fork', '--kill-child=SIGKILL']

/** How programs of somebody else's are started. Empty where this system does not let us: then they start as they are. */
export interface ProgramLaunchers {
  /** Without a network. */
  readonly offline: readonly string[]
  /** Without a network, and ended with all that it started. */
  readonly contained: readonly string[]
}

let known: Promise<ProgramLaunchers> | undefined

/** Tried once: some systems forbid users what it takes. Only Linux has it, and not the app: its processes start no such program. */
export function programLaunchers(): Promise<ProgramLaunchers> {
  known ??= (async () => {
    const isApp = (process as { readonly type?: string }).type !== undefined
    const works = process.platform === 'linux' && !isApp && (await runs(contained))
    return works ? { offline, contained } : { offline: [], contained: [] }
  })()
  return known
}

const runs = ([file = '', ...args]: readonly string[]): Promise<boolean> =>
  new Promise((resolve) => {
    execFile(file, [...args, '/bin/true'], { timeout: 10_000, env: {} }, (error) => resolve(error === null))
  })
