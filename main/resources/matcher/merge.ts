/** A match of one intent. */
export interface Ranked {
  readonly resourceId: string
  readonly confidence: number
}

/**
 * One list of several intents' lists, each resource once, under the intent that is surest of it: first the best of every
 * intent, then all others, by confidence; ties by id. So that a clear need does not push an unclear one out.
 */
export function mergeIntents<Match extends Ranked>(lists: readonly (readonly Match[])[]): Match[] {
  const best = new Map<string, Match>()
  for (const match of lists.flat()) {
    const known = best.get(match.resourceId)
    if (known === undefined || match.confidence > known.confidence) best.set(match.resourceId, match)
  }
  const firsts = new Set(lists.flatMap(([first]) => (first === undefined ? [] : [first.resourceId])))
  const inOrder = (one: Match, other: Match): number =>
    other.confidence - one.confidence || (one.resourceId < other.resourceId ? -1 : 1)
  const all = [...best.values()]
  return [
    ...all.filter(({ resourceId }) => firsts.has(resourceId)).sort(inOrder),
    ...all.filter(({ resourceId }) => !firsts.has(resourceId)).sort(inOrder),
  ]
}
