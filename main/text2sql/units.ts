import { type Column, isMeasureColumn, type Table } from './profile'
import { canonical, canonicalWords } from './words'

/** What a number's unit is written as, and words of the columns that hold such numbers. */
const units: readonly (readonly [written: string, columns: ReadonlySet<string>])[] = (
  [
    ['dollar dollars usd eur euro euros yuan chf franc francs pound pounds gbp 元', 'money'],
    ['m meter meters metre metres', 'm meter length height altitude depth width'],
    ['km kilometer kilometers kilometre kilometres', 'km kilometer distance length mileage'],
    ['mile miles', 'mile distance mileage'],
    ['kg kilo kilos kilogram kilograms 公斤', 'kg weight payload'],
    ['lb lbs', 'lb weight'],
    ['t ton tons tonne tonnes 吨', 'ton tonne tonnage weight'],
    ['l litre litres liter liters 升', 'litre liter volume'],
    ['minute minutes min mins 分钟', 'minute min duration'],
    ['hour hours 小时', 'hour duration'],
    ['second seconds', 'second duration'],
    ['year years 岁', 'age'],
    ['percent %', 'percent pct'],
    ['page pages 页', 'page'],
    ['point points 分', 'score point'],
    ['feet foot ft', 'feet foot ft height'],
    ['degree degrees', 'temperature degree'],
    ['kwh mwh kw mw wh w', 'kwh mwh kw mw'],
    ['kb mb gb tb', 'kb mb gb tb size'],
    ['hectare hectares ha 公顷', 'hectare ha area'],
  ] as const
).map(([written, columns]) => [` ${written} `, canonicalWords(columns)])

const columnsOf = (unit: string) => units.find(([written]) => written.includes(` ${unit} `))?.[1]
export const isUnit = (word: string): boolean => columnsOf(word) !== undefined

const moneyRanks = ['total', 'amount', 'cost price fee charge revenue payment fare salary value'].map(canonicalWords)
/** What is asked besides what something is worth, or bounds it. */
const besides = canonicalWords(
  'shipping delivery freight tax vat discount tip deposit refund minimum maximum limit budget estimate previous old',
)
const portions = canonicalWords('unit ton kg hour day night km litre piece item rate list')

/** Whether a column holds sums of money. */
export const saysWorth = (column: Column): boolean =>
  isMeasureColumn(column) && column.words.some((word) => moneyRanks.some((rank) => rank.has(word)))

/** The column that says what a row of the table is worth in money; null where none or several do. */
export function moneyOf({ columns }: Table): Column | null {
  const all = columns.filter(saysWorth)
  const main = all.filter(({ words }) => !words.some((word) => besides.has(word)))
  const money = main.length > 0 ? main : all
  const whole = money.filter(({ words }) => !words.some((word) => portions.has(word)))
  for (const rank of moneyRanks) {
    const found = (whole.length > 0 ? whole : money).filter(({ words }) => words.some((word) => rank.has(word)))
    if (found.length > 0) return found.length === 1 ? found[0]! : null
  }
  return null
}

/** The one column of a table that a number with this unit, or with none, compares with; else null. */
export function columnOfUnit(table: Table, unit: string | null): Column | null {
  const words = unit === null ? null : columnsOf(unit)
  if (words?.has(canonical('money')) === true) return moneyOf(table)
  const fitting = table.columns.filter(
    (column) => isMeasureColumn(column) && (words === null || column.words.some((word) => words?.has(word))),
  )
  return fitting.length === 1 ? fitting[0]! : null
}

const worth = canonicalWords(
  'invoice payment gift fine fee bonus sale expense charge donation refund bill cost spending salary grant budget tax revenue debt loan penalty',
)
/** Whether rows of a table, or what a question calls them, are sums of money: what they total is no count. */
export const isMoney = ({ words }: Table, said = ''): boolean =>
  words.some((word) => worth.has(word)) || said.split(' ').some((word) => worth.has(canonical(word)))

/** What rows of a table add up to: their money, else the only number that they have. */
export const sumOf = (table: Table): Column | null => moneyOf(table) ?? columnOfUnit(table, null)
