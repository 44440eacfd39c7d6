import type { GivenContext, GivenItem } from '../../contract/memory'
import { splitSentences } from '../../contract/sentences'
import { estimateTokens } from '../reasoning'

/** What bears on a question, before it is known whether it fits. */
export interface Candidate {
  readonly item: GivenItem
  /** What it is worth beside the others, > 0. */
  readonly value: number
  /** Its place before all without one: from 0 where a plugin put it, below 0 what the project is. */
  readonly rank?: number
}

/** What an item needs beside its words: its marks, its date. */
const frameTokens = 16

const tokensOf = (item: GivenItem): number =>
  estimateTokens(item.text) + (item.kind === 'answer' ? estimateTokens(item.question) : 0) + frameTokens

/**
 * What fits into a budget of tokens, the best for its length first; of what does not fit whole, its first sentences. Never
 * a part of a sentence.
 */
export function packContext(
  candidates: readonly Candidate[],
  budget: number,
): Pick<GivenContext, 'budget' | 'tokens' | 'items'> {
  const last = candidates.length
  const ordered = candidates.toSorted(
    (one, other) =>
      (one.rank ?? last) - (other.rank ?? last) || other.value / tokensOf(other.item) - one.value / tokensOf(one.item),
  )
  const items: GivenItem[] = []
  let tokens = 0
  for (const { item } of ordered) {
    const fitting = fitted(item, budget - tokens)
    if (fitting === null) continue
    items.push(fitting)
    tokens += tokensOf(fitting)
  }
  return { budget, tokens, items }
}

/** As many of its sentences as fit, from the first one on; null where not even that one does. */
function fitted(item: GivenItem, room: number): GivenItem | null {
  if (tokensOf(item) <= room) return item
  const ends = splitSentences(item.text).map(({ end }) => end)
  const shorter = ends.toReversed().map((end): GivenItem => ({ ...item, text: item.text.slice(0, end) }))
  return shorter.find((one) => tokensOf(one) <= room) ?? null
}
