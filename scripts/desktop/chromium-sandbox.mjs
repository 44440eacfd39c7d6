/**
 * Chromium's sandbox needs user namespaces, or else its helper `chrome-sandbox` owned by root with the setuid
 * bit. Where neither is there it ends with a core dump; here the person is told what to do instead.
 */
import { chmod, chown, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { run } from '../process.mjs'
import { isRoot } from './sandbox-user.mjs'

const SETUID_BIT = 0o4000

/**
 * @param {string} executablePath of Electron
 * @param {string[]} prefix command that the app will be started with, may be empty
 * @throws when there can be no sandbox, saying what to do
 */
export async function requireSandbox(executablePath, prefix) {
  if (process.platform !== 'linux' || (await hasUserNamespaces(prefix))) return
  const helper = join(dirname(executablePath), 'chrome-sandbox')
  const { uid, mode } = await stat(helper)
  if (uid === 0 && (mode & SETUID_BIT) !== 0) return
  if (isRoot()) {
    await chown(helper, 0, 0)
    await chmod(helper, 0o4755)
    return
  }
  throw new Error(
    "This system does not let programs make user namespaces, which Chromium's sandbox needs, and Quarry does not " +
      'run without it.\nEither allow them (Ubuntu: sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0), or ' +
      `once:\n  sudo chown root:root '${helper}' && sudo chmod 4755 '${helper}'`,
  )
}

/** @param {string[]} prefix */
async function hasUserNamespaces(prefix) {
  const [command, ...args] = [...prefix, 'unshare', '--user', 'true']
  try {
    return (await run(command, args)).code === 0
  } catch (error) {
    // No `unshare` to try it with: Chromium will say it itself.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return true
    throw error
  }
}
