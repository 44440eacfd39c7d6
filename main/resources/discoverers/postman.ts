import type { Discoverer } from './discoverer'
import { discoverApi } from './documents/api-discovery'
import type { DocumentReader } from './documents/document-reader'
import { documentStart, hasKey } from './documents/signs'

/** Postman collections of format 2.0 and 2.1: the collection, and each of its requests as a part of it. */
export function createPostmanDiscoverer(reader: DocumentReader): Discoverer {
  return {
    name: 'postman',
    recognises(target) {
      const start = documentStart(target)
      if (start === null) return false
      if (/getpostman\.com\/json\/collection|"_postman_id"/.test(start.text)) return true
      return start.mayTellLater && hasKey(start.text, 'item') && hasKey(start.text, 'request')
    },
    discover: (target, options) => discoverApi('postman', target, reader, options),
  }
}
