import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isClaim } from '../../../contract/report/report'
import type { MatchReasons } from '../../../contract/resources/resource-match'
import type { ResourceChoice } from '../../../contract/session/resource-choice'
import { type PlanStepDraft, planView, type StepRequirement } from '../../../contract/session/session'
import { readRules, ruleBookOf } from '../../../main/gate'
import type { PoolResource } from '../../../main/pool'
import { speechIn } from '../../../wording'
import { plannedStep, scriptedEngine } from './scripted-engine'
import {
  addSource,
  boundless,
  clearRows,
  gate,
  openFreshStore,
  openSetting,
  readingTool,
  type Store,
  whenView,
} from './setting'

const reviewed = { clarify: false, autoAccept: false }
const aDatabase: StepRequirement = { type: 'database', capability: 'sql_query', level: 5, resourceId: null }
const chosen: ResourceChoice = {
  name: 'Sales',
  sureness: 0.5,
  reasons: [{ kind: 'onlyOne', values: { type: 'database' } }],
}
const reasons: MatchReasons = {
  ...{ name: 0.5, description: 0.5, capabilities: null, composite: 0.5, keywords: 0.5, matchedWords: ['revenue'] },
  ...{ rerank: null, usage: 0, performance: 0, context: 0, history: null },
}
const sales: PoolResource = {
  resourceId: 'database:sales',
  type: 'database',
  name: 'Sales',
  capabilities: [],
  readOnly: true,
  parallelism: 1,
}

function needing(id: string, ...requirements: StepRequirement[]): PlanStepDraft {
  const { origin: _origin, ...step } = plannedStep(id)
  return { ...step, requirements }
}

describe('a plan whose steps need more than an executor', () => {
  let store: Store
  beforeAll(async () => {
    store = await openFreshStore()
  })
  afterAll(() => store.close())
  beforeEach(async () => {
    await clearRows(store.database)
    await addSource(store.database)
  })

  it('blocks where nobody has it, tells what is missing, and goes on once it is there', async () => {
    const engine = scriptedEngine()
    const { research, pool, close } = await openSetting(store.database, engine)
    const id = await research.start({ question: 'Drag?', settings: reviewed })
    await whenView(research, id, ({ state }) => state === 'awaitingPlanReview')
    await research.acceptPlan(id, [needing('a'), needing('b', aDatabase)])
    const blocked = await research.whenSettled(id)
    expect(blocked).toMatchObject({
      state: 'blockedReview',
      error: { code: 'session.blocked', context: { type: 'database', capability: 'sql_query', level: 5 } },
    })
    expect(blocked.plan?.steps).toMatchObject([
      { state: 'observed', blockedBy: null },
      { state: 'blocked', blockedBy: 'missing_resource', requirements: [aDatabase] },
    ])
    // Asked again without anything added: it is checked again, and blocks again.
    await research.resume(id)
    expect(await research.whenSettled(id)).toMatchObject({ state: 'blockedReview' })
    pool.addResource(sales)
    await research.resume(id)
    const done = await research.whenSettled(id)
    expect(done.state).toBe('done')
    expect(done.plan?.steps[1]).toMatchObject({ state: 'observed', blockedBy: null, resources: [{ name: 'Sales' }] })
    expect(engine.calls.filter(({ method }) => method === 'gatherEvidence').map(({ detail }) => detail)).toEqual([
      'a',
      'b',
    ])
    expect(pool.view().members.every(({ taskId }) => taskId === null)).toBe(true)
    await close()
  })

  it.each([
    'database:sales',
    // Chosen, but not in service: any that fits is taken.
    'database:gone',
  ])('works with what answers its words best (%s)', async (resourceId) => {
    const asked: unknown[] = []
    const { research, pool, close } = await openSetting(store.database, scriptedEngine(), {
      chooseResource: async (words, requirement) => {
        asked.push([words, requirement.type])
        return { resourceId, choice: chosen }
      },
    })
    // By the order of ids alone it would be the other one.
    if (resourceId === 'database:sales') pool.addResource({ ...sales, resourceId: 'database:another', name: 'Another' })
    pool.addResource(sales)
    const id = await research.start({ question: 'Drag?', settings: reviewed })
    await whenView(research, id, ({ state }) => state === 'awaitingPlanReview')
    await research.acceptPlan(id, [needing('a', aDatabase)])
    const done = await research.whenSettled(id)
    expect(done.plan?.steps[0]?.resources).toMatchObject([{ name: 'Sales' }])
    expect(asked).toEqual([['Step a. query of a', 'database']])
    await close()
  })

  it('opens and runs a plan of a version that kept no reasons, also where it names a resource', async () => {
    const { research, pool, close } = await openSetting(store.database, scriptedEngine())
    pool.addResource({ ...sales, resourceId: 'database:another', name: 'Another' })
    pool.addResource(sales)
    const id = await research.start({ question: 'Drag?', settings: reviewed })
    await whenView(research, id, ({ state }) => state === 'awaitingPlanReview')
    const older = [
      { ...aDatabase, resourceId: sales.resourceId },
      { type: 'database', capability: null, level: 1 },
    ]
    await store.database.query('update steps set requirements = $1::jsonb where session_id = $2', [
      JSON.stringify(older),
      id,
    ])
    const plan = planView.parse((await research.view(id)).plan)
    expect(plan.steps[0]?.requirements).toEqual([older[0], { ...older[1], resourceId: null }])
    await research.acceptPlan(id, plan.steps)
    const done = await research.whenSettled(id)
    expect(done.plan?.steps[0]).toMatchObject({ requirements: [older[0], { ...older[1], resourceId: null }] })
    expect(done.plan?.steps[0]?.resources).toMatchObject([{ name: 'Sales' }, { type: 'database' }])
    await close()
  })

  it('plans with what answers a step best, and takes another where that is gone when it runs', async () => {
    const matched: ResourceChoice = {
      name: 'Sales',
      sureness: 0.62,
      reasons: [{ kind: 'matchedStep', values: { reasons } }],
    }
    const { research, pool, close } = await openSetting(store.database, scriptedEngine(), {
      chooseResource: async () => ({ resourceId: sales.resourceId, choice: matched }),
    })
    pool.addResource({ ...sales, resourceId: 'database:another', name: 'Another' })
    pool.addResource(sales)
    const question = 'Query the sales database for the revenue of each region.'
    const id = await research.start({ question, settings: reviewed })
    const { plan } = await whenView(research, id, ({ state }) => state === 'awaitingPlanReview')
    expect(plan?.steps[0]?.requirements).toMatchObject([{ resourceId: sales.resourceId, choice: matched }])
    pool.removeResource(sales.resourceId)
    await research.acceptPlan(id, plan!.steps)
    expect((await research.whenSettled(id)).plan?.steps[0]?.resources).toMatchObject([{ name: 'Another' }])
    await close()
  })

  it('says in its report which resource a step was given and did not use, and why', async () => {
    const tool = readingTool({ name: 'sql_query', run: async () => ({}) })
    const denying = { version: 1, rules: [{ decide: 'deny', tool: 'sql_query', resource: 'S?les', name: 'no sales' }] }
    const rules = ruleBookOf([readRules('rules.json', JSON.stringify(denying))])
    const engine = scriptedEngine({
      gather: async (stepId, { callTool }) =>
        stepId === 'b' && callTool({ tool: 'sql_query', resourceId: sales.resourceId, input: {} }).catch(() => null),
    })
    const { research, pool, close } = await openSetting(store.database, engine, {
      tools: [tool],
      gate: { callLimits: async () => ({ ...(await boundless.callLimits()), rules }) },
    })
    pool.addResource(sales)
    const id = await research.start({ question: 'Drag?', settings: reviewed })
    const unused = async () => {
      const { report } = await research.whenSettled(id)
      return report?.sections
        .flatMap(({ sentences }) => sentences)
        .flatMap((one) => (!isClaim(one) && one.fact.kind === 'resourceUnused' ? [one.fact.values] : []))
    }
    await whenView(research, id, ({ state }) => state === 'awaitingPlanReview')
    await research.acceptPlan(id, [needing('b', aDatabase)])
    const values = { name: 'Sales', why: 'deniedByRule', rule: 'no sales', error: null } as const
    expect(await unused()).toEqual([values])
    expect(speechIn('en').fact({ kind: 'resourceUnused', values })).toBe(
      '“Sales” was reserved and was not queried: the rule “no sales” denies it.',
    )
    await close()
  })

  it('says in its report which database was passed over, unless the session may not use it', async () => {
    const remedy = { kind: 'askWhenLessBusy', values: {} } as const
    const error = { code: 'resource.timeout', message: 'Not read within 10 seconds.', remedy } as const
    const passedOverDatabases = async () => [{ resourceId: 'database:large', name: 'Large', error }]
    const { research, close } = await openSetting(store.database, scriptedEngine(), { passedOverDatabases })
    const told = async (sourceIds: string[]) => {
      const id = await research.start({ question: 'Drag?', settings: reviewed })
      await whenView(research, id, ({ state }) => state === 'awaitingPlanReview')
      await research.setScope(id, sourceIds.length === 0 ? null : { folders: [], sourceIds, resourceIds: [] })
      await research.acceptPlan(id, [needing('a')])
      const { report } = await research.whenSettled(id)
      return report?.sections.flatMap(({ kind, sentences }) =>
        sentences.flatMap((one) =>
          !isClaim(one) && one.fact.kind === 'databasePassedOver' ? [[kind, speechIn('en').fact(one.fact)]] : [],
        ),
      )
    }
    expect(await told([])).toEqual([
      ['notFound', '“Large” was not considered: timed out. Ask again when the computer is less busy.'],
    ])
    expect(await told(['source-1'])).toEqual([])
    await close()
  })

  it('does not bind two needs to a resource that has one slot, where another serves the second', async () => {
    const { research, pool, close } = await openSetting(store.database, scriptedEngine(), {
      chooseResource: async () => ({ resourceId: 'database:sales', choice: chosen }),
    })
    pool.addResource({ ...sales, resourceId: 'database:another', name: 'Another' })
    pool.addResource(sales)
    const id = await research.start({ question: 'Drag?', settings: reviewed })
    await whenView(research, id, ({ state }) => state === 'awaitingPlanReview')
    await research.acceptPlan(id, [needing('a', aDatabase, { ...aDatabase, capability: 'data_analysis' })])
    const done = await research.whenSettled(id)
    expect(done.plan?.steps[0]).toMatchObject({
      state: 'observed',
      resources: [{ name: 'Sales' }, { name: 'Another' }],
    })
    await close()
  })

  it('goes on when a person leaves the blocked step out, or lowers what it needs; the log tells both', async () => {
    const { research, close } = await openSetting(store.database, scriptedEngine())
    const id = await research.start({ question: 'Drag?', settings: reviewed })
    await whenView(research, id, ({ state }) => state === 'awaitingPlanReview')
    const steps = [needing('a', { ...aDatabase, level: 9 }), needing('b', aDatabase), needing('c')]
    await research.acceptPlan(id, steps)
    await research.whenSettled(id)
    await expect(research.amendStep(id, 'c', { kind: 'skip' })).rejects.toMatchObject({ code: 'session.wrongState' })
    await expect(research.amendStep(id, 'nobody', { kind: 'skip' })).rejects.toMatchObject({
      code: 'session.wrongState',
    })
    const malformed = [{ ...aDatabase, capability: 'NOT WELL-FORMED' }]
    await expect(research.amendStep(id, 'a', { kind: 'require', requirements: malformed })).rejects.toMatchObject({
      code: 'plan.invalid',
    })
    await research.amendStep(id, 'a', { kind: 'skip' })
    await research.amendStep(id, 'b', { kind: 'require', requirements: [] })
    expect((await research.view(id)).state).toBe('blockedReview')
    await research.resume(id)
    const done = await research.whenSettled(id)
    expect(done.state).toBe('done')
    expect(done.plan?.steps.map(({ state, requirements }) => [state, requirements.length])).toEqual([
      ['skipped', 1],
      ['observed', 0],
      ['observed', 0],
    ])
    const log = await research.events(id, 0, 1000)
    expect(log.filter(({ type }) => type === 'step.amended').map(({ detail }) => detail)).toEqual([
      { kind: 'stepSkipped', values: { title: 'Step a' } },
      {
        kind: 'stepRequires',
        values: { title: 'Step b', needed: [{ type: 'database', capability: 'sql_query', level: 5 }] },
      },
    ])
    await close()
  })

  it('is warned of no longer once the step is changed, or the session stopped', async () => {
    const { research, pool, close } = await openSetting(store.database, scriptedEngine())
    const warned = (): (string | null)[] => pool.view().warnings.map(({ taskId }) => taskId?.split('/')[2] ?? null)
    const id = await research.start({ question: 'Drag?', settings: reviewed })
    await whenView(research, id, ({ state }) => state === 'awaitingPlanReview')
    await research.acceptPlan(id, [needing('a', aDatabase), needing('b', aDatabase), needing('c', aDatabase)])
    await research.whenSettled(id)
    expect(warned().sort()).toEqual(['a', 'b', 'c'])
    await research.amendStep(id, 'a', { kind: 'skip' })
    await research.amendStep(id, 'b', { kind: 'require', requirements: [] })
    expect(warned()).toEqual(['c'])
    await research.stop(id)
    expect(warned()).toEqual([])
    await close()
    // Nor by the next process.
    const after = await openSetting(store.database, scriptedEngine())
    expect(after.pool.view().warnings).toEqual([])
    await after.close()
  })

  it('does not leave the last step out', async () => {
    const { research, close } = await openSetting(store.database, scriptedEngine())
    const id = await research.start({ question: 'Drag?', settings: reviewed })
    await whenView(research, id, ({ state }) => state === 'awaitingPlanReview')
    await research.acceptPlan(id, [needing('a', aDatabase)])
    await research.whenSettled(id)
    await expect(research.amendStep(id, 'a', { kind: 'skip' })).rejects.toMatchObject({ code: 'plan.invalid' })
    expect(await research.view(id)).toMatchObject({ state: 'blockedReview' })
    await close()
  })

  it.each([
    ['goes on by itself', true],
    ['waits for a person where it was set so', false],
  ])('pauses while another session holds it, and %s', async (_name, resumesByItself) => {
    const held = gate()
    const engine = scriptedEngine({
      before: ({ method, question }) => (method === 'gatherEvidence' && question === 'First?' ? held.wait : undefined),
    })
    const { research, pool, close } = await openSetting(store.database, engine, { executors: 4 })
    pool.addResource(sales)
    const begin = async (question: string): Promise<string> => {
      const id = await research.start({ question, settings: { ...reviewed, resumesByItself } })
      await whenView(research, id, ({ state }) => state === 'awaitingPlanReview')
      await research.acceptPlan(id, [needing('a', aDatabase)])
      return id
    }
    const first = await begin('First?')
    await whenView(research, first, ({ plan }) => plan?.steps[0]?.state === 'running')
    const second = await begin('Second?')
    const paused = await whenView(research, second, ({ state }) => state === 'paused')
    expect(paused.plan?.steps[0]).toMatchObject({ state: 'blocked', blockedBy: 'resource_shortage' })
    // All or nothing: while it waits for the database it holds no executor.
    expect(pool.view().members.filter(({ holder }) => holder === 'Second?')).toEqual([])
    expect(pool.view().waiting).toHaveLength(resumesByItself ? 1 : 0)
    held.open()
    expect((await research.whenSettled(first)).state).toBe('done')
    if (!resumesByItself) {
      expect((await research.view(second)).state).toBe('paused')
      await research.resume(second)
    }
    expect((await research.whenSettled(second)).state).toBe('done')
    await close()
  })

  it('is blocked still, after the process has ended and another begun', async () => {
    const before = await openSetting(store.database, scriptedEngine())
    const id = await before.research.start({ question: 'Drag?', settings: reviewed })
    await whenView(before.research, id, ({ state }) => state === 'awaitingPlanReview')
    await before.research.acceptPlan(id, [needing('a', aDatabase)])
    await before.research.whenSettled(id)
    await before.close()
    const after = await openSetting(store.database, scriptedEngine())
    await after.research.resumeAll()
    expect(await after.research.view(id)).toMatchObject({ state: 'blockedReview' })
    after.pool.addResource(sales)
    await after.research.resume(id)
    expect((await after.research.whenSettled(id)).state).toBe('done')
    await after.close()
  })

  it('has the need of an instruction in the question; a question about the thing needs nothing', async () => {
    const { research, close } = await openSetting(store.database, scriptedEngine())
    const needsOf = async (question: string): Promise<unknown> => {
      const id = await research.start({ question, settings: reviewed })
      const { plan } = await whenView(research, id, ({ state }) => state === 'awaitingPlanReview')
      return plan?.steps.map(({ requirements }) => requirements.map(({ type }) => type))
    }
    expect(await needsOf('Query the sales database for the revenue of each region.')).toEqual([['database'], [], []])
    expect(await needsOf('Why are SQL databases so widely used?')).toEqual([[], [], []])
    await close()
  })
})
