import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { QuarryError } from '../../../contract/errors'
import type { SessionView } from '../../../contract/session/session'
import type { PlanInput } from '../../../main/reasoning/port'
import type { Research } from '../../../main/research'
import type { Database } from '../../../main/store'
import { watchedDatabase } from '../../fixtures/watched-database'
import { essenceOf, onceOnlyEvents } from './rows'
import { type EngineCall, plannedStep, scriptedEngine } from './scripted-engine'
import { addSource, clearRows, openFreshStore, openSetting, type Store } from './setting'

/** A statement that writes by itself, as a step's transition does: a transaction of its own. */
const isWrite = (sql: string): boolean => /\b(?:insert into|update|delete from)\b/.test(sql)

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
      async query(sql, parameters) {
        if (writes >= livesFor) gone()
        if (isWrite(sql)) writes += 1
        return database.query(sql, parameters)
      },
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

/** Brings a session to the end of its follow-up, from wherever it stands. */
async function finish(research: Research, id: string): Promise<SessionView> {
  const first = await research.whenSettled(id)
  if (first.reportVersions.length === 1) await research.followUp(id, { question: followUp, mode: 'research' })
  return research.whenSettled(id)
}

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
    const undisturbed = await openSetting(whole.database, scriptedEngine(script), { executors: 2 })
    const twin = await undisturbed.research.start({ question, settings })
    await finish(undisturbed.research, twin)
    await undisturbed.close()
    const expected = await essenceOf(store.database, twin)
    const expectedEvents = await onceOnlyEvents(store.database, twin)

    let tried = 0
    for (let livesFor = 2; livesFor <= whole.writes; livesFor += 1) {
      const dying = dyingDatabase(store.database, livesFor)
      const first = await openSetting(dying.database, scriptedEngine(script), { executors: 2 })
      const id = await first.research.start({ question, settings }).catch((error: unknown) => {
        // It died while it was started: the person saw the error, and there is no session, or a whole one.
        expect(error).toMatchObject({ code: 'store.closed' })
        return null
      })
      if (id !== null) await finish(first.research, id).catch(expectGone)
      await first.close()

      const calls: EngineCall[] = []
      const second = await openSetting(
        store.database,
        scriptedEngine({ ...script, before: (call) => void calls.push(call) }),
        {
          executors: 2,
        },
      )
      const observedBefore = await store.database.query<{ step_id: string }>(
        `select step_id from steps where session_id = $1 and state = 'observed'`,
        [id ?? ''],
      )
      await second.research.resumeAll()
      for (const session of await second.research.list()) {
        if (session.id === twin) continue
        const after = await finish(second.research, session.id)
        expect([livesFor, after.state, after.reportVersions.length]).toEqual([livesFor, 'done', 2])
        expect(await essenceOf(store.database, session.id)).toEqual(expected)
        expect(await onceOnlyEvents(store.database, session.id)).toEqual(expectedEvents)
        const gathered = calls.filter(({ method }) => method === 'gatherEvidence').map(({ detail }) => detail)
        for (const { step_id } of observedBefore) expect(gathered).not.toContain(step_id)
        tried += 1
        await second.research.remove(session.id)
      }
      expect(await store.database.query('select 1 from allocations where ended_at is null')).toEqual([])
      await second.close()
    }
    expect(tried).toBeGreaterThan(25)
  }, 300_000)
})

function expectGone(error: unknown): void {
  expect(error).toMatchObject({ code: 'store.closed' })
}
