// What a phrase means by where it stands, of all that it may name.

import { numberOf, type Token } from '../question/read-question'
import { tableOf } from '../reading/columns'
import { codeFor } from '../schema/codes'
import { best } from '../words/likeness'
import { canonical, canonicalWords, nameParts } from '../words/words'
import type { Linking } from './grammar-at'
import type { Ref } from './ref'
import { valueRefs } from './value-refs'

/** "Bus route 7" of routes of which one is called “Route 7”: that one, and no route with seven of something. Null elsewhere. */
export function namedByNumber(
  { tokens, vocabulary }: Linking,
  at: number,
  length: number,
  refs: readonly Ref[],
): { readonly refs: Ref[]; readonly length: number } | null {
  const number = tokens[at + length]
  if (number === undefined || numberOf(number) === null || refs.every(({ kind }) => kind === 'value')) return null
  const tables = refs.map(tableOf)
  const named = valueRefs(vocabulary, [tokens[at + length - 1]!, number]).filter((ref) => tables.includes(tableOf(ref)))
  return named.length === 0 ? null : { refs: named, length: length + 1 }
}

/** "Active subscriptions" of which each has a state `ACT`: its own, whatever is active besides. */
export function withCode({ tokens, vocabulary }: Linking, at: number, phrase: readonly Token[], values: Ref[]): Ref[] {
  const next = tokens[at + 1]
  if (phrase.length > 1 || next === undefined || values.length === 0) return values
  const codes = vocabulary.codes.filter(({ column }) => best(canonical(next.lower), column.table.words) === 1)
  const isOwn = codes.some(({ column }) => values.some((ref) => tableOf(ref) === column.table))
  const code = isOwn ? null : codeFor(codes, phrase[0]!.lower)
  return code === null ? values : [{ kind: 'value', column: code.column, values: [code.value], score: 1 }]
}

const sexes = canonicalWords('sex gender')
/** Women are rows of that sex, whatever else a column that is called after them holds. */
export const valuesOfSex = (phrase: readonly Token[], values: readonly Ref[]): Ref[] =>
  phrase.length === 1 && /^(?:wom[ae]n|m[ae]n|(?:fe)?males?|girls?|boys?)$/.test(phrase[0]!.lower)
    ? values.filter((ref) => ref.kind === 'value' && ref.column.words.some((word) => sexes.has(word)))
    : []

/** Tables and columns that a phrase names, without those that are only called after what it says there. */
export const namedInPlace = (tokens: readonly Token[], at: number, phrase: readonly Token[], refs: Ref[]): Ref[] =>
  withoutSynonyms(
    phrase,
    isRelating(tokens, at, phrase)
      ? refs.filter((ref) => isWholeName(ref, phrase))
      : refs.filter((ref) => !isDoer(tokens, at, phrase, ref)),
  )

/** "Which drug was prescribed most often?" asks for nobody who did it: `prescribed_by`. */
function isDoer(tokens: readonly Token[], at: number, phrase: readonly Token[], ref: Ref): boolean {
  if (!isDone(tokens, at) || phrase.length > 1 || ref.kind !== 'column' || tokens[at + 1]?.lower === 'by') return false
  const [verb, by, ...more] = nameParts(ref.column.name)
  return by === 'by' && more.length === 0 && verb === phrase[0]!.lower
}

/** Whether a verb says what was done to something: "was prescribed". */
const isDone = (tokens: readonly Token[], at: number): boolean =>
  /^(?:is|are|was|were|been|being)$/.test(tokens[at - 1]?.lower ?? '')

/** What relates or ranks names no column that is called after it: `client_since`, `from_date`, `ordered_by`, `best_book_id`. */
function isRelating(tokens: readonly Token[], at: number, phrase: readonly Token[]): boolean {
  const said = phrase.map(({ lower }) => lower).join(' ')
  return relating.test(said) || (!isDone(tokens, at) && /^(?:ordered|sorted|grouped|ranked) by$/.test(said))
}
const relating = /^(?:from|to|since|until|till|before|after|by|with|for|at|in|on|best|worst|most|least|highest|lowest)$/
const isWholeName = (ref: Ref, phrase: readonly Token[]): boolean =>
  ref.kind === 'column' && phrase.length === 1 && ref.column.name.toLowerCase() === phrase[0]!.lower

/** Of the figures of a table the one that is called so, and none by what people say for it: fees of `fee_paid`, and no cost. */
function withoutSynonyms(phrase: readonly Token[], refs: Ref[]): Ref[] {
  const head = canonical(phrase.at(-1)!.lower)
  const isCalled = (ref: Ref): boolean => ref.kind === 'column' && ref.column.words.includes(head)
  const called = refs
    .filter((ref) => ref.kind === 'column' && ref.column.type === 'number' && isCalled(ref))
    .map(tableOf)
  return refs.filter(
    (ref) =>
      ref.kind !== 'column' ||
      ref.column.type !== 'number' ||
      isCalled(ref) ||
      !called.includes(ref.column.table) ||
      ref.column.alsoCalled.length > 0,
  )
}
