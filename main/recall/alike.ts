import { segmentForSearch } from '../../contract/recall/search-text'

/** Words of a run that two texts share or don't. */
const runLength = 3
/** Share of runs that nearly the same texts have in common: a passage cut ten words later still has it. */
const sharedRuns = 0.7

interface Compared {
  readonly runs: ReadonlySet<string>
  readonly numbers: string
}

function comparedOf(text: string): Compared {
  const words =
    segmentForSearch(text)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  const runs = new Set<string>()
  for (let at = 0; at === 0 || at + runLength <= words.length; at++) runs.add(words.slice(at, at + runLength).join(' '))
  return { runs, numbers: words.filter((word) => /\p{N}/u.test(word)).join(' ') }
}

/** Texts that differ in a number alone say different things. */
function isAlike(one: Compared, other: Compared): boolean {
  const [smaller, larger] = one.runs.size < other.runs.size ? [one.runs, other.runs] : [other.runs, one.runs]
  if (one.numbers !== other.numbers || smaller.size < sharedRuns * larger.size) return false
  let shared = 0
  for (const run of smaller) if (larger.has(run)) shared++
  return shared >= sharedRuns * (smaller.size + larger.size - shared)
}

/**
 * Groups hits whose texts are the same or nearly, in different sources: each group in the order of the hits, and the
 * groups by their first.
 */
export function groupAlike<Hit extends { readonly sourceId: string; readonly text: string }>(
  hits: readonly Hit[],
): Hit[][] {
  const groups: { readonly compared: Compared; readonly members: Hit[] }[] = []
  for (const hit of hits) {
    const compared = comparedOf(hit.text)
    const group = groups.find(
      ({ members, compared: first }) =>
        members.every(({ sourceId }) => sourceId !== hit.sourceId) && isAlike(first, compared),
    )
    if (group === undefined) groups.push({ compared, members: [hit] })
    else group.members.push(hit)
  }
  return groups.map(({ members }) => members)
}
