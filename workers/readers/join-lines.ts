const eastAsianEnd = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}　-〿＀-￯]$/u
const eastAsianStart = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}　-〿＀-￯]/u

/** Whether no space stands where these lines meet: within East Asian text. */
export const meetsWithoutSpace = (before: string, line: string): boolean =>
  eastAsianEnd.test(before) && eastAsianStart.test(line)

/**
 * Joins two lines of one paragraph as they were before the break: no space within East Asian text, an address or a name
 * with underscores, and a word that a hyphen broke is one word again. `knows` says whether a word stands elsewhere in the
 * document, and so tells "exam-ple" from "well-known" and "True-Time" from "non-EU"; unknown words lose the hyphen before
 * a small letter, as typesetting adds more of them than authors do.
 */
export function joinLines(before: string, line: string, knows: (word: string) => boolean = () => false): string {
  const kept = before.trimEnd()
  if (kept === '') return line
  if (kept.endsWith('\u00ad')) return kept.slice(0, -1) + line
  const broken = brokenWord(kept)
  const tail = /^\p{L}\p{Ll}*/u.exec(line)?.[0]
  if (broken !== null && tail !== undefined) {
    const parts = broken.split(/[-‐]/)
    const head = parts.at(-1)!
    const isWord = knows(head + tail)
    const isCompound = knows(`${broken}-${tail}`)
    if (/^\p{Lu}/u.test(tail)) return isWord && !isCompound ? kept.slice(0, -1) + line : kept + line
    // "proof-of-" and "work", "state-of-the-" and "art".
    const isJoint = parts.length > 1 && joints.has(head.toLowerCase())
    return isJoint || (isCompound && (parts.length > 1 || !isWord)) ? kept + line : kept.slice(0, -1) + line
  }
  // "COVID-" and "19": the hyphen is the author's.
  if (/[\p{L}\p{N}][-‐]$/u.test(kept) && /^[\p{Lu}\p{N}]/u.test(line)) return kept + line
  if (meetsWithoutSpace(kept, line)) return kept + line
  if (goesOnAsName(kept, line) || goesOnAsAddress(kept, line)) return kept + line
  return `${kept} ${line}`
}

/** The word that a hyphen at the end of a line broke, with the hyphens within it; null where there is none. */
function brokenWord(line: string): string | null {
  const last = line
    .slice(-longestBroken)
    .split(/[^\p{L}‐-]/u)
    .at(-1)!
  return /^\p{L}/u.test(last) && /\p{L}[-‐]$/u.test(last) ? last.slice(0, -1) : null
}

/** Characters before a line's end in which a broken word is looked for. */
const longestBroken = 100

/** What stands within compounds of three words and more. */
const joints = new Set(['a', 'an', 'and', 'by', 'for', 'in', 'of', 'off', 'on', 'or', 'out', 'the', 'to', 'up', 'with'])

/** `R_` and `LIBS_USER`. What a text stresses, `_more than one_`, has another underscore where it begins. */
const goesOnAsName = (before: string, line: string): boolean =>
  /[\p{L}\p{N}]_$/u.test(before) &&
  /^[\p{L}\p{N}_]/u.test(line) &&
  !/(?:^|[\s("'])_[\p{L}\p{N}]/u.test(before.slice(-longestStressed))

/** Characters before a line's end in which the beginning of what is stressed is looked for. */
const longestStressed = 200

/** An address breaks behind its marks. Behind a full stop it goes on in its bracket, or in small letters: else a sentence ended. */
function goesOnAsAddress(before: string, line: string): boolean {
  const word = before.slice(before.lastIndexOf(' ') + 1)
  if (!/^\P{L}{0,3}https?:\/\//iu.test(word) || !/^[\p{L}\p{N}/_~%?&=#-]/u.test(line)) return false
  return word.endsWith('.') ? /^[(<]/.test(word) || /^[\p{Ll}\p{N}]/u.test(line) : /[/_=?&%#~-]$/.test(word)
}

/** Tells the words that stand whole in one of the lines, compounds with their hyphens, in any case. */
export function wordsOf(lines: Iterable<string>): (word: string) => boolean {
  const words = new Set<string>()
  for (const line of lines) {
    for (const [word] of line.slice(0, -1).matchAll(/(?<!\p{L}|\p{L}[-‐])\p{L}+(?:[-‐]\p{L}+)*(?=[^\p{L}-])/gu))
      words.add(word.toLowerCase())
  }
  return (word) => words.has(word.toLowerCase())
}
