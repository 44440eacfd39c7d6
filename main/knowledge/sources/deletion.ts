import { QuarryError } from '../../../contract/errors'
import type { DeletionPreview } from '../../../contract/library/source'
import { type Database, noteRemoval } from '../../store'
import { exclude, includeAgain } from '../intake/exclusions'
import type { CitationIndex } from '../ports'

interface Deletion {
  readonly database: Database
  readonly projectId: string
  readonly citations: CitationIndex
}

/** Sources in one transaction: each takes its passages, vectors, fragments and extract with it. */
const sourcesPerTransaction = 100

/** What a deletion of these sources would remove. Reports that cite them keep the cited text; no session goes. */
export async function previewDeletion(
  { database, projectId, citations }: Deletion,
  sourceIds: readonly string[],
): Promise<DeletionPreview> {
  const [row] = await database.query<Pick<DeletionPreview, 'sources' | 'passages' | 'notes' | 'annotations'>>(
    `select count(*) as sources, coalesce(sum(passage_count), 0) as passages,
            count(*) filter (where kind = 'note') as notes,
            coalesce(sum((select count(*) from annotations a where a.source_id = sources.source_id)), 0)::int as annotations
     from sources where project_id = $1 and source_id = any($2::text[])`,
    [projectId, sourceIds],
  )
  if (row === undefined) throw new QuarryError('internal', 'A count returned no row.')
  return { ...row, citingReports: await citations.countCitingReports(sourceIds), sessions: 0 }
}

/**
 * Removes sources with everything derived from them, in sessions too, but for what a report cites. Files in a dropped
 * folder are left out of later rescans. Answers ids of the removed passages.
 */
export async function removeSources(
  { database, projectId, citations }: Deletion,
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
      // A domain quotes and names its documents until it is found anew; what a person wrote of it is theirs.
      await transaction.query(
        `update domains d set
           summary = case when d.edited ? 'summary' then d.summary else '' end,
           documents = coalesce((
             select jsonb_agg(document) from jsonb_array_elements_text(d.documents) document
             where document not in (select coalesce(path, source_id) from sources where source_id = any($2::text[]))
           ), '[]')
         where d.project_id = $1 and exists (
           select from domain_sources of where of.domain_id = d.domain_id and of.source_id = any($2::text[]))`,
        [projectId, batch],
      )
      const sources = await transaction.query<{ path: string | null; root: string | null }>(
        `delete from sources where project_id = $1 and source_id = any($2::text[]) returning path, root`,
        [projectId, batch],
      )
      await citations.forgetSources(transaction, batch)
      await noteRemoval(transaction)
      await exclude(
        transaction,
        projectId,
        sources.flatMap((source) => (source.path !== null && source.root !== null ? [source.path] : [])),
      )
      return passages
    })
    for (const { passage_id } of removed) removedPassages.push(passage_id)
  }
  return removedPassages
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
    await includeAgain(transaction, projectId, root)
  })
}
