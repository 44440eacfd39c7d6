import type { StartWorkProcess } from '../processes'
import { createConnectionDiscoverer } from './discoverers/databases/connection'
import { createDatabases, type Databases, type DatabasesOptions } from './discoverers/databases/databases'
import { createFileDiscoverer } from './discoverers/databases/file-discoverer'
import { fileKinds } from './discoverers/databases/file-kinds'
import type { Discoverer } from './discoverers/discoverer'
import { apiFormatNames, createApiDiscoverer } from './discoverers/documents/api-discovery'
import { createDocumentReader, type DocumentReaderOptions } from './discoverers/documents/document-reader'
import { ggufFiles } from './discoverers/gguf'
import { createMcpServersDiscoverer } from './discoverers/mcp-servers'
import { createModelLists } from './discoverers/model-lists'
import { createModelServerDiscoverer } from './discoverers/model-server'
import { createToolFolderDiscoverer } from './discoverers/tool-folder'

/** Discoverers with the processes that they look in. */
export interface DiscovererSet {
  /** In the order in which they are to be asked. */
  readonly discoverers: readonly Discoverer[]
  /** Ends the processes; what they looked at then fails with `cancelled`. */
  close(): Promise<void>
}

/** The same processes for several projects. */
export interface Discovering {
  /** What looks for one project: at servers only where that may connect to. */
  within(egress: DatabasesOptions['egress']): {
    readonly discoverers: readonly Discoverer[]
    readonly databases: Databases
  }
}

/** All discoverers, and what looks into databases. Processes start with the first thing that is looked into. */
export function createDiscoverers(options: {
  /** Folder of the built workers. */
  readonly workersDir: string
  readonly start: StartWorkProcess
  readonly egress: DatabasesOptions['egress']
}): DiscovererSet & Discovering & { readonly databases: Databases } {
  const { workersDir, start, egress } = options
  const documents = createDocumentDiscoverers({ workersDir, start })
  const databases = createDatabases({ workersDir, start, egress })
  const lists = createModelLists({ workersDir, start })
  const over = (held: Databases, allowed: DatabasesOptions['egress']) => ({
    // Those that go by what a document says come before those that take any JSON or text for a table.
    discoverers: [
      ...documents.discoverers,
      createModelServerDiscoverer(workersDir, lists, allowed),
      ggufFiles,
      ...databaseDiscoverers(held),
    ],
    databases: held,
  })
  return {
    ...over(databases, egress),
    within: (allowed) => over(databases.within(allowed), allowed),
    async close() {
      await Promise.all([documents.close(), databases.close(), lists.close()])
    },
  }
}

/** Everything that descriptions become, over one pool of processes (APIs, MCP servers, tools of the user). */
export function createDocumentDiscoverers(options: DocumentReaderOptions): DiscovererSet {
  const reader = createDocumentReader(options)
  return {
    discoverers: [
      createMcpServersDiscoverer(reader),
      ...apiFormatNames.map((name) => createApiDiscoverer(name, reader)),
      createToolFolderDiscoverer(reader),
    ],
    close: () => reader.close(),
  }
}

/** Discoverers of everything with tables. */
export function databaseDiscoverers(databases: Databases): Discoverer[] {
  return [createConnectionDiscoverer(databases), ...fileKinds.map((kind) => createFileDiscoverer(kind, databases))]
}
