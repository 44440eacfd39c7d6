/**
 * Chromium refuses its sandbox to root. Started by root, the app therefore runs as an unprivileged user
 * ("nobody") with a home of its own. Of root's rights it keeps at most one, to read files
 * (CAP_DAC_READ_SEARCH), so that what root drops on the window can be taken in; it is never given to the
 * renderer, whose sandbox drops it.
 */
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from '../process.mjs'

export const SANDBOX_USER = { uid: 65534, gid: 65534 }
/** The app's home when root started it; elsewhere each user has their own. */
const SANDBOX_HOME = '/var/lib/quarry'
const CAP_DAC_READ_SEARCH = 2
/** Needed to set the secure bits. */
const CAP_SETPCAP = 8

/** @returns {boolean} */
export function isRoot() {
  return process.getuid?.() === 0
}

/**
 * @typedef {object} SandboxUser
 * @property {string[]} prefix command and arguments that run what follows as that user
 * @property {Record<string, string>} env its folders, and the data folder unless one was chosen
 */

/**
 * @param {string[]} readPaths files that the app cannot do without
 * @returns {Promise<SandboxUser>}
 * @throws when the user could not read them, saying what to do
 */
export async function prepareSandboxUser(readPaths) {
  const { uid, gid } = SANDBOX_USER
  const identity = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups']
  const reading = [
    '--inh-caps=-all,+dac_read_search',
    '--ambient-caps=-all,+dac_read_search',
    // Without it access(2), and so fs.exists and fs.access, deny what open(2) then allows.
    '--securebits=+no_setuid_fixup',
  ]
  const prefix = ['setpriv', ...identity, ...((await mayGrantReading()) ? reading : [])]
  for (const path of readPaths) {
    const readable = await run(prefix[0], [...prefix.slice(1), 'test', '-r', path])
    if (readable.code !== 0) {
      throw new Error(
        `Started by root, Quarry runs as an unprivileged user (uid ${uid}), who cannot read ${path}.\n` +
          'Move the folder to where every user can read it (/opt, /srv), or start Quarry as an ordinary user.',
      )
    }
  }
  const env = {
    HOME: SANDBOX_HOME,
    XDG_CONFIG_HOME: join(SANDBOX_HOME, 'config'),
    XDG_CACHE_HOME: join(SANDBOX_HOME, 'cache'),
    XDG_DATA_HOME: join(SANDBOX_HOME, 'data'),
    XDG_STATE_HOME: join(SANDBOX_HOME, 'state'),
    XDG_RUNTIME_DIR: join(SANDBOX_HOME, 'run'),
  }
  for (const directory of Object.values(env)) await mkdir(directory, { recursive: true, mode: 0o700 })
  await giveToSandboxUser(SANDBOX_HOME)
  return { prefix, env }
}

/** @returns {string} the data folder of app and commands when root starts them */
export function rootDataDirectory() {
  return join(SANDBOX_HOME, 'library')
}

/**
 * Hands a folder over with all that is in it: a command that root ran may have left files of root there.
 *
 * @param {string} directory made when it is not there
 */
export async function giveToSandboxUser(directory) {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const { uid, gid } = SANDBOX_USER
  const changed = await run('chown', ['-R', `${uid}:${gid}`, directory])
  if (changed.code !== 0) throw new Error(`chown failed: ${changed.stderr.trim()}`)
}

/** @returns {Promise<boolean>} false in containers that withhold these rights even from root */
async function mayGrantReading() {
  const status = await readFile('/proc/self/status', 'utf8')
  const bounding = BigInt(`0x${/^CapBnd:\s*([0-9a-f]+)/m.exec(status)?.[1] ?? '0'}`)
  return [CAP_DAC_READ_SEARCH, CAP_SETPCAP].every((right) => (bounding & (1n << BigInt(right))) !== 0n)
}
