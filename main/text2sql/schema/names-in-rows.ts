import type { DatabaseCell } from '../../../contract/databases/database-tasks'
import { dialectOf } from '../query/dialect'
import { canonicalWords } from '../words/words'
import type { Column, DatabaseProfile } from './profile'
import { nameColumns } from './row-names'

/** A query for rows that a question may call by their names. */
export interface NameLookUp {
  readonly column: Column
  readonly sql: string
  readonly parameters: readonly DatabaseCell[]
}

/** Values found by looking names up, by their column. */
export type FoundNames = ReadonlyMap<Column, readonly DatabaseCell[]>

/** A name has at most so many words, a question at most so many phrases that may be one, a database so many columns of names. */
const longestName = 8
const mostPhrases = 60
const mostColumns = 8
/** Rows of one look-up that are read; more are called so than a question means. */
export const mostCalledAlike = 20
/** A question with more words that say nothing to the database is none of it. */
const mostUnknown = 6
/** Larger tables are not searched from end to end for a name. */
const mostRows = 2_000_000

const codes = canonicalWords('email phone sku isbn code vin iban')

/**
 * Looks up what a declined question may call rows by, in columns of names and codes with more values than a profile reads.
 * @param unknown words that the database does not know
 */
export function lookUpsOf(
  question: string,
  unknown: readonly string[],
  { tables, engine }: DatabaseProfile,
): NameLookUp[] {
  if (unknown.length > mostUnknown) return []
  const phrases = phrasesOf(question, unknown)
  if (phrases.length === 0) return []
  const { quote, placeholder, text } = dialectOf(engine)
  const columns = tables
    .filter(({ rows }) => rows !== null && rows <= mostRows)
    .flatMap((table) => {
      const names = nameColumns(table)
      const isCode = ({ words, isKey }: Column): boolean => isKey || words.some((word) => codes.has(word))
      return [...names, ...table.columns.filter((column) => !names.includes(column) && isCode(column))]
    })
    .filter(({ type, values, derived }) => type === 'text' && values === null && derived === undefined)
  return columns.slice(0, mostColumns).map((column): NameLookUp => {
    const { table, name } = column
    const place = table.schema === null ? quote(table.source) : `${quote(table.schema)}.${quote(table.source)}`
    // As it is written, too: not each engine knows the small letters of all scripts.
    const parameters = [...phrases, ...phrases.map((phrase) => phrase.toLowerCase())]
    const list = (from: number): string => phrases.map((_, at) => placeholder(from + at + 1)).join(', ')
    const told = text(quote(name))
    const met = `${told} IN (${list(0)}) OR LOWER(${told}) IN (${list(phrases.length)})`
    return { column, sql: `SELECT DISTINCT ${quote(name)} FROM ${place} WHERE ${met}`, parameters }
  })
}

/** What may be a name in a question: what stands in quotation marks, and words in a row with one that is unknown, capital or a number. */
function phrasesOf(question: string, unknown: readonly string[]): string[] {
  const strange = new Set(unknown.flatMap((word) => word.toLowerCase().split(/\s+/)))
  const quoted = [...question.matchAll(/["“「『]([^"”」』]{2,80})["”」』]/gu)].map(([, said]) => said!.trim())
  const words = question.split(/\s+/).map((word) => /^["“(]{0,3}(.{0,100}?)[?!.,;:)"”]{0,3}$/u.exec(word)?.[1] ?? word)
  const mayBeName = (word: string, at: number): boolean =>
    strange.has(word.toLowerCase().replace(/['’]s$/u, '')) || (at > 0 && /^[\p{Lu}\d]/u.test(word))
  const found = new Set(quoted)
  for (let length = Math.min(longestName, words.length); length > 0; length -= 1) {
    for (let at = 0; at + length <= words.length; at += 1) {
      const phrase = words.slice(at, at + length)
      if (!mayBeName(phrase[0]!, at) && length === 1) continue
      // A name begins and ends with a word of its own.
      if (!mayBeName(phrase[0]!, at) || !mayBeName(phrase.at(-1)!, at + length - 1)) continue
      const text = phrase.join(' ')
      for (const one of [text, text.replace(/['’]s$/u, '')]) if (one.length > 1) found.add(one)
    }
  }
  return [...found].slice(0, mostPhrases)
}
