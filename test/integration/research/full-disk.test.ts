import { afterAll, beforeAll, expect, it } from 'vitest'
import { QuarryError } from '../../../contract/errors'
import type { Database, SqlExecutor } from '../../../main/store'
import { watchedDatabase } from '../../fixtures/watched-database'
import { repeatedOnceOnlyEvents } from './rows'
import { type EngineCall, scriptedEngine } from './scripted-engine'
import { addSource, openFreshStore, openSetting, type Store } from './setting'

let store: Store
beforeAll(async () => {
  store = await openFreshStore()
  await addSource(store.database)
})
afterAll(() => store.close())

/** A store that refuses every write as on a full disk until there is room again; what is there can be read. */
function fillableDatabase(database: Database): { readonly database: Database; isFull: boolean } {
  const refusing =
    (executor: SqlExecutor): SqlExecutor['query'] =>
    async (sql, parameters, options) => {
      if (disk.isFull && !/^\s*select\b/i.test(sql)) throw new QuarryError('store.diskFull', 'The disk is full.')
      return executor.query(sql, parameters, options)
    }
  const disk = {
    isFull: false,
    database: watchedDatabase(database, {
      query: refusing(database),
      transaction: (work, options) =>
        database.transaction((transaction) => work({ query: refusing(transaction) }), options),
    }),
  }
  return disk
}

it('says that the disk is full, and one retry goes on once there is room, with nothing done twice', async () => {
  const disk = fillableDatabase(store.database)
  const calls: EngineCall[] = []
  const engine = scriptedEngine({
    before: (call) => {
      calls.push(call)
      if (call.method === 'writeReport' && calls.filter(({ method }) => method === 'writeReport').length === 1) {
        disk.isFull = true
      }
    },
  })
  const { research, close } = await openSetting(disk.database, engine)
  const id = await research.start({
    question: 'What limits wave drag?',
    settings: { clarify: false, autoAccept: true },
  })
  // Neither the report nor the failure can be written: the rows still say where it stood.
  expect(await research.whenSettled(id)).toMatchObject({
    state: 'failed',
    interruptedState: 'reporting',
    error: { code: 'store.diskFull' },
  })
  disk.isFull = false
  const gathered = calls.filter(({ method }) => method === 'gatherEvidence').length
  await research.retry(id)
  expect(await research.whenSettled(id)).toMatchObject({ state: 'done', error: null })
  expect(calls.filter(({ method }) => method === 'gatherEvidence')).toHaveLength(gathered)
  expect(await repeatedOnceOnlyEvents(store.database, id)).toEqual([])
  await close()
})
