import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { relative, sep } from 'node:path'
import type { Database, SqlExecutor } from '../../store'
import { isIgnoredFile, isIgnoredFolder } from '../files/ignored-names'

/** Paths of the folders that the person dropped, which are walked again on every rescan. */
export async function listRoots(database: SqlExecutor, projectId: string): Promise<string[]> {
  const rows = await database.query<{ path: string }>(
    `select path from roots where project_id = $1 and kind = 'folder' order by path`,
    [projectId],
  )
  return rows.map((row) => row.path)
}

/**
 * Keeps a dropped folder as a root and answers the root that its files belong to. Roots never overlap: a folder
 * inside a root belongs to that root, and a folder around roots (or single files) takes them over. A new root counts as added
 * when its first walk has ended: see `noteWalked`.
 */
export async function registerRoot(database: Database, projectId: string, folder: string): Promise<string> {
  return database.transaction(async (transaction) => {
    const roots = await listRoots(transaction, projectId)
    const covering = roots.find((root) => isReachedFrom(root, folder))
    if (covering !== undefined) return covering
    const absorbed = roots.filter((root) => isReachedFrom(folder, root))
    await transaction.query(`delete from roots where project_id = $1 and path = any($2::text[])`, [projectId, absorbed])
    await transaction.query(
      `update sources set root = $2
       where project_id = $1 and (root = any($3::text[]) or (root is null and starts_with(path, $4)))`,
      [projectId, folder, absorbed, prefixOf(folder)],
    )
    await transaction.query(
      `insert into roots (root_id, project_id, path, kind, added_at) values ($1, $2, $3, 'folder', 'infinity')
       on conflict do nothing`,
      [randomUUID(), projectId, folder],
    )
    return folder
  })
}

/** Notes that a root was walked to its end, where that is the first time: what a walk comes to is not what came in later. */
export async function noteWalked(database: SqlExecutor, projectId: string, folder: string): Promise<void> {
  await database.query(
    `update roots set added_at = clock_timestamp() where project_id = $1 and path = $2 and added_at = 'infinity'`,
    [projectId, folder],
  )
}

/**
 * Flags the files of dropped folders that are gone now, so that what is added next can be known as theirs: whoever moves a folder
 * drops it at its new place. What was indexed of them is kept.
 */
export async function flagVanishedRoots(database: SqlExecutor, projectId: string): Promise<void> {
  const gone = await vanishedOf(await listRoots(database, projectId))
  if (gone.length === 0) return
  await database.query(
    `update sources set state = 'missing' where project_id = $1 and root = any($2::text[]) and state = 'indexed'`,
    [projectId, gone],
  )
}

/** Those that are not there: moved, removed, or on a drive that is not connected. */
export async function vanishedOf(roots: readonly string[]): Promise<string[]> {
  const isThere = await Promise.all(roots.map((root) => stat(root).then(() => true, isClosed)))
  return roots.filter((_, at) => isThere[at] === false)
}

/** Whether a folder that cannot be looked at may be there all the same. */
const isClosed = (error: NodeJS.ErrnoException): boolean => error.code !== 'ENOENT' && error.code !== 'ENOTDIR'

/** The root that a single dropped file belongs to, or null. */
export function coveringRoot(roots: readonly string[], file: string): string | null {
  return roots.find((root) => isReachedFrom(root, file)) ?? null
}

/** What every path below a folder starts with. */
export function prefixOf(folder: string): string {
  return folder.endsWith(sep) ? folder : folder + sep
}

/** Whether `path` is `root` or a walk of `root` comes to it: nothing on the way is passed over for its name. */
function isReachedFrom(root: string, path: string): boolean {
  if (path === root) return true
  if (!path.startsWith(prefixOf(root))) return false
  const parts = relative(root, path).split(sep)
  const noSiblings: ReadonlySet<string> = new Set()
  return parts.every((part) => !isIgnoredFolder(part, noSiblings)) && !isIgnoredFile(parts.at(-1)!)
}

/** Every folder that holds a known file of a root, and the roots themselves, which come first. */
export async function foldersOfRoots(database: SqlExecutor, projectId: string): Promise<string[]> {
  const roots = await listRoots(database, projectId)
  const rows = await database.query<{ folder: string }>(
    `select distinct regexp_replace(path, '[/\\\\][^/\\\\]*$', '') as folder
     from sources where project_id = $1 and root is not null and path is not null order by folder`,
    [projectId],
  )
  return [...new Set([...roots, ...rows.map((row) => row.folder)])]
}
