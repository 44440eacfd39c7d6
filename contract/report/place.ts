import { z } from 'zod'
import { queryRead } from '../databases/query-reading'
import { jsonObject, jsonValue } from '../json'
import { locator, passageId } from '../library/source'
import { resourceId } from '../resources/resource'

/** What is kept of an answer at most, so that a report stays as quick to open as its text. */
export const placeBounds = {
  statementCharacters: 20_000,
  parameters: 500,
  columns: 500,
  rows: 100,
  /** Of the kept rows, or of the kept part of a result, as JSON. */
  keptCharacters: 64_000,
  pointerCharacters: 1024,
  /** Levels of lists and objects within each other. */
  depth: 64,
} as const

const hash = z.string().regex(/^[0-9a-f]{64}$/)

/** A place in a source of the library: where a sentence stands in its extracted text. */
export const sourcePlace = locator.extend({
  kind: z.literal('source'),
  /** Null where the passage is no longer in the library. */
  passageId: passageId.nullable(),
  sourceName: z.string(),
  sourceTitle: z.string().nullable(),
  headingPath: z.array(z.string()),
  /** Hash of the file as it was read; null where it is not known. */
  contentHash: z.string().nullable(),
  /** Of a message: who sent it, as its head says. */
  sender: z.string().optional(),
  /** Of code: the symbol whose declaration is cited whole, with the types that it is a member of (`Session.send`). */
  symbol: z.string().optional(),
})
export type SourcePlace = z.infer<typeof sourcePlace>

const answerBase = z.object({
  resourceId,
  resourceName: z.string(),
  /** Hash (sha256, hex) of the whole answer as canonical JSON (RFC 8785). */
  hash,
  /** Hash of what is kept of it here. */
  keptHash: hash,
  /** When it was answered. */
  at: z.iso.datetime(),
})

/** A query to a database and its rows as they were, all of them or a stretch with the row that counts. */
export const queryPlace = answerBase
  .extend({
    kind: z.literal('query'),
    statement: z.string().min(1).max(placeBounds.statementCharacters),
    parameters: z.array(jsonValue).max(placeBounds.parameters),
    columns: z.array(z.string()).max(placeBounds.columns),
    rows: z.array(z.array(jsonValue)).max(placeBounds.rows),
    /** Which row of the whole result is the first one kept, from 0. */
    firstRow: z.number().int().nonnegative(),
    totalRows: z.number().int().nonnegative(),
    /** The row that is meant, counted in the whole result from 0; null: the result as a whole. */
    row: z.number().int().nonnegative().nullable(),
    /** How the question was read that the query was made of; not there where no question was. */
    reading: queryRead.optional(),
    /** Of a query over what a service answered: the call that brought the rows. */
    over: z.object({ operation: z.string().min(1).max(500), arguments: jsonObject, rowsAre: z.string() }).optional(),
  })
  .refine(
    ({ columns, rows }) => rows.every((row) => row.length === columns.length),
    'A row has a cell for each column.',
  )
  .refine(({ rows, firstRow, totalRows }) => firstRow + rows.length <= totalRows, 'There are no rows beyond the last.')
  .refine(
    ({ rows, firstRow, row }) => row === null || (row >= firstRow && row < firstRow + rows.length),
    'The row that is meant is kept.',
  )
export type QueryPlace = z.infer<typeof queryPlace>

/** JSON pointer (RFC 6901): empty for the whole, else `/part/0`. */
export const jsonPointer = z
  .string()
  .max(placeBounds.pointerCharacters)
  .regex(/^(?:\/(?:[^~/]|~[01])*)*$/)

/** A call of a tool or operation, and its result or the part of it that `pointer` names. */
export const callPlace = answerBase.extend({
  kind: z.literal('call'),
  operation: z.string().min(1).max(500),
  /** As they were sent, secrets already redacted. */
  arguments: jsonObject,
  pointer: jsonPointer,
  value: jsonValue,
  /** Language models that the service had asked for this: what they said is in it, and nobody checked it. */
  models: z.array(z.string()).optional(),
})
export type CallPlace = z.infer<typeof callPlace>

/** What evidence rests on, a citation points at, the verifier reopens and a click opens. */
export const place = z.discriminatedUnion('kind', [sourcePlace, queryPlace, callPlace])
export type Place = z.infer<typeof place>

/** Places that are answers of a resource: they are kept whole where they are cited, for nothing else holds them. */
export type AnswerPlace = QueryPlace | CallPlace

/** What a person calls the thing that the place is in. */
export function nameOfPlace(of: Place): string {
  return of.kind === 'source' ? (of.sourceTitle ?? of.sourceName) : of.resourceName
}

/** The thing that the place is in: equal for two places of one source, or of one resource. */
export function originOfPlace(of: Place): string {
  return of.kind === 'source' ? `source:${of.sourceId}` : `resource:${of.resourceId}`
}

/** Equal for two places that are the same place. */
export function keyOfPlace(of: Place): string {
  if (of.kind === 'source') return JSON.stringify([of.sourceId, of.start, of.end])
  const answer = [of.kind, of.resourceId, of.hash, of.at]
  return JSON.stringify(
    of.kind === 'query'
      ? [...answer, of.statement, of.parameters, of.row]
      : [...answer, of.operation, of.arguments, of.pointer],
  )
}
