import { isMoney, isSold, moneyOf } from '../../linking/worth'
import { columnOfUnit } from '../../question/units'
import type { Column } from '../../schema/profile'
import { isPerson } from '../../schema/row-names'
import { tableOf } from '../columns'
import type { Draft } from '../draft'
import { Unclear } from '../unclear'

/** "Transfers over 100", "payments that were above 10": what they come to, where they are named right before and have one sum of money. */
function amountOf(draft: Draft, at: number): Column | null {
  let before = at - 1
  while (draft.items[before]?.kind === 'link') before -= 1
  const table = draft.items[before]?.kind === 'refs' ? draft.tableAt(before) : null
  if (table === null || isPerson(table)) return null
  // Orders that "are between 50 and 200" may be so in their numbers.
  return isMoney(table) || (before === at - 1 && isSold(table)) ? moneyOf(table) : null
}

/** "Invoices over 100 euros": the one column of what is spoken of that is counted so. @throws Unclear */
export function implied(draft: Draft, unit: string | null, at: number): Column {
  // "Members with an apiary that is higher than 600 metres": of what was named last.
  const last = draft.items.slice(0, at).findLast((item) => item.kind === 'refs' && item.ref.kind === 'table')
  const near = last?.kind === 'refs' && unit !== null ? columnOfUnit(tableOf(last.ref), unit) : null
  const column = unit === null ? amountOf(draft, at) : (near ?? columnOfUnit(draft.firstTable(), unit))
  if (column === null) throw new Unclear('unread', draft.items[at]!.text)
  draft.cost += 0.1
  return column
}

/** How old the people are that an item names. */
export function ageOf(draft: Draft, at: number): Column | null {
  const table = draft.tableAt(at)
  return table === null || !isPerson(table)
    ? null
    : (table.columns.find(({ words, type }) => type === 'number' && words.length === 1 && words[0] === 'age') ?? null)
}
