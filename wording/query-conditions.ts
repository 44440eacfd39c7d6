import type { ReadCondition } from '../contract/query-reading'
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

/** Values as they are compared with: text in quotes, numbers as the language writes them. */
export function inValues(values: readonly unknown[], { format }: Speech): string {
  return format.list(
    values.map((value) =>
      value === null
        ? '–'
        : typeof value === 'number'
          ? format.number(value)
          : isDate(value)
            ? String(value)
            : `“${String(value)}”`,
    ),
  )
}
