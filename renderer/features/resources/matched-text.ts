export interface TextPiece {
  text: string
  matched: boolean
  /** Where it begins, which names it. */
  at: number
}

const escaped = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/**
 * Cuts a text where it holds one of the words, whatever their case. A word counts from where a word begins, so that
 * `run` is found in `runs` and not in `brunt`; in scripts without spaces it counts anywhere.
 */
export function matchedPieces(text: string, words: readonly string[]): TextPiece[] {
  const wanted = [...new Set(words.map((word) => word.trim()).filter((word) => word !== ''))]
  if (wanted.length === 0) return [{ text, matched: false, at: 0 }]
  const longestFirst = wanted
    .sort((a, b) => b.length - a.length)
    .map((word) =>
      /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word)
        ? escaped(word)
        : `(?<![\\p{L}\\p{N}])${escaped(word)}`,
    )
  const pieces: TextPiece[] = []
  let from = 0
  for (const found of text.matchAll(new RegExp(longestFirst.join('|'), 'giu'))) {
    if (found.index > from) pieces.push({ text: text.slice(from, found.index), matched: false, at: from })
    pieces.push({ text: found[0], matched: true, at: found.index })
    from = found.index + found[0].length
  }
  if (from < text.length) pieces.push({ text: text.slice(from), matched: false, at: from })
  return pieces
}
