import type { ReportView } from '../../contract/report/report'
import type { FinishedStep, Inquiry } from '../reasoning'
import type { LearnerPorts } from './ports'

/**
 * A quick answer without a session: the same steps, sentences and checks, from passages of the library alone. The library is
 * searched, through the gate, and nothing else called or asked. Throws the signal's reason, `tool.denied`, and what the engine throws.
 */
export async function answerQuestion(
  { engine, callTool }: Pick<LearnerPorts, 'engine' | 'callTool'>,
  question: string,
  signal: AbortSignal,
): Promise<ReportView> {
  const inquiry: Inquiry = { question, mode: 'quick', clarifications: [] }
  const options = { signal }
  const planned = await engine.plan(
    { inquiry, investigation: null, previous: null, remark: null, gaps: [], finished: [] },
    options,
  )
  const steps: FinishedStep[] = []
  for (const step of planned) {
    const findings = await engine.gatherEvidence(
      { inquiry, step, earlier: [], resources: [] },
      { signal, callTool: async (request) => ({ callId: '', output: await callTool(request, signal) }) },
    )
    signal.throwIfAborted()
    steps.push({ step, findings })
  }
  const report = await engine.writeReport({ inquiry, steps, partial: false }, options)
  return engine.verifyReport(report, options)
}
