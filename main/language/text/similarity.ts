import { profileText, type TextProfile } from './words'

/** Cosine of two L2-normalised vectors of the same length, -1..1. */
export function cosine(left: Float32Array, right: Float32Array): number {
  let sum = 0
  for (let at = 0; at < left.length; at += 1) sum += (left[at] ?? 0) * (right[at] ?? 0)
  return sum
}

function jaccard(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  if (left.size === 0 || right.size === 0) return 0
  let shared = 0
  for (const value of left) if (right.has(value)) shared += 1
  return shared / (left.size + right.size - shared)
}

/** Share of the smaller set that the larger one holds, 0..1. */
export function containment(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  const [small, large] = left.size <= right.size ? [left, right] : [right, left]
  if (small.size === 0) return 0
  let shared = 0
  for (const value of small) if (large.has(value)) shared += 1
  return shared / small.size
}

function characterPairs(text: string): Set<string> {
  const dense = text.replace(/[\s\p{P}]/gu, '')
  const pairs = new Set<string>()
  for (let at = 0; at + 2 <= dense.length; at += 1) pairs.add(dense.slice(at, at + 2))
  return pairs
}

/** Overlap of the words of two texts, 0..1; Han text is compared by character pairs. */
export function wordOverlap(left: TextProfile, right: TextProfile): number {
  if (left.hanText !== null && right.hanText !== null)
    return jaccard(characterPairs(left.hanText), characterPairs(right.hanText))
  return jaccard(left.stems, right.stems)
}

/** Two sentences that say the same in nearly the same words. 0.8: a changed word in ten still is the same sentence. */
export function isNearDuplicate(left: TextProfile, right: TextProfile): boolean {
  if (left.text === right.text) return true
  const isHan = left.hanText !== null && right.hanText !== null
  // A changed particle breaks two character pairs, so the same likeness is a lower number there.
  if (wordOverlap(left, right) >= (isHan ? 0.7 : 0.8)) return true
  const smaller = Math.min(left.stems.size, right.stems.size)
  const larger = Math.max(left.stems.size, right.stems.size)
  return smaller >= 5 && smaller / larger >= 0.6 && containment(left.stems, right.stems) >= 0.92
}

/** Tells of each text whether none that it called new before says the same in nearly the same words. */
export function createNoveltyCheck(): (text: string) => boolean {
  const said: TextProfile[] = []
  return (text) => {
    const own = profileText(text)
    const isNew = !said.some((profile) => isNearDuplicate(profile, own))
    if (isNew) said.push(own)
    return isNew
  }
}
