import type { ReadCondition } from '../contract/databases/query-reading'
import type { Speech } from './words'

/** A condition as it is told: `span` is a stretch of time, from its first value to before its second. */
export type ConditionInWords = Omit<ReadCondition, 'op'> & { readonly op: ReadCondition['op'] | 'span' }

const isDate = (value: unknown): boolean => typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value)

/** Conditions with the two ends of a stretch of time told as one. */
export function conditionsInWords(conditions: readonly ReadCondition[]): ConditionInWords[] {
  const ends = new Set<ReadCondition>()
  const told = conditions.map((one): ConditionInWords => {
    const end = conditions.find(
      (other) =>
        other.op === '<' && other.table === one.table && other.column === one.column && isDate(other.values[0]),
    )
    if (one.op !== '>=' || end === undefined || !isDate(one.values[0])) return one
    ends.add(end)
    return { ...one, op: 'span', values: [...one.values, ...end.values] }
  })
  return told.filter((_, at) => !ends.has(conditions[at]!))
}

/** Values as the query has them, with what codes stand for: a year is no thousand and more. */
export function inValues(
  values: readonly unknown[],
  { format, language }: Speech,
  meanings: readonly (string | null)[] = [],
): string {
  const said = (value: unknown): string =>
    value === null ? '–' : typeof value === 'number' || isDate(value) ? String(value) : `“${String(value)}”`
  const told = (value: unknown, at: number): string => {
    const meaning = meanings[at] ?? null
    if (meaning === null) return said(value)
    return language === 'en' ? `${said(value)} (${meaning})` : `${said(value)}（${meaning}）`
  }
  return format.list(values.map(told))
}
