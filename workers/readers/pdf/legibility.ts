import type { Item, Page } from './geometry'

/** Words that a page has to have before they tell anything. */
const leastWords = 50
/**
 * Below both shares, of characters in words, and of letters and digits among all, are the pages of papers whose letters have
 * other codes, and of 5,135 pages of 186 others and 8 manuals one of formulas; below the second limits nearly all the pages of
 * such papers, and one more of others.
 */
const shares = {
  illegible: { inWords: 0.55, alphanumeric: 0.78 },
  doubtful: { inWords: 0.74, alphanumeric: 0.79 },
} as const
/**
 * Where a file's codes say nothing of spaces either, each letter stands alone. A page of formulas or of a table with letters
 * for values has words of 1.58 letters in the mean, and more.
 */
const leastMeanLetters = 1.4
const leastLatinWords = 150
/** The share of a file's pages that has to be illegible before any is taken for it, and before those in doubt are. */
const leastIllegible = { any: 0.05, doubtful: 0.1 } as const

/** Letters or digits with other marks between them than words and figures have, a symbol at its end, or a character of a font of its own. */
const oddWord = /[\p{L}\p{N}][^\p{L}\p{M}\p{N}'’.,:%/–-]+[\p{L}\p{N}]|\p{S}$|\p{Co}/u

/** The pages whose characters are not those that they show: some files give their letters codes of their own and say nowhere which. */
export function illegiblePagesOf(pages: readonly Pick<Page, 'number' | 'items'>[]): number[] {
  const told = pages.map(({ number, items }) => ({ number, legibility: legibilityOf(items) }))
  const numbersOf = (...wanted: readonly Legibility[]): number[] =>
    told.filter(({ legibility }) => wanted.includes(legibility)).map(({ number }) => number)
  const illegible = numbersOf('illegible')
  if (illegible.length < leastIllegible.any * pages.length) return []
  return illegible.length < leastIllegible.doubtful * pages.length ? illegible : numbersOf('illegible', 'doubtful')
}

type Legibility = 'legible' | 'doubtful' | 'illegible'

function legibilityOf(items: readonly Pick<Item, 'text'>[]): Legibility {
  const words = items.flatMap(({ text }) => text.split(' ')).filter((word) => /[\p{L}\p{Co}]/u.test(word))
  if (words.length < leastWords) return 'legible'
  if (isInSingleLetters(words)) return 'illegible'
  const characters = words.join('').length
  const inWords = words.reduce((sum, word) => sum + (oddWord.test(word) ? 0 : word.length), 0) / characters
  const alphanumeric = words.join('').replace(/[^\p{L}\p{N}]/gu, '').length / characters
  const isBelow = (least: (typeof shares)[keyof typeof shares]): boolean =>
    inWords < least.inWords && alphanumeric < least.alphanumeric
  if (isBelow(shares.illegible)) return 'illegible'
  return isBelow(shares.doubtful) ? 'doubtful' : 'legible'
}

function isInSingleLetters(words: readonly string[]): boolean {
  const letters = words.map((word) => word.replace(/[^\p{Script=Latin}]/gu, '').length).filter((count) => count > 0)
  return (
    letters.length >= leastLatinWords &&
    letters.reduce((sum, count) => sum + count, 0) < leastMeanLetters * letters.length
  )
}
