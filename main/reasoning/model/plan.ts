import { z } from 'zod'
import { type StepType, stepType } from '../../../contract/session/session'
import { displayText, languageOf } from '../../language'
import { workingQuestion } from '../extractive/working-question'
import type { PlanInput, PlannedStep } from '../port'
import { askForJson } from './ask-for-json'
import { fenceLines } from './fence'
import { withGiven } from './given'
import { planInEnglish } from './prompts/plan.en'
import { planInChinese } from './prompts/plan.zh-CN'
import type { SessionModel } from './session-model'

const answerTokens = 800
/** Of what the first look found, shown to the model. */
const shownHits = 12
const mostSteps = 8
const shownDescription = 400

const form = z.object({
  steps: z
    .array(
      z.object({
        title: z.string().trim().min(1).max(200),
        query: z.string().trim().min(1).max(1000),
        after: z.array(z.number().int()),
        uses: z.array(z.number().int()).default([]),
        type: stepType.default('research'),
        done_when: z.string().trim().max(500).default(''),
      }),
    )
    .max(mostSteps),
})

/**
 * Has a model plan. Steps that search for the same are one, and a step may wait for earlier ones alone, so that no plan
 * turns in a circle. Throws `model.unusable` where there is no plan in what it says, and what a turn throws.
 */
export async function planWithModel(
  model: SessionModel,
  { inquiry, investigation, previous, remark, gaps, finished, resources = [], given }: PlanInput,
  signal: AbortSignal,
): Promise<PlannedStep[]> {
  const question = workingQuestion(inquiry)
  const language = languageOf(question)
  const words = language === 'zh-CN' ? planInChinese : planInEnglish
  const { fence, text } = fenceLines('library', [
    ...(investigation?.themes ?? []).map(({ name }) => displayText(name)),
    ...new Set(
      (investigation?.hits ?? []).slice(0, shownHits).map(({ title, sourceName }) => displayText(title || sourceName)),
    ),
  ])
  const askable = fenceLines(
    'resources',
    resources.map(
      ({ type, name, description }, at) =>
        `[${at + 1}] ${type} “${displayText(name)}”: ${displayText(description).slice(0, shownDescription)}`,
    ),
  )
  const over = finished.map(({ step }) => step.title)
  const suffices = remark === null && finished.some(({ findings }) => (findings?.evidence.length ?? 0) > 0)
  const contextTokens = await model.contextTokens(signal)
  const system = words.system(fence, resources.length === 0 ? null : askable.fence)
  const asked = {
    question,
    library: text,
    resources: resources.length === 0 ? null : askable.text,
    finished: over,
    previous: (previous ?? []).map(({ title }) => title),
    remark,
    gaps,
  }
  const { steps } = await askForJson(
    model,
    {
      turn: {
        role: 'plan',
        about: '',
        prompt: `plan/${words.version}/${language}`,
        messages: [
          { role: 'system', content: withGiven(system, given, language, contextTokens) },
          { role: 'user', content: words.user(asked) },
        ],
        maxTokens: Math.min(answerTokens, Math.floor(contextTokens / 4)),
      },
      form,
      problemOf: (plan) => (plan.steps.length > 0 || suffices ? null : 'steps: at least one step is needed.'),
      again: words.again,
    },
    signal,
  )
  const taken = new Set(finished.map(({ step }) => step.id))
  const ids = Array.from({ length: mostSteps + taken.size }, (_, at) => `step-${at + 1}`).filter((id) => !taken.has(id))
  /** Where a step's search stands first. */
  const firstOf = steps.map(({ query }) =>
    steps.findIndex((other) => other.query.toLowerCase() === query.toLowerCase()),
  )
  return steps.flatMap(({ title, query, after, uses, type: wanted, done_when: doneWhen }, at) => {
    if (firstOf[at] !== at) return []
    const earlier = after.flatMap((number) => firstOf[number - 1] ?? []).filter((first) => first < at)
    const dependsOn = [...new Set(earlier)].map((first) => ids[first]!)
    // What waits for no step has nothing to process, and gathers instead.
    const type: StepType = dependsOn.length === 0 ? 'research' : wanted
    const origin = 'question' as const
    return [{ id: ids[at]!, title, query, dependsOn, skipped: false, type, doneWhen, origin, ...usesOf(type, uses) }]
  })

  function usesOf(type: StepType, numbers: readonly number[]): Pick<PlannedStep, 'uses'> {
    if (type === 'processing') return {}
    const ids = numbers.flatMap((n) => resources[n - 1]?.resourceId ?? [])
    return ids.length === 0 ? {} : { uses: [...new Set(ids)] }
  }
}
