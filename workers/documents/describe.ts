import type { DescribedDocument, DocumentTask, DocumentWanted } from '../../contract/documents'
import { describedApi } from './described-api'
import { describeMcpServers } from './mcp-servers'
import { describeOpenApi } from './openapi'
import { parseDocument } from './parse'
import { describePostman } from './postman'
import type { ReadApi } from './read-api'
import { sourceText } from './source-text'
import { describeSwagger } from './swagger'
import { describeToolManifest } from './tool-manifest'

const describers: Readonly<Record<DocumentWanted, (root: unknown) => DescribedDocument | null>> = {
  openapi3: api(describeOpenApi),
  swagger2: api(describeSwagger),
  postman: api(describePostman),
  mcpServers: describeMcpServers,
  toolManifest: describeToolManifest,
}

function api(read: (root: unknown) => ReadApi | null): (root: unknown) => DescribedDocument | null {
  return (root) => {
    const found = read(root)
    return found === null ? null : describedApi(found)
  }
}

/** What the document is, if it is of the kind that is wanted. Throws QuarryErrors `resource.*`. */
export function describeDocument(task: DocumentTask): DescribedDocument | null {
  return describers[task.wanted](parseDocument(sourceText(task)))
}
