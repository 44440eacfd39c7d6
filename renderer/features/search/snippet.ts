import { segmentForSearch } from '../../../contract/recall/search-text'

export interface SnippetPiece {
  readonly text: string
  readonly marked: boolean
  /** Where it begins in the passage, which names it. */
  readonly at: number
}

/** Characters before the first marked word, and of the whole, at most. */
const leadLength = 90
const snippetLength = 480

const unspaced = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
/** Words that stand in most sentences: marked, they would hide the others. */
const frequent = new Set(
  'a an and are as at be by can did do does for from had has have how in is it its of on or that the their this to was were what when where which who why will with you your'.split(
    ' ',
  ),
)

/** Chinese characters that join words, and are no part of them. */
const joining = new Set('的了是在和与或及吗呢吧把被有为')
/** A code and its number, written with a hyphen or without. */
const code = /(?<![\p{L}\p{N}])(\p{L}{1,4})-?(\p{Nd})/gu

/** Characters that stand alone in a row are one word: the segmenter knows no `热泵`. */
function joinCharacters(words: readonly string[]): string[] {
  const joined: string[] = []
  let isOpen = false
  for (const word of words) {
    const isCharacter = word.length === 1 && unspaced.test(word)
    if (isCharacter && isOpen && !joining.has(word)) joined.push(`${joined.pop() ?? ''}${word}`)
    else if (!joining.has(word)) joined.push(word)
    isOpen = isCharacter && !joining.has(word)
  }
  return joined
}

/** The stem, roughly: what is left without an ending is searched for as the beginning of a word. */
const stemOf = (word: string): string => word.replace(/(?<=\p{L}{3})(?:ing|ed|es|s|e)$/u, '')

/** The words of a query as they are marked in what it found; null where there are none. */
export function wordsToMark(query: string): RegExp | null {
  const words =
    segmentForSearch(query.replace(code, '$1$2'))
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  const asked = [...new Set(joinCharacters(words))].filter((word) => !frequent.has(word))
  const patterns = (asked.length > 0 ? asked : words).map((word) =>
    unspaced.test(word)
      ? word
      : `(?<![\\p{L}\\p{N}])${stemOf(word).replace(code, '$1-?$2')}\\p{L}{0,4}(?![\\p{L}\\p{N}])`,
  )
  return patterns.length === 0 ? null : new RegExp(patterns.sort((a, b) => b.length - a.length).join('|'), 'giu')
}

/** A passage around the first of its marked words, cut at words, with these marked. */
export function snippetOf(text: string, marked: RegExp | null): SnippetPiece[] {
  const found = marked === null ? [] : [...text.matchAll(marked)]
  const first = found[0]?.index ?? 0
  const space = first <= leadLength ? -1 : text.indexOf(' ', first - leadLength)
  const from = first <= leadLength ? 0 : space >= 0 && space < first ? space + 1 : first - leadLength
  const to = Math.min(text.length, from + snippetLength)
  const pieces: SnippetPiece[] = []
  const add = (start: number, end: number, isMarked: boolean): void => {
    if (end > start) pieces.push({ text: text.slice(start, end), marked: isMarked, at: start })
  }
  if (from > 0) pieces.push({ text: '… ', marked: false, at: -1 })
  let at = from
  for (const { index, 0: word } of found) {
    if (index < at || index + word.length > to) continue
    add(at, index, false)
    add(index, index + word.length, true)
    at = index + word.length
  }
  add(at, to, false)
  if (to < text.length) pieces.push({ text: ' …', marked: false, at: to })
  return pieces
}
