import { wordsWithin } from '../../contract/recall/search-text'

/** What a question names outright. */
export interface NamedThings {
  readonly phrases: readonly string[]
  readonly files: readonly string[]
  readonly identifiers: readonly string[]
  readonly years: readonly number[]
}

/** A passage and what it stands in. */
export interface ReadPassage {
  readonly text: string
  readonly headings: readonly string[]
  readonly title: string | null
  readonly name: string
  readonly path: string | null
}

/** A year stands in many passages, and says little. */
const weightOfYear = 0.1
/** What only the title, a heading or the file's name says, or says in other writing (`foo bar` of `fooBar`). */
const said = 0.5

/**
 * How much of what a question names a passage holds, 0..1: phrases, files and identifiers as they are written count whole,
 * what its title or headings say, or says in other writing, half. Years alone come to a tenth each.
 */
export function shareNamed({ phrases, files, identifiers, years }: NamedThings, passage: ReadPassage): number {
  const text = plain(passage.text)
  const context = plain([passage.title ?? '', ...passage.headings, passage.name].join('\n'))
  const spelled = identifiers.length === 0 ? '' : plain(wordsWithin(passage.text))
  const inText = (sought: string): number => (stands(text, sought) ? 1 : stands(context, sought) ? said : 0)
  let sum = 0
  for (const phrase of phrases) sum += inText(plain(phrase))
  for (const file of files) sum += isCalled(passage, file) ? 1 : inText(file.toLowerCase())
  for (const name of identifiers)
    sum += Math.max(inText(name.toLowerCase()), stands(spelled, plain(wordsWithin(name))) ? said : 0)
  for (const year of years) sum += weightOfYear * inText(String(year))
  return sum / Math.max(1, phrases.length + files.length + identifiers.length + weightOfYear * years.length)
}

/** Whether a passage is of the file: by its name, and by the folders where the question writes them. */
function isCalled({ name, path }: ReadPassage, file: string): boolean {
  const asked = file.replaceAll('\\', '/').toLowerCase()
  const own = name.toLowerCase()
  if (!asked.includes('/') || path === null) return asked.endsWith(own)
  return path
    .replaceAll('\\', '/')
    .toLowerCase()
    .endsWith(asked.startsWith('/') ? asked : `/${asked}`)
}

const spaced = /[\p{L}\p{N}]/u
const unspaced = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Thai}/u
const isOfWord = (sign: string | undefined): boolean => sign !== undefined && spaced.test(sign) && !unspaced.test(sign)

/** Whether words stand in a text as they are, not within another word. */
function stands(text: string, sought: string): boolean {
  if (sought === '') return false
  for (let at = text.indexOf(sought); at !== -1; at = text.indexOf(sought, at + 1)) {
    const isCut =
      (isOfWord(text[at - 1]) && isOfWord(sought[0])) || (isOfWord(text[at + sought.length]) && isOfWord(sought.at(-1)))
    if (!isCut) return true
  }
  return false
}

/** As it is compared: one case, one kind of quotation mark and dash, single spaces and none around Chinese characters. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[‐‑–—]/g, '-')
    .replace(/\s+/g, ' ')
    .replace(/(?<=\p{Script=Han}) | (?=\p{Script=Han})/gu, '')
    .trim()
