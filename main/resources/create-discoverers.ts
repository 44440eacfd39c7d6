import { createDatabaseThreads, databaseDiscoverers } from './discoverers/databases/databases'
import type { Discoverer } from './discoverers/discoverer'
import { createDocumentDiscoverers } from './discoverers/documents/create-document-discoverers'

/** All discoverers with the threads that they look in. */
export interface DiscovererSet {
  readonly discoverers: readonly Discoverer[]
  close(): Promise<void>
}

/** Threads start with the first thing that is looked into. */
export function createDiscoverers(options: {
  /** Folder of the built workers. */
  readonly workersDir: string
  readonly egress: Parameters<typeof createDatabaseThreads>[0]['egress']
}): DiscovererSet {
  const documents = createDocumentDiscoverers({ workersDir: options.workersDir })
  const databases = createDatabaseThreads({ workersDir: options.workersDir, egress: options.egress })
  return {
    // Those that go by what a document says come before those that take any JSON or text for a table.
    discoverers: [...documents.discoverers, ...databaseDiscoverers(databases)],
    async close() {
      await Promise.all([documents.close(), databases.close()])
    },
  }
}
