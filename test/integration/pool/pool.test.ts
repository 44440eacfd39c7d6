import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { poolView } from '../../../contract/pool/pool'
import type { WaitFact } from '../../../contract/pool/pool-facts'
import { createPool } from '../../../main/pool'
import { clearRows, openFreshStore, type Store } from '../research/setting'

const executor = [{ type: 'executor', capability: 'recall', level: 1 }] as const

describe('the pool on its store', () => {
  let store: Store
  beforeAll(async () => {
    store = await openFreshStore()
  })
  afterAll(() => store.close())
  beforeEach(() => clearRows(store.database))

  const options = (label: string, signal = new AbortController().signal) => ({
    label,
    sessionId: 's1',
    holder: 'A session',
    signal,
  })

  it('writes every allocation and every change of a member', async () => {
    const pool = await createPool({ database: store.database, executors: 1 })
    expect(await pool.allocateResources('s1/a', executor, options('Step a'))).toMatchObject({
      members: [{ id: 'executor-1', type: 'executor', resourceId: null, name: null, number: 1 }],
    })
    expect(await pool.allocateResources('s1/a', executor, options('Step a'))).toMatchObject({
      members: [{ id: 'executor-1', type: 'executor', resourceId: null, name: null, number: 1 }],
    })
    pool.executing('s1/a')
    const view = pool.view()
    expect(poolView.parse(view)).toEqual(view)
    expect(pool.view().members.find(({ id }) => id === 'executor-1')).toMatchObject({
      state: 'busy',
      taskId: 's1/a',
      holder: 'A session',
    })
    pool.releaseResources('s1/a', { kind: 'completed' })
    pool.releaseResources('s1/a', { kind: 'completed' })
    await pool.settled()
    expect(await store.database.query('select task_id, member_id, state, reason from allocations')).toEqual([
      { task_id: 's1/a', member_id: 'executor-1', state: 'completed', reason: null },
    ])
    expect(
      await store.database.query(`select state, tasks_done from pool_members where member_id = 'executor-1'`),
    ).toEqual([{ state: 'available', tasks_done: 1 }])
    await pool.close()
  })

  it('serves first come first served, and lets one who waits give up', async () => {
    const pool = await createPool({ database: store.database, executors: 1 })
    await pool.allocateResources('first', executor, options('first'))
    const impatient = new AbortController()
    const reasons: WaitFact[] = []
    const second = pool.allocateResources('second', executor, {
      ...options('second', impatient.signal),
      onWaiting: ({ reason }) => void reasons.push(reason),
    })
    const served: string[] = []
    const third = pool.allocateResources('third', executor, options('third')).then(() => served.push('third'))
    const fourth = pool.allocateResources('fourth', executor, options('fourth')).then(() => served.push('fourth'))
    expect(reasons).toEqual([
      {
        kind: 'membersBusy',
        values: { needs: [{ type: 'executor', capability: 'recall', level: 1, count: 1 }], working: 1, fitting: 1 },
      },
    ])
    expect(pool.view().waiting.map(({ label }) => label)).toEqual(['second', 'third', 'fourth'])
    impatient.abort(new Error('enough'))
    await expect(second).rejects.toThrow('enough')
    pool.releaseResources('first', { kind: 'completed' })
    await third
    expect(served).toEqual(['third'])
    pool.releaseResources('third', { kind: 'failed', error: { code: 'internal', message: 'bad input' } })
    await fourth
    expect(pool.view().members.find(({ id }) => id === 'executor-1')).toMatchObject({ tasksDone: 1, tasksFailed: 1 })
    await expect(pool.allocateResources('fifth', executor, options('fifth', AbortSignal.abort('no')))).rejects.toBe(
      'no',
    )
    await pool.close()
  })

  it('refuses at once what nobody can do, and those who wait when the last one fails', async () => {
    const pool = await createPool({ database: store.database, executors: 1 })
    const missing = { code: 'pool.noSuchMember' }
    await expect(pool.allocateResources('t0', [{ type: 'database' }], options('t0'))).rejects.toMatchObject(missing)
    await pool.allocateResources('t1', executor, options('t1'))
    const waiting = pool.allocateResources('t2', executor, options('t2'))
    pool.releaseResources('t1', { kind: 'memberFailed', error: { code: 'internal', message: 'the slot broke' } })
    await expect(waiting).rejects.toMatchObject(missing)
    await pool.close()

    // An error outlives the process: a person clears it.
    const again = await createPool({ database: store.database, executors: 1 })
    expect(again.view().members.find(({ id }) => id === 'executor-1')).toMatchObject({
      state: 'error',
      error: { kind: 'memberFailed', values: { error: { message: 'the slot broke' } } },
    })
    again.clear('executor-1')
    await again.allocateResources('t3', executor, options('t3'))
    await again.close()
  })

  it('closes what died with its process, and remembers the last hour', async () => {
    await store.database.query(
      `insert into allocations (allocation_id, task_id, session_id, member_id, label, state, started_at, executing_at)
       values ('a1', 's1/a', 's1', 'executor-1', 'Step a', 'executing', now() - interval '5 minutes', now() - interval '4 minutes')`,
    )
    const pool = await createPool({ database: store.database, executors: 1 })
    expect(await store.database.query('select state from allocations where ended_at is not null')).toEqual([
      { state: 'failed' },
    ])
    expect(pool.view().spans.map(({ state, label }) => [state, label])).toEqual([
      ['deployed', 'Step a'],
      ['busy', 'Step a'],
    ])
    await pool.close()
  })

  it('grows at once, and shrinks when what is held is returned', async () => {
    const pool = await createPool({ database: store.database, executors: 2 })
    await pool.allocateResources('t1', executor, options('t1'))
    await pool.allocateResources('t2', executor, options('t2'))
    const waiting = pool.allocateResources('t3', executor, options('t3'))
    pool.setStaff({ executor: 3 })
    await waiting
    pool.setStaff({ executor: 1 })
    const executors = () => pool.view().members.filter(({ type }) => type === 'executor')
    expect(executors().map(({ state }) => state)).toEqual(['deployed', 'released', 'released'])
    for (const taskId of ['t1', 't2', 't3']) pool.releaseResources(taskId, { kind: 'completed' })
    expect(executors().map(({ id, state }) => [id, state])).toEqual([['executor-1', 'available']])
    await pool.close()
    const [row] = await store.database.query<{ count: number }>(
      `select count(*)::int as count from allocations where ended_at is null`,
    )
    expect(row?.count).toBe(0)
  })

  it('writes words that no database can hold, as an error may quote them from a broken file', async () => {
    const pool = await createPool({ database: store.database, executors: 1 })
    await pool.allocateResources('s1/a', executor, options('Step \ud83d'))
    pool.releaseResources('s1/a', {
      kind: 'memberFailed',
      error: { code: 'internal', message: 'read \u0000 and half of \ud83d' },
    })
    await pool.settled()
    expect(pool.view().warnings.map(({ kind }) => kind)).toEqual(['memberError'])
    expect(
      await store.database.query(`select label, reason #>> '{values,error,message}' as reason from allocations`),
    ).toEqual([{ label: 'Step \ufffd', reason: 'read \ufffd and half of \ufffd' }])
    await pool.close()
  })

  it('hands out nothing more when its journal cannot be written, and says why', async () => {
    const broken = {
      ...store.database,
      query: store.database.query.bind(store.database),
      close: () => Promise.resolve(),
      transaction: store.database.transaction.bind(store.database),
    }
    const pool = await createPool({ database: broken, executors: 1 })
    await pool.settled()
    broken.query = () => Promise.reject(new Error('disk full'))
    await pool.allocateResources('t1', executor, options('t1'))
    await pool.settled()
    await expect(pool.allocateResources('t2', executor, options('t2'))).rejects.toThrow('disk full')
    expect(pool.view().mode).toBe('broken')
    pool.setStaff({ executor: 2 })
    await pool.settled()
    // There is room again: the next who asks is served, and nothing of what happened meanwhile is missing.
    broken.query = store.database.query.bind(store.database)
    await pool.allocateResources('t3', executor, options('t3'))
    expect(pool.view().mode).toBe('serving')
    // What a person has stopped stays so over it.
    pool.stop()
    await pool.settled()
    broken.query = () => Promise.reject(new Error('disk full'))
    pool.releaseResources('t1', { kind: 'completed' })
    await pool.settled()
    expect(pool.view().mode).toBe('broken')
    broken.query = store.database.query.bind(store.database)
    pool.releaseResources('t3', { kind: 'completed' })
    await pool.settled()
    expect(pool.view().mode).toBe('stopped')
    await pool.close()
    expect(await store.database.query('select task_id, state from pool_requests order by task_id')).toEqual([
      { task_id: 't1', state: 'completed' },
      { task_id: 't2', state: 'failed' },
      { task_id: 't3', state: 'completed' },
    ])
  })
})
