import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { QuarryError } from '../../../contract/errors'
import type { PlanStepDraft, SessionState, StepView } from '../../../contract/session/session'
import { sessionView } from '../../../contract/session/session'
import type { TransitionCause } from '../../../contract/session/session-transitions'
import { moveSession } from '../../../main/research/repository/sessions'
import { plannedStep, scriptedEngine } from './scripted-engine'
import { addSource, clearRows, gate, openFreshStore, openSetting, type Store, whenView } from './setting'

const tooBroad = {
  kind: 'tooBroad' as const,
  prompt: { kind: 'askNarrower' as const, values: { subject: 'wings' } },
  reason: { kind: 'questionTooBroad' as const, values: { subject: 'wings', passages: 3, sources: 1 } },
  suggestions: ['Wings'],
}
const onItsOwn = { clarify: false, autoAccept: true }

function draftsOf(steps: readonly StepView[]): PlanStepDraft[] {
  return steps.map(({ id, title, query, dependsOn, skipped, type, doneWhen, requirements }) => ({
    id,
    title,
    query,
    dependsOn,
    skipped,
    type,
    doneWhen,
    requirements,
  }))
}

describe('a research session', () => {
  let store: Store
  beforeAll(async () => {
    store = await openFreshStore()
  })
  afterAll(() => store.close())
  beforeEach(async () => {
    await clearRows(store.database)
    await addSource(store.database)
  })

  it('goes from the question to a verified report by itself', async () => {
    const engine = scriptedEngine()
    const { research, pool, close } = await openSetting(store.database, engine)
    const id = await research.start({ question: 'What limits wave drag?', settings: onItsOwn })
    const view = await research.whenSettled(id)
    expect(sessionView.parse(view)).toEqual(view)
    expect(view).toMatchObject({ state: 'done', stepsDone: 3, stepsTotal: 3, error: null, activity: null })
    expect(view.report).toMatchObject({ supported: 3, claims: 3, partial: false })
    expect(view.report?.citations.map(({ n, state }) => [n, state])).toEqual([
      [1, 'present'],
      [2, 'present'],
      [3, 'present'],
    ])
    expect(view.plan?.approvedAt).not.toBeNull()
    const log = await research.events(id, 0, 1000)
    expect(log.map(({ type }) => type)).toEqual(
      expect.arrayContaining([
        'session.started',
        'question.accepted',
        'plan.drafted',
        'plan.approved',
        'report.verified',
      ]),
    )
    // A step starts only after what it depends on was observed.
    const types = log.map(({ type, detail }) => `${type} ${detail?.kind === 'inOwnWords' ? detail.values.text : ''}`)
    expect(types.indexOf('step.allocating Step c')).toBeGreaterThan(types.indexOf('step.observed Step a'))
    expect(pool.view().members.every(({ state }) => state === 'available')).toBe(true)
    expect(pool.view().members.find(({ type }) => type === 'reviewer')?.tasksDone).toBe(1)
    await close()
  })

  it('asks back, at most three rounds, and a skip ends the asking', async () => {
    const rounds = [1, 2, 3, 4].map((number) => ({ ...tooBroad, round: number }))
    const { research, close } = await openSetting(store.database, scriptedEngine({ rounds }))
    const settings = { clarify: true, autoAccept: true }
    const answered = await research.start({ question: 'Everything?', settings })
    for (const number of [1, 2, 3]) {
      const waiting = await whenView(
        research,
        answered,
        ({ state, clarifications }) => state === 'awaitingClarification' && clarifications.length === number,
      )
      expect(waiting.activity).toBeNull()
      await research.answer(answered, `Answer ${number}`)
    }
    const view = await research.whenSettled(answered)
    expect(view.state).toBe('done')
    expect(view.clarifications.map(({ answer }) => answer)).toEqual(['Answer 1', 'Answer 2', 'Answer 3'])

    const once = await research.start({ question: 'Everything?', settings: { ...settings, clarificationRounds: 1 } })
    await whenView(research, once, ({ state }) => state === 'awaitingClarification')
    await research.answer(once, 'Wings')
    expect((await research.whenSettled(once)).clarifications).toHaveLength(1)

    const skipped = await research.start({ question: 'Everything?', settings })
    await whenView(research, skipped, ({ state }) => state === 'awaitingClarification')
    await research.answer(skipped, null)
    expect((await research.whenSettled(skipped)).clarifications).toHaveLength(1)
    await close()
  })

  it('runs exactly what was approved', async () => {
    const engine = scriptedEngine()
    const { research, close } = await openSetting(store.database, engine)
    const id = await research.start({ question: 'Drag?', settings: { clarify: false, autoAccept: false } })
    const review = await whenView(research, id, ({ state }) => state === 'awaitingPlanReview')
    const [a, b, c] = draftsOf(review.plan?.steps ?? [])
    const approved: PlanStepDraft[] = [
      {
        ...c!,
        title: 'Edited',
        query: 'edited query',
        dependsOn: ['new'],
        type: 'processing',
        doneWhen: 'It adds up.',
      },
      {
        id: 'new',
        title: 'Mine',
        query: 'my query',
        dependsOn: [],
        skipped: false,
        type: 'research',
        doneWhen: '',
        requirements: [],
      },
      { ...b!, skipped: true },
    ]
    expect(a?.id).toBe('a')
    await research.acceptPlan(id, approved)
    const view = await research.whenSettled(id)
    expect(draftsOf(view.plan?.steps ?? [])).toEqual(approved)
    expect(view.plan).toMatchObject({ version: 2 })
    expect(view.plan?.steps.map(({ state, origin }) => [state, origin])).toEqual([
      ['observed', 'question'],
      ['observed', 'person'],
      ['skipped', 'question'],
    ])
    expect(view.plan?.steps.map(({ check }) => check)).toEqual([{ brought: 'evidence', isMet: null }, null, null])
    const branch = await research.branch(id, 'plan-2-step-1', 'revisePlan')
    const branched = await research.view(branch)
    expect(branched.plan?.steps[0]).toMatchObject({ type: 'processing', doneWhen: 'It adds up.' })
    await research.remove(branch)
    const ran = engine.calls.filter(({ detail }) => detail !== '').map(({ method, detail }) => [method, detail])
    // Each step was given to the role that its type names.
    expect(ran).toEqual([
      ['gatherEvidence', 'new'],
      ['processFindings', 'c'],
    ])
    const versions = await store.database.query<{ version: number; approved: boolean }>(
      'select version, approved_at is not null as approved from plans where session_id = $1 order by version',
      [id],
    )
    expect(versions).toEqual([
      { version: 1, approved: false },
      { version: 2, approved: true },
    ])
    await close()
  })

  it('plans again on a remark, and refuses a plan that cannot run', async () => {
    const { research, close } = await openSetting(store.database, scriptedEngine())
    const id = await research.start({ question: 'Drag?', settings: { clarify: false, autoAccept: false } })
    const first = await whenView(research, id, ({ state }) => state === 'awaitingPlanReview')
    await research.sendBackPlan(id, 'narrower')
    const second = await whenView(
      research,
      id,
      ({ state, plan }) => state === 'awaitingPlanReview' && plan?.version === 2,
    )
    expect(second.plan).toMatchObject({ remark: 'narrower', approvedAt: null })
    expect(second.plan?.steps[0]?.title).toBe('Step a (narrower)')
    expect(first.plan?.changes).toBeUndefined()
    expect(second.plan?.changes).toMatchObject({ added: [], removed: [] })
    expect(second.plan?.changes?.changed[0]).toMatchObject({ id: second.plan?.steps[0]?.id, title: 'Step a' })
    const [a, b] = draftsOf(first.plan?.steps ?? [])
    const refused: PlanStepDraft[][] = [
      [
        { ...a!, dependsOn: ['b'] },
        { ...b!, dependsOn: ['a'] },
      ],
      [{ ...a!, dependsOn: ['nobody'] }],
      [{ ...a!, skipped: true }],
      [a!, a!],
      [],
    ]
    for (const steps of refused) {
      await expect(research.acceptPlan(id, steps)).rejects.toMatchObject({ code: 'plan.invalid' })
    }
    expect((await research.view(id)).state).toBe('awaitingPlanReview')
    await close()
  })

  it('goes on without a failed step, and fails when all fail; a retry runs them again', async () => {
    let isBroken = true
    const engine = scriptedEngine({
      before: ({ method, detail }) => {
        if (method === 'gatherEvidence' && isBroken && detail !== 'b') {
          // Quoted from a broken file: no database can hold it as it is.
          throw new QuarryError('inference.failed', `No luck with ${detail}: \0 and \ud83d.`)
        }
      },
    })
    const { research, pool, close } = await openSetting(store.database, engine)
    const partly = await research.whenSettled(await research.start({ question: 'Drag?', settings: onItsOwn }))
    expect(partly.state).toBe('done')
    expect(partly.plan?.steps.map(({ state }) => state)).toEqual(['failed', 'observed', 'failed'])
    expect(partly.plan?.steps[0]?.error).toMatchObject({ code: 'inference.failed' })

    const onlyA = scriptedEngine({
      steps: [plannedStep('a')],
      before: ({ method }) => {
        if (method === 'gatherEvidence' && isBroken) throw new QuarryError('inference.failed', 'No luck.')
      },
    })
    await close()
    const again = await openSetting(store.database, onlyA)
    const id = await again.research.start({ question: 'Drag?', settings: onItsOwn })
    const failed = await again.research.whenSettled(id)
    expect(failed).toMatchObject({
      state: 'failed',
      interruptedState: 'running',
      error: { code: 'session.failed' },
      report: null,
    })
    const snapshots = await store.database.query<{ state: string; stack: string }>(
      'select state, stack from error_snapshots where session_id = $1',
      [id],
    )
    expect(snapshots).toHaveLength(1)
    expect(snapshots[0]).toMatchObject({
      state: 'running',
      stack: expect.stringContaining('Every step failed') as string,
    })
    isBroken = false
    await again.research.retry(id)
    expect((await again.research.whenSettled(id)).state).toBe('done')
    expect(pool.view().members.every(({ state }) => state === 'available')).toBe(true)
    await again.close()
  })

  it('tells how far it is apart from what it is: no row is read again while only a count moves', async () => {
    const engine = scriptedEngine({
      before: ({ method }, { onProgress }) => {
        if (method === 'investigate') for (let done = 1; done <= 500; done++) onProgress?.(done, 500)
      },
    })
    const { research, close } = await openSetting(store.database, engine)
    const moved: unknown[] = []
    let changes = 0
    research.subscribe(() => {
      changes++
    })
    research.subscribeProgress((id) => moved.push(research.progress(id)))
    const id = await research.start({ question: 'Drag?', settings: onItsOwn })
    await research.whenSettled(id)
    expect(moved).toContainEqual({ done: 250, total: 500 })
    expect(moved.length).toBeGreaterThanOrEqual(500)
    expect(changes).toBeLessThan(200)
    expect(research.progress(id)).toBeNull()
    await close()
  })

  it('has its failure in its rows whatever the error quotes', async () => {
    const engine = scriptedEngine({
      before: ({ method }) => {
        if (method === 'investigate') throw new QuarryError('inference.failed', 'Read \0 and \ud83d.')
      },
    })
    const { research, close } = await openSetting(store.database, engine)
    const id = await research.start({ question: 'Drag?', settings: onItsOwn })
    expect(await research.whenSettled(id)).toMatchObject({ state: 'failed', interruptedState: 'investigating' })
    expect(await store.database.query(`select error->>'message' as message from sessions`)).toEqual([
      { message: 'Read \ufffd and \ufffd.' },
    ])
    await close()
  })

  it('keeps partial work on a stop, and goes on from there', async () => {
    const held = gate()
    const engine = scriptedEngine({
      before: ({ method, detail }) => (method === 'gatherEvidence' && detail === 'b' ? held.wait : undefined),
    })
    const { research, pool, close } = await openSetting(store.database, engine)
    const id = await research.start({ question: 'Drag?', settings: onItsOwn })
    await whenView(research, id, ({ plan }) => plan?.steps[2]?.state === 'observed')
    expect((await research.view(id)).activity).toMatchObject({ key: 'running', done: 2, total: 3 })
    await research.stop(id)
    const stopped = await research.whenSettled(id)
    expect(stopped).toMatchObject({ state: 'stopped', interruptedState: 'running' })
    expect(stopped.report).toMatchObject({ partial: true, claims: 2, supported: 2 })
    expect(stopped.plan?.steps.map(({ state }) => state)).toEqual(['observed', 'pending', 'observed'])
    expect(pool.view().members.every(({ state, taskId }) => state === 'available' && taskId === null)).toBe(true)
    await expect(research.stop(id)).rejects.toMatchObject({ code: 'session.wrongState' })
    held.open()
    await research.resume(id)
    const done = await research.whenSettled(id)
    expect(done).toMatchObject({ state: 'done', interruptedState: null })
    expect(done.report).toMatchObject({ partial: false, claims: 3 })
    const gathered = engine.calls.filter(({ method }) => method === 'gatherEvidence').map(({ detail }) => detail)
    expect([...gathered].sort()).toEqual(['a', 'b', 'b', 'c'])
    await close()
  })

  it.each([
    ['coordinating', 'assessQuestion'],
    ['investigating', 'investigate'],
    ['planning', 'plan'],
    ['running', 'gatherEvidence'],
    ['reporting', 'writeReport'],
    ['verifying', 'verifyReport'],
  ] as const)('can be stopped while %s, and goes on there', async (state, method) => {
    const reached = gate()
    let isHung = true
    const engine = scriptedEngine({
      before: async (call) => {
        // A stop while reporting writes the partial report with the same method.
        if (call.method !== method || !isHung) return
        isHung = false
        reached.open()
        await new Promise<void>(() => undefined)
      },
    })
    const { research, pool, close } = await openSetting(store.database, engine, { executors: 1 })
    const id = await research.start({ question: 'Drag?', settings: { clarify: true, autoAccept: true } })
    await reached.wait
    await research.stop(id)
    const stopped = await research.whenSettled(id)
    expect(stopped).toMatchObject({ state: 'stopped', interruptedState: state, activity: null })
    expect(stopped.report?.partial ?? null).toBe({ reporting: true, verifying: false }[state as string] ?? null)
    expect(pool.view().members.every(({ state: standing }) => standing === 'available')).toBe(true)
    await research.resume(id)
    expect(await research.whenSettled(id)).toMatchObject({ state: 'done', report: { partial: false, claims: 3 } })
    await close()
  })

  it.each([
    ['coordinating', 'assessQuestion'],
    ['investigating', 'investigate'],
    ['planning', 'plan'],
    ['reporting', 'writeReport'],
    ['verifying', 'verifyReport'],
  ] as const)('keeps a snapshot of a failure while %s, and a retry goes on there', async (state, method) => {
    let isBroken = true
    const engine = scriptedEngine({
      before: (call) => {
        if (call.method === method && isBroken) throw new QuarryError('inference.crashed', 'The thread died.')
      },
    })
    const { research, pool, close } = await openSetting(store.database, engine)
    const id = await research.start({ question: 'Drag?', settings: { clarify: true, autoAccept: true } })
    const failed = await research.whenSettled(id)
    expect(failed).toMatchObject({ state: 'failed', interruptedState: state, error: { code: 'inference.crashed' } })
    expect(await store.database.query('select state from error_snapshots where session_id = $1', [id])).toEqual([
      { state },
    ])
    await expect(research.stop(id)).rejects.toMatchObject({ code: 'session.wrongState' })
    isBroken = false
    const callsBefore = engine.calls.length
    await research.retry(id)
    expect(await research.whenSettled(id)).toMatchObject({ state: 'done', error: null, interruptedState: null })
    expect(engine.calls[callsBefore]?.method).toBe(method)
    expect(pool.view().members.every(({ state: standing }) => standing === 'available')).toBe(true)
    await close()
  })

  it('can be stopped while a person is asked, and fails and retries its partial report', async () => {
    let isBroken = true
    const engine = scriptedEngine({
      before: async ({ method, detail }) => {
        if (detail === 'b') await new Promise<void>(() => undefined)
        if (method === 'writeReport' && isBroken) throw new QuarryError('internal', 'No words.')
      },
    })
    const { research, close } = await openSetting(store.database, engine)
    const reviewed = await research.start({ question: 'Drag?', settings: { clarify: false, autoAccept: false } })
    await whenView(research, reviewed, ({ state }) => state === 'awaitingPlanReview')
    await research.stop(reviewed)
    expect(await research.whenSettled(reviewed)).toMatchObject({ state: 'stopped', report: null })
    await research.resume(reviewed)
    expect((await research.view(reviewed)).state).toBe('awaitingPlanReview')

    const id = await research.start({ question: 'Drag?', settings: onItsOwn })
    await whenView(research, id, ({ plan }) => plan?.steps[0]?.state === 'observed')
    await research.stop(id)
    expect(await research.whenSettled(id)).toMatchObject({ state: 'failed', interruptedState: 'stopped' })
    isBroken = false
    await research.retry(id)
    expect(await research.whenSettled(id)).toMatchObject({ state: 'stopped', report: { partial: true } })
    await close()
  })

  it('refuses commands that do not fit the state', async () => {
    const { research, close } = await openSetting(store.database, scriptedEngine())
    const id = await research.start({ question: 'Drag?', settings: onItsOwn })
    await research.whenSettled(id)
    const wrong = { code: 'session.wrongState' }
    await expect(research.answer(id, 'x')).rejects.toMatchObject(wrong)
    await expect(research.acceptPlan(id, [{ ...plannedStep('a'), requirements: [] }])).rejects.toMatchObject(wrong)
    await expect(research.sendBackPlan(id, 'x')).rejects.toMatchObject(wrong)
    await expect(research.stop(id)).rejects.toMatchObject(wrong)
    await expect(research.retry(id)).rejects.toMatchObject(wrong)
    await expect(research.resume(id)).rejects.toMatchObject(wrong)
    await expect(research.followUp('nobody', { question: 'x', mode: 'research' })).rejects.toMatchObject({
      code: 'session.notFound',
    })
    await expect(research.view('nobody')).rejects.toMatchObject({ code: 'session.notFound' })
    await expect(research.stop('nobody')).rejects.toMatchObject({ code: 'session.notFound' })
    await close()
  })

  it('moves along the table of transitions alone: another move is an error with both names, and nothing is written', async () => {
    const { research, close } = await openSetting(store.database, scriptedEngine())
    const id = await research.start({ question: 'Drag?', settings: onItsOwn })
    const before = await research.whenSettled(id)
    const move = { projectId: 'default', sessionId: id, at: new Date().toISOString() }
    const refused = (from: SessionState, to: SessionState, type: TransitionCause) =>
      expect(
        store.database.transaction((transaction) => moveSession(transaction, { ...move, from, to, event: { type } })),
      ).rejects.toMatchObject({
        code: 'internal',
        context: { from, to },
        message: `A session does not go from “${from}” to “${to}” by ${type}.`,
      })
    await refused('done', 'running', 'followUp.asked')
    await refused('done', 'planning', 'plan.sentBack')
    await refused('running', 'verifying', 'steps.finished')
    expect(await research.view(id)).toEqual(before)
    await close()
  })

  it('takes a resume of a session at work for what it is', async () => {
    const held = gate()
    const engine = scriptedEngine({ before: ({ method }) => (method === 'investigate' ? held.wait : undefined) })
    const { research, close } = await openSetting(store.database, engine)
    const id = await research.start({ question: 'Drag?', settings: onItsOwn })
    await whenView(research, id, ({ state }) => state === 'investigating')
    await research.resume(id)
    held.open()
    expect(await research.whenSettled(id)).toMatchObject({ state: 'done' })
    expect(engine.calls.filter(({ method }) => method === 'investigate')).toHaveLength(1)
    await close()
  })

  it('asks for material, or fails, when nothing is indexed', async () => {
    let passages = 0
    const { research, close } = await openSetting(store.database, scriptedEngine(), { passages: () => passages })
    const failed = await research.whenSettled(await research.start({ question: 'Drag?', settings: onItsOwn }))
    expect(failed).toMatchObject({ state: 'failed', error: { code: 'index.empty' } })

    const asked = await research.start({
      question: '阻力的来源是什么？',
      settings: { clarify: true, autoAccept: true },
    })
    const waiting = await whenView(research, asked, ({ state }) => state === 'awaitingClarification')
    expect(waiting.clarifications[0]).toMatchObject({ kind: 'nothingIndexed', round: 1 })
    expect(waiting.clarifications[0]?.prompt).toEqual({ kind: 'askForMaterial', values: {} })
    await research.answer(asked, null)
    const blocked = await research.whenSettled(asked)
    expect(blocked).toMatchObject({ state: 'blockedReview', error: { code: 'index.empty' } })
    passages = 3
    await research.resume(asked)
    expect((await research.whenSettled(asked)).state).toBe('done')
    await close()
  })

  it('plans from the question alone where the first look is switched off, also after a skipped question', async () => {
    let passages = 0
    const engine = scriptedEngine({
      rounds: (question) => (question === 'Everything?' ? [{ ...tooBroad, round: 1 }] : []),
    })
    const { research, close } = await openSetting(store.database, engine, { passages: () => passages })
    const settings = { ...onItsOwn, investigates: false }
    const nothing = await research.whenSettled(await research.start({ question: 'Drag?', settings }))
    expect(nothing).toMatchObject({ state: 'failed', error: { code: 'index.empty' }, interruptedState: 'coordinating' })

    // What the library lost while a person was asked is noticed before a plan is made of nothing.
    passages = 3
    const asked = await research.start({ question: 'Everything?', settings: { ...settings, clarify: true } })
    await whenView(research, asked, ({ state }) => state === 'awaitingClarification')
    passages = 0
    await research.answer(asked, null)
    const blocked = await research.whenSettled(asked)
    expect(blocked).toMatchObject({
      state: 'blockedReview',
      error: { code: 'index.empty' },
      interruptedState: 'planning',
      investigation: null,
      plan: null,
    })
    passages = 3
    await research.resume(asked)
    expect(await research.whenSettled(asked)).toMatchObject({ state: 'done', investigation: null })

    await research.followUp(asked, { question: 'And lift?', mode: 'research' })
    expect((await research.whenSettled(asked)).reportVersions).toHaveLength(2)
    const types = (await research.events(asked, 0, 100)).map(({ type }) => type)
    expect(types).not.toContain('investigation.finished')
    expect(engine.calls.some(({ method }) => method === 'investigate')).toBe(false)
    await close()
  })

  it('pauses while others hold every executor, and proceeds by itself', async () => {
    const held = gate()
    const engine = scriptedEngine({
      before: ({ method, detail }) => (method === 'gatherEvidence' && detail === 'a' ? held.wait : undefined),
      steps: [plannedStep('a')],
    })
    const { research, pool, close } = await openSetting(store.database, engine, { executors: 1 })
    const first = await research.start({ question: 'First?', settings: onItsOwn })
    await whenView(research, first, ({ plan }) => plan?.steps[0]?.state === 'running')
    const second = await research.start({ question: 'Second?', settings: onItsOwn })
    const paused = await whenView(research, second, ({ state }) => state === 'paused')
    expect(paused.plan?.steps[0]).toMatchObject({
      state: 'blocked',
      blockedBy: 'resource_shortage',
      waitsFor: { kind: 'membersBusy' },
    })
    expect(paused.activity).toMatchObject({ key: 'paused', done: 0, total: 1 })
    await research.resume(second)
    expect((await research.view(second)).state).toBe('paused')
    expect(pool.view()).toMatchObject({ waiting: [{ label: 'Step a' }] })
    expect(pool.view().members.find(({ id }) => id === 'executor-1')).toMatchObject({ holder: 'First?', state: 'busy' })
    held.open()
    expect((await research.whenSettled(second)).state).toBe('done')
    expect((await research.whenSettled(first)).state).toBe('done')
    await close()
  })

  it('blocks on a person when no executor is in service, and goes on once one is cleared', async () => {
    let isBroken = true
    const engine = scriptedEngine({
      steps: [plannedStep('a'), plannedStep('b')],
      before: ({ method }) => {
        if (method === 'gatherEvidence' && isBroken) throw new QuarryError('pool.memberFailed', 'The slot broke.')
      },
    })
    const { research, pool, close } = await openSetting(store.database, engine, { executors: 1 })
    const id = await research.start({ question: 'Drag?', settings: onItsOwn })
    const blocked = await research.whenSettled(id)
    expect(blocked).toMatchObject({ state: 'blockedReview', interruptedState: 'running' })
    expect(blocked.plan?.steps.map(({ state }) => state)).toEqual(['failed', 'blocked'])
    expect(pool.view().members.find(({ id: member }) => member === 'executor-1')).toMatchObject({
      state: 'error',
      error: { kind: 'memberFailed', values: { error: { message: 'The slot broke.' } } },
    })
    isBroken = false
    pool.clear('executor-1')
    await research.resume(id)
    const done = await research.whenSettled(id)
    expect(done.state).toBe('done')
    expect(done.plan?.steps.map(({ state }) => state)).toEqual(['failed', 'observed'])
    await close()
  })

  it('is resumed by the next runtime after a graceful close, with nothing done twice', async () => {
    const held = gate()
    const first = scriptedEngine({
      before: ({ method, detail }) => (method === 'gatherEvidence' && detail === 'b' ? held.wait : undefined),
    })
    const before = await openSetting(store.database, first)
    const id = await before.research.start({ question: 'Drag?', settings: onItsOwn })
    await whenView(before.research, id, ({ plan }) => plan?.steps[2]?.state === 'observed')
    await before.close()
    held.open()
    const second = scriptedEngine()
    const after = await openSetting(store.database, second)
    expect(await after.research.resumeAll()).toEqual([id])
    const done = await after.research.whenSettled(id)
    expect(done.state).toBe('done')
    expect(second.calls.map(({ method, detail }) => `${method} ${detail}`.trim())).toEqual([
      'gatherEvidence b',
      'findGaps',
      'writeReport',
      'verifyReport',
    ])
    expect(await after.research.resumeAll()).toEqual([])
    await after.close()
  })

  it('tells who waits when it closes or is deleted, and leaves states of a newer version alone', async () => {
    const engine = scriptedEngine({ before: () => new Promise<void>(() => undefined) })
    const { research, close } = await openSetting(store.database, engine)
    const deleted = await research.start({ question: 'Deleted?', settings: onItsOwn })
    const waiting = research.whenSettled(deleted)
    const told = expect(waiting).rejects.toMatchObject({ code: 'cancelled' })
    await research.remove(deleted)
    await told
    const given = new AbortController()
    const kept = await research.start({ question: 'Kept?', settings: onItsOwn })
    const abandoned = expect(research.whenSettled(kept, given.signal)).rejects.toBe('enough')
    given.abort('enough')
    await abandoned
    await close()
    await store.database.query(`update sessions set state = 'daydreaming'`)
    const newer = await openSetting(store.database, scriptedEngine())
    expect(await newer.research.resumeAll()).toEqual([])
    await expect(newer.research.stop(kept)).rejects.toMatchObject({ code: 'session.wrongState' })
    await newer.close()
  })

  it('renames, archives, and deletes with everything derived from it', async () => {
    const { research, pool, close } = await openSetting(store.database, scriptedEngine())
    const id = await research.start({ question: 'Drag?', settings: onItsOwn })
    await research.whenSettled(id)
    await research.rename(id, 'Renamed')
    await research.archive(id, true)
    expect(await research.list({ archived: true })).toMatchObject([{ id, title: 'Renamed', stepsDone: 3 }])
    expect(await research.list({ archived: false })).toEqual([])
    expect(await research.list()).toHaveLength(1)
    expect(await research.previewRemoval(id)).toEqual({ steps: 3, citations: 3, memories: 0, running: false })
    await research.remove(id)
    await expect(research.view(id)).rejects.toMatchObject({ code: 'session.notFound' })
    for (const table of ['plans', 'steps', 'observations', 'reports', 'citations', 'session_events', 'allocations']) {
      expect(await store.database.query(`select 1 from ${table} where session_id = $1`, [id])).toEqual([])
    }
    expect(pool.view().spans.filter(({ taskId }) => taskId.startsWith(id))).toEqual([])
    await close()
  })

  it('deletes a session at work', async () => {
    const engine = scriptedEngine({
      before: ({ method }) => (method === 'gatherEvidence' ? new Promise<void>(() => undefined) : undefined),
    })
    const { research, pool, close } = await openSetting(store.database, engine)
    const id = await research.start({ question: 'Drag?', settings: onItsOwn })
    await whenView(research, id, ({ plan }) => plan?.steps[0]?.state === 'running')
    expect((await research.previewRemoval(id)).running).toBe(true)
    await research.remove(id)
    expect(await research.list()).toEqual([])
    expect(pool.view().members.every(({ state }) => state === 'available')).toBe(true)
    await close()
  })

  it('deletes a session that is being taken up, and takes up the others', async () => {
    const untilAborted = scriptedEngine({
      before: ({ method }) => (method === 'gatherEvidence' ? new Promise<void>(() => undefined) : undefined),
    })
    const before = await openSetting(store.database, untilAborted)
    const deleted = await before.research.start({ question: 'Deleted?', settings: onItsOwn })
    const kept = await before.research.start({ question: 'Kept?', settings: onItsOwn })
    for (const id of [deleted, kept]) {
      await whenView(before.research, id, ({ plan }) => plan?.steps[0]?.state === 'running')
    }
    await before.close()

    const { research, pool, close } = await openSetting(store.database, untilAborted, { executors: 8 })
    const resuming = Promise.allSettled([research.resumeAll(), research.resume(deleted)])
    const removing = research.remove(deleted)
    let isRemoved = false
    const removed = removing.then(() => {
      isRemoved = true
    })
    // Whoever asks while it is being deleted gets no machine of it.
    const late: Promise<unknown>[] = []
    while (!isRemoved) {
      late.push(research.resume(deleted))
      await Promise.race([removed, Promise.allSettled(late)])
    }
    const [all] = await resuming
    expect(all).toMatchObject({ status: 'fulfilled', value: expect.arrayContaining([kept]) as string[] })
    await Promise.allSettled(late)
    await expect(research.resume(deleted)).rejects.toMatchObject({ code: 'session.notFound' })
    await whenView(research, kept, ({ plan }) => plan?.steps[0]?.state === 'running')
    await pool.settled()
    expect(pool.view().members.filter(({ taskId }) => taskId?.startsWith(deleted))).toEqual([])
    for (const table of ['pool_requests', 'allocations']) {
      expect(await store.database.query(`select 1 from ${table} where session_id = $1`, [deleted])).toEqual([])
    }
    await close()
  })

  it('says what became of a cited source', async () => {
    const { research, close } = await openSetting(store.database, scriptedEngine({ steps: [plannedStep('a')] }))
    const id = await research.start({ question: 'Drag?', settings: onItsOwn })
    await research.whenSettled(id)
    const stateNow = async () => (await research.view(id)).report?.citations[0]?.state
    expect(await stateNow()).toBe('present')
    await store.database.query(`update sources set content_hash = 'hash-2'`)
    expect(await stateNow()).toBe('changed')
    await store.database.query(`update sources set state = 'missing'`)
    expect(await stateNow()).toBe('missing')
    await store.database.query('delete from sources')
    expect(await stateNow()).toBe('deleted')
    expect((await research.view(id)).report?.citations[0]?.citedText).toBe('Found in a.')
    await close()
  })
})
