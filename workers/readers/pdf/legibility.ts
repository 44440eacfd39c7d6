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

/** Whether a page's characters are those that it shows: some files give their letters codes of their own and say nowhere which. */
export function isLegible(items: readonly Pick<Item, 'text'>[]): boolean {
  const words = items.flatMap(({ text }) => text.split(' ')).filter((word) => /[\p{L}\p{Co}]/u.test(word))
  if (words.length < leastWords) return true
  const characters = words.join('').length
  const inWords = words.reduce((sum, word) => sum + (oddWord.test(word) ? 0 : word.length), 0)
  const alphanumeric = words.join('').replace(/[^\p{L}\p{N}]/gu, '').length
  return inWords >= leastInWords * characters || alphanumeric >= leastAlphanumeric * characters
}
