import { stat } from 'node:fs/promises'
import { readErrorOf } from '../files/read-error'
import { type FoundFile, findFile } from '../files/walk'
import { candidateOf, type IntakeCounts, type IntakeDependencies, queueFolder } from '../intake/intake'
import { listRoots } from '../intake/roots'
import { queueFiles } from '../queue/queue-rows'

const rowsPerBatch = 500

/**
 * Looks at everything known again: files that are gone are flagged `missing` (what was indexed of them is kept), those of
 * folders that were never read are forgotten, changed and new ones are queued. Missing ones come first, so that a new file can be known as a renamed one.
 */
export async function rescanLibrary(
  dependencies: IntakeDependencies,
  signal?: AbortSignal,
  onResting?: (ms: number) => void,
): Promise<{ changed: number; missing: number }> {
  const { database, projectId, onQueued } = dependencies
  const options = { retryFailed: false, ...(onResting && { onResting }) }
  let missing = 0
  let changed = 0
  let after = ''
  for (;;) {
    signal?.throwIfAborted()
    const rows = await database.query<{ source_id: string; path: string; root: string | null; state: string }>(
      `select source_id, path, root, state from sources
       where project_id = $1 and kind = 'file' and path > $2 order by path limit $3`,
      [projectId, after, rowsPerBatch],
    )
    if (rows.length === 0) break
    after = rows.at(-1)!.path
    const found = await lookAt(rows.map((row) => row.path))
    const gone = rows.filter((row) => isRead(row) && found.get(row.path) === null)
    missing += await flagMissing(
      dependencies,
      gone.map((row) => row.source_id),
    )
    await forgetUnread(
      dependencies,
      gone.filter(({ state }) => state === 'failed'),
    )
    // Files of folders are met again by the walk below; single ones only here.
    const single = rows.filter((row) => row.root === null)
    const queued = await queueFiles(
      database,
      projectId,
      single.flatMap((row) => {
        const file = found.get(row.path)
        return file === null || file === undefined ? [] : [candidateOf(file, null)]
      }),
      options,
    )
    changed += queued
    if (queued > 0) onQueued()
  }
  for (const root of await listRoots(database, projectId)) {
    const counts: IntakeCounts = { added: 0, unchanged: 0, ignored: 0, refused: [] }
    await queueFolder(dependencies, root, root, options, counts, signal)
    changed += counts.added
  }
  return { changed, missing }
}

/** Whether nothing is under way with it: what is tells by itself how it ends. */
const isRead = ({ state }: { readonly state: string }): boolean => state === 'indexed' || state === 'failed'

/** Flags sources that have a text and whose file is gone; answers how many. */
async function flagMissing({ database, projectId }: IntakeDependencies, sourceIds: readonly string[]): Promise<number> {
  if (sourceIds.length === 0) return 0
  const rows = await database.query(
    `update sources s set state = 'missing', error = null
     where project_id = $1 and source_id = any($2::text[])
       and (state = 'indexed' or (state = 'failed' and exists (select from extracts e where e.source_id = s.source_id)))
     returning source_id`,
    [projectId, sourceIds],
  )
  return rows.length
}

/**
 * Forgets files of folders that were gone, or could not be read, before anything was known of them: half-finished downloads, say.
 * Where the folder itself is away, so may be a drive that comes back. A file that was added by itself keeps its error.
 */
async function forgetUnread(
  { database, projectId }: IntakeDependencies,
  failed: readonly { readonly source_id: string; readonly root: string | null }[],
): Promise<void> {
  const there = new Set<string>()
  for (const root of new Set(failed.flatMap((row) => row.root ?? []))) if (await isFolder(root)) there.add(root)
  const forgotten = failed.filter(({ root }) => root !== null && there.has(root)).map((row) => row.source_id)
  if (forgotten.length === 0) return
  await database.query(
    `delete from sources s where project_id = $1 and source_id = any($2::text[]) and state = 'failed'
       and not exists (select from extracts e where e.source_id = s.source_id)`,
    [projectId, forgotten],
  )
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )

/** Each path's file, null where it is gone; a path that cannot be looked at now is left out. */
async function lookAt(paths: readonly string[]): Promise<Map<string, FoundFile | null>> {
  const found = new Map<string, FoundFile | null>()
  for (let at = 0; at < paths.length; at += 16) {
    await Promise.all(
      paths.slice(at, at + 16).map(async (path) => {
        try {
          found.set(path, await findFile(path))
        } catch (error) {
          const { code } = readErrorOf(error, path)
          // A file that a folder has taken the place of is gone, too.
          if (code === 'read.notFound' || code === 'read.unsupported') found.set(path, null)
        }
      }),
    )
  }
  return found
}
