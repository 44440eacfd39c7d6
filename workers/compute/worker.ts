import '../egress/offline'
import type { ComputeAnswer, ComputeTask } from '../../contract/calls/compute'
import { toErrorShape } from '../../contract/errors'
import { serveWork } from '../process/serve-work'
import { runCode } from './run-code'

// A day is the same day wherever a computation runs.
process.env.TZ = 'UTC'

serveWork<ComputeTask, 'began', ComputeAnswer>(async (task, tell) => {
  tell('began')
  try {
    return { kind: 'computed', json: await runCode(task) }
  } catch (error) {
    return { kind: 'failed', error: toErrorShape(error) }
  }
})
