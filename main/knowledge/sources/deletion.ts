import { QuarryError } from '../../../contract/errors'
import type { DeletionPreview } from '../../../contract/source'
import { type Database, noteRemoval, type SqlExecutor } from '../../store'
import { exclude, includeAgain } from '../intake/exclusions'

/** Sources in one transaction: each takes its passages, vectors, fragments and extract with it. */
const sourcesPerTransaction = 100

/** What a deletion of these sources would remove. Reports that cite them keep the cited text; no session goes. */
export async function previewDeletion(
  database: Database,
  projectId: string,
  sourceIds: readonly string[],
): Promise<DeletionPreview> {
  const [row] = await database.query<DeletionPreview>(
    `select count(*) as sources, coalesce(sum(passage_count), 0) as passages,
            count(*) filter (where kind = 'note') as notes,
            (select count(distinct session_id) from citations where source_id = any($2::text[])) as "citingReports"
     from sources where project_id = $1 and source_id = any($2::text[])`,
    [projectId, sourceIds],
  )
  if (row === undefined) throw new QuarryError('internal', 'A count answered no row.')
  return { ...row, sessions: 0 }
}

/**
 * Removes sources with everything derived from them, in sessions too, but for what a report cites. Files in a dropped folder are left out of later rescans.
 * Answers ids of the removed passages.
 */
export async function removeSources(
  database: Database,
  projectId: string,
  sourceIds: readonly string[],
): Promise<number[]> {
  const removedPassages: number[] = []
  for (let at = 0; at < sourceIds.length; at += sourcesPerTransaction) {
    const batch = sourceIds.slice(at, at + sourcesPerTransaction)
    const removed = await database.transaction(async (transaction) => {
      const passages = await transaction.query<{ passage_id: number }>(
        `delete from passages where project_id = $1 and source_id = any($2::text[]) returning passage_id`,
        [projectId, batch],
      )
      const sources = await transaction.query<{ path: string | null; root: string | null }>(
        `delete from sources where project_id = $1 and source_id = any($2::text[]) returning path, root`,
        [projectId, batch],
      )
      await removeFromSessions(transaction, projectId, batch)
      await noteRemoval(transaction)
      await exclude(
        transaction,
        sources.flatMap((source) => (source.path !== null && source.root !== null ? [source.path] : [])),
      )
      return passages
    })
    for (const { passage_id } of removed) removedPassages.push(passage_id)
  }
  return removedPassages
}

/** Sentences and hits that sessions kept of these sources; a sentence that a report cites stays, as the report does. */
async function removeFromSessions(
  transaction: SqlExecutor,
  projectId: string,
  sourceIds: readonly string[],
): Promise<void> {
  await transaction.query(
    `delete from observations o
     where o.project_id = $1 and o.evidence -> 'locator' ->> 'sourceId' = any($2::text[])
       and not exists (
         select 1 from citations c
         where c.session_id = o.session_id and c.source_id = o.evidence -> 'locator' ->> 'sourceId'
           and c.cited_text = o.evidence ->> 'sentence')`,
    [projectId, sourceIds],
  )
  await transaction.query(
    `update sessions set investigation = jsonb_set(investigation, '{hits}', coalesce(
       (select jsonb_agg(hit order by place)
        from jsonb_array_elements(investigation -> 'hits') with ordinality as hits (hit, place)
        where not (hit ->> 'sourceId' = any($2::text[]))), '[]'))
     where project_id = $1 and exists (
       select 1 from jsonb_array_elements(investigation -> 'hits') as hit where hit ->> 'sourceId' = any($2::text[]))`,
    [projectId, sourceIds],
  )
}

/** Ids of all sources that came with a dropped folder. */
export async function sourcesOfRoot(database: Database, projectId: string, root: string): Promise<string[]> {
  const rows = await database.query<{ source_id: string }>(
    `select source_id from sources where project_id = $1 and root = $2`,
    [projectId, root],
  )
  return rows.map((row) => row.source_id)
}

/** Forgets a dropped folder, so that no rescan walks it again, and what was left out of it. */
export async function forgetRoot(database: Database, projectId: string, root: string): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction.query(`delete from roots where project_id = $1 and path = $2`, [projectId, root])
    await includeAgain(transaction, root)
  })
}
