import { z } from 'zod'
import { kindOfFact } from '../fact'

/** What rows are grouped by of their time: a stretch of it, or what comes round again. */
export const timeUnits = ['year', 'quarter', 'month', 'day', 'weekday', 'monthOfYear', 'hourOfDay', 'decade'] as const

const cell = z.union([z.string(), z.number(), z.boolean()]).nullable()
const columnOf = { table: z.string(), column: z.string() }
const measure = z.object({
  fn: z.enum(['count', 'sum', 'avg', 'min', 'max', 'range']),
  table: z.string(),
  /** Null: rows of the table are counted. */
  column: z.string().nullable(),
  distinct: z.boolean(),
  /** The time from this column of the same table to `column` is measured. */
  since: z.object({ column: z.string(), unit: z.enum(['day', 'hour', 'minute']) }).optional(),
})
const comparison = z.enum(['=', '<>', '>', '<', '>=', '<='])
const condition = z.object({
  ...columnOf,
  op: z.enum([
    ...comparison.options,
    'between',
    'in',
    'not in',
    'is null',
    'is not null',
    // What a text holds, begins or ends with, whatever its capitals.
    'contains',
    'starts with',
    'ends with',
    'not contains',
    'above average',
    'below average',
    // Against another column of the same row, which `values` names.
    'above column',
    'below column',
    // Rows of another table, among which each of `values` is, or each that the column holds.
    'holds each',
    'holds all',
    // A day that lies in one of these years (`2023`) or months (`2023-04`).
    'in years',
    'in months',
    // A day that is one of these of its week: 1 is Monday, 7 Sunday.
    'on weekdays',
  ]),
  values: z.array(cell),
  /** What each of `values` stands for, where the database explains its codes. */
  meanings: z.array(z.string().nullable()).optional(),
})

/** How a question was read in the names of a database, so that a person sees what was asked of it. */
export const queryReading = z.object({
  /** What a row of the answer stands for, where nothing is counted or added. */
  rowsOf: z.string(),
  shown: z.array(z.object(columnOf)),
  measures: z.array(measure),
  groups: z.array(z.object({ ...columnOf, unit: z.enum(timeUnits).nullable() })),
  conditions: z.array(condition),
  /** Conditions of which one suffices. */
  anyOf: z.array(condition),
  related: z.array(z.object({ table: z.string(), isAbsent: z.boolean() })),
  having: z.array(z.object({ measure, op: comparison, value: cell })),
  order: z.array(z.object({ column: z.string().nullable(), measure: measure.nullable(), descending: z.boolean() })),
  limit: z.number().int().positive().nullable(),
  /** Groups for each of which `limit` or `nth` counts anew. */
  ofEach: z.array(z.object(columnOf)).optional(),
  /** Only what stands at this place is asked, where the order begins with 1 and equals share a place: "the second highest". */
  nth: z.number().int().min(2).max(10).optional(),
  /** Only how many groups there are is asked. */
  isCountOfGroups: z.boolean(),
  /** The conditions name a part of all rows, or of each group, whose share is asked; without any, each group is a part. */
  share: z.enum(['percent', 'fraction']).nullable(),
  /** Conditions that hold for the whole of which a share is asked. */
  within: z.array(condition).optional(),
})
export type QueryReading = z.infer<typeof queryReading>
export type ReadMeasure = z.infer<typeof measure>
export type ReadCondition = z.infer<typeof condition>

/** `per`: the reading of what the first is divided by, or of what is taken from it (`isDifference`). `question`: what was read. `corrected`: by a person. */
export const queryRead = z.discriminatedUnion('kind', [
  kindOfFact('queryRead', {
    of: queryReading,
    per: queryReading.nullable(),
    isDifference: z.boolean().optional(),
    question: z.string().optional(),
    corrected: z.boolean().optional(),
  }),
])
export type QueryRead = z.infer<typeof queryRead>

/** What is told below the rows of a summary: of how many it shows how many, and what brought them. */
export const rowsShown = z.discriminatedUnion('kind', [
  kindOfFact('rowsShown', { shown: z.number().int(), total: z.number().int() }),
  /** Of which call's rows a question was asked; `given` are its arguments as text. */
  kindOfFact('rowsOver', { operation: z.string(), given: z.array(z.string()) }),
])
export type RowsShown = z.infer<typeof rowsShown>
