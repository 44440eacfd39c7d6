import { databaseAnswer } from '../../../contract/databases/database-answer'
import { toErrorShape } from '../../../contract/errors'
import type { Evidence, GatheringOptions, StepFindings, StepInput } from '../port'
import { isOfService } from './ask-resources'
import { computeFrom } from './compute-figure'

/**
 * Calculates what a step asks for from the rows that earlier steps were answered. Only from those that were asked for just
 * this: of any others rules could not say what their columns mean.
 */
export async function processFindings(
  { step, calls = [] }: StepInput,
  { callTool, onProgress }: GatheringOptions,
): Promise<StepFindings> {
  const evidence: Evidence[] = []
  const unasked: NonNullable<StepFindings['unasked']>[number][] = []
  const bases = calls.filter(
    ({ tool, input }) => tool === 'sql_query' && input.basis === true && input.question === step.query,
  )
  for (const [at, { callId, output }] of bases.entries()) {
    onProgress?.(at, bases.length)
    const answer = databaseAnswer.parse(output)
    try {
      evidence.push(...(await computeFrom(callTool, step.query, { callId, answer })))
    } catch (error) {
      if (!isOfService(error)) throw error
      const { resourceId } = answer
      unasked.push({ resourceId, reason: 'failed', tool: 'compute', about: [], error: toErrorShape(error) })
    }
  }
  return { found: bases.length, evidence, unasked }
}
