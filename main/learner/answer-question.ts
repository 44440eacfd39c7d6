import { QuarryError } from '../../contract/errors'
import { ownTools } from '../../contract/own-tools'
import type { ReportView } from '../../contract/report'
import type { FinishedStep, Inquiry } from '../reasoning'
import type { LearnerPorts } from './ports'

const nothingFound = {
  themes: [],
  hits: [],
  passagesSearched: 0,
}

/**
 * A quick answer without a session: the same steps, sentences and checks, from passages of the library alone. The library is
 * searched, and nothing else called or asked. Throws the signal's reason, and what the engine throws.
 */
export async function answerQuestion(
  { engine, recall }: Pick<LearnerPorts, 'engine' | 'recall'>,
  question: string,
  signal: AbortSignal,
): Promise<ReportView> {
  const inquiry: Inquiry = { question, mode: 'quick', clarifications: [] }
  const options = { signal }
  const planned = await engine.plan(
    { inquiry, investigation: nothingFound, previous: null, remark: null, gaps: [], finished: [] },
    options,
  )
  const steps: FinishedStep[] = []
  for (const step of planned) {
    const findings = await engine.gatherEvidence(
      { inquiry, step, earlier: [], resources: [] },
      {
        signal,
        async callTool({ tool, input }) {
          if (tool !== 'recall') throw new QuarryError('internal', `The background learner does not call ${tool}.`)
          const { query, top } = ownTools.recall.input.parse(input)
          return { callId: '', output: await recall(query, { top, signal }) }
        },
      },
    )
    signal.throwIfAborted()
    steps.push({ step, findings })
  }
  const report = await engine.writeReport({ inquiry, steps, partial: false }, options)
  return engine.verifyReport(report, options)
}
