import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ErrorShape } from '../../../contract/error-shape'
import { poolReport, poolView, requirementCheck } from '../../../contract/pool/pool'
import type { PoolFact, WaitFact } from '../../../contract/pool/pool-facts'
import { createPool, type Pool, type PoolResource } from '../../../main/pool'
import { clearRows, openFreshStore, type Store } from '../research/setting'

const sql = { type: 'database', capability: 'sql_query', level: 3 } as const
const executor = { type: 'executor', capability: 'recall' } as const

const database = (resourceId: string, change: Partial<PoolResource> = {}): PoolResource => ({
  resourceId,
  type: 'database',
  name: `${resourceId}.sqlite`,
  capabilities: [],
  readOnly: true,
  parallelism: 1,
  ...change,
})

const options = (label: string, signal = new AbortController().signal) => ({
  label,
  sessionId: 's1',
  holder: 'A session',
  signal,
})

const broken = (message: string): ErrorShape => ({ code: 'internal', message })
const failed = (message: string): PoolFact => ({ kind: 'memberFailed', values: { error: broken(message) } })

describe('resources in the pool', () => {
  let store: Store
  let nowMs: number
  let tick: () => void
  let pool: Pool

  const open = (): Promise<Pool> =>
    createPool({
      database: store.database,
      executors: 2,
      clock: () => new Date(nowMs),
      ticker: (onTick) => {
        tick = onTick
        return () => undefined
      },
    })
  const openRequest = (taskId: string) =>
    pool.getStatusReport().allocations.find((request) => request.taskId === taskId)
  const endedRequest = async (taskId: string) => {
    await pool.settled()
    const rows = await store.database.query('select state, reason from pool_requests where task_id = $1', [taskId])
    return rows[0]
  }
  const members = (type: string) =>
    pool
      .view()
      .members.filter((member) => member.type === type)
      .map(({ id, state }) => [id, state])

  beforeAll(async () => {
    store = await openFreshStore()
  })
  afterAll(() => store.close())
  beforeEach(async () => {
    await clearRows(store.database)
    nowMs = Date.parse('2026-01-01T12:00:00.000Z')
    pool = await open()
    return () => pool.close()
  })

  it('become members, change, and leave', async () => {
    expect(pool.addResource(database('sales', { parallelism: 2 }))).toEqual(['sales#1', 'sales#2'])
    pool.addResource(database('sales', { parallelism: 3, name: 'Sales' }))
    expect(
      pool
        .view()
        .members.filter(({ resourceId }) => resourceId === 'sales')
        .map(({ name, number }) => `${name} #${number}`),
    ).toEqual(['Sales #1', 'Sales #2', 'Sales #3'])
    const [held] = (await pool.allocateResources('s1/a', [sql], options('a'))).members
    expect(held).toMatchObject({ type: 'database', resourceId: 'sales' })
    pool.removeResource('sales')
    expect(members('database')).toEqual([[held?.id, 'released']])
    // Back before its last task ended: the slot joins again as soon as it has left.
    pool.addResource(database('sales'))
    pool.releaseResources('s1/a', { kind: 'completed' })
    expect(members('database').every(([, state]) => state === 'available')).toBe(true)
    expect(members('database')).toHaveLength(1)
  })

  it('are handed out all at once, or not at all', async () => {
    pool.addResource(database('sales'))
    const first = await pool.allocateResources('s1/a', [executor, sql], options('a'))
    expect(first.members.map(({ id }) => id)).toEqual(['executor-1', 'sales#1'])
    expect((await pool.allocateResources('s1/a', [executor, sql], options('a'))).members).toEqual(first.members)
    await expect(pool.allocateResources('s1/a', [executor], options('a'))).rejects.toMatchObject({
      code: 'input.invalid',
    })
    const reasons: WaitFact[] = []
    const second = pool.allocateResources('s1/b', [executor, sql], {
      ...options('b'),
      onWaiting: ({ reason }) => void reasons.push(reason),
    })
    expect(reasons).toMatchObject([
      {
        kind: 'membersBusy',
        values: { needs: [{ type: 'executor' }, { type: 'database' }], working: 2, fitting: 3 },
      },
    ])
    // It holds nothing while it waits.
    expect(members('executor').map(([, state]) => state)).toEqual(['deployed', 'available'])
    expect(openRequest('s1/b')).toMatchObject({ state: 'blocked', blockedBy: 'resource_shortage', members: [] })
    expect(pool.checkResourceRequirements([sql])).toMatchObject({
      status: 'shortage',
      holders: [{ memberId: 'sales#1', taskId: 's1/a', holder: 'A session' }],
    })
    pool.executing('s1/a')
    pool.releaseResources('s1/a', { kind: 'memberFailed', error: broken('the file is gone'), memberId: 'sales#1' })
    await expect(second).rejects.toMatchObject({
      code: 'pool.noSuchMember',
      remedy: { kind: 'clearMember' },
      context: { type: 'database', capability: 'sql_query', level: 3 },
    })
    expect(members('executor').map(([, state]) => state)).toEqual(['available', 'available'])
    expect(await endedRequest('s1/a')).toEqual({ state: 'failed', reason: failed('the file is gone') })
    expect(await store.database.query('select member_id, state from allocations order by member_id')).toEqual([
      { member_id: 'executor-1', state: 'failed' },
      { member_id: 'sales#1', state: 'failed' },
    ])
  })

  it('tell what is missing, until it is there', async () => {
    const check = pool.checkResourceRequirements([sql])
    expect(requirementCheck.parse(check)).toEqual(check)
    expect(check).toEqual({
      status: 'missing',
      missing: [
        {
          type: 'database',
          capability: 'sql_query',
          level: 3,
          resourceId: null,
          needed: 1,
          inService: 0,
          bestLevel: null,
          remedies: ['addResource', 'skipStep'],
        },
      ],
    })
    await expect(pool.allocateResources('s1/a', [executor, sql], options('a'))).rejects.toMatchObject({
      code: 'pool.noSuchMember',
    })
    expect(pool.view().warnings).toMatchObject([
      { kind: 'missing', taskId: 's1/a', type: 'database', capability: 'sql_query', remedy: 'addResource' },
    ])
    // The refusal is still known after a restart.
    await pool.close()
    pool = await open()
    expect(pool.view().warnings).toMatchObject([{ kind: 'missing', taskId: 's1/a' }])
    pool.addResource(database('sales'))
    expect(pool.view().warnings).toEqual([])
    await pool.allocateResources('s1/a', [executor, sql], options('a'))
  })

  it('are waited for while their service does not answer', async () => {
    pool.addResource(database('sales'))
    pool.blockResource('sales', broken('connection refused'))
    const reasons: WaitFact[] = []
    const allocation = pool.allocateResources('s1/a', [sql], {
      ...options('a'),
      onWaiting: ({ reason }) => void reasons.push(reason),
    })
    expect(reasons).toMatchObject([
      { kind: 'membersNotReady', values: { needs: [{ type: 'database' }], name: 'sales.sqlite' } },
    ])
    expect(openRequest('s1/a')).toMatchObject({ state: 'blocked', blockedBy: 'dependency_not_ready' })
    expect(pool.view().warnings).toMatchObject([{ kind: 'blocked', taskId: 's1/a', remedy: 'restoreService' }])
    pool.healResource('sales')
    await allocation
  })

  it('come back when a lease ends: what reads to the pool, what writes to a person', async () => {
    pool.addResource(database('sales', { readOnly: false }))
    const { lost } = await pool.allocateResources('s1/a', [executor, sql], { ...options('a'), leaseMs: 60_000 })
    await pool.allocateResources('s1/b', [executor], { ...options('b'), leaseMs: 60_000 })
    nowMs += 50_000
    pool.heartbeat('s1/b')
    nowMs += 20_000
    tick()
    expect(lost.aborted).toBe(true)
    expect(members('database')).toEqual([['sales#1', 'error']])
    expect(members('executor').map(([, state]) => state)).toEqual(['available', 'deployed'])
    expect(await endedRequest('s1/a')).toMatchObject({ state: 'failed', reason: { kind: 'leaseEnded' } })
    // The task's own code comes back late: nothing happens.
    pool.releaseResources('s1/a', { kind: 'completed' })
    expect(members('database')).toEqual([['sales#1', 'error']])
  })

  it('are not handed out while the pool is stopped', async () => {
    pool.addResource(database('sales'))
    pool.stop()
    expect(pool.view()).toMatchObject({ mode: 'stopped', warnings: [{ kind: 'stopped', remedy: 'start' }] })
    const allocation = pool.allocateResources('s1/a', [sql], options('a'))
    expect(pool.view().waiting).toMatchObject([{ taskId: 's1/a', reason: { kind: 'poolStopped' } }])
    pool.start()
    await allocation
    expect(pool.view()).toMatchObject({ mode: 'serving', warnings: [] })
    const report = pool.getStatusReport()
    expect(poolReport.parse(report)).toEqual(report)
    expect(report.types.find(({ type }) => type === 'database')).toMatchObject({ total: 1, utilisation: 1, waiting: 0 })
    const view = pool.view()
    expect(poolView.parse(view)).toEqual(view)
  })

  it('keep the places of those who waited over a restart', async () => {
    pool.addResource(database('sales'))
    await pool.allocateResources('s1/held', [sql], options('held'))
    nowMs += 1000
    const waited = pool.allocateResources('s1/early', [sql], options('early'))
    waited.catch(() => undefined)
    await pool.settled()
    // The process dies: nothing is closed. Another one opens what it left.
    const dead = pool
    nowMs += 1000
    pool = await open()
    pool.addResource(database('sales'))
    expect(await store.database.query(`select state from pool_requests where task_id = 's1/held'`)).toEqual([
      { state: 'failed' },
    ])
    await pool.allocateResources('s1/other', [sql], options('other'))
    const late = pool.allocateResources('s1/late', [sql], options('late'))
    const early = pool.allocateResources('s1/early', [sql], options('early'))
    expect(pool.view().waiting.map(({ label }) => label)).toEqual(['early', 'late'])
    pool.releaseResources('s1/other', { kind: 'completed' })
    await early
    pool.releaseResources('s1/early', { kind: 'completed' })
    await late
    await dead.close()
  })

  it('go to nobody when the process ends, and who waits keeps its place', async () => {
    pool.addResource(database('sales', { parallelism: 2 }))
    await pool.allocateResources('s1/held', [sql], options('held'))
    await pool.allocateResources('s1/returned', [sql], options('returned'))
    const ending = new AbortController()
    const aborted = pool.allocateResources('s1/aborted', [sql], options('aborted', ending.signal))
    const waiting = pool.allocateResources('s1/waiting', [sql], options('waiting'))
    waiting.catch(() => undefined)
    nowMs += 1000
    pool.quiesce()
    ending.abort('the end')
    await expect(aborted).rejects.toBe('the end')
    pool.releaseResources('s1/returned', { kind: 'cancelled' })
    await pool.close()
    await expect(waiting).rejects.toMatchObject({ code: 'cancelled' })
    await expect(pool.allocateResources('s1/late', [sql], options('late'))).rejects.toMatchObject({ code: 'cancelled' })
    expect(await store.database.query('select task_id, state from pool_requests order by task_id')).toEqual([
      { task_id: 's1/aborted', state: 'blocked' },
      { task_id: 's1/held', state: 'failed' },
      { task_id: 's1/returned', state: 'failed' },
      { task_id: 's1/waiting', state: 'blocked' },
    ])
    pool = await open()
    pool.addResource(database('sales'))
    await pool.allocateResources('s1/first', [sql], options('first'))
    for (const label of ['new', 'waiting', 'aborted']) {
      pool.allocateResources(`s1/${label}`, [sql], options(label)).catch(() => undefined)
    }
    expect(pool.view().waiting.map(({ label }) => label)).toEqual(['waiting', 'aborted', 'new'])
  })

  it('are what they were when they leave and come back: an error waits for a person, counts go on', async () => {
    const row = () => pool.view().members.find(({ id }) => id === 'sales#1')
    pool.addResource(database('sales'))
    await pool.allocateResources('s1/a', [sql], options('a'))
    pool.releaseResources('s1/a', { kind: 'memberFailed', error: broken('it broke') })
    pool.removeResource('sales')
    expect(row()).toBeUndefined()
    pool.addResource(database('sales'))
    expect(row()).toMatchObject({ state: 'error', error: failed('it broke'), tasksFailed: 1 })
    // Also where it leaves in one process and comes back in the next.
    pool.removeResource('sales')
    await pool.close()
    pool = await open()
    pool.addResource(database('sales'))
    expect(row()).toMatchObject({ state: 'error', error: failed('it broke'), tasksFailed: 1 })
    pool.clear('sales#1')
    // Cleared once, it stays so, though this process began with the error.
    pool.removeResource('sales')
    pool.addResource(database('sales'))
    expect(row()).toMatchObject({ state: 'available', error: null, tasksFailed: 1 })
    // Taken out and put back while at work: what happens meanwhile counts.
    await pool.allocateResources('s1/b', [sql], options('b'))
    pool.removeResource('sales')
    pool.addResource(database('sales'))
    pool.blockResource('sales', broken('connection refused'))
    pool.releaseResources('s1/b', { kind: 'completed' })
    expect(row()).toMatchObject({
      state: 'blocked',
      error: { kind: 'resourceNotReady', values: { error: broken('connection refused') } },
      tasksDone: 1,
    })
    pool.healResource('sales')
    await pool.allocateResources('s1/c', [sql], options('c'))
    pool.removeResource('sales')
    pool.addResource(database('sales'))
    pool.releaseResources('s1/c', { kind: 'memberFailed', error: broken('it broke again') })
    expect(row()).toMatchObject({ state: 'error', error: failed('it broke again') })
  })

  it('say how many wait for them, each request once', async () => {
    pool.addResource(database('sales', { parallelism: 2 }))
    pool.addResource(database('stock'))
    await pool.allocateResources('s1/held', [{ type: 'database', count: 3 }], options('held'))
    const ask = (label: string, requirements: Parameters<Pool['allocateResources']>[1]): void => {
      pool.allocateResources(`s1/${label}`, requirements, options(label)).catch(() => undefined)
    }
    ask('any', [executor, sql])
    ask('two', [sql, { ...sql, level: 2 }])
    ask('sales', [{ type: 'database', resourceId: 'sales' }])
    ask('sales too', [{ type: 'database', resourceId: 'sales' }])
    const waiting = pool
      .view()
      .members.flatMap(({ id, waiting }) => (id.startsWith('s') || id === 'executor-1' ? [[id, waiting]] : []))
    expect(waiting.sort()).toEqual([
      ['executor-1', 1],
      ['sales#1', 4],
      ['sales#2', 4],
      ['stock#1', 2],
    ])
  })

  it('go by priority, which rises with waiting, and a model server sizes nothing', async () => {
    pool.addResource(database('sales'))
    await pool.allocateResources('s1/held', [sql], options('held'))
    const served: string[] = []
    const ask = (label: string, priority: 'low' | 'normal' | 'high'): void => {
      void pool.allocateResources(`s1/${label}`, [sql], { ...options(label), priority }).then(() => served.push(label))
    }
    ask('patient', 'low')
    nowMs += 10_000
    ask('urgent', 'high')
    nowMs += 5 * 60_000
    ask('late', 'high')
    for (const taskId of ['s1/held', 's1/urgent', 's1/patient', 's1/late']) {
      pool.releaseResources(taskId, { kind: 'completed' })
    }
    await pool.settled()
    expect(served).toEqual(['urgent', 'patient', 'late'])

    const executors = members('executor').length
    pool.setStaff({ executor: executors + 1 })
    expect(members('executor')).toHaveLength(executors + 1)
    const levelOf = (id: string): unknown => pool.view().members.find((each) => each.id === id)?.capabilities[0]
    pool.setStaff({ levels: { recall: 5 } })
    expect([levelOf('executor-1'), levelOf(`executor-${executors + 1}`)]).toEqual(
      Array.from({ length: 2 }, () => ({ name: 'recall', level: 5 })),
    )
    const better = { type: 'executor', capability: 'recall', level: 6 } as const
    expect(pool.checkResourceRequirements([better]).status).toBe('missing')
    pool.setStaff({ levels: {} })
    expect([levelOf('executor-1'), pool.checkResourceRequirements([better]).status]).toEqual([
      { name: 'recall', level: 8 },
      'satisfiable',
    ])
    // Nothing calls a model server yet: it takes no executors away, and is nobody's member.
    expect(pool.addResource({ ...database('llama'), type: 'model', parallelism: 1 })).toEqual([])
    expect(members('executor')).toHaveLength(executors + 1)
  })

  it('warn of a service that does not answer though nobody waits for it, once for all its slots', () => {
    pool.addResource({ ...database('sales'), parallelism: 4 })
    pool.blockResource('sales', broken('connection refused'))
    expect(pool.view().warnings).toMatchObject([
      {
        kind: 'blocked',
        memberId: 'sales#1',
        taskId: null,
        fact: { kind: 'memberBlocked', values: { member: { type: 'database', number: null } } },
      },
    ])
  })

  it('tell who waits when what they wait for goes down, and when it answers again', async () => {
    pool.addResource({ ...database('sales'), parallelism: 1 })
    await pool.allocateResources('s1/held', [sql], options('held'))
    const waits: string[] = []
    const onWaiting = ({ blockedBy }: { blockedBy: string }): void => void waits.push(blockedBy)
    void pool.allocateResources('s1/waits', [sql], { ...options('waits'), onWaiting }).catch(() => undefined)
    pool.blockResource('sales', broken('connection refused'))
    pool.releaseResources('s1/held', { kind: 'completed' })
    expect(waits).toEqual(['resource_shortage', 'dependency_not_ready'])
    pool.healResource('sales')
    expect(openRequest('s1/waits')).toMatchObject({ state: 'allocated' })
  })

  it('take slots and levels as a person chose them', () => {
    const chosen = { ...database('sales'), parallelism: 2, levels: { sql_query: 3, unknown: 9 } }
    expect(pool.addResource(chosen)).toEqual(['sales#1', 'sales#2'])
    const [slot] = pool.view().members.filter(({ resourceId }) => resourceId === 'sales')
    expect(slot?.capabilities).toEqual(expect.arrayContaining([{ name: 'sql_query', level: 3 }]))
    expect(slot?.capabilities.map(({ name }) => name)).not.toContain('unknown')
  })
})
