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
