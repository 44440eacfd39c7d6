import { join } from 'node:path'
import { fromErrorShape, QuarryError } from '../../../contract/errors'
import type { ModelAnswer, ModelTask, ModelTold, ServedModel } from '../../../contract/models/language-model'
import { egressToModel, modelApiOf } from '../../../contract/models/model-address'
import type { ProcessEgress } from '../../../contract/processes/work-process'
import {
  createByEgress,
  createWorkLimit,
  createWorkProcesses,
  ProcessLost,
  type StartWorkProcess,
} from '../../processes'

const maxMemoryMb = 512
const limits = { firstByteMs: 10_000, silenceMs: 10_000, maxResponseBytes: 4_000_000, maxAttempts: 1 }
/** The list, and what a server says on pages of its own. */
const timeoutMs = 40_000

/** Asks servers of language models what they serve. */
export interface ModelLists {
  /**
   * Throws `resource.needsSecret`, `resource.unreachable`, `resource.timeout`, `resource.tooLarge`, `model.failed`,
   * `egress.denied` and `cancelled`.
   * @param egress of servers that are not on this computer
   */
  list(
    location: string,
    apiKey: string | null,
    egress: ProcessEgress,
    signal: AbortSignal,
  ): Promise<readonly ServedModel[]>
  close(): Promise<void>
}

/** In processes that may connect to that server alone, or to where the network setting allows. */
export function createModelLists({
  workersDir,
  start,
}: {
  readonly workersDir: string
  readonly start: StartWorkProcess
}): ModelLists {
  const processes = createByEgress((egress) =>
    createWorkProcesses<ModelTask, ModelTold, ModelAnswer>({
      start,
      entry: join(workersDir, 'models.js'),
      name: 'models',
      maxMemoryMb,
      egress,
      places: 1,
      canBeInterrupted: true,
    }),
  )
  return {
    async list(location, apiKey, allowed, signal) {
      const limit = createWorkLimit(timeoutMs)
      const task: ModelTask = { server: modelApiOf(location), apiKey, limits, ask: { kind: 'list' } }
      let answer: ModelAnswer
      try {
        answer = await processes
          .of(egressToModel(location, allowed))
          .run(task, { limit, signal, onTold: () => limit.begin() })
      } catch (error) {
        if (!(error instanceof ProcessLost)) throw error
        throw new QuarryError('resource.timeout', `${location} did not say which models it has.`, { cause: error })
      }
      if (answer.kind === 'failed') throw fromErrorShape(answer.error)
      return answer.kind === 'listed' ? answer.models : []
    },
    close: () => processes.close(),
  }
}
