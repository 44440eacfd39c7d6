import { QuarryError } from '../../../contract/errors'
import { comparableDoi, comparableTitle, type SourceWork, type Work, work } from '../../../contract/report/bibliography'
import type { Database } from '../../store'

/** Titles that are shorter are those of many works. */
const leastTitleLength = 12

interface WorkRow {
  readonly source_id: string
  readonly title: string | null
  readonly own: unknown
  readonly described: unknown
}

interface ListedRow {
  readonly source_id: string
  readonly name: string
  readonly doi: string | null
  readonly title: string | null
  readonly work: unknown
}

/**
 * What each source is as a work, by the source's id: as a person described it; else as a list of references in the library
 * has it, found by DOI or title, with what only its file says beside it; else as its file says. A list that was added
 * later goes first. Sources that are not there are left out.
 */
export async function worksOf(
  database: Database,
  projectId: string,
  sourceIds: readonly string[],
): Promise<Map<string, SourceWork>> {
  const rows = await database.query<WorkRow>(
    `select s.source_id, e.title, e.metadata -> 'work' as own, s.work as described
     from sources s left join extracts e using (source_id)
     where s.project_id = $1 and s.source_id = any($2)`,
    [projectId, sourceIds],
  )
  const known = rows.map((row) => ({ row, own: ownOf(row), described: work.safeParse(row.described).data }))
  const asked = known.filter(({ described }) => described === undefined)
  const listed = await listedWorks(
    database,
    projectId,
    asked.map(({ own }) => own),
  )
  return new Map(
    known.map(({ row, own, described }): [string, SourceWork] => {
      if (described !== undefined) return [row.source_id, { work: described, origin: { kind: 'person' } }]
      const found = listed(own)
      if (found === null) return [row.source_id, { work: own, origin: { kind: 'file' } }]
      const { source_id: sourceId, name } = found.row
      return [row.source_id, { work: { ...own, ...found.work }, origin: { kind: 'list', sourceId, name } }]
    }),
  )
}

/** What a source is as a work. Throws `source.notFound`. */
export async function workOf(database: Database, projectId: string, sourceId: string): Promise<SourceWork> {
  const found = (await worksOf(database, projectId, [sourceId])).get(sourceId)
  if (found === undefined) throw new QuarryError('source.notFound', 'This source is not in the library any more.')
  return found
}

/**
 * Keeps what a person says a source is; null forgets it, and answers what is known without. Throws `source.notFound`.
 */
export async function describeWork(
  database: Database,
  projectId: string,
  sourceId: string,
  described: Work | null,
): Promise<SourceWork> {
  await database.query(`update sources set work = $3::jsonb where project_id = $1 and source_id = $2`, [
    projectId,
    sourceId,
    described === null ? null : JSON.stringify(described),
  ])
  return workOf(database, projectId, sourceId)
}

function ownOf({ own, title }: WorkRow): Work {
  return work.safeParse(own).data ?? { type: 'document', ...(title === null ? {} : { title }) }
}

const titleKey = (title: string | undefined): string | null => {
  const key = comparableTitle(title ?? '')
  return key.length < leastTitleLength ? null : key
}
const doiKey = ({ DOI }: Work): string | null => (DOI === undefined ? null : comparableDoi(DOI))

/** Looks works up in the lists of references of a project. */
async function listedWorks(
  database: Database,
  projectId: string,
  works: readonly Work[],
): Promise<(own: Work) => { readonly row: ListedRow; readonly work: Work } | null> {
  const dois = works.map(doiKey).filter((key) => key !== null)
  const titles = works.map(({ title }) => titleKey(title)).filter((key) => key !== null)
  if (dois.length === 0 && titles.length === 0) return () => null
  const rows = await database.query<ListedRow>(
    `select s.source_id, s.name, one ->> 'doi' as doi, one ->> 'title' as title, one -> 'work' as work
     from sources s join extracts e using (source_id), jsonb_array_elements(e.metadata -> 'works') one
     where s.project_id = $1 and e.reader = 'reference-list' and (one ->> 'doi' = any($2) or one ->> 'title' = any($3))
     order by s.added_at`,
    [projectId, dois, titles],
  )
  const byDoi = new Map(rows.map((row) => [row.doi, row]))
  const byTitle = new Map(rows.map((row) => [row.title, row]))
  return (own) => {
    const doi = doiKey(own)
    const title = titleKey(own.title)
    const row = (doi !== null && byDoi.get(doi)) || (title !== null && byTitle.get(title)) || null
    // Two DOIs are two works, whatever their titles.
    if (row === null || (doi !== null && row.doi !== null && row.doi !== doi)) return null
    const listed = work.safeParse(row.work)
    return listed.success ? { row, work: listed.data } : null
  }
}
