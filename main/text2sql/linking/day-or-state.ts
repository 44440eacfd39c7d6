import type { Token } from '../question/read-question'
import { timeAt } from '../question/times'
import type { Column, Table } from '../schema/profile'
import { best } from '../words/likeness'
import { canonical, isVerb } from '../words/words'
import type { Ref } from './refs'
import type { Vocabulary } from './vocabulary'

/** Whether a word is the state of rows that have a day on which they came into it, too: `open` beside `opened_on`. */
export const isStateBesideDay = ({ values }: Vocabulary, { lower }: Token, { type, table }: Column): boolean =>
  type === 'date' && (values.get(lower) ?? []).some(({ column }) => column.table === table && column.type === 'text')

/** Whether such a word tells how rows are, not what happened to them: "closed requests", "requests that are closed". */
export function isAsItIs(vocabulary: Vocabulary, tokens: readonly Token[], at: number, refs: readonly Ref[]): boolean {
  const [before, word] = [tokens[at - 1]?.lower ?? '', tokens[at]!]
  // 已完成的项目
  const next = tokens[tokens[at + 1]?.lower === '的' ? at + 2 : at + 1]
  return daysIn(refs).some(
    (column) =>
      isStateBesideDay(vocabulary, word, column) &&
      (next === undefined || next.sentence !== word.sentence
        ? /^(?:is|are|was|were)$/.test(before)
        : best(canonical(next.lower), column.table.words) === 1),
  )
}

/** "Open complaints" are no days on which something opened. */
export const isOpenRows = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]!.lower === 'open' &&
  tokens[at + 1] !== undefined &&
  !/^(?:to|did|when|we)$/.test(tokens[at - 1]?.lower ?? '')

/** The tables whose rows a verb says the day of: "opened in March 2024", whatever state they are in now. */
export const tablesOfDay = (tokens: readonly Token[], at: number, refs: readonly Ref[]): readonly Table[] =>
  isVerb(tokens[at]!.lower) && isTimeBehind(tokens, at) ? daysIn(refs).map(({ table }) => table) : []

const isTimeBehind = (tokens: readonly Token[], at: number): boolean =>
  [1, 2, 3].some(
    (ahead) =>
      timeAt(tokens, at + ahead) !== null &&
      tokens
        .slice(at + 1, at + ahead)
        .every(({ lower }) => /^(?:in|on|the|during|before|after|since|until|between|from)$/.test(lower)),
  )

const daysIn = (refs: readonly Ref[]): readonly Column[] =>
  refs.flatMap((ref) => (ref.kind === 'column' && ref.column.type === 'date' ? [ref.column] : []))
