import { moneyOf } from '../linking/worth'
import type { Column, Table } from '../schema/profile'
import { isMeasureColumn } from '../schema/row-names'
import { canonical, canonicalWords } from '../words/words'

interface Unit {
  /** As questions and names of columns write it. */
  readonly names: ReadonlySet<string>
  /** How many of the quantity's own unit it is; null where nobody can say it exactly: currencies, and what counts by 1000 or by 1024. */
  readonly size: number | null
  /** Words of the columns that hold numbers of it; null where such a number says too little of its column. */
  readonly columns: ReadonlySet<string> | null
}

type Row = readonly [written: string, size: number | null, columns?: string]
const [energy, bytes, money] = ['kwh mwh kw mw', 'kb mb gb tb size', canonical('money')]
const quantities: readonly (readonly Unit[])[] = (
  [
    [
      ['ms millisecond milliseconds 毫秒', 0.001, 'millisecond ms'], ['s sec secs second seconds 秒', 1, 'second duration'], ['min mins minute minutes 分钟', 60, 'minute min duration'],
      ['h hr hrs hour hours 小时', 3600, 'hour duration'], ['day days 天', 86_400],
    ],
    [
      ['mm 毫米', 0.001, 'mm'], ['cm 厘米', 0.01, 'cm'], ['m meter meters metre metres 米', 1, 'm meter length height altitude depth width elevation aperture'],
      ['ft foot feet 英尺', 0.3048, 'feet foot ft height'],
      ['km kms kilometer kilometers kilometre kilometres 公里 千米', 1000, 'km kilometer distance length mileage'],
      ['mi mile miles 英里', 1609.344, 'mile distance mileage'], ['nmi nm 海里', 1852, 'distance'],
    ],
    [
      ['g gram grams 克', 0.001], ['kg kilo kilos kilogram kilograms 公斤 千克', 1, 'kg weight payload'], ['lb lbs', 0.45359237, 'lb weight'],
      ['t ton tons tonne tonnes 吨', null, 'ton tonne tonnage weight'],
    ],
    [['ml millilitre millilitres milliliter milliliters 毫升', 0.001], ['l litre litres liter liters 升', 1, 'litre liter volume'], ['hl hectoliter hectoliters hectolitre hectolitres 百升', 100, 'hl hectolitre volume'], ['m3 立方米', 1000], ['gallon gallons', null]],
    [['kwh', 1, energy], ['mwh', 1000, energy], ['wh', null, energy]],
    [['kw', 1, energy], ['mw', 1000, energy], ['w', null, energy]],
    [['hectare hectares ha 公顷', null, 'hectare ha area'], ['acre acres 亩', null], ['sqm m2', null], ['sqkm km2', null], ['sqft', null]],
    [['byte bytes', null], ['kb', null, bytes], ['mb', null, bytes], ['gb', null, bytes], ['tb', null, bytes]],
    [
      ['dollar dollars usd cad aud nzd hkd sgd 美元', null, money], ['eur euro euros 欧元', null, money], ['yuan cny rmb 元', null, money],
      ['万元', null, money], ['chf franc francs', null, money], ['pound pounds gbp 英镑', null, money], ['yen jpy 日元', null, money],
    ],
    [['year years 岁', null, 'age']],
    [['percent %', null, 'percent pct']],
    [['page pages 页', null, 'page']],
    [['point points 分', null, 'score point']],
    [['degree degrees', null, 'temperature degree']],
  ] satisfies readonly (readonly Row[])[]
).map((units: readonly Row[]) =>
  units.map(([written, size, columns]) => ({ names: new Set(written.split(' ')), size, columns: columns === undefined ? null : canonicalWords(columns) })),
) // biome-ignore format: a table of units

const columnsOf = (unit: string) => quantities.flat().find(({ names }) => names.has(unit))?.columns ?? null
export const isUnit = (word: string): boolean => columnsOf(word) !== null

/** The one column of a table that a number with this unit compares with; else null. */
export function columnOfUnit(table: Table, unit: string): Column | null {
  const words = columnsOf(unit)
  if (words?.has(money) === true) return moneyOf(table)
  const fittingOf = (said: ReadonlySet<string> | null): readonly Column[] =>
    table.columns.filter((column) => isMeasureColumn(column) && column.words.some((word) => said?.has(word)))
  const fitting = fittingOf(words)
  // Minutes are compared with a column of milliseconds, too.
  const alike = quantities.find((units) => units.some(({ names }) => names.has(unit))) ?? []
  const others =
    fitting.length > 0 ? [] : alike.flatMap(({ columns, size }) => (size === null ? [] : fittingOf(columns)))
  const [only, ...more] = new Set([...fitting, ...others])
  return more.length === 0 ? (only ?? null) : null
}

/** What is short for a unit at the end of a name, and for something else before it: `duration_min`, `min_price`. */
const onlyLast: ReadonlySet<string> = new Set(['s', 'min', 'h', 'm', 'g', 't', 'l', 'w', 'mi'])

/** The words of a name as it writes them: `price_kWh` ends in one. */
const wordsOf = (name: string): readonly string[] =>
  name
    .normalize('NFKC')
    .split(/[^\p{L}\p{N}]+/u)
    .flatMap((word) => (isName(word) ? [word] : word.replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2').split(' ')))
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase())

/** The words of a name that may say its unit. */
const unitWordsOf = (name: string): readonly string[] =>
  wordsOf(name).filter((word, at, words) => at === words.length - 1 || !onlyLast.has(word))

/** Whether names of columns say this unit (`said`), or another one of the same quantity (`other`), or both. */
export function unitIn(names: readonly string[], unit: string): { readonly said: boolean; readonly other: boolean } {
  const alike = quantities.find((units) => units.some((one) => one.names.has(unit))) ?? []
  const written = names.flatMap(unitWordsOf)
  const held = alike.filter((one) => written.some((word) => one.names.has(word)))
  return {
    said: held.some((one) => one.names.has(unit)),
    other: held.some((one) => !one.names.has(unit)),
  }
}

const isName = (word: string): boolean => quantities.flat().some(({ names }) => names.has(word.toLowerCase()))

/**
 * A number with a unit, in the unit that the name of a column says; as it is where the name says none of this quantity. Null
 * where it says another that cannot be converted.
 */
export function inUnitOf({ name }: Column, value: number, unit: string | null): number | null {
  const units = unit === null ? undefined : quantities.find((all) => all.some(({ names }) => names.has(unit)))
  if (units === undefined) return value
  const words = unitWordsOf(name)
  const said = units.filter(({ names }) => words.some((word) => names.has(word)))
  // Chinese has no spaces: 金额美元, of which 元 is a part.
  const han = units
    .flatMap(({ names }) => [...names])
    .filter((one) => /\p{Script=Han}/u.test(one) && name.includes(one))
    .toSorted((left, right) => right.length - left.length)[0]
  const held = [...said, ...units.filter(({ names }) => han !== undefined && names.has(han))]
  if (held.length === 0 || held.some(({ names }) => names.has(unit!))) return value
  const [from, to] = [units.find(({ names }) => names.has(unit!))!.size, held[0]!.size]
  if (held.length > 1 || from === null || to === null) return null
  // 2 feet are 0.6096 m, not 0.6096000000000001.
  return Number(((value * from) / to).toPrecision(12))
}
