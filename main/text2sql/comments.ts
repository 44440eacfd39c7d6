import type { DatabaseCell } from '../../contract/database-tasks'
import { canonical, nameParts } from './words'

/** Words of a comment at most that stand for a name: with more it tells something about it. */
const mostNameWords = 3
const ofLists = /[,;:=.\d]/
const idleWords = new Set(['the', 'a', 'an', 'of', 'in', 'for', 'and', 'its'])

/** Whether some letters are a longer word written short: `rte` route, `trp` trips, `dep` depots. */
function isShortFor(short: string, word: string): boolean {
  if (short.length < 2 || short.length >= word.length || short[0] !== word[0]) return false
  let at = 0
  for (const letter of word) if (letter === short[at]) at += 1
  return at === short.length
}

/**
 * The canonical words of a comment that a name is short for: `dep_cd` is a depot's, where `depot code` stands beside it. What else the
 * comment says is no name: a table of water meters holds no water. Null where the name is short for none of it.
 */
export function nameIn(comment: string | undefined, name: string): readonly string[] | null {
  if (comment === undefined || ofLists.test(comment)) return null
  const words = (comment.toLowerCase().match(/\p{L}+/gu) ?? []).filter((word) => !idleWords.has(word))
  if (words.length === 0 || words.length > mostNameWords) return null
  const parts = nameParts(name)
  const isShort = (word: string): boolean => parts.some((part) => isShortFor(part, word))
  if (!words.some(isShort)) return null
  return words.filter((word) => isShort(word) || parts.includes(word)).map(canonical)
}

/** Codes of a column at most. */
const maxCodes = 12
/** Of so many values at least the comment has to say what they stand for. */
const fewestExplained = 2
/** `V = valid`, `DSL diesel`, `1: open`: a code and what it stands for. */
const explained = /^['"]?([\p{L}\p{N}_+-]{1,12})['"]?\s?([=:–(-]|\s)\s?(\p{L}[\p{L}\p{N} '-]{1,40})/u

/** What the codes of a column stand for, as its comment says: `V = valid, S = suspect`, `DSL diesel, ELE electric`. */
export function labelsIn(
  comment: string | undefined,
  values: readonly DatabaseCell[] | null,
): ReadonlyMap<string, string> | null {
  if (comment === undefined || values === null || values.length > maxCodes) return null
  const codes = new Set(values.map(String))
  const labels = new Map<string, string>()
  // `invoice state: O = open, P = paid`
  const told = comment.replace(/^[^:=]{1,60}:(?=.{1,20}=)/, '')
  for (const part of told.split(/[,;|/]/)) {
    const [, code = '', mark = '', label = ''] = explained.exec(part.trim()) ?? []
    // `2 letter code` explains no 2.
    const isMarked = mark.trim() !== '' || !/^\d+$/.test(code)
    if (codes.has(code) && isMarked && label.toLowerCase() !== code.toLowerCase()) labels.set(code, label.trim())
  }
  return labels.size < fewestExplained || labels.size * 2 < codes.size ? null : labels
}
