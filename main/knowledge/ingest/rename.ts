import { basename, join, relative, sep } from 'node:path'
import type { Database } from '../../store'
import { vanishedOf } from '../intake/roots'

interface MissingFile {
  readonly source_id: string
  readonly path: string
  readonly root: string | null
}

/**
 * Makes a new row's file that of a source whose own file is gone, when both have the same content: the file was
 * renamed or moved. The older source lives on (reports cite it) under the new path, and the new row goes. Of several
 * older ones it is that whose path ends most alike. One of a folder that is gone as a whole has to have the same place
 * below it: the folder may be on a drive that is not connected, and the new file a copy.
 * Answers the older source's id, or null where there is no such source.
 */
export async function adoptRenamed(
  database: Database,
  projectId: string,
  created: { sourceId: string; contentHash: string },
): Promise<string | null> {
  const missing = `from sources where project_id = $1 and state = 'missing' and content_hash = $2 and source_id <> $3`
  const parameters = [projectId, created.contentHash, created.sourceId]
  const roots = await database.query<{ root: string }>(
    `select distinct root ${missing} and root is not null`,
    parameters,
  )
  const vanished = new Set(await vanishedOf(roots.map(({ root }) => root)))
  return database.transaction(async (transaction) => {
    const [taken] = await transaction.query<{
      path: string
      name: string
      root: string | null
      size_bytes: number
      modified_ms: number
    }>('select path, name, root, size_bytes, modified_ms from sources where project_id = $1 and source_id = $2', [
      projectId,
      created.sourceId,
    ])
    if (taken === undefined) return null
    const likeness = ({ path }: MissingFile): number => partsAlikeAtEnd(path, taken.path)
    const candidates = await transaction.query<MissingFile>(
      `select source_id, path, root ${missing} order by indexed_at desc nulls last`,
      parameters,
    )
    const [older] = candidates
      .filter(({ path, root }) => root === null || !vanished.has(root) || isInSamePlace({ path, root }, taken))
      .sort((a, b) => likeness(b) - likeness(a))
    if (older === undefined) return null
    await transaction.query('delete from sources where project_id = $1 and source_id = $2', [
      projectId,
      created.sourceId,
    ])
    await transaction.query(
      `update sources set path = $3, name = $4, root = $5, size_bytes = $6, modified_ms = $7, state = 'indexed', error = null
       where project_id = $1 and source_id = $2`,
      [projectId, older.source_id, taken.path, taken.name, taken.root, Number(taken.size_bytes), taken.modified_ms],
    )
    return older.source_id
  })
}

/** Whether a file lies below its dropped folder, or below one of the name that the vanished folder had, as the older did. */
function isInSamePlace(
  older: { readonly path: string; readonly root: string },
  taken: { readonly path: string; readonly root: string | null },
): boolean {
  const below = relative(older.root, older.path)
  const isBelowRoot = taken.root !== null && relative(taken.root, taken.path) === below
  return isBelowRoot || taken.path.endsWith(sep + join(basename(older.root), below))
}

function partsAlikeAtEnd(one: string, other: string): number {
  const [ours, theirs] = [one.split(sep).reverse(), other.split(sep).reverse()]
  const differs = ours.findIndex((part, at) => part !== theirs[at])
  return differs < 0 ? ours.length : differs
}
