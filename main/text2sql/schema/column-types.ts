import type { DatabaseCell } from '../../../contract/databases/database-tasks'
import { canonical, canonicalWords, identifierWords, isPlural, isVerb, nameParts } from '../words/words'
import { type DateForm, dateFormOf, isoDate } from './dates'

export type ColumnType = 'number' | 'text' | 'date' | 'boolean'

/** How a column says yes and no. */
export interface ColumnTruth {
  readonly yes: DatabaseCell
  readonly no: DatabaseCell
}

const isFlag = (value: DatabaseCell): boolean => value === 0 || value === 1 || value === true || value === false

/** One word that may say how something is: `hazardous`, not `renewals` or `stars`. */
function isAdjective(name: string): boolean {
  const words = identifierWords(name)
  return (
    words.length === 1 &&
    !/s$/i.test(name.replace(/ous$/i, '')) &&
    !keyWords.has(words[0]!) &&
    !countWords.has(words[0]!)
  )
}
/** `sold_online`: what was done, and how, not how much of it. */
function saysHowDone(name: string): boolean {
  const [done, how, ...more] = nameParts(name)
  return how !== undefined && more.length === 0 && isVerb(done!) && !isPlural(how) && !countWords.has(canonical(how))
}
/** Words that say that a column names rows. */
export const keyWords = new Set([
  'id',
  'key',
  'code',
  'uuid',
  'guid',
  'zip',
  'phone',
  'number',
  'isbn',
  'sku',
  'vin',
  'ssn',
])
/** What a name says of a measure besides: its unit. */
export const unitWords = new Set([
  ...`m cm mm km kg g t ton lb ft hour minute minimum second ms eur usd chf gbp pct percent c kwh mwh kw mw`.split(' '),
  ...canonicalWords('ha acre sqm litre liter ml mile'),
])
/** Units of what is consumed, and not paid with. */
export const consumedWords = new Set(`kwh mwh gj mj therm litre liter m3 ton kg`.split(' '))
const countWords = canonicalWords(
  `count number quantity level rank score rating grade point goal amount position order priority unit size floor stage version round step term
  phase total age year month week day hour minute second index line value weight price cost copy stock class type`,
)

const yesAndNo = [
  ['y', 'n'], ['yes', 'no'], ['j', 'n'], ['ja', 'nein'], ['t', 'f'], ['true', 'false'], ['是', '否'], ['有', '无'],
] as const // biome-ignore format: pairs

const saysFlag =
  /(?:^|_)(?:is|has|was|can)(?:_|(?=[A-Z]))|^(?:open|allows?|accepts?|supports?|offers?|needs?|requires?|includes?)(?:_|(?=[A-Z]))|(?:ed|active|paid|open|flag|flg)$|^是否/i

/** How a column of texts says yes and no, where that is all that it says. */
export function truthOfTexts(name: string, values: readonly DatabaseCell[]): ColumnTruth | null {
  if (saysFlag.test(name) && values.length === 2 && values.every((value) => value === '0' || value === '1'))
    return { yes: '1', no: '0' }
  const written = (word: string): DatabaseCell => values.find((value) => String(value).toLowerCase() === word) ?? null
  const pair = yesAndNo.find(
    ([yes, no]) =>
      values.length === 2 &&
      values.every((value) => typeof value === 'string') &&
      written(yes) !== null &&
      written(no) !== null,
  )
  return pair === undefined ? null : { yes: written(pair[0]), no: written(pair[1]) }
}

/** What a column holds, by how it is declared and called, and by its values. */
export function typeOf(declared: string, name: string, values: readonly DatabaseCell[]): ColumnType {
  if (/bool|\bbit\b/i.test(declared) || truthOfTexts(name, values) !== null) return 'boolean'
  if (/date|timestamp/i.test(declared) || dateFormOf(name, values) !== null) return 'date'
  if (/int|real|num|dec|doub|float|money|serial/i.test(declared)) {
    const isNamedFlag = saysFlag.test(name) || saysHowDone(name)
    const isFlagged = (isNamedFlag || isAdjective(name)) && values.length > 0 && values.every(isFlag)
    return isFlagged || saysOnlyWhether(name, values) ? 'boolean' : 'number'
  }
  return 'text'
}

/** Whether a column holds 0 and 1 alone, under a name that counts, ranks and measures nothing: `ext_warranty`. */
const saysOnlyWhether = (name: string, values: readonly DatabaseCell[]): boolean =>
  values.length === 2 &&
  values.every(isFlag) &&
  !/s$/i.test(name) &&
  !identifierWords(name).some((word) => countWords.has(word) || keyWords.has(word))

/** Whether a column of texts holds nothing but numbers that measure: no codes, which keep the zeros that they begin with. */
export const areNumbersInText = (declared: string, name: string, values: readonly DatabaseCell[]): boolean =>
  /char|text|string|clob/i.test(declared) &&
  values.length > 0 &&
  !identifierWords(name).some((word) => keyWords.has(word)) &&
  truthOfTexts(name, values) === null &&
  dateFormOf(name, values) === null &&
  values.every((value) => typeof value === 'string' && /^-?(?:0|[1-9]\d{0,11})(?:\.\d{1,9})?$/.test(value))

/** Dates and years by keys that sort as they do. */
export const timeKey = (type: ColumnType, value: DatabaseCell): string =>
  type === 'date' ? String(value) : String(value).padStart(6, '0')

/** Where dates or years begin and end, as `timeKey` writes them. */
export function extentOf(
  type: ColumnType,
  form: DateForm,
  values: readonly DatabaseCell[],
): readonly [first: string, last: string] | null {
  const keys = values.map((value) => timeKey(type, type === 'date' ? isoDate(value, form) : value)).toSorted()
  return keys.length === 0 ? null : [keys[0]!, keys.at(-1)!]
}

const yearly = canonicalWords(
  'found establish built birth open since join start publication release construction edition season vintage shutdown retrofit closure decommission',
)
/** Whether numbers are years, by what their column is called: a beginning, or what was done (`discovered`). */
export function areYears(name: string, words: readonly string[], values: readonly DatabaseCell[]): boolean {
  const isDone = words.length === 1 && /ed$/i.test(name) && isVerb(nameParts(name).at(-1)!)
  const [first, last] = isDone ? [1500, 2100] : [1000, 2200]
  return (
    (isDone || words.some((word) => yearly.has(word))) &&
    values.length > 0 &&
    values.every((value) => Number.isInteger(Number(value)) && Number(value) > first && Number(value) < last)
  )
}

/** Whether cells of a column of texts list several things, each of which stands elsewhere alone. */
export function holdsLists(values: readonly DatabaseCell[]): boolean {
  const texts = new Set(values.map(String))
  const lists = [...texts].map((text) => text.split(/[,;] ?/)).filter(({ length }) => length > 1)
  return (
    lists.length * 5 >= texts.size &&
    lists.length > 0 &&
    // "Bipartisan, but mostly Democratic" is one thing.
    lists.every(
      (parts) => parts.some((part) => texts.has(part)) && !parts.some((part) => /^(?:but|and|or)\b/i.test(part)),
    )
  )
}
