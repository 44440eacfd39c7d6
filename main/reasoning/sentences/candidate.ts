import type { Locator } from '../../../contract/library/source'
import type { RecallHit, RecallReason } from '../../../contract/recall/recall'
import { hanShare, type TextProfile } from '../../language'

/** Connectives at the start that lean on the sentence before. */
const leaning =
  /^(however|moreover|furthermore|thus|therefore|hence|consequently|accordingly|nevertheless|nonetheless|instead|otherwise|conversely|similarly|likewise|in addition|additionally|as a result|in contrast|by contrast|on the other hand|for (example|instance)|in particular|in this (case|way|manner|context|respect)|in that case|in these cases|at this point|then|but|and|so|yet|also|again|finally|lastly|secondly|thirdly|here|there(by|upon|after|,)|first,|second,|third,|the (first|second|third|other|remaining|rest)|next|meanwhile|still|rather|in such)(?![\p{L}])/iu
/** Pronouns whose antecedent stands before. */
const pronoun =
  /^(it|its|they|their|them|he|his|she|her|those|such|both|neither|the (former|latter|above|following|same))\b/i
const pleonastic =
  /^it (is|was|has been|can be|may be|will be|should be|must be|would be|appears|seems|turns out|follows|remains)\b.{0,60}\b(that|to|whether|how|why)\b/i
/** `Below it …`, `With this …`, `… contradicts it`: what is meant stands in the sentence before. */
const inner =
  /^(below|above|under|using|given|through|after|before|from|in|on|with|without|for|of|by|at|between|despite|unlike|like|because of|instead of) (it|this|that|them|these|those)\b(?! \p{L}+(ed|ing)? (paper|report|study|article|work|section|chapter))|^[^,;]{0,60}\b(contradicts?|supports?|confirms?|refutes?|explains?|proves?|denies) (it|this|that|them)\b(?! \p{L})/iu
/** `The price, however, is …` leans as much as `However, …`. */
const innerLeaning = /^[^.;]{0,100}, (however|therefore|on the other hand|by contrast|in contrast|nevertheless),/iu
const demonstrative = /^(this|these)\b/i
/** `This paper shows`, `these measurements`: the noun names what is meant. */
const selfNamed =
  /^(this|these|the present) (\p{L}+ ){0,2}(paper|report|note|study|article|work|investigation|review|thesis|book|chapter|section|experiment|experiments|document|survey|memorandum|tests?)\b/iu
const chinesePronoun =
  /^(这|这些|这种|这个|这样|此|该|其|它|它们|他|她|他们|她们|前者|后者|上述|以上|两者|二者|双方|对此|为此|与此)/
const chineseLeaning =
  /^(因此|所以|但是|但|然而|不过|此外|另外|同时|而且|并且|于是|从而|反之|例如|比如|随后|之后|后来|接着|最后|另一方面|总之|换言之|也就是说|即|而|则|又|还|并|再|并非如此|其中|当时|同年|翌年|次年|期间|此时)/

/** `pronoun` is worse than `leaning`: without its antecedent the sentence has no subject. */
type Dangling = 'none' | 'leaning' | 'pronoun'

/** Whether the sentence needs the one before it to be understood. */
export function danglingOf(sentence: string): Dangling {
  const text = sentence.trimStart().replace(/^[\s"'“”‘’(\-–—•*]+/, '')
  if (hanShare(text) >= 0.25) {
    if (chinesePronoun.test(text)) return 'pronoun'
    return chineseLeaning.test(text) ? 'leaning' : 'none'
  }
  if (selfNamed.test(text) || pleonastic.test(text)) return 'none'
  const rest = text.replace(leaning, '').replace(/^[\s,]+/, '')
  if (pronoun.test(rest) && !pleonastic.test(rest)) return 'pronoun'
  if (inner.test(rest)) return 'pronoun'
  if (demonstrative.test(rest) && !selfNamed.test(rest)) return 'pronoun'
  return leaning.test(text) || innerLeaning.test(text) ? 'leaning' : 'none'
}

/** A passage to take sentences from; one that recall did not find has no reason. */
export type ReadPassage = Omit<RecallHit, 'reason'> & { readonly reason: RecallReason | null }

/** A sentence of a passage that was read, with its exact place in the source. */
export interface Candidate {
  readonly sentence: string
  readonly profile: TextProfile
  readonly locator: Locator
  readonly hit: ReadPassage
  defect: string | null
  readonly dangling: Dangling
  /** True where it stands on a line of its own beside others: an item of a list, a row, a line of code. */
  isItem: boolean
  /** What introduces it: the sentence before its list, or the term that its line defines. */
  label: string | null
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

const option = /^-{1,2}[\p{L}\p{N}?]/u

/**
 * A sentence with its place, from the option on that it explains, where that stands on the line above it and in the same
 * passage: without `--exclude-vcs` nobody can use what `Exclude version control directories.` says.
 */
export function fromItsOption({
  sentence,
  locator,
  label,
  previous,
  hit,
}: Candidate): Pick<Candidate, 'sentence' | 'locator'> {
  const isOption = label !== null && option.test(label) && previous?.sentence === label && previous.hit === hit
  const from = (previous?.locator.start ?? 0) - hit.locator.start
  const text = hit.text.slice(from, locator.end - hit.locator.start)
  if (!isOption || previous === null || from < 0 || !text.startsWith(label) || !text.endsWith(sentence))
    return { sentence, locator }
  return {
    sentence: text,
    locator: { ...locator, start: previous.locator.start, lineStart: previous.locator.lineStart },
  }
}
