import type { Language } from '../../../contract/language'

const han = /\p{Script=Han}/gu
const letter = /\p{L}/gu

/** Share of letters that are Han, 0..1; 0 for text without letters. */
export function hanShare(text: string): number {
  const letters = text.match(letter)?.length ?? 0
  return letters === 0 ? 0 : (text.match(han)?.length ?? 0) / letters
}

/**
 * The language in which Quarry answers: Chinese where at least a quarter of the letters are Han. A Chinese question
 * often carries long Latin names, so half would be too much to ask.
 */
export function languageOf(text: string): Language {
  return hanShare(text) >= 0.25 ? 'zh-CN' : 'en'
}
