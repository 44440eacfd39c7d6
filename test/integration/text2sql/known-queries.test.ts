import { join } from 'node:path'
import sqlite from 'node-sqlite3-wasm'
import { expect, it } from 'vitest'
import type { DatabaseFile } from '../../../contract/databases/database-tasks'
import type { QueryRead } from '../../../contract/databases/query-reading'
import type { UniversalResource } from '../../../contract/resources/resource'
import { createDatabaseQuestions, createKnownQueries } from '../../../main/text2sql'
import { metadataOf, openBench, testFolder } from '../resources/databases/bench'
import { databaseBefore } from '../store/support'

const folder = testFolder()
const { discoverFile, threads } = openBench()

async function openShop() {
  const path = join(folder, 'shop.sqlite')
  const file = new sqlite.Database(path)
  file.exec(`
    CREATE TABLE orders (id INTEGER PRIMARY KEY, amount REAL, tip REAL, order_date DATE);
    INSERT INTO orders VALUES (1,60,1,'2023-01-10'),(2,80,2,'2023-01-20'),(3,900,4,'2024-02-02'),(4,30,0,'2024-02-12');
  `)
  file.close()
  const { database, upgrade } = await databaseBefore('known queries')
  await upgrade()
  await database.query(
    `insert into resource_registry (resource_id, project_id, resource_type, name, description, usage_info, metadata,
       flavour, origin, status, texts_hash)
     values ('shop', 'default', 'database', 'Shop', '', '', '{}', 'sqlite', '{"kind":"file"}', 'ready', '')`,
  )
  const metadata = metadataOf(await discoverFile(path))
  const place: DatabaseFile = { kind: 'file', engine: 'sqlite', path, password: null }
  const known = createKnownQueries({ database, projectId: 'default' })
  const questions = createDatabaseQuestions({
    list: async () => [{ resourceId: 'shop' }],
    get: async (resourceId) => ({ resourceId, name: 'Shop', updatedAt: '', metadata }) as unknown as UniversalResource,
    select: (_, request) => threads.select(place, request),
    known,
  })
  return { known, questions, signal: new AbortController().signal }
}

it('a corrected reading is kept for questions of its kind, told, and can be forgotten', async () => {
  const { known, questions, signal } = await openShop()
  const ask = async (year: number) => questions.ask('shop', `What is the average amount of orders in ${year}?`, signal)
  expect(await ask(2023)).toMatchObject({ rows: [[70]] })
  const first = await questions.read('shop', 'What is the average amount of orders in 2023?', signal)
  const { reading } = first as { reading: QueryRead }
  const { of } = reading.values
  const change = (measures: typeof of.measures): QueryRead => ({
    ...reading,
    values: { ...reading.values, of: { ...of, measures } },
  })
  const sum = change([{ fn: 'sum', table: 'orders', column: 'tip', distinct: false }])
  const question = 'What is the average amount of orders in 2023?'
  expect((await questions.correct('shop', question, sum, signal)).values).toMatchObject({ corrected: true, question })

  // The other year is another value of the same question.
  expect(await ask(2024)).toMatchObject({ rows: [[4]], reading: { values: { corrected: true } } })
  expect(await ask(2023)).toMatchObject({ rows: [[3]] })
  expect(await questions.ask('shop', 'How many orders are there?', signal)).toMatchObject({ rows: [[4]] })
  const [kept, ...others] = await known.list()
  expect(others).toEqual([])
  expect(kept).toMatchObject({ resourceName: 'Shop', question, uses: 2 })

  // What the database has not is not kept.
  const missing = change([{ fn: 'sum', table: 'orders', column: 'gone', distinct: false }])
  await expect(questions.correct('shop', question, missing, signal)).rejects.toMatchObject({ code: 'input.invalid' })
  expect(await ask(2023)).toMatchObject({ rows: [[3]] })

  await known.forget(kept?.queryId ?? '')
  expect(await ask(2023)).toMatchObject({ rows: [[70]], reading: { values: { question } } })
})
