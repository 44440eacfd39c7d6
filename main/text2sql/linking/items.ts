import type { DatabaseCell } from '../../../contract/databases/database-tasks'
import type { QuestionShape } from '../query/corrected-query'
import type { Grammar } from '../question/grammar-kinds'
import type { TimeSpan } from '../question/times'
import type { Ref } from './ref'
import { plain } from './vocabulary'

interface Placed {
  readonly text: string
  readonly sentence: number
}
export type Item = Placed &
  (
    | Grammar
    | { readonly kind: 'refs'; readonly refs: readonly Ref[]; readonly isQuoted: boolean }
    /** `unit`: as it is written behind, else null. */
    | { readonly kind: 'number'; readonly value: number; readonly unit: string | null }
    | { readonly kind: 'time'; readonly span: TimeSpan; readonly bareYear: number | null }
  )

export interface Linked {
  readonly items: readonly Item[]
  /** Verbs and other words that a query does not depend on, as they meet names. */
  readonly idle: ReadonlySet<string>
  /** Words that neither the database nor the grammar explains. */
  readonly unknown: readonly string[]
}
/** What is left of a question without the values, numbers and times that it names. */
export function shapeOf({ items, unknown }: Linked): QuestionShape {
  const slots: DatabaseCell[] = []
  const words = items.map((item) => {
    if (item.kind === 'number') slots.push(item.value)
    else if (item.kind === 'time') slots.push(item.span.from, item.span.to)
    else if (item.kind === 'pattern') slots.push(item.part)
    const ref = item.kind === 'refs' ? item.refs[0] : undefined
    if (ref?.kind === 'value') {
      slots.push(ref.values[0] ?? null)
      return `<${ref.column.table.name}.${ref.column.name}>`
    }
    return item.kind === 'number' || item.kind === 'time' || item.kind === 'pattern'
      ? `<${item.kind}>`
      : plain(item.text)
  })
  return { shape: [...words, ...unknown.map(plain)].join(' '), slots }
}
