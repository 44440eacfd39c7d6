import { contentWords, identifiersIn } from '../../language'
import { splitName } from '../vectorizer/texts'
import type { MatchableResource } from './matchable'

/** A word as it is searched: `stem` is what two words meet on, `surface` what a person is shown. */
export interface Term {
  readonly stem: string
  readonly surface: string
}

/** Characters of a text whose words are looked at: no need takes more, and a pasted book must not hold the thread. */
const longestText = 8_000

/** The words of a text that carry meaning, in order. */
export function termsOf(text: string): Term[] {
  return contentWords(text.slice(0, longestText)).map(({ stem, surface }) => ({ stem, surface: surface.toLowerCase() }))
}

/** The words of a need, and those of names in code that it writes: `getUser` asks for what is called `get_user`. */
export function termsOfNeed(need: string): Term[] {
  const terms = termsOf(need)
  const known = new Set(terms.map(({ stem }) => stem))
  const parts = identifiersIn(need.slice(0, longestText)).flatMap(({ text }) => nameTerms(text))
  return [...terms, ...parts.filter(({ stem }) => !known.has(stem) && known.add(stem))]
}

/**
 * The words of a name: `ResearchHelper` → research, helper; `HTTPServer2` → http, server, 2; `get_user-v2` → user, 2.
 * What is written as one word stays findable as it is written, too.
 */
export function nameTerms(name: string): Term[] {
  const split = termsOf(splitName(name))
  const whole = termsOf(name.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase())
  return [...split, ...whole.filter(({ stem }) => split.length > 1 && split.every((term) => term.stem !== stem))]
}

/** Weights of the fields in which a word stands, for BM25F. */
const fieldWeights = { name: 2, text: 1, usageInfo: 0.5 }

/** The words of a resource by the fields that they stand in. */
export function fieldsOf(resource: MatchableResource) {
  const stemsOf = (text: string): string[] => termsOf(text).map(({ stem }) => stem)
  return [
    { stems: nameTerms(resource.name).map(({ stem }) => stem), weight: fieldWeights.name },
    { stems: stemsOf(resource.description), weight: fieldWeights.text },
    { stems: stemsOf(resource.capabilities.join('\n')), weight: fieldWeights.text },
    { stems: stemsOf(resource.usageInfo), weight: fieldWeights.usageInfo },
  ]
}
