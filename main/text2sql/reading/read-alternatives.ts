import type { Draft } from './draft'

/**
 * "Older than 60 or younger than 18", "from Bern or over 1,000": of two conditions that `or` joins one suffices. Others hold
 * besides only where both are on one column, as it is not said how far `or` reaches.
 */
export function readAlternatives(draft: Draft): void {
  draft.each('or', (at) => {
    if (draft.any.length > 0) return
    const left = draft.filters.filter(({ item }) => item < at).toSorted((one, other) => other.item - one.item)[0]
    const right = draft.filters.filter(({ item }) => item > at).toSorted((one, other) => one.item - other.item)[0]
    if (left === undefined || right === undefined) return
    const isLast = draft.filters.every(({ item }) => item <= right.item)
    if (draft.filters.length > 2 && (left.column !== right.column || !isLast)) return
    draft.take(at)
    for (const filter of [left, right]) draft.filters.splice(draft.filters.indexOf(filter), 1)
    draft.any.push(left, right)
  })
  // "Either … or"
  const isJoined = draft.any.length > 0 || draft.items.some(({ kind }, at) => kind === 'or' && draft.used[at])
  if (isJoined) draft.each('or', (at) => /^either$/i.test(draft.items[at]!.text) && draft.take(at))
}
