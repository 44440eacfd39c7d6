import type { Discoverer } from './discoverer'
import { createApiDiscoverer } from './documents/api-discovery'
import type { DocumentReader } from './documents/document-reader'
import { hasKey } from './documents/signs'

/** OpenAPI 3.0 and 3.1 documents, JSON or YAML: the API, and each of its operations as a part of it. */
export function createOpenApiDiscoverer(reader: DocumentReader): Discoverer {
  return createApiDiscoverer('openapi', 'openapi3', reader, {
    isSure: (text) => hasKey(text, 'openapi'),
    isPossible: (text) => (hasKey(text, 'paths') || hasKey(text, 'components')) && !hasKey(text, 'swagger'),
  })
}
