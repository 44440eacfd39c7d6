import type { Intent } from '../../../contract/intent'
import { languageOf } from '../text/language'
import { actionOf } from './action'
import { filesIn } from './files'
import { identifiersIn } from './identifiers'
import { keywordsOf } from './keywords'
import { namesIn } from './names'
import { numbersIn } from './numbers'
import { quotedIn, type Span, without } from './quoted'
import { yearsIn } from './years'

/** Characters that are read: what is longer is a pasted text, and its end no question. */
const longestQuestion = 4_000

/** How a question is understood, but for the domains that it names, which the library knows. Pure. */
export function readIntent(question: string): Omit<Intent, 'domains'> {
  const text = question.slice(0, longestQuestion).toWellFormed()
  const quoted = quotedIn(text)
  const files = filesIn(text)
  const named = identifiersIn(without(text, files))
  // “pager.c” and `fooBar` name a file and a function, not words to be found as they stand.
  const phrases = quoted.filter(
    (span) => ![...files, ...named].some((one) => isWithin(one, span) && isWhole(one, span)),
  )
  const identifiers = named.filter((one) => !phrases.some((span) => isWithin(one, span)))
  const bare = without(text, [...files, ...identifiers])
  const years = yearsIn(bare)
  const outside = without(without(bare, years), quoted)
  const { action, said } = actionOf(text)
  return {
    language: languageOf(text),
    action,
    keywords: keywordsOf(text, said),
    phrases: texts(phrases),
    names: texts(namesIn(outside)),
    numbers: numbersIn(outside),
    years: [...new Set(years.map(({ year }) => year))],
    files: texts(files),
    identifiers: texts(identifiers),
  }
}

const isWithin = (one: Span, other: Span): boolean => one.start > other.start && one.end < other.end
/** Whether a quotation says nothing but this name. */
const isWhole = (name: Span, quotation: Span): boolean => name.end - name.start >= quotation.text.length - 2

const texts = (spans: readonly Span[]): string[] => [...new Set(spans.map(({ text }) => text))]
