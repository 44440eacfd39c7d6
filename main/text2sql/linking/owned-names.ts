import type { DatabaseProfile } from '../schema/profile'
import { keyColumn, nameColumns } from '../schema/row-names'
import { likeness } from '../words/likeness'
import { tableScore } from './name-score'
import type { Ref } from './ref'

/**
 * Takes among what words may name what rows of a table are called or told apart by, whatever the columns are called:
 * "the customer's name", "the id of the reviewer".
 * @param ofAt where "of" stands among the words; below 0 where it does not
 */
export function nameOwned(refs: Ref[], words: readonly string[], ofAt: number, { tables }: DatabaseProfile): void {
  // "The customer's name" is what customers are called, not the key that an order has of one.
  const [owning, suffix] = words
  const owners =
    words.length === 2 && suffix === 'name' ? tables.filter((table) => tableScore([owning!], table) >= 1) : []
  const [called] = owners.length === 1 ? nameColumns(owners[0]!) : []
  if (called !== undefined && !refs.some((ref) => ref.kind === 'column' && ref.column.table === called.table)) {
    for (const ref of [...refs]) if (ref.kind === 'column' && ref.column.isKey) refs.splice(refs.indexOf(ref), 1)
    refs.push({ kind: 'column', column: called, score: 1.02, saysTable: true })
  }
  // "The id of the reviewer" is what tells reviewers apart, whatever it is called.
  const [owned, whose] = ofAt === 1 ? words : [suffix, owning]
  const keeper =
    words.length === 2 && (owned === 'id' || (owned === 'number' && ofAt < 0))
      ? tables.filter((table) => tableScore([whose!], table) >= 1)
      : []
  const key = keeper.length === 1 ? keyColumn(keeper[0]!) : null
  if (
    key !== null &&
    (owned === 'id' ? key.words.includes('id') : !key.table.columns.some(({ words: own }) => own.includes('number'))) &&
    !refs.some((ref) => ref.kind === 'column' && ref.column.table === key.table)
  ) {
    for (const ref of [...refs]) if (ref.kind === 'column' && ref.column.isKey) refs.splice(refs.indexOf(ref), 1)
    refs.push({ kind: 'column', column: key, score: 1.02, saysTable: true })
  }
  // "The names of studios" that a column names.
  if (ofAt === 1 && words[0] === 'name' && words.length === 2 && refs.length === 0) {
    for (const { columns } of tables)
      for (const column of columns)
        if (
          column.type === 'text' &&
          !column.isKey &&
          column.words.length === 1 &&
          likeness(words[1]!, column.words[0]!) > 0.75
        )
          refs.push({ kind: 'column', column, score: 1, saysTable: true })
  }
}
