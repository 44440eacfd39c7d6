import { isPhrase } from '../../contract/recall/intent'
import { segmentQuery, wordsWithin } from '../../contract/recall/search-text'
import type { Database } from '../store'
import { type PassageScores, type PathScope, searchKeywords } from './keyword-path'
import { type NamedThings, type ReadPassage, shareNamed } from './share-named'

/** Passages that are looked at for a phrase: its words may be common ones. */
const depthOfPhrase = 500
/** Passages that are asked for one thing that a question names. */
const depthOfName = 100
/** Names that are searched; a pasted list of more is no question. */
const mostNames = 8

/** What of an intent stands in passages as it is written; null where it names nothing of the kind. */
export function namedThings({ phrases, files, identifiers, years }: NamedThings): NamedThings | null {
  const things = {
    phrases: phrases.filter(isPhrase).slice(0, mostNames),
    files: files.slice(0, mostNames),
    identifiers: identifiers.slice(0, mostNames),
    years: years.slice(0, mostNames),
  }
  return Object.values(things).every((list) => list.length === 0) ? null : things
}

/**
 * Passages that may hold what a question names: those that match the words of a phrase or identifier best, and of the files
 * that it names those that match its own words best, or their first ones.
 * @param words of the whole question, as the index has them
 */
export async function findNamed(
  database: Database,
  { phrases, files, identifiers }: NamedThings,
  words: string,
  scope: PathScope,
): Promise<number[]> {
  const sources = files.length === 0 ? [] : await sourcesNamed(database, files, scope)
  const found = await Promise.all([
    ...phrases.map((phrase) => searchKeywords(database, segmentQuery(phrase), depthOfPhrase, scope)),
    ...identifiers.map((name) => searchKeywords(database, spellings(name).join(' '), depthOfName, scope)),
    ...(sources.length === 0
      ? []
      : [
          searchKeywords(database, words, depthOfName, { ...scope, sourceIds: sources }),
          firstPassages(database, sources, scope),
        ]),
  ])
  return [...new Set(found.flatMap((scores) => [...scores.keys()]))]
}

/** Each passage by the share that it holds of what the question names, 0..1; one that holds nothing is not in it. */
export async function scoreNamed(
  database: Database,
  things: NamedThings,
  ids: readonly number[],
  { projectId, signal }: PathScope,
): Promise<PassageScores> {
  if (ids.length === 0) return new Map()
  const rows = await database.query<ReadPassage & { id: number }>(
    `select p.passage_id as id, p.text, p.heading_path as headings, s.title, s.name, s.path
     from passages p join sources s using (source_id)
     where p.project_id = $1 and p.passage_id = any($2::bigint[])`,
    [projectId, [...ids]],
    { signal },
  )
  return new Map(
    rows.flatMap((row): [number, number][] => {
      const share = shareNamed(things, row)
      return share === 0 ? [] : [[row.id, share]]
    }),
  )
}

/** An identifier as the index may have it: whole, in its parts, and its parts as one word. */
function spellings(name: string): string[] {
  const parts = wordsWithin(name)
  return [...new Set([name, parts, parts.replaceAll(' ', '')])]
}

/** Sources whose file is called as one that the question names; a Chinese one may have words right before it. */
async function sourcesNamed(
  database: Database,
  files: readonly string[],
  { projectId, sourceIds, signal }: PathScope,
): Promise<string[]> {
  const rows = await database.query<{ source_id: string }>(
    `select source_id from sources
     where project_id = $1 and ($3::text[] is null or source_id = any($3::text[])) and exists (
       select from unnest($2::text[]) as file
       where right(file, length(name)) = lower(name) and length(name) > 3
     )`,
    [projectId, files.map((file) => file.toLowerCase()), sourceIds === undefined ? null : [...sourceIds]],
    { signal },
  )
  return rows.map(({ source_id }) => source_id)
}

async function firstPassages(
  database: Database,
  sourceIds: readonly string[],
  { projectId, signal }: PathScope,
): Promise<PassageScores> {
  const rows = await database.query<{ id: number }>(
    `select passage_id as id from passages
     where project_id = $1 and source_id = any($2::text[]) order by ordinal limit ${depthOfName}`,
    [projectId, [...sourceIds]],
    { signal },
  )
  return new Map(rows.map(({ id }) => [id, 0]))
}
