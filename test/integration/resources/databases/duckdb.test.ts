import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import type { DatabaseFile } from '../../../../contract/databases/database-tasks'
import { resourceIdOf } from '../../../../main/resources/resource-id'
import { openDuckdbFile } from '../../../../workers/databases/duckdb/duckdb-file'
import { startDuckdb } from '../../../../workers/databases/duckdb/engine'
import { openTableFile } from '../../../../workers/databases/duckdb/table-file'
import { fingerprint, metadataOf, openBench, questionsOf, secretsOf, testFolder, workbook } from './bench'

const folder = testFolder()

async function write(path: string, ...statements: string[]): Promise<void> {
  const instance = await DuckDBInstance.create(path)
  const connection = await instance.connect()
  for (const statement of statements) await connection.run(statement)
  connection.closeSync()
  instance.closeSync()
}

function place(engine: DatabaseFile['engine'], path: string): DatabaseFile {
  return { kind: 'file', engine, path, password: null }
}

const shop = [
  'CREATE TABLE customers (id INTEGER PRIMARY KEY, name VARCHAR NOT NULL, city VARCHAR)',
  'CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers (id), total DECIMAL(9, 2), created_at TIMESTAMP)',
  "INSERT INTO customers SELECT i, 'Customer ' || i, ['Berlin', 'Paris'][1 + i % 2] FROM range(1, 21) t(i)",
  "INSERT INTO orders SELECT i, 1 + i % 20, i * 1.5, TIMESTAMP '2024-01-01' + INTERVAL (i) DAY FROM range(1, 201) t(i)",
  'CREATE SCHEMA archive',
  'CREATE TABLE archive.old_orders AS SELECT * FROM orders LIMIT 7',
  'CREATE VIEW large_orders AS SELECT * FROM orders WHERE total > 100',
  "COMMENT ON TABLE orders IS 'what people bought'",
  "COMMENT ON COLUMN orders.total IS 'in Swiss francs'",
]

describe('a DuckDB file', () => {
  const { discoverFile, threads } = openBench()

  it('becomes a database with questions, and stays as it was', async () => {
    const directory = join(folder, 'shop')
    mkdirSync(directory)
    const path = join(directory, 'shop.duckdb')
    await write(path, ...shop)
    const before = fingerprint(directory)
    const discovery = await discoverFile(path)
    const { tables, tablesTotal, engine } = metadataOf(discovery)
    expect({ engine, tablesTotal }).toEqual({ engine: 'duckdb', tablesTotal: 4 })
    expect(
      tables.map(({ schema, name, kind, rows, rowsEstimated }) => [schema, name, kind, rows, rowsEstimated]),
    ).toEqual([
      ['archive', 'old_orders', 'table', 7, false],
      [null, 'customers', 'table', 20, false],
      [null, 'orders', 'table', 200, false],
      [null, 'large_orders', 'view', null, false],
    ])
    const orders = tables[2]
    expect(orders?.columns[2]).toMatchObject({
      name: 'total',
      type: 'decimal(9,2)',
      samples: ['1.50', '3.00', '4.50', '6.00', '7.50'],
    })
    expect(orders?.columns[0]).toMatchObject({ primaryKey: true, nullable: false })
    expect([orders?.comment, orders?.columns[2]?.comment]).toEqual(['what people bought', 'in Swiss francs'])
    expect(tables[1]?.comment).toBeUndefined()
    expect(orders?.foreignKeys).toEqual([{ columns: ['customer_id'], table: 'customers', references: ['id'] }])
    const { knownQueries, sampleQuestions } = questionsOf(discovery)
    expect(sampleQuestions).toContain('How many orders does each of the customers have?')
    expect(knownQueries.length).toBeGreaterThan(5)
    for (const { sql } of knownQueries.slice(0, 3)) {
      expect((await threads.select(place('duckdb', path), { sql, maxRows: 5 })).rows.length).toBeGreaterThan(0)
    }
    const bound = { sql: 'SELECT count(*)::int FROM customers WHERE city = ? AND id < ?', maxRows: 2 }
    const count = async (city: string) =>
      (await threads.select(place('duckdb', path), { ...bound, parameters: [city, 5] })).rows
    expect(await count("Paris' OR '1' = '1")).toEqual([[0]])
    expect(await count('Paris')).toEqual([[2]])
    expect(fingerprint(directory)).toEqual(before)
  })

  it('says a day as a day, and a time without a zone as it is written', async () => {
    const engine = await startDuckdb()
    const { rows } = await engine.select(
      `SELECT DATE '2024-03-01', TIMESTAMP '2024-03-01 09:30:00', TIMESTAMP_MS '2024-03-01 09:30:00.25', TIME '09:30:00',
        INTERVAL 3 DAY, DATE 'infinity', TIMESTAMP 'infinity', NULL::DATE, [DATE '2024-03-01'],
        '2024-03-01T00:00:00.000Z', make_timestamptz(1709278200000000)`,
      1,
    )
    engine.close()
    expect(rows[0]).toEqual([
      '2024-03-01',
      '2024-03-01 09:30:00',
      '2024-03-01 09:30:00.25',
      '09:30:00',
      '3 days',
      'infinity',
      'infinity',
      null,
      expect.stringContaining('2024-03-01'),
      // What is written so in a text stays, and an instant is one.
      '2024-03-01T00:00:00.000Z',
      '2024-03-01T07:30:00.000Z',
    ])
  })

  it('refuses to be written to, and reaches no other file', async () => {
    const path = join(folder, 'readonly.duckdb')
    const secret = join(folder, 'secret.csv')
    writeFileSync(secret, 'a\n1\n')
    await write(path, ...shop, `CREATE VIEW thief AS SELECT * FROM read_csv('${secret}')`)
    const before = readFileSync(path)
    for (const sql of [
      'DELETE FROM orders',
      `COPY orders TO '${join(folder, 'out.csv')}'`,
      `ATTACH '${join(folder, 'new.duckdb')}'`,
      'SELECT 1; DROP TABLE orders',
      `SELECT * FROM '${secret}'`,
      'SELECT * FROM thief',
      'SET enable_external_access = true',
    ]) {
      await expect(threads.select(place('duckdb', path), { sql, maxRows: 1 }), sql).rejects.toMatchObject({
        code: 'resource.invalid',
      })
    }
    const engine = await startDuckdb()
    await engine.rowsOf(`ATTACH '${path}' AS opened (READ_ONLY)`)
    await expect(engine.rowsOf('INSERT INTO opened.customers VALUES (99, 1, 1)')).rejects.toThrow(/read-only/)
    engine.close()
    const connection = await openDuckdbFile(place('duckdb', path))
    await expect(connection.select('DROP TABLE orders', 1)).rejects.toMatchObject({ code: 'resource.invalid' })
    await connection.close()
    expect(readFileSync(path).equals(before)).toBe(true)
    // The thief is listed, without what it would steal.
    expect(
      metadataOf(await discoverFile(path)).tables.find(({ name }) => name === 'thief')?.columns[0]?.samples,
    ).toEqual([])
  })

  it('is known and waits while another process holds it', async () => {
    const path = join(folder, 'held.duckdb')
    await write(path, 'CREATE TABLE t (a INTEGER)')
    const { spawn } = await import('node:child_process')
    const code = `import { DuckDBInstance } from '@duckdb/node-api'
      const instance = await DuckDBInstance.create(${JSON.stringify(path)}); await instance.connect()
      console.log('held'); process.stdin.on('data', () => process.exit(0))`
    const holder = spawn(process.execPath, ['--input-type=module', '-e', code], {
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    })
    await once(holder.stdout, 'data')
    expect((await discoverFile(path))?.drafts[0]).toMatchObject({
      status: 'unavailable',
      error: { code: 'resource.locked' },
    })
    holder.stdin.end('\n')
    await once(holder, 'exit')
    expect((await discoverFile(path))?.drafts[0]).toMatchObject({ status: 'ready' })
  })

  it('asks for its key where it is encrypted, and takes no wrong one', async () => {
    const path = join(folder, 'sealed.duckdb')
    await write(
      ':memory:',
      "SET force_mbedtls_unsafe = 'true'",
      `ATTACH '${path}' AS sealed (ENCRYPTION_KEY 'open sesame')`,
      'CREATE TABLE sealed.t AS SELECT 42 AS a',
      'DETACH sealed',
    )
    expect((await discoverFile(path))?.drafts[0]).toMatchObject({
      status: 'needsSecret',
      error: { code: 'resource.needsSecret' },
    })
    const key = `${resourceIdOf('database', path)}/password`
    const wrong = await discoverFile(path, { secrets: secretsOf({ [key]: 'abracadabra' }) })
    expect(wrong?.drafts[0]).toMatchObject({ status: 'needsSecret' })
    expect(JSON.stringify(wrong)).not.toContain('abracadabra')
    const opened = await discoverFile(path, { secrets: secretsOf({ [key]: 'open sesame' }) })
    expect(metadataOf(opened).tables[0]).toMatchObject({ name: 't', rows: 1 })
    expect(JSON.stringify(opened)).not.toContain('open sesame')
  })

  it('is told to be damaged where it is cut off or something else', async () => {
    const path = join(folder, 'cut.duckdb')
    await write(path, ...shop)
    truncateSync(path, 5000)
    await expect(discoverFile(path)).rejects.toMatchObject({ code: 'resource.corrupt' })
    writeFileSync(join(folder, 'noise.duckdb'), randomBytes(20_000))
    await expect(discoverFile(join(folder, 'noise.duckdb'))).rejects.toMatchObject({ code: 'resource.corrupt' })
  })

  it('lets go of a query that takes too long, and of its thread', async () => {
    const path = join(folder, 'slow.duckdb')
    await write(path, 'CREATE TABLE t (a INTEGER)')
    const sql = 'SELECT count(*) FROM range(1000000) t(a), range(1000000) u(b) WHERE hash(a * b) % 7 = 3'
    await expect(threads.select(place('duckdb', path), { sql, maxRows: 1, timeoutMs: 1500 })).rejects.toMatchObject({
      code: 'resource.timeout',
    })
    const controller = new AbortController()
    const answer = threads.select(place('duckdb', path), { sql, maxRows: 1, signal: controller.signal })
    controller.abort()
    await expect(answer).rejects.toMatchObject({ code: 'cancelled' })
  })
})

describe('a file that is a table', () => {
  const { discoverFile, threads } = openBench()

  it('is Parquet: counted without being read, whatever its name says', async () => {
    const path = join(folder, 'trips.bin')
    await write(
      ':memory:',
      `COPY (SELECT i AS id, 'name ' || i AS name FROM range(100000) t(i)) TO '${path}' (FORMAT parquet)`,
    )
    const discovery = await discoverFile(path)
    expect(metadataOf(discovery)).toMatchObject({
      engine: 'parquet',
      tables: [{ name: 'trips', kind: 'table', rows: 100_000, rowsEstimated: false }],
    })
    expect(discovery?.exclusive).toBe(true)
    truncateSync(path, 1000)
    await expect(discoverFile(path)).rejects.toMatchObject({ code: 'resource.corrupt' })
  })

  it('is CSV, a document as well: types fit every row', async () => {
    const path = join(folder, 'sales 2024.csv')
    writeFileSync(
      path,
      `region,amount,sold at\n${Array.from({ length: 400 }, (_, i) => `${['north', 'south'][i % 2]},${i / 2},2024-03-${String(1 + (i % 28)).padStart(2, '0')}`).join('\n')}\n`,
    )
    const before = readFileSync(path)
    const discovery = await discoverFile(path)
    expect(discovery?.exclusive).toBe(false)
    expect(metadataOf(discovery).tables).toMatchObject([
      {
        name: 'sales 2024',
        rows: 400,
        columns: [
          { name: 'region', type: 'varchar', samples: ['north', 'south'] },
          { name: 'amount', type: 'double' },
          { name: 'sold at', type: 'date' },
        ],
      },
    ])
    expect(questionsOf(discovery).sampleQuestions).toEqual(
      expect.arrayContaining([
        'How many sales 2024 are there for each region?',
        'How many sales 2024 are there per month of sold at?',
      ]),
    )
    const connection = await openTableFile(place('csv', path), folder)
    for (const sql of [
      `COPY (SELECT 1) TO '${path}' (USE_TMP_FILE false)`,
      `INSERT INTO "sales 2024" VALUES (1)`,
      `SELECT * FROM '${join(folder, 'secret.csv')}'`,
    ]) {
      await expect(connection.select(sql, 1), sql).rejects.toMatchObject({ code: 'resource.invalid' })
    }
    await connection.close()
    expect(readFileSync(path).equals(before)).toBe(true)
  })

  it.each([
    ['one column', 'name\nalice\nbob\n', [['name', 'varchar']], 2],
    [
      'semicolons and Latin-1',
      Buffer.from('Name;Stadt\nJos\u00e9;M\u00fcnchen\nAndr\u00e9;K\u00f6ln\nZo\u00eb;D\u00fcsseldorf\n', 'latin1'),
      [
        ['Name', 'varchar'],
        ['Stadt', 'varchar'],
      ],
      3,
    ],
    [
      'UTF-16',
      Buffer.from('\ufeffname,city\nx,K\u00f6ln\n', 'utf16le'),
      [
        ['name', 'varchar'],
        ['city', 'varchar'],
      ],
      1,
    ],
    [
      'rows of unequal length',
      'a,b,c\n1,2,3\n4,5\n7,8,9\n',
      [
        ['a', 'bigint'],
        ['b', 'bigint'],
        ['c', 'bigint'],
      ],
      3,
    ],
    [
      'only a heading',
      'a,b,c\n',
      [
        ['a', 'varchar'],
        ['b', 'varchar'],
        ['c', 'varchar'],
      ],
      0,
    ],
  ])('is CSV with %s', async (name, content, columns, rows) => {
    const path = join(folder, `${name}.csv`)
    writeFileSync(path, content)
    const { tables } = metadataOf(await discoverFile(path))
    expect(tables[0]?.columns.map((column) => [column.name, column.type])).toEqual(columns)
    expect(tables[0]?.rows).toBe(rows)
    expect(JSON.stringify(tables)).not.toContain('\ufffd')
  })

  it('is a large CSV: its rows are estimated', async () => {
    const path = join(folder, 'large.csv')
    const block = 'some text,12345\n'.repeat(65_536)
    writeFileSync(path, `name,number\n${block.repeat(80)}`)
    const [table] = metadataOf(await discoverFile(path)).tables
    expect(table?.rowsEstimated).toBe(true)
    expect(Math.abs(table!.rows! / (80 * 65_536) - 1)).toBeLessThan(0.01)
  })

  it('is JSON: an array of objects, or one a line; a single object is no table', async () => {
    const rows = Array.from({ length: 30 }, (_, i) => ({ id: i, kind: ['a', 'b'][i % 2], nested: { x: i } }))
    writeFileSync(join(folder, 'array.json'), JSON.stringify(rows, null, 2))
    writeFileSync(join(folder, 'lines.jsonl'), rows.map((row) => JSON.stringify(row)).join('\n'))
    for (const name of ['array.json', 'lines.jsonl']) {
      expect(metadataOf(await discoverFile(join(folder, name)))).toMatchObject({
        engine: 'json',
        tables: [{ rows: 30, columns: [{ name: 'id' }, { name: 'kind' }, { name: 'nested' }] }],
      })
    }
    writeFileSync(join(folder, 'api.json'), JSON.stringify({ openapi: '3.1.0', paths: {} }, null, 2))
    expect(await discoverFile(join(folder, 'api.json'))).toBeNull()
    writeFileSync(join(folder, 'broken.json'), '[{"a": 1}, {"a": 2')
    await expect(discoverFile(join(folder, 'broken.json'))).rejects.toMatchObject({ code: 'resource.corrupt' })
  })

  it('is an Excel workbook: a table a sheet', async () => {
    const path = join(folder, 'book.xlsx')
    writeFileSync(
      path,
      workbook({
        Sales: [
          ['Report of 2024', null, null],
          ['region', 'amount', 'amount'],
          ['north', 1.5, 2],
          ['south', 3, 4],
        ],
        Empty: [],
        'Staff & more': [
          ['name', 'age'],
          ['Ada', 36],
        ],
      }),
    )
    const before = readFileSync(path)
    const discovery = await discoverFile(path)
    // Its text is a document, too.
    expect(discovery?.exclusive).toBe(false)
    expect(
      metadataOf(discovery).tables.map(({ name, rows, columns }) => [
        name,
        rows,
        columns.map((column) => `${column.name} ${column.type}`),
      ]),
    ).toEqual([
      ['Sales', 2, ['region varchar', 'amount double', 'amount 2 bigint']],
      ['Staff & more', 1, ['name varchar', 'age bigint']],
    ])
    const { rows } = await threads.select(place('excel', path), {
      sql: 'SELECT sum(amount) AS s FROM "Sales"',
      maxRows: 5,
    })
    expect(rows).toEqual([[4.5]])
    expect(readFileSync(path).equals(before)).toBe(true)
    truncateSync(path, 300)
    await expect(discoverFile(path)).rejects.toMatchObject({ code: 'resource.corrupt' })
    writeFileSync(
      join(folder, 'protected.xlsx'),
      Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), randomBytes(2000)]),
    )
    await expect(discoverFile(join(folder, 'protected.xlsx'))).rejects.toMatchObject({ code: 'resource.unsupported' })
  })

  it('is a bomb of a workbook: refused before it is unpacked', async () => {
    const path = join(folder, 'bomb.xlsx')
    const [real, stated] = [Buffer.alloc(4), Buffer.alloc(4)]
    real.writeUInt32LE(123_457)
    stated.writeUInt32LE(450_000_000)
    const packed = Buffer.from(
      zipSync({ 'xl/workbook.xml': strToU8('<workbook/>'), 'xl/worksheets/sheet1.xml': new Uint8Array(123_457) }),
    )
    for (let at = packed.indexOf(real); at >= 0; at = packed.indexOf(real)) stated.copy(packed, at)
    writeFileSync(path, packed)
    await expect(discoverFile(path)).rejects.toMatchObject({ code: 'resource.tooLarge' })
  })

  it('is empty', async () => {
    for (const name of ['empty.csv', 'empty.parquet', 'empty.duckdb', 'empty.xlsx']) {
      writeFileSync(join(folder, name), '')
      await expect(discoverFile(join(folder, name)), name).rejects.toMatchObject({ code: 'resource.invalid' })
    }
  })
})
