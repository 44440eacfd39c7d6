import type { Column } from '../schema/profile'
import { isMeasureColumn } from '../schema/row-names'
import type { TableFacts } from './facts'

/** A question in which one way of saying something is put as the table has it. */
export type Rule = (question: string, facts: TableFacts) => string

/** A name as it stands in a question, without what is in brackets. */
export const spoken = ({ name }: Pick<Column, 'name'>): string =>
  name
    .replace(/\([^()]*\)/g, ' ')
    .replace(/[^\p{L}\p{N}%]+/gu, ' ')
    .trim()

export const singular = (word: string): string => word.toLowerCase().replace(/(?<=[^s])s$/, '')

/** A text of which each word of letters is put otherwise where `put` says how. */
export const eachWord = (text: string, put: (word: string) => string | null): string =>
  text.replace(/(?<![\p{L}\p{N}])\p{L}[\p{L}-]*\p{L}(?![\p{L}\p{N}])/gu, (word) => put(word) ?? word)

export const figuresOf = ({ table }: TableFacts): Column[] => table.columns.filter(isMeasureColumn)

/** The figure that is called one of these; of several the one that says which end is meant. Null where none alone is. */
export function figureCalled(
  facts: TableFacts,
  hints: ReadonlySet<string>,
  end?: 'maximum' | 'minimum',
): Column | null {
  const found = figuresOf(facts).filter(({ words }) => words.some((word) => hints.has(word)))
  const ends = found.filter(({ words }) => end !== undefined && words.includes(end))
  const [only = null, ...more] = ends.length > 0 ? ends : found
  return more.length > 0 ? null : only
}
