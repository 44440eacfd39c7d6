import type { ErrorShape } from '../error-shape'
import type { ApiOperation, ApiParameter } from '../resources/resource'

/** How a credential goes along with a request. */
export type ApiCredential =
  | { readonly kind: 'bearer' | 'basic'; readonly value: string }
  | { readonly kind: 'key'; readonly in: 'header' | 'query' | 'cookie'; readonly name: string; readonly value: string }

/** One call of an operation, secrets and all: never stored, never logged. */
export interface ApiCallTask {
  /** Absolute; the request goes to its origin and to no other. */
  readonly server: string
  readonly operation: Pick<ApiOperation, 'method' | 'path' | 'parameters' | 'body'>
  /** By `argumentNames`; the body under `body`. */
  readonly arguments: Readonly<Record<string, unknown>>
  readonly credentials: readonly ApiCredential[]
  readonly limits: ApiCallLimits
}

export interface ApiCallLimits {
  /** Bytes of a response that are read, decompressed. */
  readonly maxResponseBytes: number
  /** Bytes of the result, as JSON, that are handed on. */
  readonly maxResultBytes: number
  /** Pages that are asked for one after the other. */
  readonly maxPages: number
  /** Requests after one that failed, of methods that may be repeated. */
  readonly maxRetries: number
}

export interface ApiCallResult {
  readonly status: number
  /** The last address that was asked, without credentials. */
  readonly url: string
  readonly mediaType: string
  /** JSON as it came, lists of several pages put together; else the text. */
  readonly value: unknown
  /** Pages that were read. */
  readonly pages: number
  /** Whether there is more than `value` holds: bytes beyond the limit, or pages. */
  readonly cut: boolean
}

export type ApiCallAnswer =
  | { readonly kind: 'called'; readonly result: ApiCallResult }
  | { readonly kind: 'failed'; readonly error: ErrorShape }

/** The name of the argument for the whole body. */
export const bodyArgument = 'body'

/** What each parameter beside the body is called among the arguments: its name, or with its place where two have one. */
export function argumentNames(parameters: readonly ApiParameter[]): ReadonlyMap<string, ApiParameter> {
  const named = new Map<string, ApiParameter>()
  for (const parameter of parameters) {
    if (parameter.in === 'body') continue
    const isTaken = named.has(parameter.name) || parameter.name === bodyArgument
    named.set(isTaken ? `${parameter.in}.${parameter.name}` : parameter.name, parameter)
  }
  return named
}

/** JSON schema of an operation's arguments. */
export function argumentSchema({ parameters, body }: Pick<ApiOperation, 'parameters' | 'body'>): {
  readonly type: 'object'
  readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly required: readonly string[]
  readonly additionalProperties: false
} {
  const named = [...argumentNames(parameters)]
  const properties: [string, Readonly<Record<string, unknown>>][] = named.map(([name, { schema, description }]) => [
    name,
    { ...(schema ?? { type: 'string' }), ...(description === '' ? {} : { description }) },
  ])
  const required = named.filter(([, parameter]) => parameter.required).map(([name]) => name)
  // A collection of requests names the fields of a body and gives no schema.
  const fields = parameters.filter((parameter) => parameter.in === 'body')
  if (body !== undefined) properties.push([bodyArgument, body.schema])
  else if (fields.length > 0) properties.push([bodyArgument, {}])
  if (body?.required === true) required.push(bodyArgument)
  return { type: 'object', properties: Object.fromEntries(properties), required, additionalProperties: false }
}
