/** Shared libraries and programs that a bare Linux machine lacks, with the Debian packages that bring them. */
import { run } from '../process.mjs'
import { reportWhile } from '../progress.mjs'

/** What Electron needs for a window on Debian and Ubuntu. */
const WINDOW_PACKAGES = [
  'libgtk-3-0',
  'libnss3',
  'libasound2',
  'libgbm1',
  'libxss1',
  'libatk-bridge2.0-0',
  'libdrm2',
  'libxkbcommon0',
]
const DISPLAY_PACKAGES = ['xvfb', 'xauth']

/**
 * @typedef {object} Missing
 * @property {string[]} names of libraries and programs
 * @property {string[]} packages of Debian
 */

/**
 * @param {string} executablePath of Electron
 * @param {{ virtualDisplay: boolean }} needs
 * @returns {Promise<Missing>} empty lists when nothing is missing; always so beside Linux
 */
export async function findMissing(executablePath, { virtualDisplay }) {
  if (process.platform !== 'linux') return { names: [], packages: [] }
  const linked = await run('ldd', [executablePath])
  const libraries = [...linked.stdout.matchAll(/^\s*(\S+) => not found/gm)].map((match) => match[1])
  const programs = virtualDisplay && !(await isProgram('Xvfb')) ? ['Xvfb'] : []
  return {
    names: [...libraries, ...programs],
    packages: [...(programs.length > 0 ? DISPLAY_PACKAGES : []), ...(libraries.length > 0 ? WINDOW_PACKAGES : [])],
  }
}

/**
 * Sees to it that Electron can open a window: installs what is missing where that is allowed and possible.
 *
 * @param {string} executablePath
 * @param {{ virtualDisplay: boolean, install: boolean }} options
 * @throws naming what is missing and the command that installs it
 */
export async function requireSystemPackages(executablePath, { virtualDisplay, install }) {
  const missing = await findMissing(executablePath, { virtualDisplay })
  if (missing.names.length === 0) return
  if (install && process.getuid?.() === 0 && (await isProgram('apt-get'))) {
    await reportWhile(`Installing ${missing.packages.join(' ')}`, () => installPackages(missing.packages))
    const still = await findMissing(executablePath, { virtualDisplay })
    if (still.names.length === 0) return
    throw new Error(`Still missing after the installation: ${still.names.join(', ')}.`)
  }
  throw new Error(
    `Electron cannot open a window here; missing: ${missing.names.join(', ')}.\n` +
      `On Debian and Ubuntu: sudo apt-get install ${missing.packages.join(' ')}`,
  )
}

/** @param {string[]} packages */
async function installPackages(packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await aptGet(['update', '-q'], env)
  const names = await Promise.all(packages.map(currentName))
  await aptGet(['install', '-q', '-y', '--no-install-recommends', ...names], env)
}

/**
 * Since 2024 Debian's and Ubuntu's names of some libraries end in `t64`.
 *
 * @param {string} name
 */
async function currentName(name) {
  const shown = await run('apt-cache', ['show', `${name}t64`])
  return shown.code === 0 && shown.stdout.trim() !== '' ? `${name}t64` : name
}

/**
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
async function aptGet(args, env) {
  const result = await run('apt-get', args, { env })
  if (result.code !== 0) throw new Error(`apt-get ${args[0]} failed:\n${result.stderr.trim()}`)
}

/** @param {string} name */
async function isProgram(name) {
  const found = await run('sh', ['-c', `command -v ${name}`])
  return found.code === 0
}
