import '../egress/offline'
import type { DocumentAnswer, DocumentRequest } from '../../contract/documents'
import { QuarryError, toErrorShape } from '../../contract/errors'
import { describeDocument } from './describe'

/** The task of the documents pool. Errors are answers; what kills the thread reaches the pool as an exception. */
export default function describe({ task, started }: DocumentRequest): DocumentAnswer {
  started.postMessage(null)
  try {
    return { ok: true, document: describeDocument(task) }
  } catch (error) {
    return { ok: false, error: toErrorShape(documentError(error)) }
  }
}

/** Content that overflows the stack or a string is hostile or broken: that is the document's fault. */
function documentError(error: unknown): unknown {
  if (!(error instanceof RangeError)) return error
  if (/string length|array length|allocation/i.test(error.message)) {
    return new QuarryError('resource.tooLarge', 'What is in it is larger than can be held.', { cause: error })
  }
  return new QuarryError('resource.invalid', 'It is nested too deeply to be read.', { cause: error })
}
