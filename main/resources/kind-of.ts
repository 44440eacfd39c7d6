import type { ResourceMetadata } from '../../contract/resources/resource'

/** The kind within the kind, for the icon and the word: `sqlite`, `openapi3`, `stdio` … */
export function flavourOf(metadata: ResourceMetadata): string {
  switch (metadata.type) {
    case 'database':
      return metadata.engine
    case 'api':
      return metadata.format
    case 'tool':
      return metadata.builtIn ? 'builtIn' : metadata.plugin === undefined ? 'folder' : 'plugin'
    case 'knowledge_base':
      return metadata.kind
    case 'text2sql':
      return 'text2sql'
    case 'mcp_server':
      return metadata.transport
    case 'model':
      return metadata.provider
  }
}

/** How many parts of its kind there are (tables, operations, sources, models); null where it has none. */
export function partsOf(metadata: ResourceMetadata): number | null {
  switch (metadata.type) {
    case 'database':
      return metadata.tablesTotal
    case 'api':
      return metadata.operationsTotal
    case 'knowledge_base':
      return metadata.sources
    case 'text2sql':
      return metadata.tables.length
    case 'model':
      return metadata.models.length
    case 'tool':
      return metadata.plugin?.tools.length || null
    case 'mcp_server':
      return null
  }
}

/** Where it is, for an offer. */
export function locationOf(metadata: ResourceMetadata, originPath: string | null): string {
  switch (metadata.type) {
    case 'database':
    case 'model':
      return metadata.location
    case 'knowledge_base':
      return metadata.root ?? originPath ?? ''
    case 'mcp_server':
      return metadata.url ?? [metadata.command ?? '', ...metadata.args].join(' ').trim()
    default:
      return originPath ?? ''
  }
}
