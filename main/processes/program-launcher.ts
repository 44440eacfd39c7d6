import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'

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

/** Tried once: some systems forbid users what it takes. Only Linux has it. */
export function programLaunchers(): Promise<ProgramLaunchers> {
  known ??= (async () => {
    const works = process.platform === 'linux' && !(await hasLentRights()) && (await runs(contained))
    return works ? { offline, contained } : { offline: [], contained: [] }
  })()
  return known
}

/**
 * Whether this process was lent rights that are not its user's own, as the app is that root starts: it may read what root may. In a
 * namespace they count for nothing, and a program could not read the files that a person gave it.
 */
const hasLentRights = async (): Promise<boolean> => isLent(await readFile('/proc/self/status', 'utf8'))

export const isLent = (status: string): boolean => /^CapAmb:\s*0*[1-9a-f]/m.test(status)

const runs = ([file = '', ...args]: readonly string[]): Promise<boolean> =>
  new Promise((resolve) => {
    execFile(file, [...args, '/bin/true'], { timeout: 10_000, env: {} }, (error) => resolve(error === null))
  })
