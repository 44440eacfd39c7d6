/**
 * Chromium refuses its sandbox to root. Started by root, the app therefore runs as a system user of its own, with a home of
 * its own: other services share "nobody", and could read every file through the app's socket. Of root's rights it keeps at
 * most one, to read files (CAP_DAC_READ_SEARCH), so that what root drops on the window can be taken in; it is never given
 * to the renderer, whose sandbox drops it. A command that root runs on this user's library runs as this user as well.
 */
import { lstat, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from '../process.mjs'

const NAME = 'quarry'
/** The app's home when root started it; elsewhere each user has their own. Its entry says that the user is Quarry's. */
const SANDBOX_HOME = '/var/lib/quarry-app'
/** Made by root in the window's folder of a data folder that it has handed over. Nobody else can make a file of root's. */
export const MARKER = '.quarry'
const CAP_DAC_READ_SEARCH = 2
/** Needed to set the secure bits. */
const CAP_SETPCAP = 8

/** @returns {boolean} */
export function isRoot() {
  return process.getuid?.() === 0
}

/** Ways to make the user: of Debian, Fedora and others, and of Alpine. */
const MAKING = [
  [
    'useradd',
    '--system',
    '--user-group',
    '--no-create-home',
    '--home-dir',
    SANDBOX_HOME,
    '--shell',
    '/usr/sbin/nologin',
    NAME,
  ],
  ['adduser', '-S', '-D', '-H', '-h', SANDBOX_HOME, '-s', '/sbin/nologin', NAME],
]

/** @typedef {{ uid: number, gid: number }} Identity */

/**
 * @returns {Promise<Identity | undefined>} undefined where there is no such user yet
 * @throws where a user has that name who is not Quarry's
 */
async function findUser() {
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  const found = users.find(([name]) => name === NAME)
  if (found === undefined) return undefined
  const [, , uid, gid, , home] = found
  if (home === SANDBOX_HOME && Number(uid) > 0) return { uid: Number(uid), gid: Number(gid) }
  throw new Error(
    `There is a user "${NAME}" on this system who was not made by Quarry. Start Quarry as an ordinary user.`,
  )
}

/**
 * The system user that the app runs as when root starts it, made where it is not there.
 *
 * @returns {Promise<Identity>}
 * @throws where it cannot be made, saying what to do
 */
export async function sandboxUser() {
  const known = await findUser()
  if (known !== undefined) return known
  for (const [command, ...args] of MAKING) {
    await run(command, args).catch(() => undefined)
    // Another start may have made it meanwhile.
    const made = await findUser()
    if (made !== undefined) return made
  }
  throw new Error(
    `Started by root, Quarry runs as a system user of its own, which could not be made.\nMake it (${MAKING[0].join(' ')}), or start Quarry as an ordinary user.`,
  )
}

/**
 * @param {string} directory
 * @returns {Promise<boolean>} whether a library belongs to the user that root's app runs as
 */
export async function belongsToSandboxUser(directory) {
  const user = await findUser()
  if (user === undefined) return false
  try {
    const found = await lstat(directory)
    return found.isDirectory() && found.uid === user.uid
  } catch {
    return false
  }
}

/**
 * @typedef {object} SandboxUser
 * @property {Identity} identity
 * @property {string[]} prefix command and arguments that run what follows as that user
 * @property {Record<string, string>} env its folders, and the data folder unless one was chosen
 */

/**
 * @param {string[]} readPaths files that the app cannot do without
 * @returns {Promise<SandboxUser>}
 * @throws when the user could not read them, saying what to do
 */
export async function prepareSandboxUser(readPaths) {
  const user = await sandboxUser()
  const { uid, gid } = user
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
        `Started by root, Quarry runs as the system user "${NAME}", who cannot read ${path}.\n` +
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
  return { identity: user, prefix, env }
}

/** @returns {string} the data folder of app and commands when root starts them */
export function rootDataDirectory() {
  return join(SANDBOX_HOME, 'library')
}

/**
 * A command that hands over what is in a folder: folders, and files with one name, as another one may lie anywhere. Links
 * are not followed, and no path is looked up twice.
 *
 * @param {Identity} identity
 * @returns {string[]} arguments of find, after the folder
 */
export function handingOver({ uid, gid }) {
  const what = [
    '-xdev',
    '!',
    '-uid',
    `${uid}`,
    '!',
    '-name',
    MARKER,
    '(',
    '-type',
    'd',
    '-o',
    '-type',
    'f',
    '-links',
    '1',
    ')',
  ]
  return [...what, '-execdir', 'chown', '-h', `${uid}:${gid}`, '{}', '+']
}

/**
 * Hands a folder of Quarry's own over with all that is in it: a command that root ran may have left files of root there.
 *
 * @param {string} directory made when it is not there
 */
export async function giveToSandboxUser(directory) {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const changed = await run('find', [directory, ...handingOver(await sandboxUser())])
  if (changed.code !== 0) throw new Error(`chown failed: ${changed.stderr.trim()}`)
}

/** @returns {Promise<boolean>} false in containers that withhold these rights even from root */
async function mayGrantReading() {
  const status = await readFile('/proc/self/status', 'utf8')
  const bounding = BigInt(`0x${/^CapBnd:\s*([0-9a-f]+)/m.exec(status)?.[1] ?? '0'}`)
  return [CAP_DAC_READ_SEARCH, CAP_SETPCAP].every((right) => (bounding & (1n << BigInt(right))) !== 0n)
}
