import type { Discoverer } from './discoverer'
import { createApiDiscoverer } from './documents/api-discovery'
import type { DocumentReader } from './documents/document-reader'
import { hasKey } from './documents/signs'

/** Postman collections of format 2.0 and 2.1: the collection, and each of its requests as a part of it. */
export function createPostmanDiscoverer(reader: DocumentReader): Discoverer {
  return createApiDiscoverer('postman', 'postman', reader, {
    isSure: (text) => /getpostman\.com\/json\/collection|"_postman_id"/.test(text),
    isPossible: (text) => hasKey(text, 'item') && hasKey(text, 'request'),
  })
}
