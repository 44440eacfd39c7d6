import type { Discoverer } from '../discoverer'
import { createFileDiscoverer } from './file-discoverer'
import { sqliteFiles } from './sqlite'
import type { DatabaseThreads } from './threads'

/**
 * Discoverers of everything with tables. Files that others may claim by their content (an OpenAPI document is JSON,
 * too) come last.
 */
export function databaseDiscoverers(threads: DatabaseThreads): Discoverer[] {
  return [sqliteFiles].map((kind) => createFileDiscoverer(kind, threads))
}

export { createDatabaseThreads, type DatabaseThreads } from './threads'
