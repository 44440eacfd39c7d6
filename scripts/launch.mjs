/**
 * Starts Electron with its sandbox on, whoever starts it, and with a display. The start script, the tests
 * and the benchmark all go through the launcher made here, so that what is tested is what people run.
 *
 *   node scripts/launch.mjs [--xvfb] [--install] APP [ARGUMENT…]
 */
import { chmod, mkdir, rename, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { requireSandbox } from './desktop/chromium-sandbox.mjs'
import { hasDisplay, startVirtualDisplay } from './desktop/display.mjs'
import {
  giveToSandboxUser,
  handingOver,
  isRoot,
  MARKER,
  prepareSandboxUser,
  rootDataDirectory,
  sandboxUser,
} from './desktop/sandbox-user.mjs'
import { requireSystemPackages } from './desktop/system-packages.mjs'
import { runInForeground } from './process.mjs'

const repositoryRoot = join(dirname(fileURLToPath(import.meta.url)), '..')
const DATABASE_TEMPLATE = join(repositoryRoot, '.cache', 'template')

/**
 * @typedef {object} Launch
 * @property {string} launcherPath takes Electron's arguments; give it to Playwright as `executablePath`,
 *   together with `chromiumSandbox: true`
 * @property {Record<string, string>} env to be added to the caller's
 * @property {() => Promise<void>} stop ends the virtual display, if one was started
 */

/**
 * @param {string} executablePath of Electron
 * @param {{ virtualDisplay?: boolean, install?: boolean }} [options] `virtualDisplay`: start Xvfb where there
 *   is no display; `install`: install missing system packages where that is possible (root, apt-get)
 * @returns {Promise<Launch>}
 * @throws when there is no display, a library is missing or a folder is not readable, saying what to do
 */
export async function prepareLaunch(executablePath, { virtualDisplay = false, install = false } = {}) {
  requireDisplay(virtualDisplay)
  const needsVirtualDisplay = !hasDisplay()
  await requireSystemPackages(executablePath, { virtualDisplay: needsVirtualDisplay, install })
  const launcherPath = await makeLauncher(executablePath)
  if (!needsVirtualDisplay) return { launcherPath, env: {}, stop: async () => {} }
  const display = await startVirtualDisplay(isRoot() ? { owner: await sandboxUser() } : {})
  return { launcherPath, env: display.env, stop: display.stop }
}

/**
 * @param {boolean} virtualDisplay whether Xvfb may be started
 * @throws when no window can be opened, saying what to do
 */
export function requireDisplay(virtualDisplay) {
  if (virtualDisplay || hasDisplay()) return
  throw new Error(
    'There is no display (neither DISPLAY nor WAYLAND_DISPLAY is set).\n' +
      'Start Quarry in a desktop session, use it without a window (npm start -- --help), or add --xvfb for a ' +
      'virtual display (needs the Debian package xvfb).',
  )
}

/**
 * @param {string} executablePath
 * @returns {Promise<string>} the executable itself, or for root a script that changes the user first
 */
async function makeLauncher(executablePath) {
  if (!isRoot()) {
    await requireSandbox(executablePath, [])
    return executablePath
  }
  const user = await prepareSandboxUser([executablePath, join(repositoryRoot, 'package.json')])
  await requireSandbox(executablePath, user.prefix)
  // One for each runtime: people may start the app while it is tested.
  const launcher = join(repositoryRoot, '.cache', `${basename(dirname(executablePath))}-launcher`)
  await mkdir(dirname(launcher), { recursive: true })
  // Written by the app at its first start, and by commands that root runs.
  await giveToSandboxUser(DATABASE_TEMPLATE)
  const draft = `${launcher}.${process.pid}`
  await writeFile(draft, launcherScript(executablePath, user))
  await chmod(draft, 0o755)
  await rename(draft, launcher)
  return launcher
}

/**
 * Why it does what it does: a folder that is new or empty, that has a marker of root's, or a library in it, is handed to
 * the app's user, any other stays as it is, whatever its files are called; X looks for its cookie in the home, which becomes another one; root's
 * session bus and Wayland socket refuse another user.
 *
 * @param {string} executablePath
 * @param {import('./desktop/sandbox-user.mjs').SandboxUser} user
 */
function launcherScript(executablePath, { identity, prefix, env }) {
  const exports = Object.entries(env).map(([name, value]) => `export ${name}=${quote(value)}`)
  return `#!/bin/sh
# Made by scripts/launch.mjs: Electron as an unprivileged user, because Chromium has no sandbox for root.
set -eu
QUARRY_DATA=\${QUARRY_DATA:-${quote(rootDataDirectory())}}
export QUARRY_DATA
is_plain() { [ -f "$1" ] && [ ! -L "$1" ]; }
is_marked() { is_plain "$1/window/${MARKER}" && [ "$(stat -c %u -- "$1/window/${MARKER}")" = 0 ]; }
is_library() { is_plain "$1/version.json" && grep -q '"postgresMajor"' -- "$1/version.json"; }
own() {
  if [ -L "$1" ] || [ -L "$1/window" ]; then return; fi
  if [ -e "$1" ] && [ -n "$(ls -A -- "$1")" ] && ! is_marked "$1" && ! is_library "$1"; then return; fi
  mkdir -p -m 700 -- "$1" "$1/window"
  # Makes a file or fails: never writes through a link.
  is_marked "$1" || (set -C; : > "$1/window/${MARKER}") 2> /dev/null || return 0
  find "$1" ${handingOver(identity).map(quote).join(' ')}
}
chosen=
for argument in "$@"; do
  case $argument in --data=* | --user-data-dir=*) chosen=yes; own "\${argument#*=}" ;; esac
done
if [ -z "$chosen" ]; then own "$QUARRY_DATA"; fi
if [ -n "\${DISPLAY:-}" ]; then XAUTHORITY=\${XAUTHORITY:-$HOME/.Xauthority}; export XAUTHORITY; fi
unset DBUS_SESSION_BUS_ADDRESS WAYLAND_DISPLAY
${exports.join('\n')}
exec ${[...prefix, executablePath].map(quote).join(' ')} "$@"
`
}

/** @param {string} word */
function quote(word) {
  return `'${word.replaceAll("'", `'\\''`)}'`
}

/**
 * Runs Electron to its end.
 *
 * @param {Launch} launch
 * @param {string[]} args the app's folder or file first
 * @returns {Promise<number>} exit code as a shell would give it
 */
export async function runElectron(launch, args) {
  return runInForeground(launch.launcherPath, args, { env: { ...process.env, ...launch.env } })
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { resolveElectron } = await import('./electron-runtime.mjs')
  const own = ['--xvfb', '--install']
  const args = process.argv.slice(2)
  const { executablePath } = await resolveElectron()
  const launch = await prepareLaunch(executablePath, {
    virtualDisplay: args.includes('--xvfb'),
    install: args.includes('--install'),
  })
  try {
    process.exitCode = await runElectron(
      launch,
      args.filter((argument) => !own.includes(argument)),
    )
  } finally {
    await launch.stop()
  }
}
