import type { Discoverer } from './discoverer'
import { discoverApi } from './documents/api-discovery'
import type { DocumentReader } from './documents/document-reader'
import { documentStart, hasKey } from './documents/signs'

/** Swagger 2 documents, JSON or YAML, with their operations. */
export function createSwaggerDiscoverer(reader: DocumentReader): Discoverer {
  return {
    name: 'swagger',
    recognises(target) {
      const start = documentStart(target)
      if (start === null) return false
      if (hasKey(start.text, 'swagger', '2')) return true
      return (
        start.mayTellLater &&
        (hasKey(start.text, 'paths') || hasKey(start.text, 'definitions')) &&
        !hasKey(start.text, 'openapi')
      )
    },
    discover: (target, options) => discoverApi('swagger2', target, reader, options),
  }
}
