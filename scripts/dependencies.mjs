/** Whether node_modules is what package-lock.json says. Uses nothing but Node, being the first step of all. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Compares with npm's own record of what it installed, which also holds after a manual `npm install`.
 *
 * @param {string} repositoryRoot
 * @returns {Promise<boolean>} false as well when nothing is installed
 */
export async function areDependenciesCurrent(repositoryRoot) {
  const wanted = await readPackages(join(repositoryRoot, 'package-lock.json'))
  const installed = await readPackages(join(repositoryRoot, 'node_modules', '.package-lock.json'))
  if (wanted === undefined || installed === undefined) return false
  delete wanted['']
  const isCurrent = (/** @type {[string, LockedPackage]} */ [path, { version, optional, devOptional }]) => {
    const found = installed[path]
    // Packages for other platforms are left out on purpose.
    return found === undefined ? Boolean(optional || devOptional) : found.version === version
  }
  return Object.entries(wanted).every(isCurrent) && Object.keys(installed).every((path) => path in wanted)
}

/** @typedef {{ version?: string, optional?: boolean, devOptional?: boolean }} LockedPackage */

/**
 * @param {string} path of a lock file
 * @returns {Promise<Record<string, LockedPackage> | undefined>} undefined when there is none
 */
async function readPackages(path) {
  try {
    return JSON.parse(await readFile(path, 'utf8')).packages
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
