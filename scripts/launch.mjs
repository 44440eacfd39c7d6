/**
 * Starts Electron with its sandbox on, whoever starts it, and with a display. The start script, the tests
 * and the benchmark all go through the launcher made here, so that what is tested is what people run.
 *
 *   node scripts/launch.mjs [--xvfb] [--install] APP [ARGUMENT…]
 */
import { spawn } from 'node:child_process'
import { chmod, mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { hasDisplay, startVirtualDisplay } from './desktop/display.mjs'
import { isRoot, prepareSandboxUser, rootDataDirectory, SANDBOX_USER } from './desktop/sandbox-user.mjs'
import { requireSystemPackages } from './desktop/system-packages.mjs'

const repositoryRoot = join(dirname(fileURLToPath(import.meta.url)), '..')
const LAUNCHER = join(repositoryRoot, '.cache', 'electron-launcher')

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
  const needsVirtualDisplay = !hasDisplay()
  if (needsVirtualDisplay && !virtualDisplay) {
    throw new Error(
      'There is no display (neither DISPLAY nor WAYLAND_DISPLAY is set).\n' +
        'Start Quarry in a desktop session, use it without a window (npm start -- --help), or add --xvfb for a ' +
        'virtual display (needs the Debian package xvfb).',
    )
  }
  await requireSystemPackages(executablePath, { virtualDisplay: needsVirtualDisplay, install })
  const launcherPath = await makeLauncher(executablePath)
  if (!needsVirtualDisplay) return { launcherPath, env: {}, stop: async () => {} }
  const display = await startVirtualDisplay(isRoot() ? { owner: SANDBOX_USER } : {})
  return { launcherPath, env: display.env, stop: display.stop }
}

/**
 * @param {string} executablePath
 * @returns {Promise<string>} the executable itself, or for root a script that changes the user first
 */
async function makeLauncher(executablePath) {
  if (!isRoot()) return executablePath
  const user = await prepareSandboxUser([executablePath, join(repositoryRoot, 'package.json')])
  await mkdir(dirname(LAUNCHER), { recursive: true })
  const draft = `${LAUNCHER}.${process.pid}`
  await writeFile(draft, launcherScript(executablePath, user))
  await chmod(draft, 0o755)
  await rename(draft, LAUNCHER)
  return LAUNCHER
}

/**
 * @param {string} executablePath
 * @param {import('./desktop/sandbox-user.mjs').SandboxUser} user
 */
function launcherScript(executablePath, { prefix, env }) {
  const { uid, gid } = SANDBOX_USER
  return [
    '#!/bin/sh',
    '# Made by scripts/launch.mjs: Electron as an unprivileged user, because Chromium has no sandbox for root.',
    'set -eu',
    `QUARRY_DATA=\${QUARRY_DATA:-${quote(rootDataDirectory())}}`,
    'export QUARRY_DATA',
    '# A new folder, or one that Quarry wrote before, is handed to that user; any other stays as it is.',
    'own() {',
    '  if [ -e "$1" ] && [ -n "$(ls -A -- "$1")" ] && [ ! -e "$1/version.json" ] && [ ! -e "$1/window" ]; then return; fi',
    '  mkdir -p -m 700 -- "$1"',
    `  chown -R ${uid}:${gid} -- "$1"`,
    '}',
    'own "$QUARRY_DATA"',
    'previous=',
    'for argument in "$@"; do',
    '  case $argument in --data=* | --user-data-dir=*) own "${argument#*=}" ;; esac',
    '  if [ "$previous" = --data ]; then own "$argument"; fi',
    '  previous=$argument',
    'done',
    // X looks into the home for its cookie, which is about to be another one.
    'if [ -n "${DISPLAY:-}" ]; then XAUTHORITY=${XAUTHORITY:-$HOME/.Xauthority}; export XAUTHORITY; fi',
    // Root's session bus and Wayland socket refuse another user.
    'unset DBUS_SESSION_BUS_ADDRESS WAYLAND_DISPLAY',
    ...Object.entries(env).map(([name, value]) => `export ${name}=${quote(value)}`),
    `exec ${[...prefix, executablePath].map(quote).join(' ')} "$@"`,
    '',
  ].join('\n')
}

/** @param {string} word */
function quote(word) {
  return `'${word.replaceAll("'", `'\\''`)}'`
}

/**
 * Runs Electron to its end; an interrupt is passed on to it.
 *
 * @param {Launch} launch
 * @param {string[]} args the app's folder or file first
 * @returns {Promise<number>} the exit code, 128 + signal number when a signal ended it
 */
export async function runElectron(launch, args) {
  const child = spawn(launch.launcherPath, args, { stdio: 'inherit', env: { ...process.env, ...launch.env } })
  return waitForExit(child)
}

/**
 * Waits for a child, which gets the interrupts that this process receives.
 *
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number>} exit code as a shell would give it
 */
export function waitForExit(child) {
  const signals = /** @type {const} */ ({ SIGINT: 2, SIGTERM: 15, SIGHUP: 1 })
  const forward = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal)
  for (const signal of Object.keys(signals)) process.on(signal, forward)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      for (const name of Object.keys(signals)) process.off(name, forward)
      resolve(code ?? 128 + /** @type {Record<string, number>} */ ((signals)[signal ?? ''] ?? 9))
    })
  })
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
