import '../egress/offline'
import { QuarryError, toErrorShape } from '../../contract/errors'
import type { DocumentAnswer, DocumentTask } from '../../contract/resources/documents'
import { serveWork } from '../process/serve-work'
import { describeDocument } from './describe'

serveWork<DocumentTask, 'began', DocumentAnswer>((task, tell) => {
  tell('began')
  try {
    return { ok: true, document: describeDocument(task) }
  } catch (error) {
    return { ok: false, error: toErrorShape(documentError(error)) }
  }
})

/** Content that overflows the stack or a string is hostile or broken: that is the document's fault. */
function documentError(error: unknown): unknown {
  if (!(error instanceof RangeError)) return error
  if (/string length|array length|allocation/i.test(error.message)) {
    return new QuarryError('resource.tooLarge', 'Its content does not fit in memory.', { cause: error })
  }
  return new QuarryError('resource.invalid', 'It is nested too deeply.', { cause: error })
}
