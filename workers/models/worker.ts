import '../egress/chosen'
import { toErrorShape } from '../../contract/errors'
import type { ModelAnswer, ModelTask, ModelTold } from '../../contract/models/language-model'
import { serveWork } from '../process/serve-work'
import { chat } from './chat'
import { listModels } from './list-models'

serveWork<ModelTask, ModelTold, ModelAnswer>(async (task, tell, interrupted) => {
  tell({ kind: 'began' })
  try {
    if (task.ask.kind === 'list') return { kind: 'listed', models: await listModels(task, interrupted) }
    return { kind: 'said', turn: await chat(task, task.ask, tell, interrupted) }
  } catch (error) {
    return { kind: 'failed', error: toErrorShape(error) }
  }
})
