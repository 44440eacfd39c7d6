import type { IncomingMessage } from 'node:http'
import { storable } from '../../contract/storable'
import { HttpRefusal } from './refusal'
import { fieldsOf, type JsonSchema } from './route-fields'
import type { Route } from './routes'

const numeral = /^-?\d{1,15}(?:\.\d{1,15})?$/

/** A query's text as the schema means it. What fits nothing stays text, which the contract's own schema then refuses. */
function meant(texts: readonly string[], schema: JsonSchema): unknown {
  const kinds = new Set([schema, ...(schema.anyOf ?? [])].map(({ type }) => type))
  if (kinds.has('array')) return texts
  const [text = ''] = texts
  if (kinds.has('null') && text === 'null') return null
  if ((kinds.has('number') || kinds.has('integer')) && numeral.test(text)) return Number(text)
  if (kinds.has('boolean') && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

const bad = (message: string): HttpRefusal => new HttpRefusal(400, 'http.badRequest', message)

/** The input that a query makes. A POST has a body instead. Throws for a name that the route does not know. */
export function inputOfQuery(route: Route, query: URLSearchParams): Record<string, unknown> {
  const input: Record<string, unknown> = { ...route.defaults, ...(route.within && { [route.within]: {} }) }
  const fields = new Map(route.method === 'POST' ? [] : fieldsOf(route).map((field) => [field.name, field]))
  for (const name of new Set(query.keys())) {
    const field = fields.get(name)
    if (field === undefined) throw bad(`This route has no parameter “${name.slice(0, 100)}”.`)
    const holder = field.within === null ? input : (input[field.within] as Record<string, unknown>)
    holder[name] = meant(query.getAll(name), field.schema)
  }
  return input
}

/** Levels of a JSON body: deeper ones would exhaust the stack of whoever walks through them. */
const maxDepth = 64

/** Throws for text that no row can keep, and for what is nested too deep. */
export function requireStorable(value: unknown): void {
  const rest: [unknown, number][] = [[value, 0]]
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const [one, depth] = next
    if (depth > maxDepth) throw bad(`The input is nested deeper than ${maxDepth} levels.`)
    if (typeof one === 'string') {
      if (storable(one) !== one) throw bad('A text holds NUL or half of a surrogate pair.')
    } else if (typeof one === 'object' && one !== null) {
      for (const [name, member] of Object.entries(one)) rest.push([name, depth], [member, depth + 1])
    }
  }
}

/** The body as JSON, `{}` where there is none. Throws where it is no object of JSON, or longer than `maxBytes`. */
export async function readJsonBody(request: IncomingMessage, maxBytes: number): Promise<Record<string, unknown>> {
  const tooLarge = () => new HttpRefusal(413, 'http.tooLarge', `The body is larger than ${maxBytes} bytes.`)
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge()
  const chunks: Buffer[] = []
  let bytes = 0
  // Destroyed, the request would take the answer with it.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw tooLarge()
    chunks.push(chunk)
  }
  if (bytes === 0) return {}
  if (!/^application\/json\s*(?:;|$)/i.test(request.headers['content-type'] ?? '')) {
    throw new HttpRefusal(415, 'http.notJson', 'The body must be application/json.')
  }
  let body: unknown
  try {
    body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)))
  } catch {
    throw bad('The body is not JSON in UTF-8.')
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw bad('The body must be a JSON object.')
  return body as Record<string, unknown>
}
