import type { RecallHit } from '../../contract/recall/recall'
import { segmentQuery } from '../../contract/recall/search-text'
import type { Database } from '../store'
import { shareOfHighest } from './fuse'
import { type PathScope, searchKeywords } from './keyword-path'
import { hitOf, readPassages } from './passage-rows'

/** Words that the last one may be or become; more make the search slower and the hits no better. */
const completions = 7

/** What words say of a query whose last word may not be finished. */
export interface TypedAnswer {
  /** By words alone, best first. */
  readonly hits: RecallHit[]
  /** The query to ask in whole: a last word that no text has is the commonest one that begins so. */
  readonly query: string
}

export async function searchAsTyped(
  database: Database,
  query: string,
  limit: number,
  scope: PathScope,
): Promise<TypedAnswer> {
  const words = segmentQuery(query).trim()
  const begun = (/[\s\p{P}]$/u.test(query) ? undefined : words.split(/\s+/).at(-1)?.toLowerCase()) ?? ''
  const known = begun === '' ? [] : await wordsThatBegin(database, begun, scope)
  const completed = known.filter((word) => word !== begun)
  const scores = shareOfHighest(await searchKeywords(database, [words, ...completed].join(' '), limit, scope))
  const rows = await readPassages(database, [...scores.keys()], scope)
  const hits = [...scores].flatMap(([id, keyword], index) => {
    const row = rows.get(id)
    const rank = { rankBefore: index + 1, rankAfter: index + 1 }
    const others = { dense: null, feedback: null, section: null, neighbours: null, named: null, rerank: null }
    return row === undefined ? [] : [hitOf(row, { ...others, ...rank, keyword, score: keyword })]
  })
  const isUnfinished = completed[0] !== undefined && !known.includes(begun) && query.toLowerCase().endsWith(begun)
  return { hits, query: isUnfinished ? `${query.slice(0, -begun.length)}${completed[0]}` : query }
}

/** The word itself, if a text has it, and the commonest that begin so, without stop words, which the index does not have. */
async function wordsThatBegin(database: Database, begun: string, { projectId, signal }: PathScope): Promise<string[]> {
  const rows = await database.query<{ word: string }>(
    `select word from (
       select word, sections from words
       where project_id = $1 and word >= $2 and word < $2 || chr(1114111)
       order by word = $2 desc, sections desc, word limit 24
     ) as commonest
     where word = $2 or to_tsvector('english', word) <> '' order by word = $2 desc, sections desc, word limit ${completions}`,
    [projectId, begun],
    { signal },
  )
  return rows.map(({ word }) => word)
}
