import iconv from 'iconv-lite'
import { QuarryError } from '../../contract/errors'
import type {
  DescribedApi,
  DescribedDocument,
  DescribedOperation,
  DocumentTask,
  DocumentWanted,
} from '../../contract/resources/documents'
import { encodingOf } from '../readers/encoding'
import { OpenFile } from '../readers/open-file'
import { apiTold, apiWords, operationTold, operationWords } from './api-words'
import { maxDescribedCharacters } from './limits'
import { describeMcpServers } from './mcp-servers'
import { describeOpenApi } from './openapi'
import { parseDocument } from './parse'
import { describePluginManifest } from './plugin-manifest'
import { describePostman } from './postman'
import type { ReadApi, ReadOperation } from './read-api'
import { describeSwagger } from './swagger'
import { describeToolManifest } from './tool-manifest'

const describers: Readonly<Record<DocumentWanted, (root: unknown) => DescribedDocument | null>> = {
  openapi3: api(describeOpenApi),
  swagger2: api(describeSwagger),
  postman: api(describePostman),
  mcpServers: describeMcpServers,
  toolManifest: describeToolManifest,
  pluginManifest: describePluginManifest,
}

function api(read: (root: unknown) => ReadApi | null): (root: unknown) => DescribedDocument | null {
  return (root) => {
    const found = read(root)
    return found === null ? null : describedApi(found)
  }
}

/** What the document is, if it is of the kind that is wanted. Throws QuarryErrors `resource.*`. */
export function describeDocument(task: DocumentTask): DescribedDocument | null {
  return describers[task.wanted](parseDocument(sourceText(task)))
}

/** Operations in one portion: a millisecond's work for whoever takes it in. */
const portionSize = 25

/** The API with the words for it and its operations, which are made here as they take a while for thousands. */
function describedApi(api: ReadApi): DescribedApi {
  const { format, version, title, servers, auth, secrets, operationsTotal } = api
  const name = title || 'API'
  const portions: string[] = []
  let listed = 0
  for (let length = 0; listed < api.operations.length && length < maxDescribedCharacters; ) {
    const operations = api.operations.slice(listed, listed + portionSize)
    const portion = JSON.stringify(operations.map((operation) => describedOperation(operation, api, name)))
    length += portion.length
    listed += operations.length
    portions.push(portion)
  }
  const cut = `Only the first ${listed} of its ${operationsTotal} operations are listed.`
  const words = apiWords({ ...api, leftOut: listed < operationsTotal ? [cut, ...api.leftOut] : api.leftOut }, name)
  const told = apiTold(api)
  return { kind: 'api', format, version, title, words, told, servers, auth, portions, operationsTotal, secrets }
}

function describedOperation(operation: ReadOperation, api: ReadApi, apiName: string): DescribedOperation {
  const { description: _, tags: __, answers: ___, deprecated: ____, authAlternatives, ...described } = operation
  const words = operationWords(operation, api, apiName)
  return { words, told: operationTold(operation, apiName), operation: described, authAlternatives }
}

const asResource: Readonly<Record<string, 'resource.notFound' | 'resource.tooLarge' | 'resource.unsupported'>> = {
  'read.notFound': 'resource.notFound',
  'read.tooLarge': 'resource.tooLarge',
  'read.unsupported': 'resource.unsupported',
}

/** The text of a task's file in whatever encoding, or the text that it brings. Throws `resource.*`. */
function sourceText({ source }: DocumentTask): string {
  if (source.kind === 'text') return source.text.replace(/^\ufeff/, '')
  try {
    const file = OpenFile.open(source.path, source.maxBytes)
    try {
      return decoded(file.bytes(new Uint8Array(0)))
    } finally {
      file.close()
    }
  } catch (error) {
    if (!(error instanceof QuarryError)) throw error
    throw new QuarryError(asResource[error.code] ?? 'resource.corrupt', error.message, {
      ...(error.remedy === undefined ? {} : { remedy: error.remedy }),
      ...(error.context === undefined ? {} : { context: error.context }),
      cause: error,
    })
  }
}

/** Line ends stay as they are: both grammars know them all, and replacing millions of them takes memory without end. */
function decoded(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes)
  const isUtf8 = encoding === 'utf-8'
  const text = isUtf8 ? new TextDecoder().decode(bytes) : iconv.decode(Buffer.from(bytes), encoding)
  return text.replace(/^\ufeff/, '')
}
