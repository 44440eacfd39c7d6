import type { Intent } from '../../../contract/recall/intent'
import { subjectWords } from '../question/subject'
import { languageOf } from '../text/language'
import { contentStems } from '../text/words'
import { actionOf } from './action'
import { filesIn } from './files'
import { identifiersIn } from './identifiers'
import { namesIn } from './names'
import { numbersIn, yearsIn } from './numbers'
import { quotedIn, type Span, without } from './quoted'

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

/** More than these are no question but a text. */
const mostKeywords = 24
/** A cue with more words of its own says what is asked about, too. */
const mostOfCue = 2
/** Chinese words of measure and time, and those left over where words are parted. */
const leftOver =
  /^(?:[年月日号时分秒天台个次下上中里第年]|一下|以上|以下|未|再|先|遇到|提到|年以来|[一两二三四五六七八九十百千几]+[个台次条种名位只件张]|哪位|哪年|[一-龥][的了]|找出来?|出来|分别)$/u

/**
 * Words that tell what a question is about, each once, in its order; numbers alone are none, nor words that say what is to
 * be done (`said`).
 */
function keywordsOf(question: string, said: string): string[] {
  const cue = contentStems(said)
  const seen = new Set<string>(cue.size <= mostOfCue ? cue : [])
  return subjectWords(question)
    .filter(({ surface }) => /\p{L}/u.test(surface) && !leftOver.test(surface))
    .filter(({ stem }) => !seen.has(stem) && seen.add(stem))
    .map(({ surface }) => surface)
    .slice(0, mostKeywords)
}
