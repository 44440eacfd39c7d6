import { wordTable } from '../../../contract/word-table'
import { grammarOf } from '../question/grammar'
import type { Token } from '../question/read-question'
import { inUnitOf, isUnit } from '../question/units'
import { isMeasureColumn, isPerson, namesPeople } from '../schema/row-names'
import { fillers } from '../words/fillers'
import { canonical, isPlural } from '../words/words'
import { type Linking, phraseFrom } from './grammar-at'
import type { Item } from './items'
import type { Ref } from './ref'
import { schemaRefs } from './refs'
import type { Vocabulary } from './vocabulary'

export const ranksPrices = (items: readonly Item[]): boolean =>
  items.some((item) => item.kind === 'superlative' && item.hints.includes('price'))

/** "Total fees" adds up what is called fees, whatever else may be called a total. */
export const addsUpNamed = (vocabulary: Vocabulary, [first, ...rest]: readonly Token[]): boolean =>
  rest.length > 0 &&
  grammarOf(first!.lower)?.kind === 'aggregate' &&
  schemaRefs(vocabulary, [first!, ...rest]).every(({ score }) => score < 0.9) &&
  schemaRefs(vocabulary, rest).some((ref) => ref.score >= 1 && ref.kind === 'column' && isMeasureColumn(ref.column))

/** "How many works does the museum own": whose database it is, not one of its rows. */
export const isOwner = (tokens: readonly Token[], at: number): boolean =>
  tokens[at - 1]?.lower === 'the' &&
  /^(?:do|does|did)$/.test(tokens[at - 2]?.lower ?? '') &&
  !tokens[at + 1]?.isCapital &&
  !tokens[at + 1]?.isQuoted &&
  !isPlural(tokens[at]!.lower)

/** Whether a word is only another one for what a table or a column is called. */
export const isSynonymOf = (ref: Ref, { lower }: Token): boolean =>
  !(ref.kind === 'table' ? ref.table : ref.column).words.includes(canonical(lower))

/** Whether a word that is the last of a value names the rows that have it. */
export const saysRows = (vocabulary: Vocabulary, last: Token, ref: Ref): boolean =>
  ref.kind === 'value' &&
  ref.column.labels !== undefined &&
  schemaRefs(vocabulary, [last]).some(
    (named) => named.kind === 'table' && named.score >= 0.85 && named.table === ref.column.table,
  )

/** Whether a word says nothing. What is sold out is not just sold, and the value of a stock is no count. */
export const isIdle = (tokens: readonly Token[], at: number): boolean =>
  fillers.has(tokens[at]!.lower) &&
  !tokens[at]!.isQuoted &&
  !(tokens[at]!.lower === 'out' && /^(?:sold|booked|ran|worn)$/.test(tokens[at - 1]?.lower ?? '')) &&
  !(tokens[at]!.lower === 'value' && tokens[at + 1]?.lower === 'of')

/** Whether a word says a state that rows have or have not. */
export const saysState = (refs: readonly Ref[]): boolean =>
  refs.some(({ kind, score }) => kind === 'value' && score >= 0.7)

/** Whether what a word of money may mean is money, or what has to do with it, and not a part of another name, or a day. */
export const saysMoney = (refs: readonly Ref[]): boolean =>
  refs.some((ref) => ref.score >= 0.75 && !(ref.kind === 'column' && ref.column.type === 'date'))

export const aggregateWords = wordTable<'sum' | 'avg'>({ total: 'sum', average: 'avg' })

/** Whether a figure of what was named is called by its unit: `duration_minutes` is in minutes, as is whatever is asked of it. */
export const saysUnit = (items: readonly Item[], unit: string): boolean =>
  items.some(
    (item) =>
      item.kind === 'refs' &&
      item.refs.some((ref) =>
        (ref.kind === 'table' ? ref.table : ref.column.table).columns.some(
          (column) => isMeasureColumn(column) && column.words.includes(canonical(unit)),
        ),
      ),
  )

/** The unit that a word behind a number says; null where there is none, or rows are called so: "more than one meter" of those that are read. */
export const unitBehind = (vocabulary: Vocabulary, next: Token | undefined): string | null =>
  next !== undefined &&
  isUnit(next.lower) &&
  !schemaRefs(vocabulary, [next]).some(({ kind, score }) => kind === 'table' && score > 1)
    ? next.lower
    : null

/** Whether a figure that was named is in another unit than the one that is asked for: hours of `exposure_seconds`. */
export const isInOtherUnit = (items: readonly Item[], unit: string): boolean =>
  items.some(
    (item) =>
      item.kind === 'refs' &&
      item.refs.some(
        (ref) => ref.kind === 'column' && isMeasureColumn(ref.column) && inUnitOf(ref.column, 1, unit) !== 1,
      ),
  )

/** Whether what was named is a number of what it is called: `words` of a text. */
export const saysCount = (refs: readonly Ref[]): boolean =>
  refs.some((ref) => ref.kind === 'column' && ref.score >= 0.9 && isMeasureColumn(ref.column)) &&
  refs.every((ref) => ref.kind !== 'table')

/** "Annual passes" of passes whose kind is called so are no years. */
export function isKindOfRows({ tokens, vocabulary }: Linking, at: number, refs: readonly Ref[]): boolean {
  const next = tokens[at + 1]
  const named = next === undefined ? [] : schemaRefs(vocabulary, [next])
  return refs.some(
    (ref) =>
      ref.kind === 'value' &&
      ref.score >= 1 &&
      named.some((rows) => rows.kind === 'table' && rows.score >= 0.95 && rows.table === ref.column.table),
  )
}

/** Whether the words from a place on name a column of texts, which rows are parted by: "paid by method". */
export const saysKind = ({ tokens, vocabulary }: Linking, at: number): boolean =>
  [2, 1].some((length) => {
    const phrase = phraseFrom(tokens, at).slice(0, length)
    const named = phrase.length === length ? schemaRefs(vocabulary, phrase) : []
    return (
      named.some(
        (ref) => ref.score >= 0.9 && ref.kind === 'column' && ref.column.type === 'text' && !namesPeople(ref.column),
      ) && named.every((ref) => ref.kind !== 'table' || ref.score < 0.9)
    )
  })

/** "The day and the kilos of each harvest" shows what is called so, and groups nothing by days. */
export function isShown(tokens: readonly Token[], at: number, refs: readonly Ref[]): boolean {
  const before = tokens[tokens[at - 1]?.lower === 'the' ? at - 2 : at - 1]?.lower ?? ''
  return (
    /^(?:and|show|list|give|return|me)$/.test(before) &&
    /^(?:and|of|for)$/.test(tokens[at + 1]?.lower ?? '') &&
    refs.some((ref) => ref.score >= 1 && ref.kind === 'column' && ref.column.words.length === 1)
  )
}

const nationality = canonical('nationality')

/**
 * "How many guests are from each country?": where people are from is their nationality, and no country of somebody else, where
 * they have no country of their own.
 */
export function ofOrigin(refs: readonly Ref[], { tokens, items, vocabulary }: Linking, at: number): readonly Ref[] {
  if (!/^countr(?:y|ies)$/.test(tokens[at]!.lower)) return refs
  const isFrom =
    tokens.slice(Math.max(0, at - 4), at).some(({ lower }) => lower === 'from') || /^from$/.test(tokens.at(-1)!.lower)
  const said = new Set([...items.map(({ text }) => text), ...tokens.slice(at).map(({ text }) => text)].map(canonical))
  const people = vocabulary.profile.tables.filter(
    (table) => isPerson(table) && table.words.some((word) => said.has(word)),
  )
  const [own, ...others] = people.flatMap(({ columns }) => columns.filter(({ words }) => words.includes(nationality)))
  const isOthers = refs.every(
    (ref) => ref.kind === 'column' && (ref.column === own || !people.includes(ref.column.table)),
  )
  return isFrom && isOthers && own !== undefined && others.length === 0
    ? [{ kind: 'column', column: own, score: 1.05, saysTable: false }]
    : refs
}

/** Whether a figure is called by one word, and by that one. */
export const isColumnOfName = (ref: Ref): boolean =>
  ref.kind === 'column' && ref.score >= 1 && isMeasureColumn(ref.column) && ref.column.words.length === 1

/** What a whole phrase names. "The number of credits" is of a column, "the number of episodes" of rows: neither is a number that a row has. */
export function namedWhole(vocabulary: Vocabulary, phrase: readonly Token[]): Ref[] {
  const [first, of, ...rest] = phrase
  const last = rest.at(-1)
  const named = schemaRefs(vocabulary, phrase)
  if (first!.lower !== 'number' || last === undefined) return named
  if (of!.lower === 'of' && schemaRefs(vocabulary, rest.slice(0, 1)).some(isColumnOfName)) return []
  const areRows =
    isPlural(last.lower) && schemaRefs(vocabulary, [last]).some(({ kind, score }) => kind === 'table' && score >= 1)
  return areRows ? named.filter((ref) => ref.kind !== 'column' || !/(?:number|_no|_nr)$/i.test(ref.column.name)) : named
}
