import { readMailHeading } from '../../../contract/library/mail-heading'
import type { SourceDate } from '../../../contract/library/source-date'
import type { Work } from '../../../contract/report/bibliography'
import type { Database } from '../../store'
import { worksOf } from './works'

interface DateRow {
  readonly source_id: string
  readonly name: string
  readonly title: string | null
  readonly media_type: string | null
  readonly modified_ms: number | null
  readonly added_at: string | Date
  readonly version: unknown
}

/** Longer is no version. */
const mostCharacters = 40

function authorsOf({ author = [] }: Work): string {
  const names = author.map((name) => ('literal' in name ? name.literal : name.family))
  return names.length > 2 ? `${names[0]} et al.` : names.join(' & ')
}

/** When sources are from, by what is known of each as a work, else by its file. Sources that are not there are left out. */
export async function datesOf(
  database: Database,
  projectId: string,
  sourceIds: readonly string[],
): Promise<SourceDate[]> {
  if (sourceIds.length === 0) return []
  const works = await worksOf(database, projectId, sourceIds)
  const rows = await database.query<DateRow>(
    `select s.source_id, s.name, s.media_type, e.title, s.modified_ms, s.added_at, e.metadata -> 'version' as version
     from sources s left join extracts e using (source_id)
     where s.project_id = $1 and s.source_id = any($2)`,
    [projectId, sourceIds],
  )
  return rows.map(
    ({ source_id: sourceId, name, title, modified_ms: modifiedMs, added_at: addedAt, version, ...row }) => {
      const message = row.media_type === 'email' && title !== null ? readMailHeading(title) : null
      const { work } = works.get(sourceId) ?? {}
      const by = work === undefined ? '' : authorsOf(work)
      const issued = work?.issued?.['date-parts'][0]
      const told = typeof version === 'string' || typeof version === 'number' ? String(version).trim() : ''
      const base = {
        sourceId,
        title: message?.subject ?? title ?? name,
        ...(by !== '' && { by }),
        ...(told !== '' && told.length <= mostCharacters && { version: told }),
      }
      if (issued !== undefined) {
        const [year = 0, ...rest] = issued
        return {
          ...base,
          kind: 'issued',
          date: [String(year), ...rest.map((part) => String(part).padStart(2, '0'))].join('-'),
        }
      }
      if (message?.day) return { ...base, kind: 'issued', date: message.day }
      if (modifiedMs === null) return { ...base, kind: 'added', date: new Date(addedAt).toISOString().slice(0, 10) }
      return { ...base, kind: 'fileChanged', date: new Date(Number(modifiedMs)).toISOString().slice(0, 10) }
    },
  )
}
