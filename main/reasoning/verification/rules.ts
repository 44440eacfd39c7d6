import type { Objection, VerdictReason } from '../../../contract/report/report-facts'
import {
  contentWords,
  type Figure,
  figuresOf,
  negationsIn,
  occurrence,
  oppositeWords,
  profileText,
} from '../../language'

/** What contradicts a sentence is always named. */
export type RulesVerdict =
  | { readonly verdict: 'contradicted'; readonly reason: Objection }
  | { readonly verdict: 'supported' | 'insufficient'; readonly reason: VerdictReason }

/** Share of a sentence's content words that what it cites must hold; below, nothing can be said for it. */
const leastOverlap = 0.5
/** From here on the two speak of the same thing, so that a differing figure or a negation contradicts. */
const sameMatter = 0.6

/** Names: capitalised words inside the sentence, acronyms, and what stands in 《…》. */
export function namesIn(sentence: string): string[] {
  const names = [...sentence.matchAll(/《([^《》]{1,30})》/g)].map((match) => match[1] ?? '')
  for (const match of sentence.matchAll(/\p{Lu}[\p{L}\p{N}'’-]*/gu)) {
    const before = sentence.slice(0, match.index).trimEnd()
    const opens = before === '' || /[.!?:;。！？：；“"(（]$/.test(before)
    // `NASA`, `SQLite`: no word begins a sentence like that.
    const isSpelledAsName = /^.\p{Ll}*\p{Lu}/u.test(match[0])
    if ((!opens || isSpelledAsName) && match[0].length > 1) names.push(match[0].replace(/['’]s$/, ''))
  }
  return [...new Set(names)].filter(Boolean)
}

/** Units and powers of ten that say another thing of the same number. Of other words nobody knows whether they are one. */
const measure =
  /^(?:%|°\w?|[kmcdnµ]?m|[kmµ]?g|[mnµ]?s|[kmgt]i?b|[kmgt]?(?:hz|w|wh|v|a|j|pa)|thousand|million|billion|trillion|[万亿])$/

function isSameFigure(said: Figure, cited: Figure): boolean {
  const isMeasured = measure.test(said.unit) && measure.test(cited.unit)
  return said.value === cited.value && (!isMeasured || said.unit === cited.unit)
}

/**
 * Checks a sentence that is not verbatim against what it cites: its numbers and names must be there, neither may deny
 * the other, and most of its words must be covered. These rules cannot prove a paraphrase right; they catch the ways
 * in which written sentences go wrong most, and say so in `reason`.
 */
export function checkByRules(sentence: string, cited: readonly string[]): RulesVerdict {
  if (cited.length === 0) return { verdict: 'insufficient', reason: { kind: 'nothingCited', values: {} } }
  const all = cited.join('\n')
  const profile = profileText(all)
  const words = contentWords(sentence).filter((word) => !/^\d/.test(word.surface))
  const found = words.reduce((sum, word) => sum + occurrence(word, profile), 0)
  const overlap = words.length === 0 ? 1 : found / words.length
  const known = figuresOf(all)
  const foreign = figuresOf(sentence).filter((figure) => !known.some((other) => isSameFigure(figure, other)))
  if (foreign.length > 0) {
    const numbers = foreign.map((figure) => figure.surface)
    return {
      verdict: overlap >= sameMatter && known.length > 0 ? 'contradicted' : 'insufficient',
      reason: { kind: 'numbersNotCited', values: { numbers } },
    }
  }
  const lower = all.toLowerCase()
  const names = namesIn(sentence).filter((name) => !lower.includes(name.toLowerCase()))
  if (names.length > 0) return { verdict: 'insufficient', reason: { kind: 'namesNotCited', values: { names } } }
  if (overlap < leastOverlap) return { verdict: 'insufficient', reason: { kind: 'wordsNotCited', values: {} } }
  const nearest = nearestSentence(sentence, cited)
  if (negationsIn(sentence) % 2 !== negationsIn(nearest) % 2 || oppositeWords(sentence, nearest) !== null) {
    const verdict = overlap >= sameMatter ? 'contradicted' : 'insufficient'
    return { verdict, reason: { kind: 'denied', values: {} } }
  }
  return { verdict: 'supported', reason: { kind: 'rulesPassed', values: {} } }
}

/** The cited text that shares most words with the sentence: a negation elsewhere says nothing about this one. */
function nearestSentence(sentence: string, cited: readonly string[]): string {
  const words = contentWords(sentence)
  const scored = cited
    .flatMap((text) => text.split(/(?<=[.!?。！？])\s*/u))
    .map((text) => {
      const profile = profileText(text)
      return { text, shared: words.reduce((sum, word) => sum + occurrence(word, profile), 0) }
    })
  return scored.sort((a, b) => b.shared - a.shared)[0]?.text ?? ''
}
