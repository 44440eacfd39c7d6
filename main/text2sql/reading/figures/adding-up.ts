import { isConsumed } from '../../linking/loose-columns'
import { isNonAdditive, isPortion, saysWorth } from '../../linking/worth'
import { figureOf, type Measure } from '../../query/query'
import type { Column } from '../../schema/profile'
import { canonical, canonicalWords, isPlural, nameParts } from '../../words/words'
import type { Draft } from '../draft'

const quantities = canonicalWords('quantity units')
/** Whether who has the most of it has the most in all his rows: quantities, money, what is consumed. */
export const addsUp = (column: Column): boolean =>
  column.words.some((word) => quantities.has(word)) || (saysWorth(column) && !isPortion(column)) || isConsumed(column)

/** "Which month had the highest revenue?": a time, and not a row, is asked for. */
export const asksForTime = (draft: Draft, at: number): boolean =>
  draft.items.some(
    ({ kind }, index) => index < at && kind === 'unit' && draft.items[draft.before(index)]?.kind === 'list',
  )

/** What all rows of a time come to: their sum, of what adds up to nothing the most or the least. */
export const inAll = (column: Column, descending: boolean): Measure =>
  figureOf(isNonAdditive(column) ? (descending ? 'max' : 'min') : 'sum', column)

/** "How many sections" of a column that may number sections as well as count them. */
export const isNumbered = ({ name, words, values }: Column, said: string): boolean =>
  isPlural(said) &&
  !/s$/i.test(name) &&
  canonical(said) === words.at(-1) &&
  nameParts(name).at(-1) === said.toLowerCase().replace(/s$/, '') &&
  (values ?? [0.5]).every((value) => Number.isInteger(Number(value)))

/** Whether a word for those who do something is met by a column that holds what they do. */
export function saysDoers({ name }: Column, said: string): boolean {
  const act = /^(\p{L}{3,20})[eo]rs$/iu.exec(said)?.[1]?.toLowerCase()
  return act !== undefined && nameParts(name).some((part) => part === act || part === `${act}e`)
}

/** "Who spent more than 100": in all rows that belong to them. */
export function isSpentInAll(draft: Draft, column: Column, at: number): boolean {
  const isSpent = /^(?:spend|spent|spending|pay|paid)$/i.test(draft.items[at]!.text)
  return isSpent && addsUp(column) && draft.isOfMany(draft.firstTable(), column.table)
}
