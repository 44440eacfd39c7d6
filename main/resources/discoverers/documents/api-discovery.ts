import { basename, extname } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DescribedApi, DescribedOperation, DocumentTask } from '../../../../contract/resources/documents'
import type { ApiOperation, ResourceDraft, ResourceOrigin } from '../../../../contract/resources/resource'
import { resourceIdOf } from '../../resource-id'
import type { Discoverer, Discovery, DiscoveryOptions, DiscoveryTarget } from '../discoverer'
import { type DocumentReader, maxDocumentBytes } from './document-reader'
import { refusing } from './refusal'
import { documentStart, hasKey } from './signs'

type ApiFormat = DescribedApi['format']

/** One format of descriptions of APIs, and how it shows in the start of a text. */
interface ApiFormatSigns {
  readonly format: ApiFormat
  /** The key that only this format has is there. */
  isSure(text: string): boolean
  /** The key that tells may stand further on: keys have no order. */
  isPossible(text: string): boolean
}

/** Postman collections of format 2.0 and 2.1, OpenAPI 3.0 and 3.1 and Swagger 2 documents. */
const apiFormats = {
  openapi: {
    format: 'openapi3',
    isSure: (text) => hasKey(text, 'openapi'),
    isPossible: (text) => (hasKey(text, 'paths') || hasKey(text, 'components')) && !hasKey(text, 'swagger'),
  },
  swagger: {
    format: 'swagger2',
    isSure: (text) => hasKey(text, 'swagger', '2'),
    isPossible: (text) => (hasKey(text, 'paths') || hasKey(text, 'definitions')) && !hasKey(text, 'openapi'),
  },
  postman: {
    format: 'postman',
    isSure: (text) => /getpostman\.com\/json\/collection|"_postman_id"/.test(text),
    isPossible: (text) => hasKey(text, 'item') && hasKey(text, 'request'),
  },
} satisfies Record<string, ApiFormatSigns>

/** Names of the formats, in the order in which they are asked. */
export const apiFormatNames = Object.keys(apiFormats) as (keyof typeof apiFormats)[]

/** Discovers APIs by their descriptions in one format: the API, and each of its operations as a part of it. */
export function createApiDiscoverer(name: keyof typeof apiFormats, reader: DocumentReader): Discoverer {
  const { format, isSure, isPossible } = apiFormats[name]
  return {
    name,
    recognises(target) {
      const start = documentStart(target)
      return start !== null && (isSure(start.text) || (start.mayTellLater && isPossible(start.text)))
    },
    discover(target, options) {
      const isRefused = isSure(documentStart(target)?.text ?? '')
      return refusing(isRefused, () => discoverApi(format, target, reader, options))
    },
  }
}

/** Reads an API's description in its thread, and makes drafts of the API and its operations. */
async function discoverApi(
  format: ApiFormat,
  target: DiscoveryTarget,
  reader: DocumentReader,
  options: DiscoveryOptions,
): Promise<Discovery | null> {
  const api = await reader.read({ wanted: format, source: documentSource(target) }, options.signal)
  if (api?.kind !== 'api') return null
  const origin = originOf(target)
  const location = origin.path ?? `pasted ${api.format} ${api.title} ${api.servers[0] ?? ''}`
  const rootId = resourceIdOf('api', location)
  const known = await knownSecrets(api, rootId, options)
  const isOpen = (alternatives: readonly (readonly string[])[]): boolean =>
    alternatives.length === 0 || alternatives.some((needed) => needed.every((name) => known.has(name)))
  const name = api.title || (origin.path === null ? 'API' : basename(origin.path, extname(origin.path)))
  const shared = { type: 'api' as const, format: api.format, version: api.version, servers: [...api.servers] }

  const times = new Map<string, number>()
  const partOf = ({ words, told, operation, authAlternatives }: DescribedOperation): ResourceDraft => {
    // A collection may hold the same request many times.
    const key = `${operation.method} ${operation.path}`
    const time = (times.get(key) ?? 0) + 1
    times.set(key, time)
    return {
      resourceId: resourceIdOf('api', `${location}#${key}${time === 1 ? '' : ` ${time}`}`),
      type: 'api',
      parentId: rootId,
      ...words,
      capabilities: [...words.capabilities],
      metadata: {
        ...shared,
        auth: api.auth.filter((scheme) => operation.auth.includes(scheme.name)),
        operations: [operation],
        operationsTotal: 1,
        told,
      },
      origin,
      status: isOpen(authAlternatives) ? 'ready' : 'needsSecret',
      error: null,
    }
  }
  const parts: ResourceDraft[] = []
  const operations: ApiOperation[] = []
  for (const portion of api.portions) {
    const described = JSON.parse(portion) as DescribedOperation[]
    for (const one of described) {
      const { prose, about, answers } = one.told
      operations.push({ ...one.operation, told: { prose, about, answers } })
      parts.push(partOf(one))
    }
    await nextTurn()
  }
  const isClosed = parts.length > 0 && parts.every(({ status }) => status === 'needsSecret')
  const root: ResourceDraft = {
    resourceId: rootId,
    type: 'api',
    parentId: null,
    ...api.words,
    name,
    capabilities: [...api.words.capabilities],
    metadata: { ...shared, auth: [...api.auth], operations, operationsTotal: api.operationsTotal, told: api.told },
    origin,
    status: isClosed ? 'needsSecret' : 'ready',
    error: null,
  }
  const secrets = Object.entries(api.secrets).map(([secret, value]) => [`${rootId}/${secret}`, value] as const)
  return { drafts: [root, ...parts], exclusive: true, secrets: Object.fromEntries(secrets) }
}

/** Names of the schemes for which somebody holds a value, or the document itself brings one. */
async function knownSecrets(api: DescribedApi, rootId: string, options: DiscoveryOptions): Promise<Set<string>> {
  const known = new Set(Object.keys(api.secrets))
  for (const { name } of api.auth) {
    if (!known.has(name) && (await options.secrets.get(`${rootId}/${name}`)) !== null) known.add(name)
  }
  return known
}

export function documentSource(target: DiscoveryTarget): DocumentTask['source'] {
  return target.kind === 'text'
    ? { kind: 'text', text: target.text }
    : { kind: 'file', path: target.path, maxBytes: maxDocumentBytes }
}

export function originOf(target: DiscoveryTarget): ResourceOrigin & { readonly path: string | null } {
  return target.kind === 'text' ? { kind: 'connection', path: null } : { kind: 'file', path: target.path }
}
