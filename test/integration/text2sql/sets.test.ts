import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sqlite from 'node-sqlite3-wasm'
import { describe, expect, it } from 'vitest'
import type { DatabasePlace } from '../../../contract/databases/database-tasks'
import { askDatabase, createText2Sql, profileDatabase } from '../../../main/text2sql'
import { serverFolder, startServer } from '../../bench/measure/real-server'
import { openBench, testFolder } from '../resources/databases/bench'

const sets = join(import.meta.dirname, '../../bench/sql-sets')
const { databases, questions } = JSON.parse(readFileSync(join(sets, 'set.json'), 'utf8')) as {
  databases: { name: string; file: string }[]
  questions: { db: string; question: string; kind: string; accept?: { rows: unknown[][] }[] }[]
}
const { threads } = openBench({ egress: () => 'local' })
const folder = testFolder()

/** Servers give large numbers and sums as text. */
const isSame = (left: unknown, right: unknown): boolean =>
  left === right || (right !== null && typeof right !== 'boolean' && Math.abs(Number(left) - Number(right)) < 1e-3)
/** Whether an answer has as many rows, and each accepted row's values are in one of them. */
const fits = (rows: readonly (readonly unknown[])[], accepted: readonly unknown[][]): boolean =>
  rows.length === accepted.length &&
  accepted.every((one) => rows.some((row) => one.every((value) => row.some((cell) => isSame(value, cell)))))

/** Asks a set's questions; answers which were answered right, wrong or not at all. */
async function askAll(name: string, place: DatabasePlace) {
  const { tables } = await threads.inspect(place, new AbortController().signal)
  const profile = await profileDatabase(
    { name, engine: place.engine, tables },
    async (sql, maxRows) => (await threads.select(place, { sql, maxRows })).rows,
  )
  const text2sql = createText2Sql(profile)
  const verdicts = { right: [] as string[], wrong: [] as string[], declined: [] as string[] }
  for (const { question, accept = [] } of questions.filter(({ db }) => db === name)) {
    const asked = await askDatabase(text2sql, question, (statement) =>
      threads.select(place, { ...statement, maxRows: 1000 }),
    )
    const isRight = asked.kind === 'query' && accept.some((one) => fits(asked.rows.rows, one.rows))
    verdicts[asked.kind === 'declined' ? 'declined' : isRight ? 'right' : 'wrong'].push(question)
  }
  return verdicts
}

async function expectGood(name: string, place: DatabasePlace): Promise<void> {
  const { right, wrong, declined } = await askAll(name, place)
  const own = questions.filter(({ db }) => db === name)
  const unanswerable = own.filter(({ kind }) => kind === 'unanswerable').map(({ question }) => question)
  expect(wrong).toEqual([])
  expect(declined).toEqual(expect.arrayContaining(unanswerable))
  expect(right.length).toBeGreaterThanOrEqual(Math.floor((own.length - unanswerable.length) * 0.9))
}

// Names in camel case, short for something and in Chinese; times as epochs, codes of countries, tables in between.
describe.each(databases)('the questions on $name', ({ name, file }) => {
  it('are answered right or declined, never wrong', async () => {
    const path = join(folder, `${name}.sqlite`)
    const database = new sqlite.Database(path)
    database.exec(readFileSync(join(sets, file), 'utf8'))
    database.close()
    await expectGood(name, { kind: 'file', engine: 'sqlite', path, password: null })
  })
})

const engines = ['postgresql', 'mysql'] as const
/** What each server is told of a table, `who` of the table and `when` of its column. */
const commented: Readonly<Record<(typeof engines)[number], string>> = {
  postgresql: `CREATE TABLE t (a int); COMMENT ON TABLE t IS 'who'; COMMENT ON COLUMN t.a IS 'when'`,
  mysql: `CREATE TABLE t (a int COMMENT 'when') COMMENT = 'who'`,
}
for (const engine of engines) {
  const installed = await serverFolder(engine)
  const packaged = engine === 'mysql' ? 'mariadb-server' : 'postgresql'
  const title = `are answered alike by a real server of the package ${packaged}`
  if (installed === null) it.skip(`${title}, which is not installed on this machine`, () => {})
  else
    it(title, async () => {
      const server = await startServer(engine, installed)
      try {
        for (const { name, file } of databases)
          await expectGood(name, await server.create(name, readFileSync(join(sets, file), 'utf8')))
        const told = await server.create('told', commented[engine])
        const { tables } = await threads.inspect(told, new AbortController().signal)
        expect(tables).toMatchObject([{ comment: 'who', columns: [{ comment: 'when' }] }])
        if (engine === 'postgresql') return
        // A server that takes a backslash for a letter takes it for an escape here, as the gate does.
        const mode = `SET GLOBAL sql_mode = CONCAT(@@GLOBAL.sql_mode, ',NO_BACKSLASH_ESCAPES')`
        const literal = await server.create('literal', `${mode}; CREATE TABLE t (a int)`)
        const sql = String.raw`SELECT 'it\'s', @@GLOBAL.sql_mode LIKE '%NO_BACKSLASH_ESCAPES%'`
        expect((await threads.select(literal, { sql, maxRows: 1 })).rows).toEqual([["it's", 1]])
      } finally {
        await server.stop()
      }
    }, 120_000)
}
