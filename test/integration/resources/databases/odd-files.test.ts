import { mkdirSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import sqlite from 'node-sqlite3-wasm'
import { describe, expect, it } from 'vitest'
import { metadataOf, openBench, testFolder } from './bench'

const folder = testFolder()
const { discoverFile } = openBench()

function folderCalled(...names: string[]): string {
  const directory = join(folder, ...names)
  mkdirSync(directory, { recursive: true })
  return directory
}

async function columnsOf(path: string): Promise<(string | number | null)[]> {
  const { tables } = metadataOf(await discoverFile(path))
  return tables.flatMap(({ rows, columns }) => [rows, ...columns.map(({ name }) => name)])
}

describe('a file whose name is a pattern to DuckDB', () => {
  it.each(['sales [2024]', 'sales ?', 'sales *', "sal'es {a,b}"])('is read itself, and no other: %s', async (name) => {
    const directory = folderCalled('patterns', `${name.length}`)
    // What the pattern would lead to.
    for (const other of ['sales 2.csv', 'sales 2.json']) writeFileSync(join(directory, other), 'other\n1\n')
    writeFileSync(join(directory, `${name}.csv`), 'own,tons\na,1\nb,2\n')
    writeFileSync(join(directory, `${name}.json`), '[{"own":"a","tons":1},{"own":"b","tons":2}]')
    expect(await columnsOf(join(directory, `${name}.csv`))).toEqual([2, 'own', 'tons'])
    expect(await columnsOf(join(directory, `${name}.json`))).toEqual([2, 'own', 'tons'])
    const parquet = join(directory, `${name}.parquet`)
    const instance = await DuckDBInstance.create(':memory:')
    const connection = await instance.connect()
    await connection.run(`COPY (SELECT 'a' AS own, 1 AS tons) TO '${parquet.replaceAll("'", "''")}'`)
    connection.closeSync()
    instance.closeSync()
    expect(await columnsOf(parquet)).toEqual([1, 'own', 'tons'])
  })

  it('has the columns that it holds, and none by the name of its folder', async () => {
    const directory = folderCalled('year=2024', 'month=5')
    writeFileSync(join(directory, 'rain.csv'), 'place,mm\nOslo,3\n')
    expect(await columnsOf(join(directory, 'rain.csv'))).toEqual([1, 'place', 'mm'])
  })
})

describe('an SQLite file with a table of an extension that is not here', () => {
  it('is looked at all the same', async () => {
    const path = join(folderCalled('extension'), 'shop.sqlite')
    const database = new sqlite.Database(path)
    database.exec(`
      CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT);
      INSERT INTO customers VALUES (1, 'Ada'), (2, 'Bob');
      PRAGMA writable_schema = 1;
      INSERT INTO sqlite_schema VALUES ('table', 'spelling', 'spelling', 0, 'CREATE VIRTUAL TABLE spelling USING spellfix1');
    `)
    database.close()
    const { tables } = metadataOf(await discoverFile(path))
    expect(tables.map(({ name, rows, columns }) => [name, rows, columns.length])).toEqual([
      ['customers', 2, 2],
      ['spelling', null, 0],
    ])
    expect(tables[0]?.columns[1]?.samples).toEqual(['Ada', 'Bob'])
  })
})

describe('a large file whose rows cannot be guessed', () => {
  it('is a table of an unknown number of rows: JSON without line ends', async () => {
    const path = join(folderCalled('large'), 'rain.json')
    const record = `{"place":"Oslo","mm":3,"note":"${'x'.repeat(1000)}"}`
    writeFileSync(path, `[${Array.from({ length: 66_000 }, () => record).join(',')}]`)
    const { tables } = metadataOf(await discoverFile(path))
    expect(tables).toMatchObject([{ name: 'rain', rows: null }])
    expect(tables[0]?.columns.map(({ name }) => name)).toEqual(['place', 'mm', 'note'])
  })

  it('is SQLite with a column that is called as the number of a row is', async () => {
    const path = join(folderCalled('large'), 'odd.sqlite')
    const database = new sqlite.Database(path)
    database.exec(`
      CREATE TABLE notes (rowid TEXT, note TEXT); INSERT INTO notes VALUES ('zz', 'a'), ('b', 'c');
      CREATE TABLE plain (note TEXT); INSERT INTO plain VALUES ('a'), ('b');
    `)
    database.close()
    truncateSync(path, 65 * 1024 * 1024)
    const { tables } = metadataOf(await discoverFile(path))
    expect(tables.map(({ name, rows, columns }) => [name, rows, columns[0]?.samples])).toEqual([
      ['notes', 2, ['zz', 'b']],
      ['plain', 2, ['a', 'b']],
    ])
  })
})
