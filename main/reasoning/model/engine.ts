import { QuarryError } from '../../../contract/errors'
import type { ModelRole } from '../../../contract/models/model-turn'
import { isClaim, type ReportView } from '../../../contract/report/report'
import type { ReasoningEngine, StepFindings } from '../port'
import { answerUnaided } from './answer-unaided'
import { assessWithModel } from './assess'
import { type GatheringPorts, gatherWithModel } from './gather'
import { judgeWithModel } from './judge'
import { planWithModel } from './plan'
import type { SessionModel } from './session-model'
import { type Unsupported, writeWithModel } from './write-report'

/** The model of each role that one plays; the others are played by rules. */
export type RoleModels = Readonly<Partial<Record<ModelRole, SessionModel>>>

export interface ModelEnginePorts extends GatheringPorts {
  /** What becomes of sentences that their citations do not support, as it is now. */
  unsupported(): Unsupported
}

/**
 * The roles that language models play, over an engine that needs none: that one plays the others, finds what a model
 * works from, and stands in where a model fails, which the session's log says.
 */
export function createModelEngine(
  base: ReasoningEngine,
  models: RoleModels,
  ports: ModelEnginePorts,
  now: () => Date = () => new Date(),
): ReasoningEngine {
  return {
    ...base,
    async assessQuestion(inquiry, options) {
      const asked = await base.assessQuestion(inquiry, options)
      const { clarify: model } = models
      if (asked !== null || model === undefined) return asked
      const byModel = () => assessWithModel(model, inquiry, options.signal)
      return played(model, { role: 'clarify', about: '', byModel, byRules: () => null }, options.signal)
    },
    async plan(input, options) {
      const { plan: model } = models
      const byRules = () => base.plan(input, options)
      if (input.inquiry.mode === 'quick' || model === undefined) return byRules()
      const byModel = () => planWithModel(model, input, options.signal)
      return played(model, { role: 'plan', about: '', byModel, byRules }, options.signal)
    },
    async gatherEvidence(input, options) {
      let soFar = await base.gatherEvidence(input, options)
      const { research: model } = models
      if (input.inquiry.mode === 'quick' || model === undefined) return soFar
      const onBroken = (findings: StepFindings): void => {
        soFar = findings
      }
      const byModel = () => gatherWithModel(model, ports, soFar, input, options, onBroken)
      const about = input.step.title
      return played(model, { role: 'research', about, byModel, byRules: () => soFar }, options.signal)
    },
    async processFindings(input, options) {
      let soFar = await base.processFindings(input, options)
      const { research: model } = models
      const evidence = input.earlier.flatMap(({ findings }) => findings.evidence)
      // What rules calculated is sure, and sentences alone hold nothing that code is handed.
      const isDone = soFar.evidence.length > 0 || evidence.every(({ place }) => place.kind === 'source')
      if (isDone || model === undefined) return soFar
      const onBroken = (findings: StepFindings): void => {
        soFar = findings
      }
      const byModel = () => gatherWithModel(model, ports, { ...soFar, evidence }, input, options, onBroken)
      return played(model, { role: 'research', about: input.step.title, byModel, byRules: () => soFar }, options.signal)
    },
    async writeReport(input, options) {
      const { write: model } = models
      if (input.inquiry.mode === 'modelOnly' && model !== undefined) {
        return answerUnaided(model, input, now(), options.signal)
      }
      const quoted = await base.writeReport(input, options)
      // Where nothing was found there is nothing to write from, and who stops a session wants no more to begin.
      const isWritable = !input.partial && quoted.sections.some(({ sentences }) => sentences.some(isClaim))
      if (!isWritable || model === undefined) return quoted
      return writeWithModel(model, quoted, input, ports.unsupported(), options)
    },
    async verifyReport(report, options) {
      let checked = await base.verifyReport(report, options)
      const { verify: model } = models
      if (checked.partial || model === undefined) return checked
      const onJudged = (judged: ReportView): void => {
        checked = judged
      }
      const byModel = () => judgeWithModel(model, checked, options.signal, onJudged)
      return played(model, { role: 'verify', about: '', byModel, byRules: () => checked }, options.signal)
    },
  }
}

interface Played<Value> {
  readonly role: Exclude<ModelRole, 'write'>
  readonly about: string
  byModel(): Promise<Value>
  byRules(): Value | Promise<Value>
}

/** What a model makes of a role; where it fails, what rules make of it, after the session's log says so. */
async function played<Value>(
  model: SessionModel,
  { role, about, byModel, byRules }: Played<Value>,
  signal: AbortSignal,
): Promise<Value> {
  try {
    return await byModel()
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof QuarryError) || !/^(?:model|resource|egress)\./.test(error.code)) throw error
    await model.noteByRules(role, about, error)
    return byRules()
  }
}
