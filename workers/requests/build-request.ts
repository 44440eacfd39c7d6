import { type ApiCallTask, argumentNames, bodyArgument } from '../../contract/calls/api-call'
import { QuarryError } from '../../contract/errors'
import type { ApiParameter } from '../../contract/resources/resource'
import { written } from './styles'

export interface BuiltRequest {
  readonly method: string
  /** Without the credentials that go along in it. */
  readonly url: URL
  readonly secretQuery: readonly (readonly [name: string, value: string])[]
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

/** Set by the client itself, whatever a description says. */
const ownHeaders = new Set([
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
  'accept',
  'content-type',
  'authorization',
  'cookie',
])

/**
 * The request of a call, each argument written as its parameter's style has it. Throws `input.invalid` where an argument
 * has no place, a part of the path is missing, or the address would leave the server.
 */
export function buildRequest({ server, operation, arguments: given, credentials }: ApiCallTask): BuiltRequest {
  const named = argumentNames(operation.parameters)
  const stray = Object.keys(given).find((name) => name !== bodyArgument && !named.has(name))
  if (stray !== undefined) throw invalid(`The operation has no parameter “${stray}”.`, stray)
  let path = operation.path
  const query: string[] = []
  const headers: Record<string, string> = { accept: 'application/json, text/*;q=0.8, */*;q=0.1' }
  const cookies: string[] = []
  for (const [argument, parameter] of named) {
    const value = Object.hasOwn(given, argument) ? given[argument] : undefined
    if (value === undefined || value === null) {
      if (parameter.in === 'path') throw invalid(`“${argument}” is missing.`, argument)
      continue
    }
    if (parameter.in === 'path') path = withPart(path, parameter, value, argument)
    else if (parameter.in === 'query') query.push(...written(parameter, value))
    else if (parameter.in === 'cookie') cookies.push(...written(parameter, value))
    else if (!ownHeaders.has(parameter.name.toLowerCase())) headers[parameter.name] = headerValue(parameter, value)
  }
  const base = serverUrl(server)
  const url = new URL(base)
  url.pathname = `${base.pathname.replace(/\/$/, '')}${path.startsWith('/') ? '' : '/'}${path}`
  if (url.origin !== base.origin) throw invalid('The address leads to another server.', 'path')
  url.search = [base.search.slice(1), ...query].filter((part) => part !== '').join('&')
  url.hash = ''
  const secretQuery: [string, string][] = []
  for (const credential of credentials) {
    if (credential.kind === 'key') {
      const { name, value } = credential
      if (credential.in === 'header') headers[name] = secretHeader(value)
      else if (credential.in === 'query') secretQuery.push([name, value])
      else cookies.push(`${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    } else if (credential.kind === 'bearer') headers.authorization = `Bearer ${secretHeader(credential.value)}`
    else headers.authorization = `Basic ${Buffer.from(credential.value).toString('base64')}`
  }
  if (cookies.length > 0) headers.cookie = cookies.join('; ')
  const body = Object.hasOwn(given, bodyArgument) ? bodyText(given[bodyArgument], operation.body?.mediaType) : null
  if (body !== null) headers['content-type'] = body.mediaType
  return { method: operation.method.toUpperCase(), url, secretQuery, headers, body: body?.text ?? null }
}

function serverUrl(server: string): URL {
  try {
    const url = new URL(server)
    if (url.protocol === 'http:' || url.protocol === 'https:') return url
  } catch {
    // Said below, as for other protocols.
  }
  throw invalid(`“${server}” is not the address of a server.`, 'server')
}

/** `{id}`, `{;id*}` of matrix and label styles, and `:id` of collections of requests. */
const partOfPath = /\{[.;]?([^{}*]{1,200})\*?\}|(?<=\/):([\w-]{1,200})/g

/** A part of the path is one part: what it brings of slashes and dots is written so that it stays in its place. */
function withPart(path: string, parameter: ApiParameter, value: unknown, argument: string): string {
  const [text = ''] = written(parameter, value)
  if (text === '' || /^(?:\.|%2e){1,2}$/i.test(text)) throw invalid(`“${argument}” is no part of a path.`, argument)
  return path.replace(partOfPath, (whole, inBraces?: string, afterColon?: string) =>
    (inBraces ?? afterColon) === parameter.name ? text : whole,
  )
}

function headerValue(parameter: ApiParameter, value: unknown): string {
  const text = written(parameter, value).join(',')
  if (/[\r\n\0]/.test(text)) throw invalid(`“${parameter.name}” has a line break.`, parameter.name)
  return text
}

/** What no header can carry is refused here: the error of `fetch` would quote it. */
function secretHeader(value: string): string {
  if (/^[\t\u0020-\u007e\u0080-\u00ff]*$/.test(value)) return value
  throw new QuarryError('resource.needsSecret', 'The key has characters that cannot be sent.', { remedy: 'enterKey' })
}

function bodyText(value: unknown, mediaType = 'application/json'): { text: string; mediaType: string } {
  if (/^application\/x-www-form-urlencoded/i.test(mediaType)) {
    const fields = Object.entries(typeof value === 'object' && value !== null ? value : {})
    const pairs = fields.map(([name, field]): [string, string] => [
      name,
      typeof field === 'object' ? JSON.stringify(field) : String(field),
    ])
    return { text: new URLSearchParams(pairs).toString(), mediaType }
  }
  if (/\bjson\b/i.test(mediaType)) return { text: JSON.stringify(value), mediaType }
  if (typeof value === 'string' && /^text\//i.test(mediaType)) return { text: value, mediaType }
  throw invalid(`A body of type ${mediaType} cannot be written.`, bodyArgument)
}

function invalid(message: string, field: string): QuarryError {
  return new QuarryError('input.invalid', message, { context: { problem: 'input', field } })
}
