import type { RecallHit } from '../../../contract/recall'
import { splitSentences } from '../../../contract/sentences'
import type { Locator } from '../../../contract/source'
import type { ReadSourceText } from '../port'
import { profileText, type TextProfile } from '../text/words'
import { type Dangling, danglingOf } from './dangling'
import { sentenceDefect } from './quality'

/** A sentence of a found passage, with its exact place in the source. */
export interface Candidate {
  readonly sentence: string
  readonly profile: TextProfile
  readonly locator: Locator
  readonly hit: RecallHit
  readonly defect: string | null
  readonly dangling: Dangling
  /** The sentence right before it in the source, where a hit holds it. */
  previous: Candidate | null
  /** The sentence right after it in the source, where a hit holds it. */
  next: Candidate | null
}

/** Characters that may lie between two sentences that follow each other: white space. */
export const widestGap = 4

/** True where both stand in one paragraph: extracted text has line ends only between paragraphs. */
export function sharesParagraph(first: Candidate, second: Candidate): boolean {
  return first.locator.sourceId === second.locator.sourceId && first.locator.lineEnd === second.locator.lineStart
}

function lineBreaks(text: string): number {
  return text.split('\n').length - 1
}

/** The place of `text.slice(start, end)`, where `text` itself stands at `whole`. */
export function locatorWithin(whole: Locator, text: string, start: number, end: number): Locator {
  const lineStart = whole.lineStart + lineBreaks(text.slice(0, start))
  return {
    sourceId: whole.sourceId,
    start: whole.start + start,
    end: whole.start + end,
    page: whole.page,
    lineStart,
    lineEnd: lineStart + lineBreaks(text.slice(start, end)),
  }
}

function comparable(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}

/** A heading or title that stands in the running text: it names what follows and says nothing itself. */
function isHeading(sentence: string, hit: RecallHit): boolean {
  const dense = comparable(sentence)
  return [hit.title ?? '', ...hit.headingPath].some((heading) => comparable(heading) === dense)
}

/** True where the passage begins or ends in the middle of a sentence, which its own text betrays by its case. */
function startsInside(sentence: string, passage: string): boolean {
  return /^\p{Ll}/u.test(sentence) && /[.!?]\s+\p{Lu}/u.test(passage)
}

/** The mark of a list item is not part of its sentence. */
const bullet = /^[•◦▪‣●○∙·*–—-]\s+/u

function candidatesOf(hit: RecallHit, text: string): Candidate[] {
  const candidates: Candidate[] = []
  for (const { start: lineStart, end } of splitSentences(text)) {
    const start = lineStart + (bullet.exec(text.slice(lineStart, end))?.[0].length ?? 0)
    const sentence = text.slice(start, end)
    let defect = sentenceDefect(sentence)
    if (isHeading(sentence, hit)) defect = 'heading'
    else if (lineStart === 0 && startsInside(sentence, text)) defect = 'fragment'
    candidates.push({
      sentence,
      profile: profileText(sentence),
      locator: locatorWithin(hit.locator, text, start, end),
      hit,
      defect,
      dangling: danglingOf(sentence),
      previous: null,
      next: null,
    })
  }
  return candidates
}

/** Neighbours in the source are linked over the borders of passages, too. */
function linkNeighbours(candidates: readonly Candidate[]): void {
  const bySource = new Map<string, Candidate[]>()
  for (const candidate of candidates) {
    const { sourceId } = candidate.locator
    bySource.set(sourceId, [...(bySource.get(sourceId) ?? []), candidate])
  }
  for (const group of bySource.values()) {
    group.sort((a, b) => a.locator.start - b.locator.start)
    group.forEach((candidate, at) => {
      const before = group[at - 1]
      const gap = before === undefined ? -1 : candidate.locator.start - before.locator.end
      if (before === undefined || gap < 0 || gap > widestGap) return
      before.next = candidate
      candidate.previous = before
    })
  }
}

/**
 * All sentences of the hits, in the order of the hits, each place of a source once.
 * A passage whose stored text is not as long as its range is cut anew from the source, so that places stay exact.
 */
export async function collectCandidates(
  hits: readonly RecallHit[],
  readSourceText: ReadSourceText,
): Promise<Candidate[]> {
  const seen = new Set<string>()
  const candidates: Candidate[] = []
  for (const hit of hits) {
    const { sourceId, start, end } = hit.locator
    let text: string | null = hit.text
    if (text.length !== end - start) text = (await readSourceText(sourceId))?.slice(start, end) ?? null
    if (text === null) continue
    for (const candidate of candidatesOf(hit, text)) {
      const place = `${sourceId}:${candidate.locator.start}`
      if (seen.has(place)) continue
      seen.add(place)
      candidates.push(candidate)
    }
  }
  linkNeighbours(candidates)
  return candidates
}
