import { randomUUID } from 'node:crypto'
import { QuarryError } from '../../../contract/errors'
import { isClaim, type ReportView } from '../../../contract/report/report'
import type { HookedPlugin, HookReply, SessionHooks } from '../../plugins'
import {
  type PlannedStep,
  type ReasoningEngine,
  type StepFindings,
  type StepInput,
  workingQuestion,
} from '../../reasoning'
import { checkPlan } from '../plan-check'

/** Pieces of evidence, and sentences of a report, that a plugin is shown. */
const mostShown = 200

type Role = 'coordinator' | 'investigator' | 'planner' | 'researcher' | 'coder' | 'reporter' | 'verifier'
type Said = Pick<HookReply<'workflow.afterReply'>, 'notes' | 'veto'>

/**
 * The engine of a session with what plugins do before and after the replies of its roles: they may note, veto, and change a
 * plan within the rules of a person's edit. Evidence, sentences and verdicts they can only read: what a report says is the
 * engine's, and is verified as before. Where a session was stopped no plugin is asked.
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

  const onStep = async (
    role: 'researcher' | 'coder',
    { inquiry, step: { title, query } }: StepInput,
    work: () => Promise<StepFindings>,
  ): Promise<StepFindings> => {
    const question = workingQuestion(inquiry)
    const step = { title, query }
    await before(role, question, { step })
    const findings = await work()
    await after(role, question, {
      step,
      evidence: findings.evidence.slice(0, mostShown).map(({ sentence }) => sentence),
    })
    return findings
  }

  return {
    ...engine,
    async assessQuestion(inquiry, options) {
      const question = workingQuestion(inquiry)
      await before('coordinator', question, { round: inquiry.clarifications.length + 1 })
      const round = await engine.assessQuestion(inquiry, options)
      await after('coordinator', question, { asks: round?.kind ?? null, suggestions: round?.suggestions ?? [] })
      return round
    },
    async investigate(inquiry, options) {
      const question = workingQuestion(inquiry)
      await before('investigator', question, {})
      const found = await engine.investigate(inquiry, options)
      const { passagesSearched, themes } = found
      await after('investigator', question, { passagesSearched, themes: themes.map(({ name }) => name) })
      return found
    },
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
    gatherEvidence: (input, options) => onStep('researcher', input, () => engine.gatherEvidence(input, options)),
    processFindings: (input, options) => onStep('coder', input, () => engine.processFindings(input, options)),
    async writeReport(input, options) {
      if (input.partial) return engine.writeReport(input, options)
      const question = workingQuestion(input.inquiry)
      await before('reporter', question, { steps: input.steps.map(({ step }) => step.title) })
      const report = await engine.writeReport(input, options)
      await after('reporter', question, {
        sentences: claimsOf(report)
          .slice(0, mostShown)
          .map(({ text }) => text),
      })
      return report
    },
    async verifyReport(report, options) {
      if (report.partial) return engine.verifyReport(report, options)
      await before('verifier', report.title, { sentences: claimsOf(report).length })
      const checked = await engine.verifyReport(report, options)
      const found = claimsOf(checked).map(({ text, verdict }) => ({ text, verdict }))
      await after('verifier', report.title, { sentences: found.slice(0, mostShown) })
      return checked
    },
  }
}

const shownStep = ({ id, title, query, dependsOn, type, doneWhen }: PlannedStep) => ({
  id,
  title,
  query,
  dependsOn,
  type,
  doneWhen,
})

const claimsOf = ({ sections }: ReportView) => sections.flatMap(({ sentences }) => sentences).filter(isClaim)

/** The plan as a plugin wants it. A step that is not known is the plugin's, under an id of its own. */
function changedPlan(
  planned: readonly PlannedStep[],
  wanted: NonNullable<HookReply<'workflow.afterReply'>['steps']>,
): PlannedStep[] {
  return wanted.map(({ id, type, doneWhen, ...words }) => {
    const known = planned.find((step) => step.id === id)
    // A plugin that says nothing of it leaves it as it was.
    const said = { type: type ?? known?.type ?? 'research', doneWhen: doneWhen ?? known?.doneWhen ?? '' } as const
    return known === undefined
      ? { id: randomUUID(), skipped: false, origin: 'plugin', ...said, ...words }
      : { ...known, ...said, ...words }
  })
}
