import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { QuarryError } from '../../../contract/errors'
import type { Database } from '../../../main/store'
import { watchedDatabase } from '../../fixtures/watched-database'
import { essenceOf, repeatedOnceOnlyEvents } from './rows'
import { type EngineCall, scriptedEngine } from './scripted-engine'
import { addSource, clearRows, openFreshStore, openSetting, type Store } from './setting'

/** A process whose store is gone from its nth transaction on: nothing that it does afterwards reaches a row. */
function dyingDatabase(database: Database, livesFor: number): { database: Database; readonly writes: number } {
  let writes = 0
  const gone = (): never => {
    throw new QuarryError('store.closed', 'The process is gone.')
  }
  return {
    get writes() {
      return writes
    },
    database: watchedDatabase(database, {
      query: async (sql, parameters) => (writes >= livesFor ? gone() : database.query(sql, parameters)),
      async transaction(work) {
        if (writes >= livesFor) gone()
        writes += 1
        return database.transaction(work)
      },
    }),
  }
}

const settings = { clarify: true, autoAccept: true }
const question = 'What limits wave drag?'

describe('a crash after any write', () => {
  let store: Store
  beforeAll(async () => {
    store = await openFreshStore()
  })
  afterAll(() => store.close())
  beforeEach(async () => {
    await clearRows(store.database)
    await addSource(store.database)
  })

  it('loses nothing and does nothing twice', async () => {
    const whole = dyingDatabase(store.database, Number.POSITIVE_INFINITY)
    const undisturbed = await openSetting(whole.database, scriptedEngine(), { executors: 2 })
    const twin = await undisturbed.research.start({ question, settings })
    await undisturbed.research.whenSettled(twin)
    await undisturbed.close()
    const expected = await essenceOf(store.database, twin)

    let tried = 0
    for (let livesFor = 2; livesFor <= whole.writes; livesFor += 1) {
      const dying = dyingDatabase(store.database, livesFor)
      const first = await openSetting(dying.database, scriptedEngine(), { executors: 2 })
      const id = await first.research.start({ question, settings }).catch((error: unknown) => {
        // It died while it was started: the person saw the error, and there is no session, or a whole one.
        expect(error).toMatchObject({ code: 'store.closed' })
        return null
      })
      if (id !== null) await first.research.whenSettled(id).catch(expectGone)
      await first.close()

      const calls: EngineCall[] = []
      const second = await openSetting(store.database, scriptedEngine({ before: (call) => void calls.push(call) }), {
        executors: 2,
      })
      const observedBefore = await store.database.query<{ step_id: string }>(
        `select step_id from steps where session_id = $1 and state = 'observed'`,
        [id ?? ''],
      )
      await second.research.resumeAll()
      for (const session of await second.research.list()) {
        if (session.id === twin) continue
        const after = await second.research.whenSettled(session.id)
        expect([livesFor, after.state]).toEqual([livesFor, 'done'])
        expect(await essenceOf(store.database, session.id)).toEqual(expected)
        expect(await repeatedOnceOnlyEvents(store.database, session.id)).toEqual([])
        const gathered = calls.filter(({ method }) => method === 'gatherEvidence').map(({ detail }) => detail)
        for (const { step_id } of observedBefore) expect(gathered).not.toContain(step_id)
        tried += 1
        await second.research.remove(session.id)
      }
      expect(await store.database.query('select 1 from allocations where ended_at is null')).toEqual([])
      await second.close()
    }
    expect(tried).toBeGreaterThan(15)
  }, 300_000)
})

function expectGone(error: unknown): void {
  expect(error).toMatchObject({ code: 'store.closed' })
}
