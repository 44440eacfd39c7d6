/** The official runtime: the npm package `electron` with its own downloader. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from '../process.mjs'
import { reportWhile } from '../progress.mjs'

/** Generous for a slow line; an unreachable host fails by itself within seconds. */
const DOWNLOAD_LIMIT_MS = 15 * 60_000

export class OfficialDownloadError extends Error {
  name = 'OfficialDownloadError'
}

/**
 * @param {string} repositoryRoot
 * @returns {Promise<{ executablePath: string, version: string } | undefined>} undefined when it is not downloaded
 */
export async function findOfficial(repositoryRoot) {
  const directory = join(repositoryRoot, 'node_modules', 'electron')
  const executable = await readOptional(join(directory, 'path.txt'))
  const version = await readOptional(join(directory, 'dist', 'version'))
  if (executable === undefined || version === undefined) return undefined
  const executablePath = join(directory, 'dist', executable)
  return existsSync(executablePath) ? { executablePath, version: version.trim().replace(/^v/, '') } : undefined
}

/**
 * @param {string} repositoryRoot
 * @returns {Promise<{ executablePath: string, version: string }>}
 * @throws {OfficialDownloadError} with the reason in one line
 */
export async function downloadOfficial(repositoryRoot) {
  const installer = join(repositoryRoot, 'node_modules', 'electron', 'install.js')
  const result = await reportWhile('Downloading Electron', () =>
    run(process.execPath, [installer], { timeoutMs: DOWNLOAD_LIMIT_MS }),
  )
  const found = result.code === 0 ? await findOfficial(repositoryRoot) : undefined
  if (found !== undefined) return found
  if (result.signal === 'SIGKILL') throw new OfficialDownloadError(`no end after ${DOWNLOAD_LIMIT_MS / 60_000} minutes`)
  throw new OfficialDownloadError(result.stderr.trim().split('\n')[0] || `exit code ${result.code}`)
}

/** @param {string} path */
async function readOptional(path) {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
