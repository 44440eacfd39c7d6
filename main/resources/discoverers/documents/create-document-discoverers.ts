import type { Discoverer } from '../discoverer'
import { ggufFiles } from '../gguf'
import { createMcpServersDiscoverer } from '../mcp-servers'
import { createModelServerDiscoverer } from '../model-server'
import { createOpenApiDiscoverer } from '../openapi'
import { createPostmanDiscoverer } from '../postman'
import { createSwaggerDiscoverer } from '../swagger'
import { createToolFolderDiscoverer } from '../tool-folder'
import { createDocumentReader, type DocumentReaderOptions } from './document-reader'

export interface DocumentDiscoverers {
  /** In the order in which they are to be asked, and before those that take any JSON for a table. */
  readonly discoverers: readonly Discoverer[]
  /** Ends the threads; what they read then fails with `cancelled`. */
  close(): Promise<void>
}

/** Everything that descriptions become, over one pool of threads (APIs, MCP servers, tools of the user), and models. */
export function createDocumentDiscoverers(options: DocumentReaderOptions): DocumentDiscoverers {
  const reader = createDocumentReader(options)
  return {
    discoverers: [
      createMcpServersDiscoverer(reader),
      createOpenApiDiscoverer(reader),
      createSwaggerDiscoverer(reader),
      createPostmanDiscoverer(reader),
      createToolFolderDiscoverer(reader),
      createModelServerDiscoverer(options.workersDir),
      ggufFiles,
    ],
    close: () => reader.close(),
  }
}
