import '../egress/offline'
import { toErrorShape } from '../../contract/errors'
import type { PluginAnswer, PluginTask } from '../../contract/resources/plugin'
import { serveWork } from '../process/serve-work'
import { runPlugin } from './run-plugin'

// A day is the same day wherever a plugin runs.
process.env.TZ = 'UTC'

serveWork<PluginTask, 'began', PluginAnswer>(async (task, tell) => {
  tell('began')
  try {
    return { kind: 'returned', json: await runPlugin(task) }
  } catch (error) {
    return { kind: 'failed', error: toErrorShape(error) }
  }
})
