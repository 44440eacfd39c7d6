import { hanShare } from '../text/language'
import { stopWords } from '../text/stop-words'
import { type Word, wordsOf } from '../text/words'
import { chineseNamesIn } from './chinese-names'
import type { Span } from './quoted'

/** Proper names and acronyms of a text, in its order. */
export function namesIn(text: string): Span[] {
  const isHan = hanShare(text) >= 0.25
  const latin = latinNames(text, isHan)
  const chinese = chineseNamesIn(text)
  return [...latin, ...chinese].sort((a, b) => a.start - b.start)
}

/** `WAL`, `SQL`; a single letter is a name only where it follows one. */
const acronym = /^\p{Lu}[\p{Lu}\p{N}]+$/u
/** `PostgreSQL`, `GitHub`, `iPhone`: a capital within. */
const humped = /^\p{L}*\p{Ll}\p{Lu}\p{L}*$|^\p{Lu}{2,}\p{Ll}{2,}/u
/** Written with a capital, and no name of anything. */
const calendar =
  /^(?:january|february|march|april|may|june|july|august|september|october|november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)day)$/i
const joined = /^[ '’.&-]$|^['’]s $/

/**
 * Runs of words with a capital. At the beginning of a sentence a capital says nothing, but for an acronym or a name of
 * several words; among Chinese words each capital is a name's.
 */
function latinNames(text: string, isHan: boolean): Span[] {
  const runs: { start: number; end: number; words: Word[] }[] = []
  for (const word of wordsOf(text)) {
    if (word.isHan || !/\p{Lu}/u.test(word.surface)) continue
    const { surface, start, end } = word
    const last = runs.at(-1)
    const isNext = last !== undefined && joined.test(text.slice(last.end, start))
    // `In`, `The`: no name begins with them, though one may go on so (`WITHOUT ROWID`).
    const isShouted = acronym.test(surface)
    if (word.isStop && !isShouted && surface.length > 1) continue
    if (/^I['’]/.test(surface) || calendar.test(surface)) continue
    // `I`, and `C` of a temperature.
    if (surface.length === 1 && (surface === 'I' || surface === 'A' || /[°\d]\s?$/.test(text.slice(0, start)))) continue
    if (isNext) {
      last.end = end
      last.words.push(word)
    } else if (surface.length > 1 || !isBeginning(text, start)) runs.push({ start, end, words: [word] })
  }
  return runs.flatMap(({ start, end, words }) => {
    const [first, ...rest] = words
    const says = (word: Word): boolean => acronym.test(word.surface) || humped.test(word.surface)
    const isNamed = isHan || !isBeginning(text, start) || says(first!)
    if (isNamed) return [{ text: text.slice(start, end), start, end }]
    // `Compare Rust`: the first word is only the sentence's; `Jane Doe wrote` names somebody.
    const second = rest[0]
    if (second === undefined) return []
    const isVerb = stopWords.has(first!.surface.toLowerCase()) || says(second) || rest.length === 0
    const from = isVerb ? second.start : start
    return [{ text: text.slice(from, end), start: from, end }]
  })
}

const isBeginning = (text: string, start: number): boolean =>
  /(?:^|[.!?:;]\s|["“])\s*$/.test(text.slice(Math.max(0, start - 4), start)) || text.slice(0, start).trim() === ''
