import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type PlanStepDraft, planStepDraft, type SessionView } from '../../../contract/session'
import type { PlanInput } from '../../../main/reasoning/port'
import { plannedStep, scriptedEngine } from './scripted-engine'
import { addSource, clearRows, gate, openFreshStore, openSetting, type Store, whenView } from './setting'

const onItsOwn = { clarify: false, autoAccept: true }
const question = 'What limits wave drag?'
const gathered = (engine: ReturnType<typeof scriptedEngine>): string[] =>
  engine.calls.filter(({ method }) => method === 'gatherEvidence').map(({ detail }) => detail)
const draftsOf = ({ plan }: SessionView): PlanStepDraft[] => plan?.steps.map((step) => planStepDraft.parse(step)) ?? []

describe('more steps and more questions', () => {
  let store: Store
  beforeAll(async () => {
    store = await openFreshStore()
  })
  afterAll(() => store.close())
  beforeEach(async () => {
    await clearRows(store.database)
    await addSource(store.database)
  })

  it('adds steps for what is missing, at most twice, and never runs a finished one again', async () => {
    const engine = scriptedEngine({ gaps: () => [['d'], ['e'], ['f']] })
    const { research, close } = await openSetting(store.database, engine)
    const id = await research.start({ question, settings: onItsOwn })
    const view = await research.whenSettled(id)
    expect(gathered(engine).sort()).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(view.plan).toMatchObject({ version: 3 })
    expect(view.plan?.steps.map((step) => [step.id, step.state, step.kept])).toEqual(
      ['a', 'b', 'c', 'd', 'e'].map((step) => [step, 'observed', 1]),
    )
    expect(view.evidence.map(({ stepId }) => stepId)).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(view.report?.citations).toHaveLength(5)
    const ways = (await research.events(id, 0, 1000)).map(({ type, state }) => `${type} ${state}`)
    expect(ways.filter((way) => way === 'steps.incomplete planning')).toHaveLength(2)
    await close()
  })

  it('has a person review added steps, and keeps finished ones whatever is sent of them', async () => {
    const engine = scriptedEngine({ gaps: () => [['d', 'e']] })
    const { research, close } = await openSetting(store.database, engine)
    const id = await research.start({ question, settings: { clarify: false, autoAccept: false } })
    const first = await whenView(research, id, ({ state }) => state === 'awaitingPlanReview')
    await research.acceptPlan(id, draftsOf(first))
    const again = await whenView(
      research,
      id,
      ({ state, plan }) => state === 'awaitingPlanReview' && plan?.version === 2,
    )
    expect(again.plan?.steps.map(({ state }) => state)).toEqual([...Array(3).fill('observed'), 'pending', 'pending'])
    await research.sendBackPlan(id, 'shorter')
    const changed = await whenView(
      research,
      id,
      ({ state, plan }) => state === 'awaitingPlanReview' && plan?.version === 3,
    )
    expect(changed.plan?.steps.map(({ id: step, state }) => [step, state])).toEqual([
      ['a', 'observed'],
      ['b', 'observed'],
      ['c', 'observed'],
      ['d', 'pending'],
      ['e', 'pending'],
    ])
    const [a, , , d] = draftsOf(changed)
    // The finished steps b and c were left out, and a was changed.
    await research.acceptPlan(id, [{ ...a!, query: 'something else' }, d!])
    const view = await research.whenSettled(id)
    expect(view.plan?.steps.map(({ id: step, query, state }) => [step, query, state])).toEqual(
      ['a', 'b', 'c', 'd'].map((step) => [step, `query of ${step}`, 'observed']),
    )
    expect(gathered(engine).sort()).toEqual(['a', 'b', 'c', 'd'])
    expect(view.report?.citations).toHaveLength(4)
    await close()
  })

  it('writes a partial report where it is stopped while it plans again, and the whole one once resumed', async () => {
    const held = gate()
    const engine = scriptedEngine({
      gaps: () => [['d']],
      before: async ({ method, detail }, { signal }) => {
        if (method === 'plan' && detail === 'd' && !signal.aborted) await held.wait
      },
    })
    const { research, close } = await openSetting(store.database, engine)
    const id = await research.start({ question, settings: onItsOwn })
    await whenView(research, id, ({ state, plan }) => state === 'planning' && plan?.steps[2]?.state === 'observed')
    await research.stop(id)
    const stopped = await research.whenSettled(id)
    expect(stopped).toMatchObject({ state: 'stopped', interruptedState: 'planning' })
    expect(stopped.report).toMatchObject({ partial: true, claims: 3, supported: 3 })
    held.open()
    await research.resume(id)
    const view = await research.whenSettled(id)
    expect(view.state).toBe('done')
    expect(view.report).toMatchObject({ partial: false, claims: 4 })
    expect(view.reportVersions).toMatchObject([{ version: 1, partial: false }])
    await close()
  })

  it('answers a follow-up in a version of its own, with the evidence before it, and keeps the first', async () => {
    const seen: PlanInput[] = []
    const plan = (input: PlanInput) => {
      seen.push(input)
      return [plannedStep(input.inquiry.earlier?.length ? 'f' : 'a')]
    }
    const engine = scriptedEngine({ plan })
    const { research, close } = await openSetting(store.database, engine)
    const id = await research.start({ question, settings: onItsOwn })
    await expect(research.followUp(id, { question: 'Too early?', mode: 'research' })).rejects.toMatchObject({
      code: 'session.wrongState',
    })
    const first = await research.whenSettled(id)
    await research.followUp(id, { question: 'And at low speed?', mode: 'research' })
    const view = await research.whenSettled(id)
    expect(seen[1]?.inquiry).toMatchObject({ question: 'What limits wave drag at low speed?', earlier: [question] })
    expect(seen[1]?.finished.map(({ step, findings }) => [step.id, findings?.evidence.length])).toEqual([['a', 1]])
    expect(view).toMatchObject({ state: 'done', question, plan: { version: 2 } })
    expect(first.asked).toEqual([{ text: question, typed: null, mode: 'research' }])
    const read = { text: 'What limits wave drag at low speed?', typed: 'And at low speed?', mode: 'research' }
    expect(view.asked).toEqual([...first.asked, read])
    expect(view.report?.title).toBe(read.text)
    expect(view.reportVersions.map(({ version, title }) => [version, title])).toEqual([
      [1, question],
      [2, read.text],
    ])
    expect(await research.report(id, 1)).toEqual(first.report)
    expect(await research.report(id, 3)).toBeNull()
    expect(view.plan?.steps.map((step) => step.id)).toEqual(['f'])
    expect((await research.previewRemoval(id)).citations).toBe(2)
    await close()
  })

  it('reports at once where what was found answers a follow-up', async () => {
    const plan = ({ inquiry }: PlanInput) => (inquiry.earlier?.length ? [] : [plannedStep('a')])
    const engine = scriptedEngine({ plan })
    const { research, close } = await openSetting(store.database, engine)
    const id = await research.start({ question, settings: onItsOwn })
    await research.whenSettled(id)
    await research.followUp(id, { question: 'Is that all?', mode: 'research' })
    const view = await research.whenSettled(id)
    expect(view).toMatchObject({ state: 'done', plan: null })
    expect((await research.events(id, 0, 1000)).map(({ type }) => type)).toContain('evidence.sufficient')
    expect(view.report).toMatchObject({ title: `${question.slice(0, -1)}: Is that all?`, claims: 1 })
    expect(gathered(engine)).toEqual(['a'])
    await close()
  })

  it('answers a quick question by one step without asking or review, and researches it once more where asked', async () => {
    const seen: PlanInput[] = []
    const plan = (input: PlanInput) => {
      seen.push(input)
      return [plannedStep(input.inquiry.mode === 'quick' ? 'q' : 'r')]
    }
    const engine = scriptedEngine({ plan })
    const { research, close } = await openSetting(store.database, engine)
    const id = await research.start({ question, mode: 'quick', settings: { clarify: true, autoAccept: false } })
    const quick = await research.whenSettled(id)
    expect(quick).toMatchObject({
      state: 'done',
      investigation: null,
      plan: { steps: [{ id: 'q', state: 'observed' }] },
    })
    expect(engine.calls.map(({ method }) => method)).toEqual(['plan', 'gatherEvidence', 'writeReport', 'verifyReport'])
    await research.followUp(id, { question, mode: 'research' })
    const planned = await whenView(research, id, ({ state }) => state === 'awaitingPlanReview')
    expect(planned.investigation?.themes).toHaveLength(1)
    // It is researched as a first question is: what the quick answer found is looked for anew.
    expect(seen[1]).toMatchObject({ finished: [], inquiry: { question, earlier: [], mode: 'research' } })
    await research.acceptPlan(id, draftsOf(planned))
    const whole = await research.whenSettled(id)
    expect(whole.asked).toEqual([
      { text: question, typed: null, mode: 'quick' },
      { text: question, typed: null, mode: 'research' },
    ])
    expect(whole.reportVersions.map(({ version }) => version)).toEqual([1, 2])
    expect(await research.report(id, 1)).toEqual(quick.report)
    await close()
  })

  it('refuses a first plan without a step', async () => {
    const { research, close } = await openSetting(store.database, scriptedEngine({ plan: () => [] }))
    const id = await research.start({ question, settings: onItsOwn })
    expect(await research.whenSettled(id)).toMatchObject({ state: 'failed', error: { code: 'plan.invalid' } })
    await close()
  })
})
