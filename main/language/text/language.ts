import type { Language } from '../../../contract/language'

const han = /\p{Script=Han}/gu
const letter = /\p{L}/gu

/** Share of letters that are Han, 0..1; 0 for text without letters. */
export function hanShare(text: string): number {
  const letters = text.match(letter)?.length ?? 0
  return letters === 0 ? 0 : (text.match(han)?.length ?? 0) / letters
}

/** Words that hold an English sentence together: what has one is no list of names within a Chinese sentence. */
const holdsEnglish =
  /\b(?:the|an?|of|in|on|to|and|or|is|are|was|were|be|what|which|who|whose|how|why|when|where|does?|did|for|with|by|from|at|list|show|compare|find|between|about)\b/i

/**
 * The language in which Quarry answers: Chinese where at least a quarter of the letters are Han, or where Han holds Latin
 * names together (`比较 undici 和 hono`). A Chinese question often carries long Latin names, so half would be too much to ask.
 */
export function languageOf(text: string): Language {
  const share = hanShare(text)
  return share >= 0.25 || (share > 0.05 && !holdsEnglish.test(text)) ? 'zh-CN' : 'en'
}
