import type { Fact } from '../contract/facts'
import type { Language } from '../contract/language'
import { en } from './en'
import { createFormat, type Format } from './format'
import { chooseLanguage } from './languages'
import type { Speech, Words } from './words'
import { zhCN } from './zh-CN'

const words: Readonly<Record<Language, Words<Fact>>> = { en, 'zh-CN': zhCN }

function createSpeech(language: Language): Speech {
  const speech: Speech = {
    language,
    format: createFormat(language),
    fact: ({ kind, values }) => (words[language][kind] as (values: object, speech: Speech) => string)(values, speech),
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

export { chooseLanguage, createFormat, type Format, type Speech }
