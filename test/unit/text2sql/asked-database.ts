import sqlite from 'node-sqlite3-wasm'
import { onTestFinished } from 'vitest'
import type { DatabaseCell } from '../../../contract/databases/database-tasks'
import type { TableSchema } from '../../../contract/resources/resource'
import { createText2Sql, profileDatabase } from '../../../main/text2sql'

export interface Given {
  readonly name: string
  /** Names and types. */
  readonly columns: Readonly<Record<string, string>>
  /** The column that tells rows apart; `id` where it is not said. */
  readonly key?: string
  /** Rows as SQL writes them. */
  readonly values: string
  /** What the database says of the table and of its columns. */
  readonly comment?: string
  readonly comments?: Readonly<Record<string, string>>
  /** Columns, and the tables whose key they hold. */
  readonly references?: Readonly<Record<string, string>>
}

/** Reads questions on a database. @returns the first column that the query of a question brings, or that it is declined */
export async function databaseOf(...given: readonly Given[]) {
  const { text2sql, select } = await openedDatabase(...given)
  return (question: string): unknown => {
    const read = text2sql.read(question)
    return read.kind === 'declined'
      ? 'declined'
      : select(read.statement.sql, read.statement.parameters).map(([first]) => first)
  }
}

/** A database in memory, what reads questions on it, and what asks it. */
export async function openedDatabase(...given: readonly Given[]) {
  const database = new sqlite.Database()
  onTestFinished(() => database.close())
  for (const { name, columns, values } of given) {
    const declared = Object.entries(columns).map(([column, type]) => `"${column}" ${type}`)
    database.exec(`create table ${name} (${declared.join(', ')}); insert into ${name} values ${values}`)
  }
  const select = (sql: string, parameters: readonly DatabaseCell[] = []) =>
    database
      .all(sql, [...parameters] as (string | number)[])
      .map((row) => Object.values(row as object) as DatabaseCell[])
  const tables = given.map(
    ({ name, columns, references = {}, key = 'id', comment, comments = {} }): TableSchema => ({
      schema: null,
      name,
      kind: 'table',
      rows: Number(select(`select count(*) from ${name}`)[0]?.[0]),
      rowsEstimated: false,
      ...(comment !== undefined && { comment }),
      foreignKeys: Object.entries(references).map(([column, table]) => ({
        columns: [column],
        table,
        references: [given.find((other) => other.name === table)?.key ?? 'id'],
      })),
      columns: Object.entries(columns).map(([column, type]) => ({
        name: column,
        type,
        nullable: true,
        primaryKey: column === key,
        samples: [],
        ...(Object.hasOwn(comments, column) && { comment: comments[column]! }),
      })),
    }),
  )
  const text2sql = createText2Sql(
    await profileDatabase({ name: 'x', engine: 'sqlite', tables }, async (sql) => select(sql)),
  )
  return { text2sql, select, tables }
}
