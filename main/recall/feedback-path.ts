import type { Database } from '../store'
import type { ScoredId } from './fuse'
import { type PassageScores, type PathScope, scoreBySection } from './keyword-path'

/**
 * Pseudo-relevance feedback: the words that the best passages share are searched in the sections as well (decision 51). A relevance model
 * (Lavrenko and Croft 2001) in which a word weighs by its share of each passage, the passage's score and its rarity.
 * Of 15 passages 30 words: 10 to 20 passages and 30 to 40 words stay within 0.01 nDCG@10 on Cranfield and CACM; without
 * feedback it is 0.02 less on the one and 0.015 on the other.
 */
const feedbackPassages = 15
const feedbackWords = 30
/** Words whose rarity is looked up, the heaviest without it; more change nothing. */
const candidateWords = 60
/** A word of a single passage is its own, not the topic's. */
const fewestPassages = 2
/** Weights go into the query as repetitions of the word: the heaviest this often. */
const largestRepetition = 8

export interface FeedbackSearch {
  /** All passages that were found, best first, each by its section's score of the feedback's words; empty where the first share none. */
  search(found: readonly ScoredId[], limit: number, scope: PathScope): Promise<PassageScores>
  /** Forgets how rare words are: the index changed. */
  invalidate(): void
}

export function createFeedbackSearch(database: Database): FeedbackSearch {
  const rarity = new Map<string, number>()

  async function lookUpRarity(stems: readonly string[], signal: AbortSignal | undefined): Promise<void> {
    const unknown = stems.filter((stem) => !rarity.has(stem))
    if (unknown.length === 0) return
    for (const [stem, value] of await database.rarityOfWords(unknown, { signal })) rarity.set(stem, value)
  }

  return {
    async search(found, limit, scope) {
      const first = found.slice(0, feedbackPassages)
      if (first.length < fewestPassages) return new Map()
      // `offset 0`: else the planner makes the vector again for each of its words.
      const candidates = await database.query<{ stem: string; weight: number }>(
        `select word.lexeme as stem,
                sum(best.score * coalesce(cardinality(word.positions), 1) / length(passage.vector)) as weight
         from json_to_recordset($2::json) as best(id bigint, score double precision)
         join passages p on p.project_id = $1 and p.passage_id = best.id
         cross join lateral (select to_tsvector('english', p.search_text) as vector offset 0) as passage
         cross join lateral unnest(passage.vector) as word
         group by word.lexeme having count(*) >= ${fewestPassages}
         order by weight desc, stem limit ${candidateWords}`,
        [scope.projectId, JSON.stringify(first)],
        { signal: scope.signal },
      )
      await lookUpRarity(
        candidates.map(({ stem }) => stem),
        scope.signal,
      )
      const weighted = candidates.map(({ stem, weight }) => ({ stem, weight: weight * (rarity.get(stem) ?? 0) }))
      const ids = found.map(({ id }) => id)
      return scoreBySection(database, repeatedByWeight(weighted), ids, limit, scope)
    },
    invalidate: () => rarity.clear(),
  }
}

/** The heaviest words, each as often as its weight says against the heaviest; words without weight are left out. */
export function repeatedByWeight(words: readonly { readonly stem: string; readonly weight: number }[]): string {
  const heaviest = words
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, feedbackWords)
  const top = heaviest[0]?.weight ?? 1
  return heaviest
    .map(({ stem, weight }) => `${stem} `.repeat(Math.max(1, Math.round((weight / top) * largestRepetition))))
    .join('')
    .trimEnd()
}
