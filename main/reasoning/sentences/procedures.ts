import { stepMarkOf, stepsOf, toldSteps } from '../../../contract/report/ordered-steps'
import { occurrence, profileText } from '../../language'
import { type Candidate, sharesParagraph } from './candidate'
import { actionOf, inPlainWords } from './terms'
import type { WeighedSentence } from './weigh'

/** Sentences of a procedure that is told as a whole, at most: half of one would be a wrong one. */
const mostSentences = 30

/** Share of the question around a procedure and, where it asks how to do something, in what it is called; its document's worth beside the best one; at least. */
const least = { inContext: 0.4, inNames: 0.3, document: 0.9 } as const

/**
 * The procedure whose surroundings hold most of what was asked; empty where no source that matters has one for what is to be
 * done: what a list counts up with numbers may as well be limits or properties.
 */
export function procedureFor(
  question: string,
  weighed: readonly WeighedSentence[],
  documents: ReadonlyMap<string, number>,
): readonly Candidate[] {
  const action = actionOf(inPlainWords(question))
  const near = weighed
    .filter(
      ({ candidate, inContext, inNames }) =>
        inContext >= least.inContext &&
        (action === undefined || inNames >= least.inNames) &&
        (documents.get(candidate.hit.sourceId) ?? 0) >= least.document,
    )
    .sort((one, other) => other.inContext - one.inContext)
  for (const { candidate } of near) {
    const procedure = procedureOf(candidate)
    const { label, hit } = candidate
    const said = [label, hit.headingPath.at(-1), hit.title, ...procedure.map(({ sentence }) => sentence)]
    const isOfAction = action === undefined || occurrence(action, profileText(said.join('\n'))) > 0
    if (procedure.length > 0 && isOfAction) return procedure
  }
  return []
}

/**
 * The whole procedure that a sentence is part of, in the source's order: a numbered list from its first item to its last,
 * or sentences of one paragraph that say their order. Empty where it is part of none, or of one that is too long.
 */
export function procedureOf(candidate: Candidate): readonly Candidate[] {
  const found = numberedAround(candidate) ?? toldAround(candidate) ?? []
  return found.length > mostSentences ? [] : found
}

/** Neighbours to both sides as long as each is one with the one before it. */
function around(candidate: Candidate, isOne: (before: Candidate, after: Candidate) => boolean): Candidate[] {
  const found = [candidate]
  for (let at = candidate; at.previous !== null && isOne(at.previous, at); at = at.previous) found.unshift(at.previous)
  for (let at = candidate; at.next !== null && isOne(at, at.next); at = at.next) found.push(at.next)
  return found
}

function numberedAround(candidate: Candidate): readonly Candidate[] | null {
  if (!candidate.isItem) return null
  const items = around(
    candidate,
    (before, after) => before.isItem && after.isItem && after.locator.lineStart - before.locator.lineEnd <= 1,
  )
  const numberAt = (at: number): number | undefined => stepMarkOf(items[at]?.sentence ?? '')?.number
  let from = items.indexOf(candidate)
  while (from > 0 && numberAt(from) !== 1) from -= 1
  if (numberAt(from) !== 1) return null
  let to = from + 1
  let last = from
  for (let number = 1; to < items.length; to++) {
    const next = numberAt(to)
    if (next === undefined) continue
    if (next !== number + 1) break
    number = next
    last = to
  }
  // Below the last number only its own line is certainly its own.
  const line = items[last]?.locator.lineEnd
  while (items[last + 1]?.locator.lineStart === line) last += 1
  const list = items.slice(from, last + 1)
  return list.includes(candidate) && stepsOf(list, ({ sentence }) => sentence) !== null ? list : null
}

function toldAround(candidate: Candidate): readonly Candidate[] | null {
  const paragraph = around(candidate, sharesParagraph)
  const told = toldSteps(paragraph.map(({ sentence }) => sentence))
  if (told === null) return null
  const run = paragraph.slice(told.starts[0], told.end)
  // "First, filters …", "Second, as we will show …": what a text argues in order is nothing to do.
  return run.includes(candidate) && run.every(({ defect }) => defect !== 'signpost') ? run : null
}
