import { toErrorShape } from '../../contract/errors'
import { type RecallAsTyped, type RecallHit, shownAsTyped } from '../../contract/recall'
import { segmentQuery } from '../../contract/search-text'
import type { Database } from '../store'
import { shareOfHighest } from './fuse'
import { type PathScope, searchKeywords } from './keyword-path'
import { hitOf, readPassages } from './passage-rows'
import type { Recall } from './recall'

/** Words that the last one may become; more make the search slower and the hits no better. */
const completions = 6
/** Meaning is searched for once typing rests for so long. */
const restMs = 150

/** Hits by words alone, for a query whose last word may not be finished; best first. */
export async function searchAsTyped(
  database: Database,
  query: string,
  limit: number,
  scope: PathScope,
): Promise<RecallHit[]> {
  const words = segmentQuery(query).trim()
  const begun = /[\s\p{P}]$/u.test(query) ? undefined : words.split(/\s+/).at(-1)
  const completed = begun === undefined ? [] : await completionsOf(database, begun.toLowerCase(), scope)
  const scores = shareOfHighest(await searchKeywords(database, [words, ...completed].join(' '), limit, scope))
  const rows = await readPassages(database, [...scores.keys()], scope)
  return [...scores].flatMap(([id, keyword], index) => {
    const row = rows.get(id)
    const rank = { rankBefore: index + 1, rankAfter: index + 1 }
    const others = { dense: null, feedback: null, section: null, rerank: null }
    return row === undefined ? [] : [hitOf(row, { ...others, ...rank, keyword, score: keyword })]
  })
}

/** The commonest words that begin so; stop words, which the index does not have, are none. */
async function completionsOf(database: Database, begun: string, { projectId, signal }: PathScope): Promise<string[]> {
  const rows = await database.query<{ word: string }>(
    `select word from (
       select word, sections from words
       where project_id = $1 and word > $2 and word < $2 || chr(1114111) order by sections desc, word limit 24
     ) as commonest
     where to_tsvector('english', word) <> '' order by sections desc, word limit ${completions}`,
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
  async function refine(byWords: RecallAsTyped): Promise<void> {
    try {
      const { hits, tookMs } = await recall.recall(query, options)
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
      const hits = await recall.recallAsTyped(query, options)
      const byWords = { hits, isWhole: false, tookMs: performance.now() - startedAt, error: null }
      if (!stopping.signal.aborted) timer = setTimeout(() => void refine(byWords), restMs)
      value = byWords
      return byWords
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
