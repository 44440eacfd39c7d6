import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { QuarryError } from '../../../contract/errors'
import type { Language } from '../../../contract/language'
import type { WaitFact } from '../../../contract/pool/pool-facts'
import { memberFailure } from '../../../main/pool'
import type { GatheringOptions } from '../../../main/reasoning/port'
import { speechIn } from '../../../wording'
import { plannedStep, type Script, scriptedEngine } from './scripted-engine'
import { addSource, clearRows, gate, openFreshStore, openSetting, readingTool, type Store, whenView } from './setting'

const reviewed = { clarify: false, autoAccept: false }
const aDatabase = { type: 'database', capability: 'sql_query', level: 1, resourceId: null } as const
const crashing = readingTool({
  name: 'sql_query',
  run: () => Promise.reject(new QuarryError('resource.crashed', 'The process for “Sales” ended.')),
})
const sales = {
  resourceId: 'database:sales',
  type: 'database',
  name: 'Sales',
  capabilities: ['sql_query'],
  readOnly: true,
  parallelism: 1,
} as const

describe('the phases of a step', () => {
  let store: Store
  beforeAll(async () => {
    store = await openFreshStore()
  })
  afterAll(() => store.close())
  beforeEach(async () => {
    await clearRows(store.database)
    await addSource(store.database)
  })

  const start = async (
    before: NonNullable<Script['before']>,
    gather: NonNullable<Script['gather']> = async () => {},
  ) => {
    const engine = scriptedEngine({ steps: [plannedStep('a')], before, gather })
    const setting = await openSetting(store.database, engine, { tools: [crashing] })
    setting.pool.addResource(sales)
    const id = await setting.research.start({ question: 'Drag?', settings: reviewed })
    return { ...setting, engine, id }
  }

  /** A session with one step that needs a database. */
  const begin: typeof start = async (...script) => {
    const started = await start(...script)
    await whenView(started.research, started.id, ({ state }) => state === 'awaitingPlanReview')
    await started.research.acceptPlan(started.id, [{ ...plannedStep('a'), requirements: [aDatabase] }])
    return started
  }

  it('tell the engine what the step was allocated, and how it is addressed', async () => {
    const { research, engine, id, close } = await begin(() => undefined)
    await research.whenSettled(id)
    expect(engine.allocated).toMatchObject([
      { resourceId: 'database:sales', memberId: 'database:sales#1', type: 'database', metadata: { engine: 'sqlite' } },
    ])
    await close()
  })

  it.each([
    [
      'failed the step',
      () => {
        throw memberFailure('The database died.', { resourceId: 'database:sales' })
      },
      'failed',
    ],
    [
      'at a call, which the step does without',
      async (_stepId: string, { callTool }: GatheringOptions) =>
        callTool({ tool: crashing.name, resourceId: 'database:sales', input: {} }).catch(() => undefined),
      'observed',
    ],
  ] as const)('blame the slot whose database died, not the executor: %s', async (_how, gather, state) => {
    const { research, pool, id, close } = await begin(() => undefined, gather)
    const { plan } = await research.whenSettled(id)
    expect(plan?.steps[0]?.state).toBe(state)
    const states = new Map(pool.view().members.map(({ id: member, state }) => [member, state]))
    expect([states.get('database:sales#1'), states.get('executor-1')]).toEqual(['error', 'available'])
    await close()
  })

  it('wait for a service that does not respond: the row and its words say so, and the step goes on once it does', async () => {
    const { research, pool, id, close } = await start(() => undefined)
    await whenView(research, id, ({ state }) => state === 'awaitingPlanReview')
    pool.blockResource('database:sales', { code: 'resource.unreachable', message: 'connection refused' })
    await research.acceptPlan(id, [{ ...plannedStep('a'), requirements: [aDatabase] }])
    const waiting = await whenView(research, id, ({ plan }) => plan?.steps[0]?.state === 'blocked')
    expect(waiting.plan?.steps[0]).toMatchObject({
      blockedBy: 'dependency_not_ready',
      waitsFor: { kind: 'membersNotReady', values: { name: 'Sales' } },
      error: null,
    })
    const rows = await store.database.query(
      `select blocked_by, waits_for from steps where session_id = $1 and state = 'blocked'`,
      [id],
    )
    expect(rows).toEqual([{ blocked_by: 'dependency_not_ready', waits_for: waiting.plan?.steps[0]?.waitsFor }])
    const said = (language: Language) => speechIn(language).fact(waiting.plan?.steps[0]?.waitsFor as WaitFact)
    expect(said('en')).toMatch(/“Sales” is not responding$/)
    expect(said('zh-CN')).toMatch(/“Sales”没有响应$/)
    pool.healResource('database:sales')
    expect(await research.whenSettled(id)).toMatchObject({ state: 'done' })
    await close()
  })

  it.each([
    ['plan', 1],
    ['gatherEvidence', 2],
    ['verifyReport', 1],
  ] as const)('leave nothing held where a person stops them: %s', async (work, held) => {
    const reached = gate()
    const { research, pool, id, close } = await (work === 'plan' ? start : begin)(({ method }) => {
      if (method !== work) return
      reached.open()
      return new Promise(() => undefined)
    })
    await reached.wait
    expect(pool.view().members.filter(({ taskId }) => taskId !== null)).toHaveLength(held)
    await research.stop(id)
    expect(pool.view().members.filter(({ taskId }) => taskId !== null)).toEqual([])
    await close()
  })
})
