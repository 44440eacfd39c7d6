import type { Item } from './geometry'

/** Words that a page has to have before they tell anything. */
const leastWords = 50
/**
 * Below both shares, of characters in words, and of letters and digits among all, is none of 1,684 pages of 45 papers and 8
 * manuals (programs and formulas have less of the one or the other), and 47 of 48 of a paper whose letters have other codes.
 */
const leastInWords = 0.55
const leastAlphanumeric = 0.78

/** Letters or digits with other marks between them than words and figures have, a symbol at its end, or a character of a font of its own. */
const oddWord = /[\p{L}\p{N}][^\p{L}\p{M}\p{N}'’.,:%/–-]+[\p{L}\p{N}]|\p{S}$|\p{Co}/u

/**
 * Where a file's codes say nothing of spaces either, each letter stands alone: so are nearly all pages of three of 193 papers. A
 * page of formulas or of a table with letters for values has words of 1.58 letters in the mean, and more.
 */
const leastMeanLetters = 1.4
const leastLatinWords = 150

function isInSingleLetters(words: readonly string[]): boolean {
  const letters = words.map((word) => word.replace(/[^\p{Script=Latin}]/gu, '').length).filter((count) => count > 0)
  return (
    letters.length >= leastLatinWords &&
    letters.reduce((sum, count) => sum + count, 0) < leastMeanLetters * letters.length
  )
}

/** Whether a page's characters are those that it shows: some files give their letters codes of their own and say nowhere which. */
export function isLegible(items: readonly Pick<Item, 'text'>[]): boolean {
  const words = items.flatMap(({ text }) => text.split(' ')).filter((word) => /[\p{L}\p{Co}]/u.test(word))
  if (words.length < leastWords) return true
  if (isInSingleLetters(words)) return false
  const characters = words.join('').length
  const inWords = words.reduce((sum, word) => sum + (oddWord.test(word) ? 0 : word.length), 0)
  const alphanumeric = words.join('').replace(/[^\p{L}\p{N}]/gu, '').length
  return inWords >= leastInWords * characters || alphanumeric >= leastAlphanumeric * characters
}
