import { derivedOf } from '../schema/derived'
import type { Column, Table } from '../schema/profile'
import { hasDate, isMeasureColumn } from '../schema/row-names'
import { canonical, canonicalWords, joined } from '../words/words'

const moneyRanks = [
  'total',
  'amount',
  'cost price fee charge revenue payment fare salary value principal premium tuition rent',
].map(canonicalWords)
const apart = canonicalWords('shipping delivery freight tax vat discount tip')
/** What is asked besides what something is worth, or bounds it. */
const besides: ReadonlySet<string> = new Set([
  ...apart,
  ...canonicalWords('deposit refund minimum maximum limit budget estimate previous old'),
])
/** Whether a column holds what is paid for on the way: no row is worth that, unless it is what the row is. */
export const isApart = ({ words, table }: Column): boolean =>
  words.some((word) => apart.has(word) && !table.words.includes(word))
const aims = canonicalWords('goal target')
const isAim = ({ words }: Column): boolean => words.some((word) => aims.has(word))
const portions = canonicalWords('unit ton kg hour day night km litre piece item rate list')

/** Whether a column holds sums of money. */
export const saysWorth = (column: Column): boolean =>
  isMeasureColumn(column) && column.words.some((word) => moneyRanks.some((rank) => rank.has(word)))

/** Whether a price is that of a part: of a unit, an hour, a kilogram. */
export const isPortion = (column: Column): boolean =>
  saysWorth(column) && column.words.some((word) => portions.has(word))

const prices = canonicalWords('price cost fee rate')
const quantity = canonical('quantity')
const stocks = canonicalWords('stock inventory hand reorder minimum maximum available capacity unit')
const discounts = canonicalWords('discount rebate tax vat')

const units = canonical('units')
const isUnits = ({ words: [word, ...more] }: Column): boolean => word === units && more.length === 0

/** How many units a line of a bill is of; null where it does not say. */
export function unitsOfLine({ columns }: Table): Column | null {
  const [units, ...others] = columns.filter(
    (column) =>
      isMeasureColumn(column) &&
      (isUnits(column) || (column.words.includes(quantity) && !column.words.some((word) => stocks.has(word)))),
  )
  return units === undefined || others.length > 0 ? null : units
}

/** What a line of a bill comes to, its price by its quantity; null where it says one of them only, or what is taken off. */
export function amountOfLine(table: Table): Column | null {
  const { columns } = table
  const of = (words: ReadonlySet<string>): readonly Column[] =>
    columns.filter((column) => isMeasureColumn(column) && column.words.some((word) => words.has(word)))
  const [price, ...others] = of(prices)
  const units = unitsOfLine(table)
  const isPlain = others.length + of(discounts).length === 0
  return price !== undefined && units !== null && isPlain ? derivedOf('times', price, units, table) : null
}

const sold = canonical('sold')
/** What was taken in all, of a row with a price and how many were sold at it: `ticket_price` by `tickets_sold`; null of any other. */
export function takingsOf(table: Table): Column | null {
  const measures = table.columns.filter(isMeasureColumn)
  const [price, ...others] = measures.filter(({ words }) => words.some((word) => prices.has(word)))
  const [units, ...more] = measures.filter(({ words }) => words.includes(sold) && words.length > 1)
  if (price === undefined || units === undefined || others.length + more.length > 0) return null
  const isOfSame = units.words.some((word) => word !== sold && (price.words.includes(word) || portions.has(word)))
  return isOfSame || price.words.length === 1 ? derivedOf('times', price, units, table) : null
}

/** The column that says what a row of the table is worth in money; null where none or several do. */
export function moneyOf(table: Table): Column | null {
  const { columns } = table
  // A goal is what was not raised yet.
  const all = columns.filter((column) => saysWorth(column) && !isAim(column))
  const main = all.filter(({ words }) => !words.some((word) => besides.has(word)))
  const money = main.length > 0 ? main : all.filter((column) => !isApart(column))
  const whole = money.filter((column) => !isPortion(column))
  const isOfLine = columns.some(({ words }) => words.includes(quantity))
  for (const [at, rank] of moneyRanks.entries()) {
    // Of a line that has no total its price by its quantity is what it comes to.
    if (at === 2 && isOfLine) {
      const isStock = columns.some(
        (column) => column.words.includes(quantity) && column.words.some((word) => stocks.has(word)),
      )
      if (!isStock) return amountOfLine(table)
    }
    const found = (whole.length > 0 ? whole : money).filter(({ words }) => words.some((word) => rank.has(word)))
    if (found.length > 0) return found.length === 1 ? found[0]! : null
  }
  return null
}

const wages = canonicalWords('salary wage pay income rate compensation earnings')
const periods = ['hour', 'day', 'week', 'month', 'year']
/** What somebody earns in a period, where one is said; null where no column says it, or several do. */
export function wageOf({ columns }: Table, period: string | null): Column | null {
  const [wage, ...others] = columns.filter(
    (column) => isMeasureColumn(column) && column.words.some((word) => wages.has(word)),
  )
  if (wage === undefined || others.length > 0) return null
  const own = periods.filter((word) => wage.words.includes(canonical(word)) || wage.name.toLowerCase().includes(word))
  return period === null || own.includes(period) ? wage : null
}

/** Whether the one price of a table is for each of a unit: `cost_per_day`. */
export const isPricedPer = (tables: readonly Table[], unit: string): boolean =>
  tables.some((table) => joined(moneyOf(table)?.name ?? '').endsWith(`per${unit}`))

const worth = canonicalWords(
  'invoice payment gift fine fee bonus sale expense charge donation refund bill cost spending salary grant budget tax revenue debt loan penalty',
)
/** Whether rows of a table, or what a question calls them, are sums of money: what they total is no count. */
export const isMoney = ({ words }: Table, said = ''): boolean =>
  words.some((word) => worth.has(word)) || said.split(' ').some((word) => worth.has(canonical(word)))

const papers = canonicalWords('bill invoice order receipt contract')
/** Whether rows are papers, which are counted: one bill, two bills. */
export const isPaper = ({ words }: Table): boolean => papers.has(words.at(-1)!)

/** What rows of a table add up to: their money, else the only number that they have. */
export function sumOf(table: Table): Column | null {
  const [only, ...others] = table.columns.filter(
    (column) => isMeasureColumn(column) && !isAim(column) && !isApart(column),
  )
  return moneyOf(table) ?? (others.length === 0 ? (only ?? null) : null)
}

const nonAdditive = canonicalWords(
  'price rate percent ratio average age score rating temperature year salary wage expectancy index mean median share humidity density latitude longitude elevation altitude',
)
/** Whether what a column holds does not add up, as prices and rates. */
export const isNonAdditive = ({ words, name }: Column): boolean =>
  name.includes('%') || words.some((word) => nonAdditive.has(word))

const selling = canonicalWords(
  'sale order purchase invoice ticket booking reservation rental deal bill checkout receipt transaction transfer topup deposit withdrawal',
)
/** Whether each row of a table is something sold, not a part of it. */
export const isSold = (table: Table): boolean => selling.has(table.words.at(-1)!) && hasDate(table)
