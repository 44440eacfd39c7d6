import type { SourceVersions } from '../../../contract/library/source'
import type { Database } from '../../store'

/** Sources of one name that are compared; of more (every folder's README) the latest are. */
const mostCompared = 12
/** Characters of each text that are compared. */
const comparedLength = 20_000
const runLength = 4
/** Share of the runs of words that versions of a text have in common. */
const sharedRuns = 0.5

interface NamedRow {
  readonly source_id: string
  readonly name: string
  readonly changed_at: string
}

interface PairRow extends NamedRow {
  readonly asked: string
}

/**
 * Versions of one document, for each source that has others: sources whose names differ in a version, a date or a word such as
 * “final”, and whose texts are largely the same. The newest first, by what the names say, else by when the files changed.
 */
export async function versionsOf(
  database: Database,
  projectId: string,
  sourceIds: readonly string[],
): Promise<SourceVersions[]> {
  const pairs = await database.query<PairRow>(
    `select asked.source_id as asked, other.*
     from sources asked cross join lateral (
       select s.source_id, s.name, coalesce(to_timestamp(s.modified_ms / 1000), s.added_at) as changed_at
       from sources s
       where s.project_id = $1 and s.name_stem = asked.name_stem
         and (s.source_id = asked.source_id or s.content_hash is distinct from asked.content_hash)
       order by s.source_id = asked.source_id desc, s.indexed_at desc nulls last, s.source_id limit ${mostCompared}
     ) as other
     where asked.project_id = $1 and asked.source_id = any($2::text[]) and asked.media_type is distinct from 'code'`,
    [projectId, [...sourceIds]],
  )
  const others = pairs.filter(({ asked, source_id }) => asked !== source_id)
  const runs = await runsOf(database, projectId, new Set(others.flatMap(({ asked, source_id }) => [asked, source_id])))
  return sourceIds.flatMap((sourceId) => {
    const own = runs.get(sourceId)
    const versions = pairs.filter(
      ({ asked, source_id }) =>
        asked === sourceId && (source_id === sourceId || areLargelyTheSame(own, runs.get(source_id))),
    )
    if (versions.length < 2) return []
    return [
      {
        sourceId,
        versions: versions
          .toSorted((a, b) => -compareVersions(a, b))
          .map(({ source_id, name, changed_at }) => ({ sourceId: source_id, name, changedAt: changed_at })),
      },
    ]
  })
}

/** The runs of words with which texts begin, by source. */
async function runsOf(
  database: Database,
  projectId: string,
  sourceIds: ReadonlySet<string>,
): Promise<Map<string, Set<string>>> {
  const runs = new Map<string, Set<string>>()
  for (const sourceId of sourceIds) {
    // One text at a time, so that main does other things in between.
    const [row] = await database.query<{ text: string }>(
      `select left(e.text, ${comparedLength}) as text from extracts e join sources s using (source_id)
       where s.project_id = $1 and s.source_id = $2`,
      [projectId, sourceId],
    )
    const words = row?.text.toLowerCase().match(/\p{Script=Han}|[\p{L}\p{N}]+/gu) ?? []
    runs.set(sourceId, new Set(words.slice(0, 1 - runLength).map((_, at) => words.slice(at, at + runLength).join(' '))))
  }
  return runs
}

function areLargelyTheSame(one: ReadonlySet<string> | undefined, other: ReadonlySet<string> | undefined): boolean {
  if (one === undefined || other === undefined || one.size === 0 || other.size === 0) return false
  let shared = 0
  for (const run of one) if (other.has(run)) shared++
  // Of the shorter one: a version that only adds to another has all of it.
  return shared >= sharedRuns * Math.min(one.size, other.size)
}

/** Later versions are greater. */
export function compareVersions(one: Omit<NamedRow, 'source_id'>, other: Omit<NamedRow, 'source_id'>): number {
  const [date, otherDate] = [dateIn(one.name), dateIn(other.name)]
  if (date !== null && otherDate !== null && date !== otherDate) return date < otherDate ? -1 : 1
  const [numbers, otherNumbers] = [numbersIn(one.name), numbersIn(other.name)]
  if (numbers !== null && otherNumbers !== null) {
    for (let at = 0; at < Math.max(numbers.length, otherNumbers.length); at++) {
      const difference = (numbers[at] ?? 0) - (otherNumbers[at] ?? 0)
      if (difference !== 0) return difference
    }
  }
  return Date.parse(one.changed_at) - Date.parse(other.changed_at)
}

function dateIn(name: string): string | null {
  const found = /(?<!\d)((?:19|20)\d\d)[-._ ]?(0[1-9]|1[0-2])(?:[-._ ]?(0[1-9]|[12]\d|3[01]))?(?!\d)/.exec(name)
  return found === null ? null : found.slice(1).join('-')
}

const chineseNumbers = '零一二三四五六七八九十'

function numbersIn(name: string): number[] | null {
  const [, latin, chinese] =
    /(?:v|ver|version|rev|revision)[-._ ]?(\d{1,6}(?:\.\d{1,6}){0,5})|第([\d一二三四五六七八九十]{1,4})版/i.exec(
      name,
    ) ?? []
  if (latin !== undefined) return latin.split('.').map(Number)
  if (chinese === undefined) return null
  return [/^\d/.test(chinese) ? Number(chinese) : chineseNumbers.indexOf(chinese)]
}
