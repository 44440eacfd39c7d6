import type { QueryRead } from '../../../contract/databases/query-reading'
import { QuarryError } from '../../../contract/errors'
import { pointerNames } from '../../../contract/json'
import {
  type AnswerPlace,
  type CallPlace,
  callPlace,
  jsonPointer,
  placeBounds,
  type QueryPlace,
  queryPlace,
} from '../../../contract/report/place'
import { withoutSecrets } from '../../gate'
import { asJson, canonicalJson, hashOfJson } from '../../store'

/** A resource that answered, and when. */
interface Answered {
  readonly resourceId: string
  readonly resourceName: string
  readonly at: string
}

function unkept(message: string, cause?: unknown): QuarryError {
  return new QuarryError('place.invalid', message, { cause })
}

/** As the store gives it back: hashed before it is stored, an answer must hash the same afterwards. */
function storable(value: unknown): unknown {
  if (isTooDeep(value)) throw unkept(`An answer of more than ${placeBounds.depth} levels cannot be kept.`)
  return JSON.parse(asJson(value))
}

/** Level by level: what is nested too deeply to be kept is too deep for recursion, too. */
function isTooDeep(value: unknown): boolean {
  let level = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > placeBounds.depth) return true
    level = level.flatMap((item) => (item !== null && typeof item === 'object' ? Object.values(item) : []))
  }
  return false
}

/** What `keptHash` is the hash of. */
export function keptOf(place: AnswerPlace): unknown {
  return place.kind === 'query' ? { columns: place.columns, rows: place.rows, firstRow: place.firstRow } : place.value
}

/** How many rows from `first` on fit what may be kept. */
function countKept(rows: readonly unknown[], first: number): number {
  let characters = 0
  let kept = 0
  for (const row of rows.slice(first, first + placeBounds.rows)) {
    characters += canonicalJson(row).length + 1
    if (characters > placeBounds.keptCharacters) break
    kept += 1
  }
  return kept
}

/**
 * The place of a query's answer: all rows where they fit `placeBounds`, else the stretch that begins at `row`, or at
 * the first. Cells are JSON; what JSON cannot hold (integers beyond 2^53, dates) comes as text.
 * @throws QuarryError `place.invalid` where the row that is meant is not there or is larger than may be kept
 */
export function queryPlaceOf(
  answered: Answered,
  query: Pick<QueryPlace, 'statement'> & {
    readonly parameters: readonly unknown[]
    readonly reading?: QueryRead | null
    readonly over?: QueryPlace['over'] | undefined
  },
  result: { readonly columns: readonly string[]; readonly rows: readonly (readonly unknown[])[] },
  row: number | null = null,
): QueryPlace {
  const { columns, rows } = storable(result) as { columns: string[]; rows: unknown[][] }
  const isWhole = countKept(rows, 0) === rows.length
  const firstRow = isWhole ? 0 : (row ?? 0)
  const kept = rows.slice(firstRow, firstRow + countKept(rows, firstRow))
  const parsed = queryPlace.safeParse({
    ...answered,
    kind: 'query',
    statement: query.statement,
    parameters: storable(query.parameters),
    ...(query.reading && { reading: query.reading }),
    ...(query.over && { over: { ...query.over, arguments: withoutSecrets(storable(query.over.arguments)) } }),
    columns,
    rows: kept,
    firstRow,
    totalRows: rows.length,
    row,
    hash: hashOfJson({ columns, rows }),
    keptHash: hashOfJson({ columns, rows: kept, firstRow }),
  })
  if (!parsed.success) throw unkept(`The answer of ${answered.resourceName} cannot be kept.`, parsed.error)
  return parsed.data
}

/**
 * The place of a call's result, or of the part of it that `pointer` names. Secrets in its arguments are masked.
 * @throws QuarryError `place.invalid` where the pointer names nothing, or more than may be kept: name a smaller part
 */
export function callPlaceOf(
  answered: Answered,
  call: {
    readonly operation: string
    readonly arguments: Readonly<Record<string, unknown>>
    readonly models?: readonly string[] | undefined
  },
  result: unknown,
  pointer = '',
): CallPlace {
  const whole = storable(result)
  const value = atPointer(whole, pointer)
  if (value === undefined) throw unkept(`The result of ${call.operation} has no part ${pointer}.`)
  if (canonicalJson(value).length > placeBounds.keptCharacters)
    throw unkept(`The part ${pointer || 'as a whole'} of the result of ${call.operation} is larger than can be kept.`)
  const parsed = callPlace.safeParse({
    ...answered,
    kind: 'call',
    operation: call.operation,
    arguments: withoutSecrets(storable(call.arguments)),
    pointer,
    value,
    ...(call.models !== undefined && { models: call.models }),
    hash: hashOfJson(whole),
    keptHash: hashOfJson(value),
  })
  if (!parsed.success) throw unkept(`The result of ${call.operation} cannot be kept.`, parsed.error)
  return parsed.data
}

/** What a JSON pointer (RFC 6901) names in a document; undefined where it names nothing or is none. */
export function atPointer(document: unknown, pointer: string): unknown {
  if (!jsonPointer.safeParse(pointer).success) return undefined
  let at = document
  for (const name of pointerNames(pointer)) {
    if (Array.isArray(at)) at = /^(?:0|[1-9]\d*)$/.test(name) ? at[Number(name)] : undefined
    else if (at !== null && typeof at === 'object' && Object.hasOwn(at, name))
      at = (at as Record<string, unknown>)[name]
    else return undefined
  }
  return at
}
