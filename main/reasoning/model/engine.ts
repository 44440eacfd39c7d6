import { isClaim } from '../../../contract/report'
import type { ReasoningEngine } from '../port'
import { planWithModel } from './plan'
import type { SessionModel } from './session-model'
import { type Unsupported, writeWithModel } from './write-report'

/**
 * The roles that a language model plays, over an engine that needs none: that one plays the others, finds what a model
 * writes from, and stands in where the model fails.
 */
export function createModelEngine(
  base: ReasoningEngine,
  model: SessionModel,
  unsupported: () => Unsupported,
): ReasoningEngine {
  return {
    ...base,
    async plan(input, options) {
      if (input.inquiry.mode === 'quick') return base.plan(input, options)
      try {
        return await planWithModel(model, input, options.signal)
      } catch (error) {
        options.signal.throwIfAborted()
        await model.notePlannedByRules(error)
        return base.plan(input, options)
      }
    },
    async writeReport(input, options) {
      const quoted = await base.writeReport(input, options)
      // Where nothing was found there is nothing to write from, and who stops a session wants no more to begin.
      const isWritable = !input.partial && quoted.sections.some(({ sentences }) => sentences.some(isClaim))
      return isWritable ? writeWithModel(model, quoted, input, unsupported(), options) : quoted
    },
  }
}
