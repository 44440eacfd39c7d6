import { beforeEach, describe, expect, it } from 'vitest'
import { claimSources, requeueInterrupted } from '../../../main/knowledge/queue/queue-rows'
import { createPool } from '../../../main/pool'
import { readPoolAtStart } from '../../../main/pool/repository/start'
import {
  claimSession,
  insertSession,
  listOpenSessionIds,
  moveSession,
} from '../../../main/research/repository/sessions'
import type { Store } from '../../../main/store'
import { holdLease, type OwnerLease } from '../../../main/store/owner-lease'
import { addSource, emptyDatabase, newDirectory, open } from './support'

const projectId = 'default'
const anyRoom = { limit: 10, budgetBytes: 1e9, excluding: [] }
const at = '2026-11-21T12:00:00.000Z'

let store: Pick<Store, 'database'>
let lease: OwnerLease

/** Stands for a second process on the same rows: its lease ends in so many seconds. */
async function enterOther(seconds: number, { database } = store): Promise<void> {
  await database.query(
    `insert into process_owners (owner, lease_until) values ('other', now() + $1 * interval '1 second')
     on conflict (owner) do update set lease_until = excluded.lease_until`,
    [seconds],
  )
}

beforeEach(async () => {
  store = await emptyDatabase()
  lease = await holdLease(store.database, { alone: false })
})

describe('rows that one process owns', () => {
  it('are claimed by nobody else until the lease of their owner has run out', async () => {
    const { database } = store
    for (const id of ['theirs', 'free']) await addSource(store, id)
    await enterOther(60)
    await database.query(`update sources set state = 'queued'`)
    await database.query(`update sources set owner = 'other' where source_id = 'theirs'`)
    const claimed = await claimSources(database, projectId, anyRoom)
    expect(claimed.map((source) => source.source_id)).toEqual(['free'])
    expect(await database.query(`select owner = current_owner() as own from sources where source_id = 'free'`)).toEqual(
      [{ own: true }],
    )
    await lease.renew()
    expect(await claimSources(database, projectId, { ...anyRoom, excluding: ['free'] })).toEqual([])

    await enterOther(-1)
    await lease.renew()
    const taken = await claimSources(database, projectId, { ...anyRoom, excluding: ['free'] })
    expect(taken.map((source) => source.source_id)).toEqual(['theirs'])
  })

  it('are free at once after the end of their process, and after its death as soon as the store is opened', async () => {
    const directory = await newDirectory()
    const first = await open(directory)
    await addSource(first)
    await first.database.query(`update sources set state = 'queued'`)
    expect(await claimSources(first.database, projectId, anyRoom)).toHaveLength(1)
    await enterOther(60, first)
    await first.database.query(`update sources set owner = 'other'`)
    expect(await requeueInterrupted(first.database, projectId, [])).toBe(0)
    await first.close()
    const next = await open(directory)
    expect(await next.database.query('select owner = current_owner() as own from process_owners')).toEqual([
      { own: true },
    ])
    expect(await requeueInterrupted(next.database, projectId, [])).toBe(1)
    expect(await claimSources(next.database, projectId, anyRoom)).toHaveLength(1)
  })

  it('that are sessions move only by their owner', async () => {
    const { database } = store
    const session = {
      sessionId: 's',
      title: 't',
      question: 'q',
      settings: { clarify: false, autoAccept: true },
      engine: 'extractive',
    }
    await insertSession(database, projectId, session, at)
    await enterOther(60)
    await database.query(`update sessions set owner = 'other'`)
    expect(await listOpenSessionIds(database, projectId)).toEqual([])
    expect(await claimSession(database, projectId, 's')).toBe(false)
    const move = { projectId, sessionId: 's', at }
    const investigate = {
      ...move,
      from: 'coordinating',
      to: 'investigating',
      event: { type: 'question.accepted' },
    } as const
    await expect(moveSession(database, investigate)).rejects.toMatchObject({ code: 'session.wrongState' })
    await enterOther(-1)
    await lease.renew()
    expect(await listOpenSessionIds(database, projectId)).toEqual(['s'])
    expect(await claimSession(database, projectId, 's')).toBe(true)
    await moveSession(database, investigate)
    await moveSession(database, { ...move, from: 'investigating', to: 'failed', event: { type: 'session.failed' } })
    expect(await database.query('select owner from sessions')).toEqual([{ owner: null }])
  })

  it('that are allocations of the pool are closed as orphans only where their process is gone', async () => {
    const { database } = store
    await enterOther(60)
    await database.query(
      `insert into allocations (allocation_id, task_id, member_id, label, state, owner)
       values ('theirs', 't1', 'm', 'l', 'executing', 'other'), ('nobody', 't2', 'm', 'l', 'executing', null)`,
    )
    const stillOpen = 'select allocation_id from allocations where ended_at is null'
    await readPoolAtStart(database, [], at)
    expect(await database.query(stillOpen)).toEqual([{ allocation_id: 'theirs' }])
    await enterOther(-1)
    await lease.renew()
    await readPoolAtStart(database, [], at)
    expect(await database.query(stillOpen)).toEqual([])
  })

  it('that are members of the pool are neither read, written nor released by another process', async () => {
    const { database } = store
    await enterOther(60)
    await database.query(
      `insert into pool_members (member_id, name, number, type, capabilities, state, tasks_done, owner)
       values ('executor-1', null, 1, 'executor', '{}', 'busy', 5, 'other'), ('gone', null, 2, 'executor', '{}', 'busy', 1, null)`,
    )
    const kept = () =>
      database.query(
        `select member_id as id, state, tasks_done as done from pool_members
         where member_id in ('executor-1', 'gone') order by 1`,
      )
    const pool = await createPool({ database, executors: 1 })
    await pool.allocateResources('s/a', [{ type: 'executor', capability: null, level: 1, resourceId: null }], {
      signal: new AbortController().signal,
      sessionId: 's',
      label: 'a',
      holder: 'A session',
    })
    pool.releaseResources('s/a', { kind: 'completed' })
    await pool.settled()
    expect(pool.view().members.find(({ id }) => id === 'executor-1')).toMatchObject({
      state: 'available',
      tasksDone: 1,
    })
    expect(await kept()).toEqual([
      { id: 'executor-1', state: 'busy', done: 5 },
      { id: 'gone', state: 'released', done: 1 },
    ])
    await pool.close()
    await enterOther(-1)
    await lease.renew()
    const { members } = await readPoolAtStart(database, [], at)
    expect(members.get('executor-1')).toMatchObject({ tasksDone: 5 })
    expect(await kept()).toMatchObject([{ state: 'released' }, { state: 'released' }])
  })
})
