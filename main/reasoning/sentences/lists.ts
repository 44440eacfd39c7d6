import type { Candidate } from './candidate'
import { isRow } from './quality'
import type { WeighedSentence } from './weigh'

/** Rows or items that a question for several things gets together, at most. */
const mostMembers = 12
/** Sentences of a list that is told as a whole, at most: of a longer one the first of each item is. */
const mostSentences = 14

/** Whether two lines are of one list, or of one table. */
export function isBeside(candidate: Candidate, other: Candidate): boolean {
  return (
    other.defect === null &&
    other.isItem &&
    other.label === candidate.label &&
    isRow(other.sentence) === isRow(candidate.sentence)
  )
}

/** The items or rows of the list or table that a candidate stands in; it alone where there are none, or too many. */
export function membersOf(candidate: Candidate): Candidate[] {
  const members = candidate.isItem ? listOf(candidate) : [candidate]
  return members.length > mostMembers ? [candidate] : members
}

function listOf(candidate: Candidate): Candidate[] {
  const members = [candidate]
  for (let at = candidate.previous; at !== null && isBeside(candidate, at); at = at.previous) members.unshift(at)
  for (let at = candidate.next; at !== null && isBeside(candidate, at); at = at.next) members.push(at)
  return members
}

/** The first sentence of each item. */
const headsOf = (list: readonly Candidate[]): readonly Candidate[] =>
  list.filter(({ locator, previous }) => previous === null || previous.locator.lineEnd !== locator.lineStart)

/** Of a list that is what was asked for: how much of the question it and its surroundings hold, and its document's worth. */
const least = { inContext: 0.4, document: 0.9 } as const

/** The list whose introduction says most of what was asked; undefined where no source that matters has one that fits. */
function listIntroducedAs(
  isAsked: (item: WeighedSentence, label: string) => boolean,
  weighed: readonly WeighedSentence[],
  documents: ReadonlyMap<string, number>,
): readonly Candidate[] | undefined {
  const wanted = ({ inLabel, inContext }: WeighedSentence): number => inLabel + inContext
  const [best] = weighed
    .filter((item) => {
      const { isItem, label, sentence } = item.candidate
      const isNear = item.inContext >= least.inContext && (documents.get(item.document) ?? 0) >= least.document
      return isNear && isItem && label !== null && !isRow(sentence) && isAsked(item, label)
    })
    .sort((one, other) => wanted(other) - wanted(one))
  const list = best === undefined ? undefined : listOf(best.candidate)
  const items = list === undefined ? 0 : headsOf(list).length
  return items > 1 && items <= mostMembers ? list : undefined
}

const limits =
  /\b(drawbacks?|disadvantages?|downsides?|shortcomings?|limitations?|restrictions?|caveats?)\b|缺点|局限|限制|不足/i

/** First sentences of what a source lists as drawbacks: below `There are disadvantages:`. */
export function limitsIn(
  weighed: readonly WeighedSentence[],
  documents: ReadonlyMap<string, number>,
): readonly Candidate[] {
  return headsOf(listIntroducedAs((_, label) => limits.test(label), weighed, documents) ?? [])
}

/** Share of the question in what a list is introduced as, from which on it is the list that was asked for. */
const leastInLabel = 0.6

/** The list that was asked for, in its order: below `There are three modes:` where the question is which modes there are. */
export function listFor(
  weighed: readonly WeighedSentence[],
  documents: ReadonlyMap<string, number>,
): readonly Candidate[] {
  const list = listIntroducedAs(({ inLabel }) => inLabel >= leastInLabel, weighed, documents) ?? []
  return list.length > mostSentences ? headsOf(list) : list
}
