import type { Ref } from '../../linking/ref'
import { isSold, moneyOf, unitsOfLine } from '../../linking/worth'
import { figureOf, type Measure, unitsOrRows } from '../../query/query'
import type { Table } from '../../schema/profile'
import { isVerb } from '../../words/words'
import { tableOf } from '../columns'
import type { Draft } from '../draft'
import { addsUp } from '../figures/adding-up'
import { unitsSoldOf } from '../figures/units-sold'
import { Unclear } from '../unclear'

/** "The best-selling tracks": what was sold most of. @throws Unclear where nothing says how much was */
export function soldOf(
  draft: Draft,
  at: number,
  right: number,
): { readonly measure: Measure; readonly subject: Ref | null } {
  const behind = right < 0 ? null : draft.refAt(right)
  // "Which product sold the most units?"
  if (behind?.kind === 'column' && addsUp(behind.column)) {
    draft.take(right)
    const units = unitsSoldOf(draft, behind.column.table) ?? figureOf('sum', behind.column)
    return { measure: units, subject: null }
  }
  const isNamed = behind !== null && behind.kind !== 'value'
  const table = isNamed ? tableOf(behind) : draft.firstTable()
  // "The best selling ticket type": of what each order is of.
  const line = behind?.kind === 'column' && isSold(table) ? unitsOfLine(table) : null
  const own = unitsOrRows(line, table)
  const measure = behind?.kind === 'column' && isSold(table) ? own : unitsSoldOf(draft, table)
  if (measure === null) throw new Unclear('noMeasure', draft.items[at]!.text)
  return { measure, subject: isNamed ? behind : null }
}

/** Whether what was done to rows of a table, as a verb says, has a price, too. */
export const hasOtherPrice = (draft: Draft, table: Table): boolean =>
  draft.items.some(
    ({ text }, at) =>
      isVerb(text) && draft.tableAt(at) !== null && draft.tableAt(at) !== table && moneyOf(draft.tableAt(at)!) !== null,
  )

/** "Which doctor ordered the most tests?": rows of what was done, of which each is of one test. Takes the verb. */
export function actOn(draft: Draft, at: number, table: Table): Table | null {
  const verb = draft.before(at)
  const act = verb >= 0 && isVerb(draft.items[verb]!.text) ? draft.tableAt(verb) : null
  if (act === null || act === table) return null
  const isOfOne = (of: Table): boolean => draft.isOfOne(act, of)
  if (!isOfOne(table) || !isOfOne(draft.firstTable())) return null
  draft.take(verb)
  return act
}

/** What is said to have been done before a superlative: "Who adopted the most animals?" */
export function actBefore(draft: Draft, at: number): Table | null {
  const act = [...draft.items.keys()].find((index) => index < at && draft.tableAt(index) !== null)
  return act === undefined ? null : draft.tableAt(act)
}
