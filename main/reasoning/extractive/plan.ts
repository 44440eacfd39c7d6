import type { Theme } from '../../../contract/session/session'
import {
  aspectsOf,
  type Background,
  capitalise,
  containment,
  contentStems,
  figureAsked,
  focusPhrases,
  languageOf,
  parseRemark,
  questionKind,
} from '../../language'
import type { PlanInput, PlannedStep } from '../port'
import { wordingFor } from '../wording'
import { widenQuery } from './gaps'
import { workingQuestion } from './working-question'

type WithBackground = PlanInput & { readonly background: Background }

const mostAspects = 4
const mostSteps = 6

interface Draft {
  readonly title: string
  readonly query: string
  readonly origin: PlannedStep['origin']
}

/** The share of words that two searches for the same thing have in common. */
const leastShared = 0.75

function resembles(left: string, right: string): boolean {
  return containment(contentStems(left), contentStems(right)) >= leastShared
}

function themeDraft(theme: Theme, focus: readonly string[]): Draft {
  // A theme is called by one of its phrases, with a capital letter.
  const phrases = theme.phrases.slice(0, 2).filter((phrase) => phrase.toLowerCase() !== theme.name.toLowerCase())
  const query = [...new Set([theme.name, ...phrases, ...focus])].join(', ')
  return { title: theme.name, query, origin: 'theme' }
}

/** Steps of the question's own aspects, then of the material's themes, each saying something the others do not. */
function draftsFor(input: WithBackground, question: string): Draft[] {
  const wording = wordingFor(languageOf(question))
  const aspects = aspectsOf(question).slice(0, mostAspects)
  const focus = focusPhrases(question, input.background, 3)
  const drafts: Draft[] = []
  if (aspects.length <= 1) {
    drafts.push({ title: wording.plan.direct, query: question, origin: 'question' })
  } else for (const { title, query } of aspects) drafts.push({ title, query, origin: 'question' })
  // What lies around a topic is worth a look; a question that asks for something is answered.
  const isOpen = !/[?？]/.test(question) && aspects.every(({ query }) => questionKind(query) === 'open')
  const room = isOpen ? Math.max(0, Math.min(aspects.length <= 1 ? 3 : 2, 5 - drafts.length)) : 0
  // The look around was for the first question.
  const around = input.inquiry.earlier?.length ? [] : (input.investigation?.themes ?? [])
  const themes = around
    .filter((theme) => theme.passages >= 2 || around.length <= 2)
    .filter((theme) => !drafts.some((draft) => resembles(theme.name, draft.title)))
    .slice(0, room)
  drafts.push(...themes.map((theme) => themeDraft(theme, focus)))
  if (drafts.length < 2 && input.investigation?.hits.length === 0 && !isEmpty(input)) {
    const subject = focus[0] ?? question
    drafts.push({ title: wording.plan.background(subject), query: subject, origin: 'question' })
  }
  return drafts
}

/** Whether the library holds no text: what databases and services answer is then all that there is. */
const isEmpty = ({ background }: WithBackground): boolean => background.passages === 0

/** Searches once more, more widely, for what the finished steps left open. */
function draftsForGaps({ gaps, finished, background }: WithBackground, wider: (title: string) => string): Draft[] {
  return gaps.flatMap((gap) => {
    const query = finished.find(({ step }) => step.title === gap)?.step.query ?? gap
    const widened = widenQuery(query, background)
    return widened === null ? [] : [{ title: wider(gap), query: widened, origin: 'question' as const }]
  })
}

/**
 * Whether a finished step that was asked the same way for all of this kept sentences of documents. What a database or a
 * service answered holds for the very question that it was asked.
 */
function isAnswered({ query }: Draft, { finished }: PlanInput): boolean {
  const wanted = [...contentStems(query)]
  return finished.some(({ step, findings }) => {
    const asked = contentStems(step.query)
    const evidence = findings?.evidence ?? []
    return (
      wanted.length >= leastShared * asked.size &&
      wanted.every((stem) => asked.has(stem)) &&
      questionKind(step.query) === questionKind(query) &&
      evidence.length > 0 &&
      evidence.every(({ place }) => place.kind === 'source')
    )
  })
}

function applyRemark(drafts: Draft[], remark: string, question: string, background: Background): Draft[] {
  const request = parseRemark(remark)
  const context = focusPhrases(question, background, 2).join(' ')
  const matches = (draft: Draft, words: string) => {
    const wanted = contentStems(words)
    const has = contentStems(`${draft.title} ${draft.query}`)
    return (
      wanted.size > 0 &&
      containment(wanted, contentStems(draft.title)) >= 0.5 &&
      [...wanted].some((stem) => has.has(stem))
    )
  }
  let steps = drafts.filter((draft) => !request.drop.some((words) => matches(draft, words)))
  const asked = (words: string): Draft => ({
    title: capitalise(words),
    query: resembles(words, question) ? words : `${words} ${context}`.trim(),
    origin: 'person',
  })
  const added = [...request.focus, ...request.add].filter(
    (words) => !steps.some((draft) => resembles(draft.title, words)),
  )
  if (request.focus.length > 0) {
    // What to focus on comes first; themes that have nothing to do with it go.
    const isFocus = (draft: Draft) => request.focus.some((words) => matches(draft, words))
    steps = [...steps.filter(isFocus), ...steps.filter((draft) => !isFocus(draft) && draft.origin !== 'theme')]
  }
  const fresh = added.map(asked)
  return request.focus.length > 0 ? [...fresh, ...steps] : [...steps, ...fresh]
}

/** The steps of a quick answer: a search for each part of the question, and nothing around it. */
export function quickSteps({ inquiry }: Pick<PlanInput, 'inquiry'>): PlannedStep[] {
  const question = workingQuestion(inquiry)
  const { direct } = wordingFor(languageOf(question)).plan
  const parts = aspectsOf(question)
  const drafts = parts.length > 1 ? parts.slice(0, mostAspects) : [{ title: direct, query: question }]
  return drafts.map(({ title, query }, at) => stepOf({ title, query, origin: 'question' }, `step-${at + 1}`))
}

const stepOf = ({ title, query, origin }: Draft, id: string): PlannedStep => ({
  id,
  title: title.slice(0, 300),
  query: query.slice(0, 2000),
  dependsOn: [],
  skipped: false,
  type: 'research',
  doneWhen: { kind: 'keepsEvidence', values: {} },
  origin,
})

/** What no query gives is calculated from the rows of the database that the first step asks. */
const calculationOf = ({ asksDatabase }: PlanInput, question: string): Draft | null =>
  asksDatabase === true && figureAsked(question) !== null
    ? { title: wordingFor(languageOf(question)).plan.calculate, query: question, origin: 'question' }
    : null

/** The calculation of a plan that was sent back, unless the person wants it gone. */
function keptCalculation({ previous, remark }: PlanInput): Draft | null {
  const planned = previous?.find(({ type }) => type === 'processing')
  const isDropped = parseRemark(remark ?? '').drop.some((words) => resembles(words, planned?.title ?? ''))
  return planned === undefined || isDropped ? null : { title: planned.title, query: planned.query, origin: 'question' }
}

function comparesAlready(drafts: readonly Draft[], title: string): boolean {
  return drafts.some((draft) => draft.title === title)
}

/**
 * Three to six distinct steps. The last one compares what the others found, where there is more than one source to
 * compare; where a figure is asked for that no query of a database gives, one more calculates it. A remark is applied to the plan that was sent back, so that what the person did not mention stays. For gaps:
 * a wider search for each. None where the steps of the question before already searched for all of a follow-up.
 */
export function planSteps(input: WithBackground): PlannedStep[] {
  const question = workingQuestion(input.inquiry)
  const wording = wordingFor(languageOf(question))
  const isSentBack = input.remark !== null && input.previous !== null && input.previous.length > 0
  const fillsGaps = input.gaps.length > 0
  const themes = new Set(input.investigation?.themes.map((theme) => theme.name))
  let drafts: Draft[] = isSentBack
    ? (input.previous ?? [])
        .filter((step) => step.dependsOn.length === 0)
        .map(({ title, query }) => ({ title, query, origin: themes.has(title) ? 'theme' : 'question' }))
    : fillsGaps
      ? draftsForGaps(input, wording.plan.wider)
      : draftsFor(input, question)
  if (input.remark !== null) drafts = applyRemark(drafts, input.remark, question, input.background)
  else if (fillsGaps && drafts.length === 0) return []
  else if (!fillsGaps && drafts.every((draft) => isAnswered(draft, input))) return []
  if (drafts.length === 0) drafts = [{ title: wording.plan.direct, query: question, origin: 'question' }]
  const dropsCompare =
    input.remark !== null && parseRemark(input.remark).drop.some((words) => resembles(words, wording.plan.compare))
  const taken = new Set(input.finished.map(({ step }) => step.id))
  // One more for a calculation.
  const ids = Array.from({ length: mostSteps + 1 + taken.size }, (_, at) => `step-${at + 1}`).filter(
    (id) => !taken.has(id),
  )
  const steps = drafts.slice(0, mostSteps - 1).map((draft, at) => stepOf(draft, ids[at] ?? ''))
  const compare = isSentBack
    ? (input.previous ?? []).find((step) => step.dependsOn.length > 0 && step.type === 'research')
    : undefined
  // Where all that the first look found is of one source, there is nothing to compare.
  const hits = input.investigation?.hits ?? []
  const isOneSource = hits.length > 0 && new Set(hits.map((hit) => hit.sourceId)).size === 1
  // A follow-up that one step answers has nothing to compare with.
  const isEnough = steps.length >= (input.finished.length > 0 ? 2 : 1)
  const wantsCompare =
    !dropsCompare && isEnough && !isEmpty(input) && (isSentBack ? compare !== undefined : !isOneSource && !fillsGaps)
  if (wantsCompare && !comparesAlready(drafts, wording.plan.compare))
    // It searches for sentences that compare, and so gathers.
    steps.push({
      ...stepOf(
        { title: compare?.title ?? wording.plan.compare, query: compare?.query ?? question, origin: 'question' },
        ids[steps.length] ?? '',
      ),
      dependsOn: steps.map((step) => step.id),
    })
  const calculation = isSentBack ? keptCalculation(input) : fillsGaps ? null : calculationOf(input, question)
  const [first] = steps
  if (calculation !== null && first !== undefined) {
    const id = ids[steps.length] ?? ''
    steps.push({
      ...stepOf(calculation, id),
      type: 'processing',
      doneWhen: { kind: 'calculatesFigure', values: {} },
      dependsOn: [first.id],
    })
  }
  return steps
}
