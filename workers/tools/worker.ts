import '../egress/offline'
import { toErrorShape } from '../../contract/errors'
import type { UserToolAnswer, UserToolTask } from '../../contract/resources/user-tool'
import { serveWork } from '../process/serve-work'
import { runUserTool } from './run-user-tool'

serveWork<UserToolTask, 'began', UserToolAnswer>(async (task, tell, interrupted) => {
  tell('began')
  try {
    return { kind: 'ran', ...(await runUserTool(task, interrupted)) }
  } catch (error) {
    return { kind: 'failed', error: toErrorShape(error) }
  }
})
