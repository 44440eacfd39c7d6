import type { Token } from '../question/read-question'
import { unitWords } from '../schema/column-types'
import type { Column, Table } from '../schema/profile'
import { isMeasureColumn } from '../schema/row-names'
import { best, likeness } from '../words/likeness'
import { canonical, canonicalWords, isVerb, joined, nameParts } from '../words/words'
import { consumption, genericWords, isConsumed } from './loose-columns'

/** What a name says of a measure that people leave out. */
const plainKinds = canonicalWords(
  'annual yearly monthly base basic full standard regular total current actual unit list',
)
/** A column that counts what stands beside it in its name. */
export const tallyWords = new Set(['count', 'number', 'quantity'])

/** What people say behind the name of a column: "email address", "phone number"; and "order date" of `ordered_on`. */
const suffixes: ReadonlySet<string> = new Set(['name', 'number', 'code', canonical('address')])
/** "Cabin class" of a column that sorts rows into kinds and is called `cabin`. */
const kindSuffixes = canonicalWords('status class level tier')
const postal = canonicalWords('zip postal postcode plz')
const mostKinds = 24
/** "Threat status" of a column that sorts rows into few kinds, and is called `threat`. */
const sortsInKinds = ({ type, isUnique, values }: Column): boolean =>
  type === 'text' && !isUnique && values !== null && values.length <= mostKinds

const purchase = canonical('purchase')
const date = canonical('date')
const amount = canonical('amount')
/** How alike a word is to the name of a table; what is bought is not what it is sold for. */
const likenessOf = (word: string, words: readonly string[]): number =>
  word === 'sale' && words.includes(purchase) ? 0 : best(word, words)
/** What a table of two letters is short for: `cl` of clients. */
const isBeginning = (named: string, word: string): boolean =>
  /^[a-z][b-df-hj-np-tv-z]$/.test(named) && word.length > 3 && word.startsWith(named)

const bounds = canonicalWords('minimum maximum reorder safety')
const spend = canonical('spend')
const timeUnits = canonicalWords('second minute hour day week month')

/** Whether another figure of the same row is called so. */
const hasSiblingCalled = (column: Column, word: string): boolean =>
  isMeasureColumn(column) &&
  column.table.columns.some((other) => other !== column && isMeasureColumn(other) && best(word, other.words) === 1)

/** What another name is worth beside the one that a table or column goes by. */
const otherName = 0.95

/** Whether words name what the figure of a column is for each of: nights are no `price_per_night`. */
export function isPer(words: readonly string[], { name }: Column): boolean {
  const parts = nameParts(name)
  const at = parts.indexOf('per')
  return at > 0 && words.every((word) => parts.slice(at + 1).some((part) => canonical(part) === word))
}

/** How well words say the name of a column (0..1.05), by any of its names; those before `beforeOf` must be its own. */
export function columnScore(words: readonly string[], beforeOf: number, column: Column): number {
  if (isPer(words, column)) return 0
  const score = scoreOf(words, beforeOf, column, column.words)
  const others = column.alsoCalled.map((name) => otherName * scoreOf(words, beforeOf, column, name))
  return Math.max(score, ...others)
}

function scoreOf(words: readonly string[], beforeOf: number, column: Column, called: readonly string[]): number {
  const { table } = column
  // "The last order" has no surname.
  if (words.length === 1 && ['first', 'last', 'full'].includes(words[0]!) && called.length > 1) return 0
  let sum = 0
  let own = 0
  const met = new Set<string>()
  const headAt = beforeOf > 0 ? beforeOf - 1 : words.length - 1
  for (const [at, word] of words.entries()) {
    const ownLikeness = best(word, called)
    // "The story points of the stories": the rows are not what the figure is called after.
    if (beforeOf > 0 && at >= beforeOf && met.has(word)) return 0
    const isDay = (word === date || (word === 'time' && words.length > 1)) && column.type === 'date'
    if (at < beforeOf && ownLikeness === 0 && !isDay) return 0
    // "the country name" of a column that is called country
    const isLast = at > 0 && at === words.length - 1 && ownLikeness === 0
    const isSuffix =
      (isLast || (isDay && at < beforeOf && ownLikeness === 0)) &&
      ((suffixes.has(word) &&
        (column.type === 'text' ||
          (column.type === 'number' &&
            (word === 'number' || (word === 'code' && called.some((name) => postal.has(name))))))) ||
        isDay ||
        (kindSuffixes.has(word) && sortsInKinds(column)) ||
        // "lead time" of `lead_days`
        (word === 'time' && column.type === 'number' && called.some((name) => timeUnits.has(name))) ||
        (word === consumption && isConsumed(column)))
    // "the restaurant rating", but not "the rated restaurant", which is one
    const mayBeTable = own === 0 || (beforeOf > 0 && at >= beforeOf)
    // "The electricity cost" of `costs` is its `cost_chf`, although there is an `electricity_kwh`.
    const isOfSibling = words.length > 1 && ownLikeness === 0 && hasSiblingCalled(column, word)
    if (isOfSibling && at === headAt) return 0
    const tableLikeness = isSuffix || isOfSibling ? 0.9 : mayBeTable ? likenessOf(word, table.words) : 0
    if (Math.max(ownLikeness, tableLikeness) === 0) return 0
    if (ownLikeness > 0 && ownLikeness >= tableLikeness) {
      own += 1
      for (const name of called) if (likeness(word, name) >= ownLikeness - 0.11) met.add(name)
    }
    sum += Math.max(ownLikeness, tableLikeness)
  }
  if (own === 0) return 0
  // What is in stock is no `min_stock`, where another column tells it.
  const isBound = called.some((word) => bounds.has(word) && !met.has(word))
  if (
    isBound &&
    table.columns.some(
      (other) =>
        other !== column &&
        isMeasureColumn(other) &&
        [...met].some((word) => other.words.includes(word)) &&
        !other.words.some((word) => bounds.has(word)),
    )
  )
    return 0
  // The `min` of `min_salary` is no unit; whether a salary is annual or gross changes little of what it is.
  const isSaid = (word: string, at: number): boolean =>
    met.has(word) || !((unitWords.has(word) && (word !== 'minimum' || at > 0)) || plainKinds.has(word))
  // "The spending" is money, no `hours_spent`.
  if (met.size === 1 && met.has(spend) && called.some((word) => timeUnits.has(word))) return 0
  // Of `prem_amt` the premium is what is said, and the amount how much it is; what is paid is no `paid_amount`.
  const isHowMuch = (word: string, at: number): boolean =>
    word === amount && at > 0 && !nameParts(column.name).some(isVerb)
  const says = called.filter((word, at) => !genericWords.has(word) && !isHowMuch(word, at) && isSaid(word, at))
  // A full name is a name.
  const plainly = called.filter((word) => !plainKinds.has(word))
  const core = says.length > 0 ? says : plainly.length > 0 ? plainly : called
  const metCore = core.filter((word) => met.has(word)).length
  if (metCore * 2 < core.length || metCore === 0) return 0
  const isWhole = metCore === core.length
  const mean = sum / words.length
  // A purchase price is no order, although people order what they purchase.
  const head = core.findLast((word) => !tallyWords.has(word))
  if (!isWhole && mean < 0.9 && head !== undefined && !met.has(head)) return 0
  // Of `qty_tons` the tons are what is counted.
  const isTally =
    called.some((word) => tallyWords.has(word) && !met.has(word)) && ![...met].some((word) => unitWords.has(word))
  return mean * (isWhole ? 1 : 0.65) + (isWhole && met.size === called.length ? 0.05 : 0) - (isTally ? 0.2 : 0)
}

/** How well words say the name of a table (0..1.06), by any of its names. */
export function tableScore(words: readonly string[], table: Table): number {
  const score = scoreOfTable(words, table.words)
  // Water meters are no water.
  const others = table.alsoCalled.filter((name) => best(words.at(-1)!, name.slice(-1)) > 0)
  return Math.max(score, ...others.map((name) => otherName * scoreOfTable(words, name)))
}

function scoreOfTable(words: readonly string[], called: readonly string[]): number {
  let sum = 0
  const met = new Set<string>()
  for (const word of words) {
    const begins = called.filter((name) => isBeginning(name, word))
    const like = Math.max(likenessOf(word, called), begins.length > 0 ? 0.7 : 0)
    if (like === 0) return 0
    sum += like
    for (const name of called) if (likeness(word, name) === like || begins.includes(name)) met.add(name)
  }
  const share = met.size / called.length
  const isHead = met.has(called.at(-1)!) || share >= 0.5
  return (sum / words.length) * (share === 1 ? 1.06 : isHead ? 0.7 : 0.62)
}

/** Whether words are a name written without blanks: `surfacearea` is “surface area”, `kWh` one word. */
export function isGlued(tokens: readonly Token[], name: string): boolean {
  const plain = joined(name).replace(/s$/, '')
  const [first, second, ...more] = tokens.map(({ lower }) => lower)
  // What was "topped up" is in `topups`.
  const isDone = more.length === 0 && /^(?:up|in|out|off|on)$/.test(second ?? '') && isVerb(first!)
  return (
    (isDone && canonical(first!) + second === plain) ||
    tokens
      .map(({ lower }) => lower)
      .join('')
      .replace(/s$/, '') === plain
  )
}
