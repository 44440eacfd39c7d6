import type { Discoverer } from './discoverer'
import { discoverApi } from './documents/api-discovery'
import type { DocumentReader } from './documents/document-reader'
import { documentStart, hasKey } from './documents/signs'

/** OpenAPI 3.0 and 3.1 documents, JSON or YAML: the API, and each of its operations as a part of it. */
export function createOpenApiDiscoverer(reader: DocumentReader): Discoverer {
  return {
    name: 'openapi',
    recognises(target) {
      const start = documentStart(target)
      if (start === null) return false
      if (hasKey(start.text, 'openapi')) return true
      return (
        start.mayTellLater &&
        (hasKey(start.text, 'paths') || hasKey(start.text, 'components')) &&
        !hasKey(start.text, 'swagger')
      )
    },
    discover: (target, options) => discoverApi('openapi3', target, reader, options),
  }
}
