import {
  amountOfLine,
  isMoney,
  isPortion,
  isSold,
  moneyOf,
  saysWorth,
  sumOf,
  takingsOf,
  wageOf,
} from '../../linking/worth'
import { figureOf, type Measure } from '../../query/query'
import type { Column, Table } from '../../schema/profile'
import { hasDate, isPerson } from '../../schema/row-names'
import { canonicalWords } from '../../words/words'
import type { Draft } from '../draft'
import { Unclear } from '../unclear'

/** What is paid or made in all, of what is spoken of, else of the one table that refers to it; null where that is not plain. */
export function worthOf(draft: Draft): Measure | null {
  const spoken = draft.spokenTables()
  const isPaid = draft.items.some(({ kind }) => kind === 'money')
  const only = (tables: readonly Table[], columnOf: (table: Table) => Column | null): Column | null => {
    const found = tables.flatMap((table) => columnOf(table) ?? [])
    return found.length === 1 ? found[0]! : null
  }
  const children = [...new Set(spoken.flatMap((table) => draft.childrenOf(table)))]
  const isOfSales = (table: Table): boolean => isMoney(table) || isSold(table)
  // What people earn is not what they bring in.
  const isWage =
    spoken.some((table) => isPerson(table) && !isBuyer(table)) &&
    draft.items.some(({ text }) => /^earn(?:s|ed)?$/i.test(text))
  // What a game costs is not what it earned.
  const isEarned = draft.items.some(
    ({ kind, text }) =>
      (kind === 'howMuch' && /^(?:revenues?|turnover|takings|proceeds|sales value|sales amount)$/i.test(text)) ||
      (kind === 'money' && /^(?:earn(?:s|ed)?|bring|brings|brought)$/i.test(text) && !isWage),
  )
  const taken = isEarned ? only(spoken, takingsOf) : null
  if (taken !== null) return figureOf('sum', taken)
  const wage = isWage ? only(spoken.filter(isPerson), (table) => wageOf(table, null)) : null
  if (wage !== null) return figureOf('sum', wage)
  const named = only(spoken, (table) => (isMoney(table) ? moneyOf(table) : null))
  const sales = isEarned && named === null ? salesOf(draft, spoken) : []
  // Of what was ordered and what was paid nobody says which is earned.
  if (sales.length > 1) return null
  // What was requested and what was awarded: none of them is what was paid out of it.
  const isEither = spoken.some(
    (table) => moneyOf(table) === null && table.columns.filter((one) => saysWorth(one) && !isPortion(one)).length > 1,
  )
  const isEvent = (table: Table): boolean => hasDate(table) || isOfSales(table)
  const column =
    named ??
    only(sales, moneyOf) ??
    only(isEarned ? spoken.filter(hasDate) : spoken, moneyOf) ??
    (isPaid || isEarned ? null : only(spoken, sumOf)) ??
    (isWage || isEither ? null : only(isEarned ? children.filter(isEvent) : children, moneyOf)) ??
    (spoken.some(isBuyer) ? only(salesOf(draft, spoken), moneyOf) : null) ??
    (spoken.length > 0 || (isPaid && !draft.asksWho) ? null : only(draft.tables.filter(isSold), moneyOf))
  return column === null || isPortion(column) ? null : figureOf('sum', column)
}

const buyers = canonicalWords('customer client buyer shopper guest passenger subscriber')
const isBuyer = ({ words }: Table): boolean => buyers.has(words.at(-1)!)

/** Sales, or their lines, of which each belongs to one row of all that is spoken of; of a bill and its lines the bill. */
function salesOf(draft: Draft, spoken: readonly Table[]): readonly Table[] {
  const isOfOne = (table: Table, of: Table): boolean => draft.isOfOne(table, of)
  const sales = draft.tables.filter(
    (table) =>
      (isSold(table) || isMoney(table) || amountOfLine(table) !== null) &&
      moneyOf(table) !== null &&
      spoken.every((of) => isOfOne(table, of)),
  )
  return sales.filter(
    (table) =>
      !sales.some((whole) =>
        draft.joins.some(({ from, to, toOne }) => from.table === table && to.table === whole && toOne),
      ),
  )
}

const worths = canonicalWords('value worth')
/** "The total order value": what rows are worth is asked, and no name says it. */
export const saysWorthBeside = (draft: Draft): boolean => [...worths].some((word) => draft.idle.has(word))

/** The value of an order is no price of what was ordered, that of a stock no number of pieces. @throws Unclear */
export function refuseOtherWorth(draft: Draft, at: number, column: Column): void {
  const { text } = draft.items[at]!
  const isPriced = column.table.columns.some((other) => other !== column && saysWorth(other))
  if (saysWorthBeside(draft) && !saysWorth(column) && isPriced) throw new Unclear('noMeasure', text)
  const of = draft.tableAt(draft.after(at))
  const isElse = isPortion(column) || (of !== null && of !== column.table)
  if (isElse && /^(?:values?|worth)$/i.test(text) && !column.words.some((word) => worths.has(word)))
    throw new Unclear('noMeasure', text)
}
