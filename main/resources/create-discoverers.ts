import { createConnectionDiscoverer } from './discoverers/databases/connection'
import { createFileDiscoverer } from './discoverers/databases/file-discoverer'
import { fileKinds } from './discoverers/databases/file-kinds'
import { createDatabaseThreads, type DatabaseThreads } from './discoverers/databases/threads'
import type { Discoverer } from './discoverers/discoverer'
import { apiFormatNames, createApiDiscoverer } from './discoverers/documents/api-discovery'
import { createDocumentReader, type DocumentReaderOptions } from './discoverers/documents/document-reader'
import { ggufFiles } from './discoverers/gguf'
import { createMcpServersDiscoverer } from './discoverers/mcp-servers'
import { createModelServerDiscoverer } from './discoverers/model-server'
import { createToolFolderDiscoverer } from './discoverers/tool-folder'

/** Discoverers with the threads that they look in. */
export interface DiscovererSet {
  /** In the order in which they are to be asked. */
  readonly discoverers: readonly Discoverer[]
  /** Ends the threads; what they looked at then fails with `cancelled`. */
  close(): Promise<void>
}

/** All discoverers, and the threads of databases. Threads start with the first thing that is looked into. */
export function createDiscoverers(options: {
  /** Folder of the built workers. */
  readonly workersDir: string
  readonly egress: Parameters<typeof createDatabaseThreads>[0]['egress']
}): DiscovererSet & { readonly databases: DatabaseThreads } {
  const documents = createDocumentDiscoverers({ workersDir: options.workersDir })
  const databases = createDatabaseThreads({ workersDir: options.workersDir, egress: options.egress })
  return {
    // Those that go by what a document says come before those that take any JSON or text for a table.
    discoverers: [...documents.discoverers, ...databaseDiscoverers(databases)],
    databases,
    async close() {
      await Promise.all([documents.close(), databases.close()])
    },
  }
}

/** Everything that descriptions become, over one pool of threads (APIs, MCP servers, tools of the user), and models. */
export function createDocumentDiscoverers(options: DocumentReaderOptions): DiscovererSet {
  const reader = createDocumentReader(options)
  return {
    discoverers: [
      createMcpServersDiscoverer(reader),
      ...apiFormatNames.map((name) => createApiDiscoverer(name, reader)),
      createToolFolderDiscoverer(reader),
      createModelServerDiscoverer(options.workersDir),
      ggufFiles,
    ],
    close: () => reader.close(),
  }
}

/** Discoverers of everything with tables. */
export function databaseDiscoverers(threads: DatabaseThreads): Discoverer[] {
  return [createConnectionDiscoverer(threads), ...fileKinds.map((kind) => createFileDiscoverer(kind, threads))]
}
