import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { keyOfPlace } from '../../../contract/report/place'
import { isClaim, type ReportView } from '../../../contract/report/report'
import { type PlanStepDraft, planStepDraft, type SessionView } from '../../../contract/session/session'
import type { PlanInput, ReasoningEngine, ReportInput } from '../../../main/reasoning/port'
import { verifyReport } from '../../../main/reasoning/verification/verify-report'
import { reportToMarkdown } from '../../../main/report'
import { placeIn } from '../../fixtures/places'
import { evidenceOf, plannedStep, scriptedEngine } from './scripted-engine'
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

  it.each(['running', 'paused'])('plans again where rows are %s without a plan that was approved', async (state) => {
    const first = await openSetting(store.database, scriptedEngine())
    const id = await first.research.start({ question, settings: { clarify: false, autoAccept: false } })
    await whenView(first.research, id, (view) => view.state === 'awaitingPlanReview')
    await first.close()
    await store.database.query('update sessions set state = $1', [state])
    const engine = scriptedEngine()
    const second = await openSetting(store.database, engine)
    expect(await second.research.resumeAll()).toEqual([id])
    const again = await whenView(
      second.research,
      id,
      (view) => view.state === 'awaitingPlanReview' && view.plan?.version === 2,
    )
    expect(gathered(engine)).toEqual([])
    await second.research.acceptPlan(id, draftsOf(again))
    expect((await second.research.whenSettled(id)).state).toBe('done')
    await second.close()
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

  it('brings a report up to date by its own steps, redoes one of them, and says what changed', async () => {
    const found: Record<string, string> = {}
    const evidence = (stepId: string) => [{ ...evidenceOf(stepId), sentence: found[stepId] ?? `Found in ${stepId}.` }]
    const engine = scriptedEngine({ evidence })
    const { research, close } = await openSetting(store.database, engine)
    const id = await research.start({ question, settings: { clarify: false, autoAccept: false } })
    await whenView(research, id, ({ state }) => state === 'awaitingPlanReview')
    await research.acceptPlan(id, draftsOf(await research.view(id)))
    const first = await research.whenSettled(id)
    found.b = 'New material says more.'
    await research.update(id)
    const updated = await research.whenSettled(id)
    // What was reviewed runs again: there is no other plan.
    expect(engine.calls.filter(({ method }) => method === 'plan')).toHaveLength(1)
    expect(gathered(engine).sort()).toEqual(['a', 'a', 'b', 'b', 'c', 'c'])
    const changesIn = ({ report }: SessionView) =>
      report?.sections.find(({ kind }) => kind === 'changes')?.sentences.map((one) => !isClaim(one) && one.fact)
    expect(changesIn(updated)).toEqual([
      { kind: 'sentencesChanged', values: { since: 1, added: 1, gone: 1 } },
      { kind: 'sentenceGone', values: { text: 'Found in b.' } },
    ])
    const added = updated.report?.sections[0]?.sentences.filter((one) => isClaim(one) && one.isNew)
    expect(added).toMatchObject([{ text: 'New material says more.' }])
    expect(updated.asked[1]).toEqual({ text: question, typed: null, mode: 'update' })
    expect(await research.report(id, 1)).toEqual(first.report)
    await expect(research.update(id, { stepId: 'nobody', query: 'x' })).rejects.toMatchObject({ code: 'plan.invalid' })
    found.a = 'In other words.'
    await research.update(id, { stepId: 'a', query: 'other words' })
    const redone = await research.whenSettled(id)
    // c rests on what a found; b stays as it was.
    expect(gathered(engine).sort()).toEqual(['a', 'a', 'a', 'b', 'b', 'c', 'c', 'c'])
    expect(redone.plan?.steps.map(({ query }) => query)).toEqual(['other words', 'query of b', 'query of c'])
    expect(changesIn(redone)).toContainEqual({ kind: 'sentenceGone', values: { text: 'Found in a.' } })
    await close()
  })

  it('never uses a source that a person excluded, also of what was found before, and keeps what is pinned', async () => {
    const written: ReportInput[] = []
    await store.database.query(
      `insert into sources (source_id, project_id, kind, name, state) values ('source-2', 'default', 'file', 'b.md', 'indexed')`,
    )
    const engine = scriptedEngine({
      plan: ({ inquiry }) => (inquiry.earlier?.length ? [] : [plannedStep('a'), plannedStep('b')]),
      evidence: (stepId) => [evidenceOf(stepId, stepId === 'b' ? 'source-2' : 'source-1')],
      report: (input) => written.push(input),
    })
    const { research, close } = await openSetting(store.database, engine)
    const id = await research.start({ question, settings: onItsOwn })
    await research.whenSettled(id)
    await research.chooseEvidence(id, { kind: 'pin', version: 1, n: 1 })
    await research.chooseEvidence(id, { kind: 'neverUse', sourceId: 'source-2', isNever: true })
    await store.database.query(
      `insert into project_settings (project_id, key, value) values ('default', 'neverUse', '["source-1"]')`,
    )
    const chosen = await research.view(id)
    expect(chosen.settings.pinned?.map(({ sentence }) => sentence)).toEqual(['Found in a.'])
    expect(chosen.neverUsed).toEqual([
      { sourceId: 'source-2', name: 'b.md', scope: 'session' },
      { sourceId: 'source-1', name: 'paper.md', scope: 'project' },
    ])
    await store.database.query(`delete from project_settings`)
    await research.followUp(id, { question: 'How does a thin wing behave?', mode: 'research' })
    const view = await research.whenSettled(id)
    expect(view.report?.citations.map(({ citedText }) => citedText)).toEqual(['Found in a.'])
    expect(written[1]).toMatchObject({ inquiry: { neverUse: ['source-2'] }, pinned: [{ sentence: 'Found in a.' }] })
    await expect(research.chooseEvidence(id, { kind: 'pin', version: 2, n: 9 })).rejects.toMatchObject({
      code: 'place.invalid',
    })
    const placeKey = keyOfPlace(evidenceOf('a').place)
    await research.chooseEvidence(id, { kind: 'unpin', placeKey })
    expect((await research.view(id)).settings).toMatchObject({ pinned: [], neverUse: ['source-2'] })
    await close()
  })

  it('checks what a person edits against what it cites, marks it, and takes edits back', async () => {
    const sentence = 'Wave drag grows with 12 degrees of sweep.'
    const place = { ...placeIn('source-1'), start: 0, end: sentence.length }
    const base = scriptedEngine({
      steps: [plannedStep('a')],
      evidence: () => [{ ...evidenceOf('a'), sentence, place }],
    })
    const engine: ReasoningEngine = {
      ...base,
      verifyReport: (one, how) => verifyReport(one, async () => sentence, how),
    }
    const { research, close } = await openSetting(store.database, engine)
    const id = await research.start({ question, settings: onItsOwn })
    const key = { sessionId: id, version: 1 }
    await expect(research.editReport(key, 0, { kind: 'undo' })).rejects.toMatchObject({ code: 'session.wrongState' })
    const { report: whole } = await research.whenSettled(id)
    expect(whole).toMatchObject({ supported: 1, claims: 1 })
    const claim = async () => (await research.report(id, 1))?.sections[0]?.sentences[0]
    await research.editReport(key, 0, {
      kind: 'sentence',
      sentenceId: 's1',
      text: 'Sweep of 12 degrees: wave drag grows.',
    })
    expect(await claim()).toMatchObject({ verdict: 'supported', method: 'rules', edited: { original: sentence } })
    // A figure that is not cited; and an edit of a report that is not as the person saw it.
    const wrong = { kind: 'sentence', sentenceId: 's1', text: 'Wave drag grows with 30 degrees of sweep.' } as const
    await expect(research.editReport(key, 0, wrong)).rejects.toMatchObject({ code: 'session.wrongState' })
    await research.editReport(key, 1, wrong)
    const edited = await research.view(id)
    expect(edited.report).toMatchObject({ edits: 2, supported: 0, claims: 1 })
    expect(await claim()).toMatchObject({ verdict: 'contradicted', edited: { original: sentence } })
    expect(reportToMarkdown(edited.report as ReportView)).toContain(
      '30 degrees of sweep. [1] *(edited by you, contradicted',
    )
    await research.editReport(key, 2, { kind: 'undo' })
    await research.editReport(key, 1, { kind: 'undo' })
    expect(await research.report(id, 1)).toEqual(whole)
    await expect(research.editReport(key, 0, { kind: 'undo' })).rejects.toMatchObject({ code: 'session.wrongState' })
    const types = (await research.events(id, 0, 1000)).map(({ type }) => type)
    expect(types.slice(-4)).toEqual(['report.edited', 'report.edited', 'report.restored', 'report.restored'])
    await close()
  })

  it('refuses a first plan without a step', async () => {
    const { research, close } = await openSetting(store.database, scriptedEngine({ plan: () => [] }))
    const id = await research.start({ question, settings: onItsOwn })
    expect(await research.whenSettled(id)).toMatchObject({ state: 'failed', error: { code: 'plan.invalid' } })
    await close()
  })
})
