/** The application build, skipped when no source changed since the last one. */
import { createHash } from 'node:crypto'
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from './process.mjs'
import { reportWhile } from './progress.mjs'

/** Files and folders that the build is made of. */
export const SOURCES = [
  'contract',
  'main',
  'preload',
  'renderer',
  'wording',
  'workers',
  'electron.vite.config.ts',
  'vite.renderer.config.ts',
  'package.json',
  'package-lock.json',
]
const STAMP = join('out', '.build-stamp')

/**
 * @param {string} repositoryRoot
 * @returns {Promise<boolean>} whether anything had to be built
 * @throws when the build fails, with its output
 */
export async function buildApplication(repositoryRoot) {
  const fingerprint = await fingerprintSources(repositoryRoot)
  if ((await readStamp(repositoryRoot)) === fingerprint) return false
  await forgetBuild(repositoryRoot)
  const builder = join(repositoryRoot, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js')
  const built = await reportWhile('Building Quarry', () =>
    run(process.execPath, [builder, 'build'], { cwd: repositoryRoot }),
  )
  if (built.code !== 0) throw new Error(`The build failed:\n${built.stdout}${built.stderr}`)
  await writeFile(join(repositoryRoot, STAMP), fingerprint)
  return true
}

/**
 * @param {string} repositoryRoot
 * @returns {Promise<boolean>} whether what is built is of the sources as they are
 */
export async function isBuilt(repositoryRoot) {
  return (await readStamp(repositoryRoot)) === (await fingerprintSources(repositoryRoot))
}

/**
 * Before a part of the build is replaced: the next whole build is made anew.
 *
 * @param {string} repositoryRoot
 */
export function forgetBuild(repositoryRoot) {
  return rm(join(repositoryRoot, STAMP), { force: true })
}

/**
 * Names, sizes and times of all sources: cheap, and a deleted file counts as a change too.
 *
 * @param {string} repositoryRoot
 */
async function fingerprintSources(repositoryRoot) {
  const paths = []
  for (const source of SOURCES) paths.push(...(await listFiles(join(repositoryRoot, source))))
  const lines = await Promise.all(
    paths.sort().map(async (path) => {
      const { size, mtimeMs } = await stat(path)
      return `${path}\t${size}\t${mtimeMs}\n`
    }),
  )
  return createHash('sha256').update(lines.join('')).digest('hex')
}

/**
 * @param {string} path
 * @returns {Promise<string[]>}
 */
async function listFiles(path) {
  if (!(await stat(path)).isDirectory()) return [path]
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

/** @param {string} repositoryRoot */
async function readStamp(repositoryRoot) {
  try {
    return await readFile(join(repositoryRoot, STAMP), 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
