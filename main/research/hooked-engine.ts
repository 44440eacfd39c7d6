import { randomUUID } from 'node:crypto'
import { QuarryError } from '../../contract/errors'
import { isClaim, type ReportView } from '../../contract/report'
import type { HookedPlugin, HookReply, SessionHooks } from '../plugins'
import { type PlannedStep, type ReasoningEngine, workingQuestion } from '../reasoning'
import { checkPlan } from './plan-check'

/** Pieces of evidence, and sentences of a report, that a plugin is shown. */
const mostShown = 200

type Role = 'planner' | 'researcher' | 'reporter'
type Said = Pick<HookReply<'workflow.afterReply'>, 'notes' | 'veto'>

/**
 * The engine of a session with what plugins do before and after the replies of three roles: they may note, veto, and change a
 * plan within the rules of a person's edit. Evidence and sentences they can only read: what a report says is the engine's, and is
 * verified as before. Where a session was stopped no plugin is asked.
 */
export function withHooks(engine: ReasoningEngine, hooks: SessionHooks, sessionId: string): ReasoningEngine {
  const heed = async ({ notes, veto }: Said, { name: plugin }: HookedPlugin): Promise<void> => {
    for (const note of notes) await hooks.note(sessionId, { kind: 'noted', plugin, note })
    if (veto === undefined) return
    throw new QuarryError('plugin.vetoed', `“${plugin}” stopped this: ${veto}`, {
      remedy: 'switchPluginOff',
      context: { plugin, reason: veto },
    })
  }
  const before = (role: Role, question: string, context: object): Promise<void> =>
    hooks.ask(sessionId, 'workflow.beforeReply', () => ({ role, question, context }), heed)
  const after = (role: Role, question: string, reply: object): Promise<void> =>
    hooks.ask(sessionId, 'workflow.afterReply', () => ({ role, question, reply }), heed)

  return {
    ...engine,
    async plan(input, options) {
      const question = workingQuestion(input.inquiry)
      const { gaps, remark } = input
      await before('planner', question, { gaps, remark, finished: input.finished.map(({ step }) => step.title) })
      let planned = await engine.plan(input, options)
      // That nothing is left to do is no plan to change.
      if (planned.length === 0) return planned
      const inputOf = () => ({ role: 'planner', question, reply: { steps: planned.map(shownStep) } })
      await hooks.ask(sessionId, 'workflow.afterReply', inputOf, async (reply, plugin) => {
        await heed(reply, plugin)
        if (reply.steps === undefined) return
        const changed = changedPlan(planned, reply.steps)
        try {
          checkPlan(
            [...input.finished.map(({ step }) => step), ...changed].map((step) => ({ requirements: [], ...step })),
          )
        } catch (error) {
          if (!(error instanceof QuarryError)) throw error
          const { code, message, context = {} } = error
          const failed = { kind: 'failed', plugin: plugin.name, hook: 'workflow.afterReply' } as const
          return hooks.note(sessionId, { ...failed, error: { code, message, context } })
        }
        const titles = (steps: readonly PlannedStep[], others: readonly PlannedStep[]): string[] =>
          steps.filter((step) => !others.some(({ title }) => title === step.title)).map(({ title }) => title)
        const [added, dropped] = [titles(changed, planned), titles(planned, changed)]
        if (JSON.stringify(planned) !== JSON.stringify(changed))
          await hooks.note(sessionId, { kind: 'changed', plugin: plugin.name, added, dropped })
        planned = changed
      })
      return planned
    },
    async gatherEvidence(input, options) {
      const question = workingQuestion(input.inquiry)
      const { title, query } = input.step
      const step = { title, query }
      await before('researcher', question, { step })
      const findings = await engine.gatherEvidence(input, options)
      const evidence = findings.evidence.slice(0, mostShown).map(({ sentence }) => sentence)
      await after('researcher', question, { step, evidence })
      return findings
    },
    async writeReport(input, options) {
      if (input.partial) return engine.writeReport(input, options)
      const question = workingQuestion(input.inquiry)
      await before('reporter', question, { steps: input.steps.map(({ step }) => step.title) })
      const report = await engine.writeReport(input, options)
      await after('reporter', question, { sentences: sentencesOf(report) })
      return report
    },
  }
}

const shownStep = ({ id, title, query, dependsOn }: PlannedStep) => ({ id, title, query, dependsOn })

const sentencesOf = ({ sections }: ReportView): string[] =>
  sections
    .flatMap(({ sentences }) => sentences)
    .flatMap((sentence) => (isClaim(sentence) ? [sentence.text] : []))
    .slice(0, mostShown)

/** The plan as a plugin wants it. A step that it does not know is one of the question, under an id of its own. */
function changedPlan(
  planned: readonly PlannedStep[],
  wanted: NonNullable<HookReply<'workflow.afterReply'>['steps']>,
): PlannedStep[] {
  return wanted.map(({ id, ...words }) => {
    const known = planned.find((step) => step.id === id)
    return known === undefined
      ? { id: randomUUID(), skipped: false, origin: 'question', ...words }
      : { ...known, ...words }
  })
}
