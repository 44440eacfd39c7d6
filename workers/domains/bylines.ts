/** Paragraphs that a byline may stand in: behind the title, before the text. */
const mostParagraphs = 8
const longestByline = 240
const mostWords = 30
/** Words between names and places of work. */
const joining = /^(?:of|at|the|and|for|in|et|und|y|e|de|la|le|du|des|del|di|da|van|von|der|den|zu|by|with)$/
const textBegins =
  /^(?:abstract|contents|summary|introduction|overview|preface|keywords|table of contents|\d+(?:\.\d+)*\s)/i

/**
 * Words of names that a document begins with: who wrote it, where they work, and when. Short paragraphs behind the title in
 * which each word has a capital. What stands in lower case elsewhere is no name: that is for the caller to see.
 */
export function bylineWords(title: string, text: string): string[] {
  const words: string[] = []
  const paragraphs = text.slice(0, 2000).split(/\n+/)
  for (const paragraph of paragraphs.slice(0, mostParagraphs)) {
    const line = paragraph.trim()
    if (line === '' || title.includes(line)) continue
    if (textBegins.test(line)) break
    const own = wordsOf(line)
    if (line.length > longestByline || own.length > mostWords) break
    if (own.every((word) => /^\p{Lu}/u.test(word) || joining.test(word))) words.push(...own)
  }
  return words
}

/** The words of names, as terms are keyed. */
export const wordsOf = (names: string): string[] => names.match(/\p{L}[\p{L}\p{M}'’-]*/gu) ?? []
