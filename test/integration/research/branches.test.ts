import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { usualThresholds } from '../../../contract/calls/calls'
import { QuarryError } from '../../../contract/errors'
import { removeRows } from '../../../main/projects/removal'
import type { PlanInput } from '../../../main/reasoning/port'
import { branchSession } from '../../../main/research/branch'
import { readModelUse } from '../../../main/research/repository/turns'
import { type Database, dumpDaily, restoreDump } from '../../../main/store'
import { readCallMetrics } from '../../../main/tools/repository/call-records'
import { watchedDatabase } from '../../fixtures/watched-database'
import { round } from './crash-scenarios'
import { type Essence, essenceOf } from './rows'
import { plannedStep, scriptedEngine } from './scripted-engine'
import { addSource, clearRows, gate, openFreshStore, openSetting, readingTool, type Store, whenView } from './setting'

const settings = { clarify: false, autoAccept: true }
const question = 'What limits wave drag?'
const followUp = 'How does a thin wing behave at low speed?'
/** Steps are added once; the follow-up has a step of its own. */
const script = {
  gaps: (asked: string) => (asked === question ? [['d']] : []),
  plan: ({ inquiry, gaps }: PlanInput) =>
    inquiry.question === followUp
      ? [plannedStep('f')]
      : gaps.length > 0
        ? gaps.map((gap) => plannedStep(gap))
        : [plannedStep('a'), plannedStep('b', ['a'])],
}

/** What the end of both must be the same of: a branch may have begun with an answered question. */
const comparable = ({ session, ...rest }: Essence): object => ({ ...rest, session })

describe('a branch', () => {
  let store: Store
  beforeAll(async () => {
    store = await openFreshStore()
  })
  afterAll(() => store.close())
  beforeEach(async () => {
    await clearRows(store.database)
    await addSource(store.database)
  })

  const everything = (database: Database, sessionId: string): Promise<Essence> => essenceOf(database, sessionId)

  it('continued from any checkpoint ends where the session ended, repeats nothing, and leaves it as it is', async () => {
    const { database } = store
    const engine = scriptedEngine(script)
    const { research, close } = await openSetting(database, engine, { executors: 1 })
    const id = await research.start({ question, settings })
    await research.whenSettled(id)
    const firstReport = await everything(database, id)
    await research.followUp(id, { question: followUp, mode: 'research' })
    await research.whenSettled(id)
    const whole = await everything(database, id)
    const checkpoints = await research.checkpoints(id)
    expect(checkpoints.map((one) => [one.id, one.stepsDone, one.stepsTotal])).toEqual([
      ['plan-1', 0, 2],
      ['plan-1-step-1', 1, 2],
      ['plan-1-step-2', 2, 2],
      ['plan-2', 2, 3],
      ['plan-2-step-3', 3, 3],
      ['report-1', 3, 3],
      ['plan-3', 0, 1],
      ['plan-3-step-1', 1, 1],
      ['report-2', 1, 1],
    ])
    for (const [at, checkpoint] of checkpoints.entries()) {
      engine.calls.length = 0
      const branch = await research.branch(id, checkpoint.id, 'continue')
      const view = await research.whenSettled(branch)
      expect(view).toMatchObject({ state: 'done', branchedFrom: { sessionId: id, id: checkpoint.id } })
      const gathered = engine.calls.filter(({ method }) => method === 'gatherEvidence').map(({ detail }) => detail)
      const later = checkpoints
        .slice(at + 1)
        .filter(({ kind, reportVersion }) => kind === 'step' && reportVersion === checkpoint.reportVersion)
      expect(gathered.length).toBe(later.length)
      const expected = checkpoint.reportVersion === 1 ? firstReport : whole
      expect(comparable(await everything(database, branch))).toEqual(comparable(expected))
      // The branch has the same moments, and can be branched itself.
      expect((await research.checkpoints(branch)).map((one) => one.id)).toEqual(
        checkpoints.filter(({ reportVersion }) => reportVersion <= checkpoint.reportVersion).map((one) => one.id),
      )
    }
    expect(await everything(database, id)).toEqual(whole)
    expect((await research.view(id)).branches).toHaveLength(checkpoints.length)
    await close()
  })

  it('with another plan stops at its review, keeps what was over, and writes its own report', async () => {
    const { database } = store
    const { research, close } = await openSetting(database, scriptedEngine(script), { executors: 1 })
    const id = await research.start({ question, settings })
    await research.whenSettled(id)
    const before = await everything(database, id)
    for (const [checkpointId, over] of [
      ['plan-1', []],
      ['plan-1-step-1', ['a']],
      ['report-1', ['a', 'b', 'd']],
    ] as const) {
      const branch = await research.branch(id, checkpointId, 'revisePlan')
      const view = await whenView(research, branch, ({ state }) => state === 'awaitingPlanReview')
      expect(view.report).toBeNull()
      const steps = view.plan?.steps ?? []
      expect(steps.filter(({ state }) => state === 'observed').map((step) => step.id)).toEqual(over)
      await research.acceptPlan(branch, [...steps, { ...plannedStep('e'), requirements: [] }])
      const done = await research.whenSettled(branch)
      expect(done).toMatchObject({ state: 'done', reportVersions: [{ version: 1 }] })
      expect(done.plan?.steps.find((step) => step.id === 'e')).toMatchObject({ state: 'observed', origin: 'person' })
    }
    expect(await everything(database, id)).toEqual(before)
    await close()
  })

  it('of a session at work leaves that at work', async () => {
    const { database } = store
    const [held, reached] = [gate(), gate()]
    let isHeld = true
    const engine = scriptedEngine({
      ...script,
      before: async ({ method, detail }) => {
        if (method !== 'gatherEvidence' || detail !== 'b' || !isHeld) return
        isHeld = false
        reached.open()
        await held.wait
      },
    })
    const { research, close } = await openSetting(database, engine, { executors: 2 })
    const id = await research.start({ question, settings })
    await reached.wait
    const branch = await research.branch(id, 'plan-1-step-1', 'continue')
    expect((await research.whenSettled(branch)).state).toBe('done')
    expect((await research.view(id)).plan?.steps.map(({ state }) => state)).toEqual(['observed', 'running'])
    held.open()
    expect((await research.whenSettled(id)).state).toBe('done')
    expect(comparable(await everything(database, branch))).toEqual(comparable(await everything(database, id)))
    await close()
  })

  it('of a plan that waits for its review waits for it, too, with what was asked back and answered', async () => {
    const { database } = store
    const engine = scriptedEngine({ ...script, rounds: [round] })
    const { research, close } = await openSetting(database, engine, { executors: 1 })
    const id = await research.start({ question, settings: { clarify: true, autoAccept: false } })
    await whenView(research, id, ({ state }) => state === 'awaitingClarification')
    expect(await research.checkpoints(id)).toEqual([])
    await expect(research.branch(id, 'plan-1', 'continue')).rejects.toMatchObject({ code: 'checkpoint.notFound' })
    await research.answer(id, 'Thin wings')
    await whenView(research, id, ({ state }) => state === 'awaitingPlanReview')
    await research.sendBackPlan(id, 'Shorter')
    const reviewed = await whenView(research, id, ({ plan }) => plan?.version === 2)
    const before = await everything(database, id)
    const branch = await research.branch(id, 'plan-1', 'continue')
    const view = await whenView(research, branch, ({ state }) => state === 'awaitingPlanReview')
    expect(view).toMatchObject({
      clarifications: [{ answer: 'Thin wings' }],
      investigation: reviewed.investigation,
      plan: { version: 1, approvedAt: null, remark: null },
    })
    expect(await research.checkpoint(id, 'plan-2')).toMatchObject({
      questions: [question],
      clarifications: [{ answer: 'Thin wings' }],
      steps: [{ state: 'pending' }, { state: 'pending' }],
      evidence: [],
      reports: [],
    })
    // Sent back, it is planned anew as any other.
    await research.sendBackPlan(branch, 'Longer')
    await whenView(research, branch, ({ plan, state }) => plan?.version === 2 && state === 'awaitingPlanReview')
    expect(await everything(database, id)).toEqual(before)
    await close()
  })

  it('goes with its project', async () => {
    const { database } = store
    const { research, close } = await openSetting(database, scriptedEngine(script), { executors: 1 })
    const id = await research.start({ question, settings })
    await research.whenSettled(id)
    const branch = await research.branch(id, 'report-1', 'continue')
    await research.branch(branch, 'plan-1-step-2', 'revisePlan')
    await close()
    await removeRows(database, 'default', new AbortController().signal)
    expect(await database.query('select session_id from sessions')).toEqual([])
    expect(await database.query('select plan_id from plans')).toEqual([])
  })

  it.each(['stopped', 'failed'] as const)('of a session that %s goes on by itself', async (end) => {
    const { database } = store
    let isBroken = true
    const reached = gate()
    const engine = scriptedEngine({
      ...script,
      before: async ({ method, detail }, { signal }) => {
        if (!isBroken) return
        if (end === 'failed' && method === 'writeReport') throw new QuarryError('internal', 'It broke.')
        if (end !== 'stopped' || method !== 'gatherEvidence' || detail !== 'b') return
        reached.open()
        await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      },
    })
    const { research, close } = await openSetting(database, engine, { executors: 1 })
    const id = await research.start({ question, settings })
    if (end === 'stopped') {
      await reached.wait
      await research.stop(id)
    }
    expect((await research.whenSettled(id)).state).toBe(end)
    const before = await everything(database, id)
    isBroken = false
    engine.calls.length = 0
    // A partial report is no checkpoint.
    const last = (await research.checkpoints(id)).at(-1)
    expect(last?.id).toBe(end === 'stopped' ? 'plan-1-step-1' : 'plan-2-step-3')
    const branch = await research.branch(id, last?.id ?? '', 'continue')
    expect(await research.whenSettled(branch)).toMatchObject({ state: 'done', error: null, stepsDone: 3 })
    expect(engine.calls.map(({ detail }) => detail)).not.toContain('a')
    expect(await everything(database, id)).toEqual(before)
    await close()
  })

  it('and what it comes from outlive each other; it says which of its sources are gone', async () => {
    const { database } = store
    const { research, close } = await openSetting(database, scriptedEngine(script), { executors: 1 })
    const id = await research.start({ question, settings })
    await research.whenSettled(id)
    const whole = await everything(database, id)
    const [one, other] = [
      await research.branch(id, 'report-1', 'continue'),
      await research.branch(id, 'plan-1', 'continue'),
    ]
    await research.whenSettled(other)
    // They are told apart by where they branched off, until a person gives one a title of its own.
    const marks = async () => new Map((await research.list()).map((one) => [one.id, one.branchMark]))
    expect((await research.view(other)).branchMark).toEqual({ version: 1, step: null, isReport: false })
    expect([...(await marks())]).toEqual(
      expect.arrayContaining([
        [id, undefined],
        [one, { version: 1, step: null, isReport: true }],
      ]),
    )
    await research.rename(other, 'Another way')
    expect((await marks()).get(other)).toBeUndefined()
    await research.remove(other)
    expect(await everything(database, id)).toEqual(whole)
    expect((await research.view(id)).branches).toMatchObject([{ sessionId: one, checkpoint: { id: 'report-1' } }])
    await database.query('delete from sources')
    await research.remove(id)
    const left = await research.view(one)
    expect(left).toMatchObject({ state: 'done', isBranch: true, reportVersions: [{ version: 1 }] })
    expect(left.branchedFrom).toMatchObject({
      sessionId: null,
      sessionTitle: question,
      id: 'report-1',
      missingSources: { count: 1 },
    })
    await research.followUp(one, { question: followUp, mode: 'research' })
    expect((await research.whenSettled(one)).reportVersions).toHaveLength(2)
    await close()
  })

  it('comes back with a dump, whatever the order of the ids', async () => {
    const { research, close } = await openSetting(store.database, scriptedEngine(script), { executors: 1 })
    const id = await research.start({ question, settings })
    await research.whenSettled(id)
    const ids = [id]
    // Of eight random ids in a chain some stand before what they come from.
    for (let at = 0; at < 7; at += 1) ids.push(await research.branch(ids.at(-1) ?? '', 'report-1', 'continue'))
    const directory = await mkdtemp(join(tmpdir(), 'quarry-branches-'))
    onTestFinished(() => rm(directory, { recursive: true, force: true }))
    const path = await dumpDaily(store.database, directory, new Date())
    const expected = await Promise.all(ids.map((one) => everything(store.database, one)))
    const origins = await Promise.all(ids.map(async (one) => (await research.view(one)).branchedFrom))
    await clearRows(store.database)
    expect(await restoreDump(store.database, path ?? '')).toMatchObject({ sessions: 8 })
    expect(await Promise.all(ids.map((one) => everything(store.database, one)))).toEqual(expected)
    const restored = await Promise.all(ids.map(async (one) => (await research.view(one)).branchedFrom))
    const withoutMissing = (all: typeof origins): object[] => all.map((one) => ({ ...one, missingSources: null }))
    expect(withoutMissing(restored)).toEqual(withoutMissing(origins))
    await close()
  })

  it('is there whole or not at all, wherever its process dies, and goes on at the next start', async () => {
    const { database } = store
    const first = await openSetting(database, scriptedEngine(script), { executors: 1 })
    const id = await first.research.start({ question, settings })
    await first.research.whenSettled(id)
    const whole = await everything(database, id)
    await first.close()
    const rowsOf = (): Promise<object[]> =>
      database.query(
        `select (select count(*) from sessions) as sessions, (select count(*) from plans) as plans,
           (select count(*) from steps) as steps, (select count(*) from messages) as messages`,
      )
    const before = await rowsOf()
    let died = 0
    for (let livesFor = 0; ; livesFor += 1) {
      let statements = 0
      const dying = watchedDatabase(database, {
        transaction: (work) =>
          database.transaction((transaction) =>
            work({
              query: (sql, parameters) => {
                statements += 1
                if (statements > livesFor) throw new QuarryError('store.closed', 'The process is gone.')
                return transaction.query(sql, parameters)
              },
            }),
          ),
      })
      const made = await branchSession(
        dying,
        'default',
        { sessionId: id, checkpointId: 'plan-1-step-1', mode: 'continue' },
        new Date().toISOString(),
      ).catch(() => null)
      if (made !== null) {
        // It died before its machine began.
        const second = await openSetting(database, scriptedEngine(script), { executors: 1 })
        expect(await second.research.resumeAll()).toEqual([made])
        await second.research.whenSettled(made)
        expect(comparable(await everything(database, made))).toEqual(comparable(whole))
        await second.close()
        break
      }
      died += 1
      expect(await rowsOf()).toEqual(before)
    }
    expect(died).toBeGreaterThan(10)
  })

  it('is given calls and turns that were made, runs none again, and counts none', async () => {
    const { database } = store
    const ran: unknown[] = []
    const counts = readingTool({
      name: 'count',
      run: async (input) => {
        ran.push(input.n)
        return { counted: input.n }
      },
    })
    const held = gate()
    let isFirst = true
    const engine = scriptedEngine({
      steps: [plannedStep('a')],
      // Its second call is made of the first one.
      gather: async (_step, { callTool }) => {
        const one = await callTool({ tool: 'count', resourceId: null, input: { n: 1 } })
        await callTool({ tool: 'count', resourceId: null, input: { n: 2, results: { rows: one.callId } } })
        if (isFirst) held.open()
        if (isFirst) await new Promise(() => undefined)
      },
    })
    const { research, close } = await openSetting(database, engine, {
      tools: [counts],
      gate: {
        callLimits: async () => ({
          egress: { mode: 'offline', hosts: [] },
          thresholds: usualThresholds,
          roots: [],
          rules: { rules: [], broken: [] },
        }),
      },
    })
    const id = await research.start({ question, settings })
    await held.wait
    isFirst = false
    // The step is at work: at its plan nothing was called; at the plan's own time no call had ended.
    await database.query(
      `insert into model_turns (project_id, session_id, role, about, engine, prompt, key, request, answer, finish,
         prompt_tokens, answer_tokens, started_at, ended_at)
       select 'default', $1, 'plan', '', 'model:1/tiny', 'plan/1/en', k, '{"messages":[]}', 'Said.', 'stop', 10, 5,
         created_at, created_at from plans, unnest(array['k1', 'k2']) k where session_id = $1`,
      [id],
    )
    await database.query(`update tool_call_history set created_at = p.created_at, ended_at = p.created_at
       from plans p where p.session_id = tool_call_history.session_id`)
    const metrics = await research.metrics()
    const branch = await research.branch(id, 'plan-1', 'continue')
    expect((await research.whenSettled(branch)).state).toBe('done')
    expect(ran).toEqual([1, 2])
    expect((await research.turns(branch)).map(({ answer }) => answer)).toEqual(['Said.', 'Said.'])
    expect((await research.metrics()).models).toEqual(metrics.models)
    expect(await readModelUse(database, branch)).toEqual({ turns: 0, tokens: 0 })
    expect((await readCallMetrics(database, 'default')).total).toBe(2)
    await close()
  })
})
