import sqlite from 'node-sqlite3-wasm'
import { expect, it, onTestFinished } from 'vitest'
import type { DatabaseCell } from '../../../contract/database-tasks'
import type { TableSchema } from '../../../contract/resource'
import { createText2Sql, profileDatabase } from '../../../main/text2sql'

/** Reads questions on one table. @returns the first column that the query of a question brings, or why it is declined */
async function tableOf(name: string, columns: Readonly<Record<string, string>>, values: string) {
  const database = new sqlite.Database()
  onTestFinished(() => database.close())
  const declared = Object.entries(columns).map(([column, type]) => `${column} ${type}`)
  database.exec(`create table ${name} (${declared.join(', ')}); insert into ${name} values ${values}`)
  const select = (sql: string, given: readonly DatabaseCell[] = []) =>
    database.all(sql, [...given] as (string | number)[]).map((row) => Object.values(row as object) as DatabaseCell[])
  const table: TableSchema = {
    schema: null,
    name,
    kind: 'table',
    rows: null,
    rowsEstimated: false,
    foreignKeys: [],
    columns: Object.entries(columns).map(([column, type]) => ({
      name: column,
      type,
      nullable: true,
      primaryKey: column === 'id',
      samples: [],
    })),
  }
  const text2sql = createText2Sql(
    await profileDatabase({ name: 'x', engine: 'sqlite', tables: [table] }, async (sql) => select(sql)),
  )
  return (question: string): unknown => {
    const read = text2sql.read(question)
    return read.kind === 'declined'
      ? 'declined'
      : select(read.statement.sql, read.statement.parameters).map(([first]) => first)
  }
}

it('reads columns of Y and N with empty cells by what they hold', async () => {
  const ask = await tableOf(
    'users',
    { id: 'INTEGER', name: 'TEXT', active: 'TEXT' },
    `(1,'A','Y'),(2,'B','N'),(3,'C',''),(4,'D','Y')`,
  )
  expect(ask('How many active users are there?')).toEqual([2])
})

const trips = () =>
  tableOf(
    'trips',
    { id: 'INTEGER', driver: 'TEXT', duration_min: 'INTEGER', distance_km: 'REAL', amount_eur: 'REAL' },
    `(1,'A',30,5,10),(2,'B',121,20,700),(3,'C',200,14,90)`,
  )

it.each([
  ['List the trips over 2 hours.', [2, 3]],
  ['How many trips have a duration over 2 hours?', [2]],
  ['How many trips have a duration between 1 and 3 hours?', [1]],
  ['List the trips over 100 minutes.', [2, 3]],
  ['List the trips over 10 miles.', [2]],
  ['How many trips have a distance of 10 miles or more?', [1]],
  ['List the trips over 10 km.', [2, 3]],
  ['List the trips over 50 euros.', [2, 3]],
  ['List the trips over €50.', [2, 3]],
  // What a dollar is worth in euros nobody knows.
  ['List the trips over 50 dollars.', 'declined'],
  ['List the trips over $50.', 'declined'],
  ['How many trips have an amount over 50 dollars?', 'declined'],
])('compares in the unit that a column says: %s', async (question, rows) => {
  expect((await trips())(question)).toEqual(rows)
})

it('compares sizes in one unit only, as a kilobyte has 1000 bytes or 1024', async () => {
  const ask = await tableOf('files', { id: 'INTEGER', name: 'TEXT', size_kb: 'INTEGER' }, `(1,'A',3),(2,'B',3000000)`)
  expect(ask('List the files over 2 GB.')).toBe('declined')
  expect(ask('List the files over 5 KB.')).toEqual([2])
})
