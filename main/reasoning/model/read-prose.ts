import { keyOfPlace } from '../../../contract/report/place'
import { splitSentences } from '../../../contract/report/sentences'
import { displayText } from '../../language'
import { createCitationRegistry } from '../citations/registry'
import type { Evidence } from '../port'

/** A sentence that a model wrote, without its marks, and what they point at. */
export interface WrittenSentence {
  readonly text: string
  readonly evidence: readonly Evidence[]
  readonly paragraph: number
}

export interface WrittenProse {
  readonly sentences: readonly WrittenSentence[]
  /** Marks that point at nothing. */
  readonly droppedCitations: number
}

/** Marks behind a full stop belong to the sentence before it. */
const marksBehindStop = /([.!?。！？]["'”’」』）)]?)((?:[ \t]*\[\d{1,4}(?:\s*[,，、]\s*\d{1,4})*\])+)/g
/** What models put around prose although nobody asked for it. */
const markdown = /^(?:#{1,6}|[-*•]|\d{1,2}[.)])\s+|\*\*|__|`/gm
const heading = /^#{1,6}\s.*$/gm
const ended = /[.!?。！？…]["'”’」』）)]*$/

/**
 * Reads what a model wrote from numbered passages: sentences, and the passages that each one cites.
 * @param isCut whether the answer ends in the middle: an unfinished sentence at its end goes
 */
export function readProse(written: string, passages: readonly Evidence[], isCut: boolean): WrittenProse {
  const registry = createCitationRegistry()
  for (const passage of passages) registry.offer(passage)
  const byPlace = new Map(passages.map((passage) => [keyOfPlace(passage.place), passage]))
  const text = written.replace(heading, '').replace(markdown, '').replace(marksBehindStop, '$2$1')
  const ranges = splitSentences(text)
  const sentences: WrittenSentence[] = []
  let paragraph = 0
  let end = 0
  for (const [at, range] of ranges.entries()) {
    if (sentences.length > 0 && text.slice(end, range.start).includes('\n')) paragraph++
    end = range.end
    const read = registry.read(text.slice(range.start, range.end))
    if (!/[\p{L}\p{N}]/u.test(read.text) || (isCut && at === ranges.length - 1 && !ended.test(read.text))) continue
    const cited = registry.citations().filter(({ n }) => read.citations.includes(n))
    const evidence = cited.flatMap(({ place }) => byPlace.get(keyOfPlace(place)) ?? [])
    sentences.push({ text: displayText(read.text), evidence, paragraph })
  }
  return { sentences, droppedCitations: registry.dropped }
}
