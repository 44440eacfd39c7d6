import type { Database } from '../store'

/** BM25 by passage id, best first as inserted. Positive; a passage that shares no word is not in it. */
export type PassageScores = Map<number, number>

export interface PathScope {
  readonly projectId: string
  readonly sourceIds: readonly string[] | undefined
  readonly signal: AbortSignal | undefined
}

/** The passages that match words best, by BM25. A word that stands twice in `words` counts twice. */
export async function searchKeywords(
  database: Database,
  words: string,
  limit: number,
  { signal, ...scope }: PathScope,
): Promise<PassageScores> {
  if (words.trim() === '' || scope.sourceIds?.length === 0) return new Map()
  const found = await database.searchKeywords({ words, limit, ...scope }, { signal })
  return new Map(found.map(({ passageId, score }) => [passageId, score]))
}

/** Of the passages those that stand in one of the sections that match the words best, each by its section's BM25. */
export async function scoreBySection(
  database: Database,
  words: string,
  passageIds: readonly number[],
  limit: number,
  { signal, ...scope }: PathScope,
): Promise<PassageScores> {
  if (words.trim() === '' || passageIds.length === 0) return new Map()
  const found = await database.searchSections({ words, limit, passageIds, ...scope }, { signal })
  return new Map(found.map(({ passageId, score }) => [passageId, score]))
}
