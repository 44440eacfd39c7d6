import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { QuarryError } from '../../contract/errors'

/** PostgreSQL's major version, as PGlite embeds it; a cluster of another one cannot be opened. */
export const postgresMajor = 18

const versionFile = z.object({
  /** Number of the last migration that was applied. */
  schemaVersion: z.number().int().nonnegative(),
  postgresMajor: z.number().int().positive(),
})
type VersionFile = z.infer<typeof versionFile>

const pathOf = (directory: string): string => join(directory, 'version.json')

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/**
 * What is recorded beside the cluster, readable without opening it; null in a new directory.
 * @throws QuarryError `store.corrupt` if the file is there and says nothing
 */
export function readVersionFile(directory: string): VersionFile | null {
  let text: string
  try {
    text = readFileSync(pathOf(directory), 'utf8')
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
  try {
    return versionFile.parse(JSON.parse(text))
  } catch (cause) {
    throw new QuarryError('store.corrupt', `${pathOf(directory)} cannot be read.`, {
      remedy: 'moveRecordAway',
      cause,
    })
  }
}

/** Replaces the record, in one step and on the disk when it returns. */
export function writeVersionFile(directory: string, version: VersionFile): void {
  const temporary = `${pathOf(directory)}.new`
  // What lies there is a crash's, or a link that somebody planted: neither is written to.
  rmSync(temporary, { force: true })
  const file = openSync(temporary, 'wx', 0o600)
  try {
    writeFileSync(file, `${JSON.stringify(version, null, 2)}\n`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(temporary, pathOf(directory))
}

export function newerVersionError(found: number, known: number): QuarryError {
  return new QuarryError(
    'store.newerVersion',
    `This library was last opened by a newer version of Quarry (schema ${found}; this version supports ${known}).`,
    {
      remedy: 'openWithNewer',
      context: { found, known },
    },
  )
}

/**
 * Refuses a directory that a newer version wrote, before anything in it is touched.
 * @throws QuarryError `store.newerVersion`
 */
export function refuseNewerVersion(directory: string, knownSchemaVersion: number): void {
  const recorded = readVersionFile(directory)
  if (recorded !== null && recorded.schemaVersion > knownSchemaVersion) {
    throw newerVersionError(recorded.schemaVersion, knownSchemaVersion)
  }
  const major = clusterMajor(directory)
  if (major === null || major === postgresMajor) return
  throw new QuarryError(
    'store.newerVersion',
    `This library's database is of PostgreSQL ${major}; this version of Quarry reads ${postgresMajor}.`,
    {
      remedy: 'openWithItsVersionUnchanged',
      context: { found: major, known: postgresMajor },
    },
  )
}

/** The cluster's own record of its PostgreSQL version; null where there is no cluster, or one without it. */
function clusterMajor(directory: string): number | null {
  try {
    const major = Number.parseInt(readFileSync(join(directory, 'pg', 'PG_VERSION'), 'utf8'), 10)
    return Number.isNaN(major) ? null : major
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}
