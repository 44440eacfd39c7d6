/** Passages aim at this many words: what the evaluation of the search paths was made with. */
export const targetWords = 80

/** Above this a passage is cut even where it would make a better one. */
export const maxWords = 105

/**
 * Estimated tokens above which a passage is cut. Encoders for sentences commonly clip at 128 tokens, the built-in one
 * does, so that text with long words, numbers or symbols must be cut earlier than by its words. The estimate is of
 * the text alone: no passage changes when the model does.
 */
export const maxTokens = 124

/** Tokens of a passage that is full, where they are reached before the words. */
export const targetTokens = 112

export interface TextSize {
  readonly words: number
  readonly tokens: number
}

/** Code units of a run that are taken at once, as `piece` has it. */
const longestPiece = 64

const piece =
  /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]{1,64})|([\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]{1,64})|(\p{N}{1,64})|([\p{L}\p{M}]{1,64})|([^\s])/gu

/**
 * Size of a text in words and estimated tokens. Scripts without spaces are counted by length: a Chinese word as ICU
 * segments it has 1.5 characters (measured on CMRC: 1.49), a Thai one about 4. Counted so, and not by
 * Intl.Segmenter, passages come out the same under every ICU version. Tokens per word fitted on the SentencePiece
 * vocabulary of the built-in encoder.
 */
export function sizeOf(text: string): TextSize {
  let size: TextSize = { words: 0, tokens: 0 }
  if (!beyondAscii.test(text)) size = sizeOfAscii(text)
  else for (const measured of measure(text)) size = measured
  return { words: Math.round(size.words), tokens: Math.round(size.tokens) }
}

const beyondAscii = /[^\0-\x7f]/

/** What `measure` ends with, in a fraction of its time: readers spend most of theirs on this. */
function sizeOfAscii(text: string): TextSize {
  let words = 0
  let tokens = 0
  let end = -1
  let inWord = false
  let at = 0
  while (at < text.length) {
    const kind = kindOf(text.charCodeAt(at))
    if (kind === 'space') {
      at++
      continue
    }
    const touches = at === end
    const continues: boolean = touches && inWord
    const start = at++
    if (kind === 'mark') {
      inWord = continues && "'.-_".includes(text.charAt(start))
      tokens += touches ? 1 : 2
    } else {
      while (at < text.length && at - start < longestPiece && kindOf(text.charCodeAt(at)) === kind) at++
      if (!continues) words++
      tokens += kind === 'digit' ? Math.ceil((at - start) / 2) : letterTokens(at - start)
      inWord = true
    }
    end = at
  }
  return { words, tokens }
}

function kindOf(code: number): 'letter' | 'digit' | 'space' | 'mark' {
  if ((code >= 97 && code <= 122) || (code >= 65 && code <= 90)) return 'letter'
  if (code >= 48 && code <= 57) return 'digit'
  return code === 32 || (code >= 9 && code <= 13) ? 'space' : 'mark'
}

/** Length of the longest start of `text` that ends between words and stays within `limit`; 0 where no word does. */
export function lengthWithin(text: string, limit: TextSize): number {
  let length = 0
  for (const { words, tokens, end } of measure(text)) {
    if (words > limit.words || tokens > limit.tokens) return length
    length = end
  }
  return text.length
}

/** Sizes of growing starts of a text, piece by piece; the object is reused. */
function* measure(text: string): Generator<{ words: number; tokens: number; end: number }> {
  const size = { words: 0, tokens: 0, end: -1 }
  let inWord = false
  for (const match of text.matchAll(piece)) {
    const [whole, han, spaceless, number, letters] = match
    const touches = match.index === size.end
    const continues: boolean = touches && inWord
    size.end = match.index + whole.length
    inWord = false
    if (han !== undefined) {
      size.words += han.length / 1.5
      size.tokens += han.length / 1.5
    } else if (spaceless !== undefined) {
      size.words += spaceless.length / 4
      size.tokens += spaceless.length / 2
    } else if (number !== undefined) {
      if (!continues) size.words++
      size.tokens += Math.ceil(number.length / 2)
      inWord = true
    } else if (letters !== undefined) {
      if (!continues) size.words++
      size.tokens += letterTokens(letters.length)
      inWord = true
    } else {
      // An apostrophe, hyphen or point inside a word does not begin a new one.
      inWord = continues && /['’.\-_]/.test(whole)
      // A mark after white space is two pieces: the space is one of its own.
      size.tokens += touches ? 1 : 2
    }
    yield size
  }
}

/** Means per word length on the texts of Cranfield and CACM: 1.0 to four letters, 1.2 at five, 2.2 at ten, 3.3 at 14. */
function letterTokens(letters: number): number {
  if (letters <= 4) return 1
  return 1 + (Math.min(letters, 14) - 4) * 0.21 + Math.max(0, letters - 14) * 0.8
}
