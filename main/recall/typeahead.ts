import { toErrorShape } from '../../contract/errors'
import { type RecallAsTyped, type RecallHit, shownAsTyped } from '../../contract/recall'
import { segmentQuery } from '../../contract/search-text'
import type { Database } from '../store'
import { shareOfHighest } from './fuse'
import { type PathScope, searchKeywords } from './keyword-path'
import { hitOf, readPassages } from './passage-rows'
import type { Recall } from './recall'

/** Words that the last one may be or become; more make the search slower and the hits no better. */
const completions = 7
/** Meaning is searched for once typing rests for so long. */
const restMs = 150

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
    const others = { dense: null, feedback: null, section: null, rerank: null }
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

/**
 * A query as it is typed, for a topic: at once its hits by words, and those of the whole recall once it rests. Whoever
 * stops listening, as with the next letter, drops what is under way.
 */
export function asTyped(recall: Recall, query: string) {
  const stopping = new AbortController()
  const options = { top: shownAsTyped, signal: stopping.signal }
  let changed = (): void => {}
  let timer: NodeJS.Timeout | undefined
  let value: RecallAsTyped | null = null
  /** What words found stands where the rest fails. */
  async function refine(whole: string, byWords: RecallAsTyped): Promise<void> {
    try {
      const { hits, tookMs } = await recall.recall(whole, options)
      value = { hits, isWhole: true, tookMs, error: null }
    } catch (error) {
      value = { ...byWords, isWhole: true, error: toErrorShape(error) }
    }
    changed()
  }
  return {
    async read(): Promise<RecallAsTyped> {
      if (value !== null) return value
      const startedAt = performance.now()
      try {
        const { hits, query: whole } = await recall.recallAsTyped(query, options)
        const byWords = { hits, isWhole: false, tookMs: performance.now() - startedAt, error: null }
        value = byWords
        if (!stopping.signal.aborted) timer = setTimeout(() => void refine(whole, byWords), restMs)
      } catch (error) {
        value = { hits: [], isWhole: true, tookMs: performance.now() - startedAt, error: toErrorShape(error) }
      }
      return value
    },
    onChange(listener: () => void): () => void {
      changed = listener
      return () => {
        stopping.abort()
        clearTimeout(timer)
      }
    },
  }
}
