import { isConsumed } from '../../linking/loose-columns'
import { isNonAdditive, isPortion, saysWorth } from '../../linking/worth'
import { figureOf, type Measure } from '../../query/query'
import type { Column } from '../../schema/profile'
import { canonicalWords } from '../../words/words'
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
