import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sqlite from 'node-sqlite3-wasm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { prepareDataFolder } from '../../prepared-store'
import { openLibrary, quarry, samples } from './quarry'

/** The commands attach to a library that is open already, each test in a project of its own: none has to open one. */
const folder = mkdtempSync(join(tmpdir(), 'quarry-test-asked-'))
const data = join(folder, 'data')
let owner: Awaited<ReturnType<typeof openLibrary>>
beforeAll(async () => {
  prepareDataFolder(data)
  owner = await openLibrary(data)
})
afterAll(async () => {
  await owner.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A command in a project of this name, which is made for it. */
async function inProject(name: string) {
  await quarry(['--data', data, 'projects', 'create', name])
  return (...parameters: string[]) => quarry(['--data', data, '--project', name, ...parameters])
}

const answerOf = (report: string): string => report.split(/^## /m)[1]?.split('\n').slice(1).join('\n').trim() ?? ''

describe('a question that a database answers', () => {
  it('needs no document, and cites the query with its rows', async () => {
    const path = join(folder, 'shop.sqlite')
    const database = new sqlite.Database(path)
    database.exec(`
      CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER);
      INSERT INTO customers VALUES (1, 'Ada'), (2, 'Bo');
      INSERT INTO orders VALUES (1, 1), (2, 1), (3, 2);
    `)
    database.close()
    const run = await inProject('Shop')
    const asked = await run('ask', 'How many orders has each customer?', '--add', path)
    expect(asked.code).toBe(0)
    expect(answerOf(asked.stdout)).toMatch(/\| Ada \| 2 \| \[1\] \|\n\| 2 \| Bo \| 1 \| \[2\] \|/)
    expect(asked.stdout).toContain('shop (query, row 1 of 2')
    expect(asked.stdout).toContain('COUNT(*)')
    // What it cannot be asked for certain is not asked: the report says why, and what could be.
    const declined = await run('ask', 'How many grumpy orders has each customer?')
    expect(declined.stdout).toMatch(
      /“shop” was reserved and not queried: it does not know “grumpy”\. It could answer: number of “orders”, for each/,
    )
    const ofParts = await run('ask', 'How many customers are there, and how many grumpy orders has each customer?')
    expect(answerOf(ofParts.stdout)).toMatch(/^number of customers: 2 \[1\]/)
    expect(ofParts.stdout).toMatch(
      /“shop” did not answer “How many grumpy orders has each customer\?”: it does not know “grumpy”\./,
    )
  })

  it('is told of beside documents where the database knows every word, and cannot tell what is meant', async () => {
    const library = join(folder, 'upkeep')
    mkdirSync(library)
    const database = new sqlite.Database(join(library, 'upkeep.db'))
    database.exec(`
      CREATE TABLE parts (id INTEGER PRIMARY KEY, part TEXT, quantity INTEGER, unit_cost REAL);
      INSERT INTO parts VALUES (1, 'filter', 4, 12.5), (2, 'filter', 2, 13), (3, 'belt', 1, 7);
    `)
    database.close()
    writeFileSync(
      join(library, 'filters.md'),
      '# Filters\n\nThe filters of the plant are changed each spring by two people.\n',
    )
    const run = await inProject('Upkeep')
    const asked = await run('ask', 'What is the total unit cost of the filters?', '--add', library)
    expect(asked.stdout).toContain(
      '“upkeep” was reserved and not queried: it is unclear which figure “unit\\_cost” means.',
    )
    expect((await run('ask', 'How many belt parts are there?')).stdout).toContain('number of parts: 1')
    // What only lacks words of its own is a matter of the documents.
    expect((await run('ask', 'Who changes the filters of the plant?')).stdout).not.toContain('upkeep” was')
  })

  it('asks a table of a dropped folder, in either language', async () => {
    const run = await inProject('Field measurements')
    const library = join(folder, 'library')
    mkdirSync(library)
    for (const name of ['field-measurements.csv', 'running-costs.md'])
      copyFileSync(join(samples, name), join(library, name))
    const question = 'Which site in the field measurements had the highest seasonal performance factor?'
    const english = await run('ask', question, '--add', library)
    expect(english.code).toBe(0)
    expect(answerOf(english.stdout)).toMatch(/^Site: Graz, Seasonal performance factor: 4\.9 \[1\]/)
    expect(english.stdout).toContain('field-measurements (query, row 1 of 1')
    const chinese = await run('ask', '哪个站点的季节性能系数最高？')
    expect(answerOf(chinese.stdout)).toMatch(/^Site: Graz, Seasonal performance factor: 4\.9 \[1\]/)
  })
})
