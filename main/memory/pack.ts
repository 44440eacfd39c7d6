import type { GivenContext, GivenItem } from '../../contract/library/memory'
import { splitSentences } from '../../contract/report/sentences'

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

/** What stands beside an item's text. */
function besideText(item: GivenItem): string {
  switch (item.kind) {
    case 'answer':
      return item.question
    case 'domain':
      return [item.name, ...item.keyFiles].join(', ')
    case 'code':
      return `${item.path} ${item.symbol}`
    case 'facts':
    case 'memory':
      return ''
  }
}

/**
 * What fits into a budget of tokens, the best for its length first; of what does not fit whole, its first sentences. Never
 * a part of a sentence, nor of a function.
 * @param count tokens of a text
 */
export function packContext(
  candidates: readonly Candidate[],
  budget: number,
  count: (text: string) => number,
): Pick<GivenContext, 'budget' | 'tokens' | 'items'> {
  const tokensOf = (item: GivenItem): number => count(item.text) + count(besideText(item)) + frameTokens
  const last = candidates.length
  const ordered = candidates
    .map(({ item, value, rank = last }) => ({ item, rank, worth: value / tokensOf(item) }))
    .sort((one, other) => one.rank - other.rank || other.worth - one.worth)
  const items: GivenItem[] = []
  let tokens = 0
  for (const { item } of ordered) {
    const fitting = fitted(item, budget - tokens, tokensOf)
    if (fitting === null) continue
    items.push(fitting)
    tokens += tokensOf(fitting)
  }
  return { budget, tokens, items }
}

/** As many of its sentences as fit, from the first one on; null where not even that one does. */
function fitted(item: GivenItem, room: number, tokensOf: (item: GivenItem) => number): GivenItem | null {
  if (tokensOf(item) <= room) return item
  if (item.kind === 'code') return null
  const ends = splitSentences(item.text).map(({ end }) => end)
  const shorter = ends.toReversed().map((end): GivenItem => ({ ...item, text: item.text.slice(0, end) }))
  return shorter.find((one) => tokensOf(one) <= room) ?? null
}
