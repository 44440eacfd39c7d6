import type { GatheringOptions, ReasoningEngine, StepFindings, StepInput } from '../../reasoning'
import type { StepRecord } from '../repository/steps'
import type { StepKey } from '../step-machine'
import type { RoleContext } from './context'

/** Who works on a step. */
export interface StepRole {
  /** What its executor has to be able to do. */
  readonly capability: string
  /** What it is told beside what every step is told. */
  brief(
    context: RoleContext,
    key: StepKey,
    at: { readonly step: StepRecord; readonly earlier: StepInput['earlier'] },
  ): Promise<Pick<StepInput, 'figures' | 'calls'>>
  work(engine: ReasoningEngine, question: StepInput, options: GatheringOptions): Promise<StepFindings>
}
