import { errorCode } from '../contract/error-shape'
import type { Fact } from '../contract/facts'
import type { Language } from '../contract/language'
import { shownLine } from '../contract/shown-text'
import { en } from './en'
import { createFormat, type Format } from './format'
import { chooseLanguage } from './languages'
import type { ErrorWords, Speech, Words } from './words'
import { zhCN } from './zh-CN'

const words: Readonly<Record<Language, { readonly facts: Words<Fact>; readonly errors: ErrorWords }>> = {
  en,
  'zh-CN': zhCN,
}

const asSentence = (phrase: string): string => phrase.charAt(0).toLocaleUpperCase() + phrase.slice(1)

function createSpeech(language: Language): Speech {
  const { facts, errors } = words[language]
  const speech: Speech = {
    language,
    format: createFormat(language),
    fact: ({ kind, values }) => shownLine((facts[kind] as (values: object, speech: Speech) => string)(values, speech)),
    error: (error) => asSentence(speech.errorPhrase(error)),
    errorPhrase: (error) => shownLine(errors[error.code](error, speech)),
    errorOf(code) {
      const known = errorCode.safeParse(code)
      return known.success ? speech.error({ code: known.data, message: '' }) : null
    },
  }
  return speech
}

const speeches = new Map<Language, Speech>()

/** Says facts in a language. What the platform needs for its numbers is dear to make, so it is made once. */
export function speechIn(language: Language): Speech {
  const known = speeches.get(language) ?? createSpeech(language)
  speeches.set(language, known)
  return known
}

/** A person's or a model's words as they are; a fact in the speech's. */
export const inWords = (said: string | Fact, speech: Speech): string =>
  typeof said === 'string' ? said : speech.fact(said)

export { partsOfIntent } from './intent'
export { toldChart, toldTimelines } from './pictures'
export { type HeadedPlace, wordsOfPlace } from './places'
export { headingOf, reasonOf, textOf } from './report-words'
export { toldRule } from './rule-sentence'
export { titleOfSession } from './session-title'
export { toldMatrix } from './source-matrix'
export { toldReadings } from './told-readings'
export { chooseLanguage, createFormat, type Format, type Speech }
