import '../egress/chosen'
import type { ApiCallAnswer, ApiCallTask } from '../../contract/calls/api-call'
import { toErrorShape } from '../../contract/errors'
import { serveWork } from '../process/serve-work'
import { callOperation } from './call-operation'

serveWork<ApiCallTask, 'began', ApiCallAnswer>(async (task, tell, interrupted) => {
  tell('began')
  try {
    return { kind: 'called', result: await callOperation(task, interrupted) }
  } catch (error) {
    return { kind: 'failed', error: toErrorShape(error) }
  }
})
