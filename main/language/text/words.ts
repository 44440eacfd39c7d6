import { joinedStem } from './compounds'
import { porterStem } from './porter-stem'
import { stopWords } from './stop-words'
import { synonymShare, synonymsOf } from './synonyms'

/** One word of a text. `stem` is what two words meet on; a Han word is its own stem. */
export interface Word {
  readonly surface: string
  readonly stem: string
  readonly start: number
  readonly end: number
  readonly isHan: boolean
  readonly isStop: boolean
}

const han = /\p{Script=Han}/u
const wordLike = /[\p{L}\p{N}]/u
const chinese = new Intl.Segmenter('zh', { granularity: 'word' })
/** Words of text with spaces, as Unicode's rules part them (UAX 29), at a tenth of the segmenter's time. */
const spaced = /[\p{L}\p{M}\p{N}_]+(?:(?:(?<=\p{L})['’.·:](?=\p{L})|(?<=\p{N})['’.,;](?=\p{N}))[\p{L}\p{M}\p{N}_]+)*/gu
const stems = new Map<string, string>()
/** Words whose stems are kept: more than a long document has. */
const mostStems = 50_000

function stemOf(lower: string): string {
  let stem = stems.get(lower)
  if (stem === undefined) {
    if (stems.size >= mostStems) stems.clear()
    stem = porterStem(lower.replace(/[’']s$/, ''))
    stems.set(lower, stem)
  }
  return stem
}

function* segmentsOf(text: string, isHanText: boolean): Generator<{ segment: string; index: number }> {
  if (!isHanText) {
    for (const match of text.matchAll(spaced)) yield { segment: match[0], index: match.index }
    return
  }
  for (const { segment, index, isWordLike } of chinese.segment(text)) if (isWordLike) yield { segment, index }
}

/** Splits text into words with their places; hyphenated words are split, decimals and codes (`R-290`) stay whole. */
export function wordsOf(text: string): Word[] {
  const isHanText = han.test(text)
  const words: Word[] = []
  for (const { segment, index } of segmentsOf(text, isHanText)) {
    if (!wordLike.test(segment)) continue
    const isHan = isHanText && han.test(segment)
    const lower = segment.normalize('NFKC').toLowerCase()
    words.push({
      surface: segment,
      stem: isHan ? lower : stemOf(lower),
      start: index,
      end: index + segment.length,
      isHan,
      isStop: stopWords.has(lower) || (!isHan && lower.length === 1 && !/\d/.test(lower)),
    })
  }
  const whole = joinNeighbours(words, text)
  return isHanText ? joinSingleCharacters(whole) : whole
}

const codeLetters = /^(?:\p{Lu}{1,4}|\p{L})$/u

/**
 * Two words that are one: `R-290` and `R290`, `UTF-8` and `UTF8`, as the number alone would be anybody's and the letter is none;
 * `back up` and `backup`, `e-mail` and `email`.
 */
function joinNeighbours(words: readonly Word[], text: string): Word[] {
  const joined: Word[] = []
  for (const word of words) {
    const last = joined.at(-1)
    const stem = last !== undefined && last.end + 1 === word.start ? stemOfBoth(last, text[last.end], word) : undefined
    if (last === undefined || stem === undefined) joined.push(word)
    else {
      const surface = text.slice(last.start, word.end)
      joined[joined.length - 1] = { ...word, surface, stem, start: last.start, isStop: false }
    }
  }
  return joined
}

function stemOfBoth(last: Word, between: string | undefined, word: Word): string | undefined {
  if (between !== '-' && between !== ' ') return undefined
  const isCode = between === '-' && codeLetters.test(last.surface) && /^\d/.test(word.surface)
  return isCode ? `${last.surface.toLowerCase()}${word.stem}` : joinedStem(last.stem, word.surface.toLowerCase())
}

/**
 * A name that the segmenter does not know comes out as single characters (美|特|斯|邦|威). Neighbouring ones that are
 * no function words are joined into one word, or the question's most telling term would be lost.
 */
function joinSingleCharacters(words: readonly Word[]): Word[] {
  const joined: Word[] = []
  for (const word of words) {
    const last = joined.at(-1)
    const isSingle = word.isHan && !word.isStop && word.surface.length === 1
    if (isSingle && last?.isHan && !last.isStop && last.end === word.start && singles.has(last)) {
      const whole: Word = { ...last, surface: last.surface + word.surface, stem: last.stem + word.stem, end: word.end }
      joined[joined.length - 1] = whole
      singles.add(whole)
    } else {
      joined.push(word)
      if (isSingle) singles.add(word)
    }
  }
  return joined
}

/** Words made of single characters, so that 北京 followed by 人 is not joined. */
const singles = new WeakSet<Word>()

/** Words that carry the meaning: no stop words, no single Han character that the segmenter left over. */
export function contentWords(text: string): Word[] {
  return wordsOf(text).filter((word) => !word.isStop)
}

export function contentStems(text: string): Set<string> {
  return new Set(contentWords(text).map((word) => word.stem))
}

/** A text prepared for many comparisons. */
export interface TextProfile {
  readonly text: string
  readonly stems: ReadonlySet<string>
  /** Stems of the parts of its identifiers: of `SQLITE_MAX_COLUMN` and of `maxColumn`. */
  readonly parts: ReadonlySet<string>
  /** The text as Han terms are looked up in it; null where it has none. */
  readonly hanText: string | null
}

export function profileText(text: string): TextProfile {
  return {
    text,
    stems: contentStems(text),
    parts: partsOfIdentifiers(text),
    hanText: han.test(text) ? text.normalize('NFKC').toLowerCase() : null,
  }
}

const wordOrIdentifier = /[\p{L}\p{N}_]+/gu
const seam = /_+|(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu
const hasSeam = /[\p{L}\p{N}]_|\p{Ll}\p{Lu}/u
const noParts: ReadonlySet<string> = new Set()

/** A text with its identifiers in the words that they are put together from. */
export const withIdentifiersParted = (text: string): string => text.replace(seam, ' ')

/** An identifier says what it is about in words that nobody asks with an underscore. */
function partsOfIdentifiers(text: string): ReadonlySet<string> {
  if (!hasSeam.test(text)) return noParts
  const identifiers = text.match(wordOrIdentifier)?.filter((one) => hasSeam.test(one)) ?? []
  return contentStems(withIdentifiersParted(identifiers.join(' ')))
}

/** What a word counts that stands in an identifier alone. */
const partShare = 0.8

/**
 * How well a term occurs in a text, 0..1. A Han term is looked up as a string, so that two different segmentations
 * of the same characters still meet; a longer one counts in part by its character pairs.
 */
export function occurrence(term: { readonly stem: string; readonly isHan: boolean }, profile: TextProfile): number {
  if (!term.isHan) {
    if (profile.stems.has(term.stem)) return 1
    if (profile.parts.has(term.stem)) return partShare
    const hasSynonym = synonymsOf(term.stem).some((stem) => profile.stems.has(stem) || profile.parts.has(stem))
    return hasSynonym ? synonymShare : 0
  }
  const { hanText } = profile
  if (hanText === null) return 0
  if (hanText.includes(term.stem)) return 1
  if (synonymsOf(term.stem).some((word) => hanText.includes(word))) return synonymShare
  if (term.stem.length < 3) return 0
  let pairs = 0
  for (let at = 0; at + 2 <= term.stem.length; at += 1) {
    if (hanText.includes(term.stem.slice(at, at + 2))) pairs += 1
  }
  const share = pairs / (term.stem.length - 1)
  return share >= 0.5 ? 0.7 * share : 0
}
