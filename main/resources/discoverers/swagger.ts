import type { Discoverer } from './discoverer'
import { createApiDiscoverer } from './documents/api-discovery'
import type { DocumentReader } from './documents/document-reader'
import { hasKey } from './documents/signs'

/** Swagger 2 documents, JSON or YAML, with their operations. */
export function createSwaggerDiscoverer(reader: DocumentReader): Discoverer {
  return createApiDiscoverer('swagger', 'swagger2', reader, {
    isSure: (text) => hasKey(text, 'swagger', '2'),
    isPossible: (text) => (hasKey(text, 'paths') || hasKey(text, 'definitions')) && !hasKey(text, 'openapi'),
  })
}
