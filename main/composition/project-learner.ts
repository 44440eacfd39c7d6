import { QuarryError } from '../../contract/errors'
import { countUnderWay } from '../../contract/library/source'
import type { Domains } from '../domains'
import type { Library } from '../knowledge'
import { createLearner } from '../learner'
import type { Answers } from '../memory'
import { createExtractiveEngine, type ExtractivePorts } from '../reasoning'
import type { Recall } from '../recall'
import type { Database } from '../store'
import { callUnrecorded, createRecallTool, createToolRegistry, type JudgeCall } from '../tools'
import { codePortsOf, onRevision } from './project-library'
import type { OpeningProject } from './shared-parts'

interface OpenLearnerOptions {
  readonly library: Library
  readonly domains: Pick<Domains, 'subscribe'>
  readonly ownRecall: Recall
  /** The gate of the project's calls. */
  readonly judge: JudgeCall
  /** What quotes in sessions. */
  readonly quoting: ExtractivePorts
  readonly answers: Answers
}

/** The background learner of a project. */
export function openLearner(
  { projectId, settings, shared, keep }: OpeningProject,
  { library, domains, ownRecall, judge, quoting, answers }: OpenLearnerOptions,
) {
  const { database, inference, onBackgroundError } = shared
  const { draftCall: _, ...fromLibrary } = quoting
  const tools = createToolRegistry({
    tools: [createRecallTool(ownRecall)],
    readResource: async () => Promise.reject(new QuarryError('internal', 'The background learner calls no resource.')),
  })
  return keep(
    createLearner({
      database,
      projectId,
      presence: shared.presence,
      engine: createExtractiveEngine({
        ...fromLibrary,
        // Nobody asked: it counts neither as use nor before what somebody waits for.
        recall: (query, options) => ownRecall.recall(query, options),
        code: codePortsOf(ownRecall),
        embed: (texts, options) => inference.embed(texts, { ...options, priority: 'bulk' }),
      }),
      callTool: (request, signal) => callUnrecorded({ tools, judge }, request, signal),
      answers,
      settings: () => settings.get(),
      async isBusy() {
        if (shared.admission.isBusy()) return true
        const { byState, paused, answeredMeanwhile } = await library.summary()
        if ((!paused && countUnderWay(byState) > 0) || answeredMeanwhile !== undefined) return true
        return readsAnything(database)
      },
      onChanged(listener) {
        const stops = [
          settings.subscribe(() => listener(false)),
          onRevision(library, () => listener(true)),
          domains.subscribe(() => listener(true)),
        ]
        return () => {
          for (const stop of stops) stop()
        }
      },
      inTurn: shared.learnerTurns.run,
      forgetRemoved: () => shared.forgetRemoved().catch(onBackgroundError),
      onBackgroundError,
      now: () => new Date(),
    }),
  )
}

/** Whether a file of any project is being read. */
async function readsAnything(database: Database): Promise<boolean> {
  const reading = await database.query(`select 1 from sources where state in ('reading', 'embedding') limit 1`)
  return reading.length > 0
}
