import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sqlite from 'node-sqlite3-wasm'
import { describe, expect, it } from 'vitest'
import type { DatabaseFile } from '../../../contract/database-tasks'
import { askDatabase, createText2Sql, profileDatabase } from '../../../main/text2sql'
import { metadataOf, openBench, testFolder } from '../resources/databases/bench'

const sets = join(import.meta.dirname, '../../bench/sql-sets')
const { databases, questions } = JSON.parse(readFileSync(join(sets, 'set.json'), 'utf8')) as {
  databases: { name: string; file: string }[]
  questions: { db: string; question: string; kind: string; accept?: { rows: unknown[][] }[] }[]
}
const { discoverFile, threads } = openBench()
const folder = testFolder()

const isSame = (left: unknown, right: unknown): boolean =>
  left === right || (typeof left === 'number' && typeof right === 'number' && Math.abs(left - right) < 1e-4)
/** Whether an answer has as many rows, and each accepted row's values are in one of them. */
const fits = (rows: readonly (readonly unknown[])[], accepted: readonly unknown[][]): boolean =>
  rows.length === accepted.length &&
  accepted.every((one) => rows.some((row) => one.every((value) => row.some((cell) => isSame(cell, value)))))

// Names in camel case, short for something and in Chinese; times as epochs, codes of countries, tables in between.
describe.each(databases)('the questions on $name', ({ name, file }) => {
  it('are answered right or declined, never wrong', async () => {
    const path = join(folder, `${name}.sqlite`)
    const database = new sqlite.Database(path)
    database.exec(readFileSync(join(sets, file), 'utf8'))
    database.close()
    const { engine, tables } = metadataOf(await discoverFile(path))
    const place: DatabaseFile = { kind: 'file', engine: engine as DatabaseFile['engine'], path, password: null }
    const profile = await profileDatabase(
      { name, engine, tables },
      async (sql, maxRows) => (await threads.select(place, { sql, maxRows })).rows,
    )
    const text2sql = createText2Sql(profile)
    const own = questions.filter(({ db }) => db === name)
    const verdicts = new Map<string, string>()
    for (const { question, accept = [] } of own) {
      const asked = await askDatabase(text2sql, question, (statement) =>
        threads.select(place, { ...statement, maxRows: 1000 }),
      )
      const isRight = asked.kind === 'query' && accept.some((one) => fits(asked.rows.rows, one.rows))
      verdicts.set(question, asked.kind === 'declined' ? 'declined' : isRight ? 'right' : 'wrong')
    }
    const having = (verdict: string): string[] =>
      [...verdicts].flatMap(([question, one]) => (one === verdict ? question : []))
    expect(having('wrong')).toEqual([])
    const unanswerable = own.filter(({ kind }) => kind === 'unanswerable').map(({ question }) => question)
    expect(having('declined')).toEqual(expect.arrayContaining(unanswerable))
    expect(having('right').length).toBeGreaterThanOrEqual(Math.floor((own.length - unanswerable.length) * 0.9))
  })
})
