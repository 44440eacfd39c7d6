import type { DescribedDocument, DocumentTask, DocumentWanted } from '../../contract/documents'
import { describeOpenApi } from './openapi'
import { parseDocument } from './parse'
import { sourceText } from './source-text'
import { describeSwagger } from './swagger'

const describers: Readonly<Record<DocumentWanted, (root: unknown) => DescribedDocument | null>> = {
  openapi3: describeOpenApi,
  swagger2: describeSwagger,
  postman: () => null,
  mcpServers: () => null,
  toolManifest: () => null,
}

/** What the document is, if it is of the kind that is wanted. Throws QuarryErrors `resource.*`. */
export function describeDocument(task: DocumentTask): DescribedDocument | null {
  return describers[task.wanted](parseDocument(sourceText(task)))
}
