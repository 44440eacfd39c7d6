import type { SecurityScheme } from '../../contract/resources/secret-place'
import { isSecretName, isSecretValue, withoutTokens } from '../secrets/secret-values'
import { cleanProse, cleanText } from './clean'
import { leftOutOf } from './left-out'
import { maxDepth, maxOperations, maxParameters } from './limits'
import { type PostmanAuth, postmanAuth } from './postman-auth'
import { partedAddress, publicAddress, publicPath } from './public-address'
import type { ReadApi, ReadOperation } from './read-api'
import { entriesOf, isMapping, listOf, own, References } from './tree'

interface FoundRequest {
  readonly name: string
  readonly request: unknown
  readonly folders: readonly string[]
  readonly auth: PostmanAuth | null
}

/**
 * A Postman collection of format 2.0 or 2.1: its requests, however deep in folders, as operations. Of addresses only
 * what names the server, of values nothing: examples in collections are as often real tokens.
 */
export function describePostman(root: unknown): ReadApi | null {
  const info = own(root, 'info')
  const version = versionOf(info)
  if (version === null || !Array.isArray(own(root, 'item'))) return null
  const secrets = new Map<string, string>()
  const schemes = new Map<string, SecurityScheme['place']>()
  const variables = variablesOf(root)
  const servers = new Set<string>()
  const tags = new Map<string, string>()
  const operations: ReadOperation[] = []
  let total = 0
  for (const found of requestsOf(root, tags)) {
    total++
    if (found.auth !== null) {
      schemes.set(found.auth.name, found.auth.place)
      if (found.auth.secret !== null) secrets.set(found.auth.name, found.auth.secret)
    }
    const { server, operation } = describeRequest(found, variables)
    if (server !== '' && servers.size < 20) servers.add(server)
    if (operations.length < maxOperations) operations.push(operation)
  }
  return {
    format: 'postman',
    version,
    title: cleanText(own(info, 'name'), 200),
    description: describedText(own(info, 'description'), 2000),
    servers: [...servers],
    auth: [...schemes].map(([name, place]) => ({ name, place })),
    tags: [...tags].slice(0, 200).map(([name, description]) => ({ name, description })),
    operations,
    operationsTotal: total,
    leftOut: leftOutOf(new References(root)),
    secrets: Object.fromEntries(secrets),
  }
}

/** What nobody named is called by its address, which may hold a key. */
function publicName(name: string): string {
  const plain = name.replace(/(?<![\w+.-])[a-z][\w+.-]*:\/\/\S+/gi, publicAddress).replace(/\S+/g, withoutQuery)
  return withoutTokens(plain)
}

/** `/users?key=1` → `/users`; what has no path before its query stays. */
function withoutQuery(word: string): string {
  const at = word.search(/[?#]/)
  return at > 0 && word.slice(0, at).includes('/') && word.includes('=', at) ? word.slice(0, at) : word
}

function versionOf(info: unknown): string | null {
  const schema = cleanText(own(info, 'schema'), 200)
  const stated = /collection\/v(2\.\d)/.exec(schema)?.[1]
  if (stated !== undefined) return stated
  return schema === '' && own(info, '_postman_id') !== undefined ? '2.1' : null
}

/** Requests in their order, folder by folder; without recursion, as folders may be nested at will. */
function* requestsOf(root: unknown, tags: Map<string, string>): Generator<FoundRequest> {
  const stack: {
    readonly items: readonly unknown[]
    at: number
    readonly folders: string[]
    readonly auth: PostmanAuth | null
  }[] = [{ items: listOf(own(root, 'item')), at: 0, folders: [], auth: postmanAuth(own(root, 'auth')) }]
  for (let level = stack.at(-1); level !== undefined; level = stack.at(-1)) {
    if (level.at === level.items.length) {
      stack.pop()
      continue
    }
    const item = level.items[level.at++]
    const name = publicName(cleanText(own(item, 'name'), 200))
    const folder = own(item, 'item')
    // `null` says that nothing is inherited, which a missing value does not.
    const auth = own(item, 'auth') === undefined ? level.auth : postmanAuth(own(item, 'auth'))
    if (Array.isArray(folder) && stack.length < maxDepth) {
      if (name !== '') tags.set(name, describedText(own(item, 'description'), 200))
      stack.push({ items: folder, at: 0, folders: name === '' ? level.folders : [...level.folders, name], auth })
    } else if (own(item, 'request') !== undefined) {
      const request = own(item, 'request')
      const ownAuth = own(request, 'auth')
      yield { name, request, folders: level.folders, auth: ownAuth === undefined ? auth : postmanAuth(ownAuth) }
    }
  }
}

function describeRequest(
  { name, request, folders, auth }: FoundRequest,
  variables: ReadonlyMap<string, string>,
): { server: string; operation: ReadOperation } {
  const method = cleanText(own(request, 'method'), 20).toUpperCase() || 'GET'
  const address = typeof request === 'string' ? request : own(request, 'url')
  const { server, path, query } = addressOf(address, variables)
  const needed = auth === null ? [] : [auth.name]
  const operation: ReadOperation = {
    id: name || `${method} ${path}`,
    method,
    path,
    summary: name,
    description: describedText(own(request, 'description'), 1200),
    tags: folders.slice(-3),
    parameters: [
      ...parametersIn('path', own(address, 'variable'), pathNames(path)),
      ...parametersIn('query', own(address, 'query'), query),
      ...parametersIn('header', own(request, 'header'), []).filter(
        ({ name }) => !/^(authorization|cookie)$/i.test(name),
      ),
      ...bodyOf(own(request, 'body')),
    ].slice(0, maxParameters),
    answers: '',
    deprecated: false,
    auth: needed,
    authAlternatives: needed.length === 0 ? [] : [needed],
  }
  return { server, operation }
}

/** Server, path and names of the query of a request's address; variables that the collection knows are filled in. */
function addressOf(
  address: unknown,
  variables: ReadonlyMap<string, string>,
): { server: string; path: string; query: string[] } {
  const raw = cleanText(typeof address === 'string' ? address : (own(address, 'raw') ?? joined(address)), 2000)
  const { scheme, rest: place } = partedAddress(
    raw.replace(/\{\{([^{}]{1,100})\}\}/g, (whole, name: string) => variables.get(name.trim()) ?? whole),
  )
  const filled = scheme + place
  const [before = '', ...rest] = filled.split(/[?#]/)
  const match = /^((?:[a-z][\w+.-]*:)?\/\/[^/]*|\{\{[^{}]*\}\}|[^/.]+\.[^/]+|localhost[^/]*)?(\/.*)?$/i.exec(before)
  const path = publicPath((match === null ? before : (match[2] ?? '/')).replace(/\{\{([^{}]*)\}\}/g, '{$1}'))
  const query = filled.includes('?') ? (rest[0] ?? '').split('&').map((pair) => pair.split('=')[0] ?? '') : []
  return {
    server: publicAddress(match?.[1] ?? ''),
    path: path.slice(0, 500),
    query: query.filter((one) => one !== ''),
  }
}

function joined(address: unknown): string {
  const parts = (value: unknown, separator: string): string =>
    Array.isArray(value)
      ? value
          .slice(0, 100)
          .map((part) => cleanText(own(part, 'value') ?? part, 200))
          .join(separator)
      : cleanText(value, 500)
  const protocol = cleanText(own(address, 'protocol'), 10)
  return `${protocol === '' ? '' : `${protocol}://`}${parts(own(address, 'host'), '.')}/${parts(own(address, 'path'), '/')}`
}

const pathNames = (path: string): string[] =>
  [...path.matchAll(/\/:([\w-]{1,100})|\{([^{}]{1,100})\}/g)].map((match) => match[1] ?? match[2] ?? '')

function parametersIn(
  place: 'path' | 'query' | 'header',
  listed: unknown,
  names: readonly string[],
): ReadOperation['parameters'] {
  const found = new Map<string, ReadOperation['parameters'][number]>()
  const required = place === 'path'
  for (const name of names) found.set(name, { name, in: place, required, type: 'string', description: '' })
  for (const entry of listOf(listed).slice(0, maxParameters)) {
    const name = cleanText(own(entry, 'key') ?? own(entry, 'id'), 200)
    if (name === '') continue
    found.set(name, {
      name,
      in: place,
      required,
      type: 'string',
      description: describedText(own(entry, 'description'), 300),
    })
  }
  return [...found.values()]
}

function bodyOf(body: unknown): ReadOperation['parameters'] {
  const mode = cleanText(own(body, 'mode'), 20)
  if (mode === '' || mode === 'none') return []
  const fields = listOf(own(body, mode)).filter(isMapping).slice(0, maxParameters)
  if (fields.length === 0)
    return [{ name: 'body', in: 'body', required: false, type: mode, description: '' }, ...jsonFields(body)]
  return fields
    .map((field) => ({
      name: cleanText(own(field, 'key'), 200),
      in: 'body' as const,
      required: false,
      type: cleanText(own(field, 'type'), 40) || 'string',
      description: describedText(own(field, 'description'), 300),
    }))
    .filter(({ name }) => name !== '')
}

/** Names of the fields of a JSON example. */
function jsonFields(body: unknown): ReadOperation['parameters'] {
  const raw = own(body, 'raw')
  if (typeof raw !== 'string' || raw.length > 200_000 || !raw.trimStart().startsWith('{')) return []
  try {
    return entriesOf(JSON.parse(raw))
      .slice(0, maxParameters)
      .map(([name, value]) => ({
        name: cleanText(name, 200),
        in: 'body' as const,
        required: false,
        type: Array.isArray(value) ? 'array' : value === null ? '' : typeof value,
        description: '',
      }))
  } catch {
    // An example with variables in it is no JSON: then its fields are not known.
    return []
  }
}

function variablesOf(root: unknown): Map<string, string> {
  const variables = new Map<string, string>()
  for (const variable of listOf(own(root, 'variable')).slice(0, 500)) {
    const name = cleanText(own(variable, 'key') ?? own(variable, 'id'), 100)
    const value = cleanText(own(variable, 'value'), 500)
    // Only what can be part of an address: a token in a variable stays out of every text.
    if (
      name !== '' &&
      /^(https?:\/\/|[\w-]+(\.[\w-]+)+|localhost|\/|v\d)/i.test(value) &&
      !isSecretName(name) &&
      !isSecretValue(value)
    ) {
      variables.set(name, value)
    }
  }
  return variables
}

function describedText(value: unknown, maxLength: number): string {
  return cleanProse(isMapping(value) ? own(value, 'content') : value, maxLength)
}
