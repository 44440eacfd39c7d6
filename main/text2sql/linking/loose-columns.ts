import { consumedWords } from '../schema/column-types'
import type { Column, DatabaseProfile, Table } from '../schema/profile'
import { isMeasureColumn, nameColumns } from '../schema/row-names'
import { canonical, canonicalWords, making } from '../words/words'
import { plain } from './vocabulary'

/** Words of names that say little by themselves. */
export const genericWords: ReadonlySet<string> = new Set([
  'name',
  'id',
  'date',
  'timestamp',
  'number',
  'code',
  'count',
  'time',
  'title',
  'text',
  canonical('since'),
  canonical('value'),
])

export const consumption = canonical('consumption')
/** Whether a column says how much was used: its unit does. */
export const isConsumed = (column: Column): boolean =>
  isMeasureColumn(column) && column.words.some((word) => consumedWords.has(word))

const sums = canonicalWords('salary wage price cost fee amount revenue income compensation payment fine')
/** A salary is no day on which something was paid. */
export const isNoDay = ([word = '', ...more]: readonly string[], column: Column): boolean =>
  column.type === 'date' && more.length === 0 && sums.has(word) && !column.words.includes(word)

interface LooseColumn {
  readonly column: Column
  readonly score: number
  /** A name that is called otherwise. */
  readonly isLoose?: true
}

/**
 * What a word may name that no column is called alone: the names of people who have a first and a last one, the date of what
 * happened on a day, a part of one longer
 * name (`state` of `state_province_county`, `language` of `countrylanguage`) that no other column has.
 * @param said as the question writes it, in small letters
 * @param word the same as words of names meet
 */
export function looseColumns({ tables }: DatabaseProfile, said: string, word: string): LooseColumn[] {
  if (word === 'name')
    return tables.flatMap((table) => {
      const [column] = nameColumns(table)
      return column === undefined ? [] : [{ column, score: 0.9, isLoose: true as const }]
    })
  if (word === 'date')
    return tables.flatMap((table) => {
      const column = dayOf(table)
      return column === null ? [] : [{ column, score: 0.9, isLoose: true as const }]
    })
  if (word === consumption) {
    const used = tables.flatMap(({ columns }) => columns.filter(isConsumed))
    if (used.length === 1) return [{ column: used[0]!, score: 0.9 }]
  }
  const plainly = said.replace(/s$/, '')
  const [only, ...others] = tables
    .flatMap(({ columns }) => columns)
    .filter(
      ({ name, words, type }) =>
        // What was sold need not have been `sold_online`.
        !(type === 'boolean' && making.test(said)) &&
        (words.includes(word) || (plainly.length > 3 && isPartOf(plainly, plain(name).replaceAll(' ', '')))),
    )
  const isSure = only !== undefined && others.every((column) => column.isKey && only.name === column.name)
  const isWord = word.length > 2 && !genericWords.has(word) && /^[a-z]+$/.test(said)
  return isSure && isWord ? [{ column: only, score: 0.7 }] : []
}

/** The day of what a row is: the only one that it has, or the one that is called as it is (`ordered_on` of orders). */
function dayOf({ columns, words }: Table): Column | null {
  const days = columns.filter(({ type }) => type === 'date')
  const own = days.filter((column) => column.words.some((word) => words.includes(word)))
  const [day, ...others] = days.length === 1 ? days : own
  return day === undefined || others.length > 0 ? null : day
}

/** Whether a name that is written as one word begins or ends with a word. */
const isPartOf = (word: string, name: string): boolean =>
  name.startsWith(word) || name.endsWith(word) || name.endsWith(`${word}s`)
