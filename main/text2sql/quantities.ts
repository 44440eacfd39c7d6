import type { Column } from './profile'

/**
 * Units of one quantity as questions and names of columns write them, each with how many of the quantity's own unit it is; null
 * where nobody can say it exactly: currencies, and what counts by 1000 or by 1024.
 */
const quantities = (
  [
    [
      ['ms 毫秒', 0.001], ['s sec secs second seconds 秒', 1], ['min mins minute minutes 分钟', 60], ['h hr hrs hour hours 小时', 3600],
      ['day days 天', 86_400],
    ],
    [
      ['mm 毫米', 0.001], ['cm 厘米', 0.01], ['m meter meters metre metres', 1], ['ft foot feet 英尺', 0.3048],
      ['km kms kilometer kilometers kilometre kilometres 公里 千米', 1000], ['mi mile miles 英里', 1609.344],
    ],
    [['g gram grams 克', 0.001], ['kg kilo kilos kilogram kilograms 公斤 千克', 1], ['lb lbs', 0.45359237], ['t ton tons tonne tonnes 吨', null]],
    [['ml 毫升', 0.001], ['l litre litres liter liters 升', 1], ['gallon gallons', null]],
    [['kwh', 1], ['mwh', 1000], ['wh', null]],
    [['kw', 1], ['mw', 1000], ['w', null]],
    [['hectare hectares ha 公顷', null], ['acre acres 亩', null], ['sqm m2', null], ['sqkm km2', null], ['sqft', null]],
    [['byte bytes', null], ['kb', null], ['mb', null], ['gb', null], ['tb', null]],
    [
      ['dollar dollars usd cad aud nzd hkd sgd 美元', null], ['eur euro euros 欧元', null], ['yuan cny rmb 元', null], ['万元', null],
      ['chf franc francs', null], ['pound pounds gbp 英镑', null], ['yen jpy 日元', null],
    ],
  ] as const
).map((units) => units.map(([written, size]) => ({ names: new Set(written.split(' ')), size }))) // biome-ignore format: a table of units

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

const isName = (word: string): boolean =>
  quantities.some((units) => units.some(({ names }) => names.has(word.toLowerCase())))

/**
 * A number with a unit, in the unit that the name of a column says; as it is where the name says none of this quantity. Null
 * where it says another that cannot be converted.
 */
export function inUnitOf({ name }: Column, value: number, unit: string | null): number | null {
  const units = unit === null ? undefined : quantities.find((all) => all.some(({ names }) => names.has(unit)))
  if (units === undefined) return value
  const words = wordsOf(name)
  const said = units.filter(({ names }) =>
    words.some((word, at) => names.has(word) && (at === words.length - 1 || !onlyLast.has(word))),
  )
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
