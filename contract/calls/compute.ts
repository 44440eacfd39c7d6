import { z } from 'zod'
import type { ErrorShape } from '../error-shape'
import { type JsonValue, jsonValue } from '../json'
import type { CallPlace } from '../report/place'

export interface ComputeLimits {
  readonly timeMs: number
  readonly memoryBytes: number
  readonly stackBytes: number
  /** Of the result as JSON. */
  readonly outputCharacters: number
}

/** One run of JavaScript over data that is handed in. */
export interface ComputeTask {
  readonly code: string
  readonly tables: Readonly<Record<string, readonly JsonValue[]>>
  readonly texts: Readonly<Record<string, string>>
  readonly limits: ComputeLimits
}

export type ComputeAnswer =
  /** `json`: the value of the last expression. */
  { readonly kind: 'computed'; readonly json: string } | { readonly kind: 'failed'; readonly error: ErrorShape }

/** What a call of `compute` answers: its result, and what that was computed from. */
export const computation = z.object({
  /** Cells in rows where the result is made of plain values; null of any other. */
  table: z.object({ columns: z.array(z.string()), rows: z.array(z.array(jsonValue)) }).nullable(),
  /** The result that is no table. */
  value: jsonValue,
  /** What results of earlier calls handed in: rows of a table, characters of a text. */
  inputs: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(['table', 'text']),
      size: z.number().int(),
      columns: z.array(z.string()),
    }),
  ),
  /** Hash (sha256, hex) of the code and all that was handed in. */
  inputHash: z.string(),
  at: z.string(),
  tookMs: z.number(),
})
export type Computation = z.infer<typeof computation>

/** The computation that a call was; null of any other call. */
export function computationOf({ operation, pointer, value }: CallPlace): Computation | null {
  if (operation !== 'compute' || pointer !== '') return null
  return computation.safeParse(value).data ?? null
}
