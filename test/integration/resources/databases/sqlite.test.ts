import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sqlite from 'node-sqlite3-wasm'
import { describe, expect, it } from 'vitest'
import { resourceIdOf } from '../../../../main/resources/resource-id'
import { openSqlite } from '../../../../workers/databases/sqlite/sqlite'
import { fingerprint, metadataOf, openBench, questionsOf, testFolder } from './bench'

const folder = testFolder()

function makeShop(name: string): string {
  const directory = join(folder, name)
  mkdirSync(directory)
  const path = join(directory, `${name}.sqlite`)
  const database = new sqlite.Database(path)
  database.exec(`
    CREATE TABLE customers (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, city TEXT, password_hash TEXT);
    CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers (id),
      total REAL, status TEXT, created_at TEXT -- when it came in
      ); -- of no table
    CREATE VIEW large_orders AS SELECT * FROM orders WHERE total > 100;
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30)
      INSERT INTO customers SELECT i, 'Customer ' || i, CASE i % 3 WHEN 0 THEN 'Berlin' WHEN 1 THEN 'Paris' ELSE 'Rome' END, 'hunter' || i FROM n;
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
      INSERT INTO orders SELECT i, 1 + i % 30, i * 1.5, CASE i % 2 WHEN 0 THEN 'open' ELSE 'paid' END, '2024-0' || (1 + i % 9) || '-11' FROM n;
  `)
  database.close()
  return path
}

describe('an SQLite file', () => {
  const { discoverFile, threads } = openBench()

  it('becomes a database and what answers questions on it', async () => {
    const path = makeShop('shop')
    const before = fingerprint(join(folder, 'shop'))
    const discovery = await discoverFile(path)
    const { tables, tablesTotal, engine, location } = metadataOf(discovery)
    expect({ engine, location, tablesTotal }).toEqual({ engine: 'sqlite', location: path, tablesTotal: 3 })
    expect(tables.map(({ name, kind, rows, rowsEstimated }) => [name, kind, rows, rowsEstimated])).toEqual([
      ['customers', 'table', 30, false],
      ['orders', 'table', 300, false],
      ['large_orders', 'view', null, false],
    ])
    expect(tables[0]?.columns).toEqual([
      { name: 'id', type: 'integer', nullable: false, primaryKey: true, samples: ['1', '2', '3', '4', '5'] },
      expect.objectContaining({ name: 'full_name', type: 'text', nullable: false, primaryKey: false }),
      expect.objectContaining({ name: 'city', nullable: true, samples: ['Paris', 'Rome', 'Berlin'] }),
      expect.objectContaining({ name: 'password_hash', samples: [] }),
    ])
    expect(tables[1]?.foreignKeys).toEqual([{ columns: ['customer_id'], table: 'customers', references: ['id'] }])
    expect(tables[1]?.columns.flatMap(({ comment }) => comment ?? [])).toEqual(['when it came in'])
    expect(tables[1]?.comment).toBeUndefined()
    expect(discovery).toMatchObject({ exclusive: true, secrets: {} })
    expect(discovery?.drafts[0]).toMatchObject({
      resourceId: resourceIdOf('database', path),
      name: 'shop',
      status: 'ready',
      origin: { kind: 'file', path },
    })
    expect(discovery?.drafts[0]?.description).toContain(
      'Orders (300 rows): id, customer id, total, status, created at.',
    )
    expect(discovery?.drafts[0]?.capabilities).toEqual(
      expect.arrayContaining(['sql_query', 'orders', 'customers city']),
    )
    expect(JSON.stringify(discovery)).not.toContain('hunter')
    expect(fingerprint(join(folder, 'shop'))).toEqual(before)
  })

  it('shows no token that stands in a column of another name', async () => {
    const path = join(folder, 'config.sqlite')
    const database = new sqlite.Database(path)
    database.exec(`CREATE TABLE config (name TEXT, value TEXT);
      INSERT INTO config VALUES ('github', 'ghp_0123456789abcdefghij'), ('dsn', 'postgres://me:hunter2@db/x'), ('port', '80')`)
    database.close()
    const discovery = await discoverFile(path)
    expect(JSON.stringify(discovery)).not.toMatch(/ghp_|hunter2/)
    expect(metadataOf(discovery).tables[0]?.columns[1]?.samples).toEqual([
      '{secret}',
      'postgres://me:{secret}@db/x',
      '80',
    ])
  })

  it('comes with questions whose queries run', async () => {
    const path = makeShop('questions')
    const discovery = await discoverFile(path)
    const { databaseId, sampleQuestions, knownQueries } = questionsOf(discovery)
    expect(discovery?.drafts[1]).toMatchObject({ type: 'text2sql', parentId: databaseId })
    expect(sampleQuestions).toEqual(
      expect.arrayContaining([
        'How many orders are there?',
        'How many orders are there for each status?',
        'How many orders are there per month of created at?',
        'How many orders does each of the customers have?',
        'Which orders have the highest total?',
      ]),
    )
    expect(knownQueries.length).toBeGreaterThan(5)
    const place = { kind: 'file' as const, engine: 'sqlite' as const, path, password: null }
    for (const { sql } of knownQueries.slice(0, 3)) {
      expect((await threads.select(place, { sql, maxRows: 5 })).rows.length).toBeGreaterThan(0)
    }
    const join = knownQueries.find(({ sql }) => sql.includes('JOIN'))
    expect((await threads.select(place, { sql: join!.sql, maxRows: 100 })).rows).toHaveLength(10)
  })

  it('knows those queries as good that the file has answered', async () => {
    const path = join(folder, 'worth.sqlite')
    const database = new sqlite.Database(path)
    // Can be planned, and fails with its third row.
    database.exec(`CREATE TABLE coins (id INTEGER PRIMARY KEY, metal TEXT, face INTEGER);
      CREATE VIEW purses AS SELECT metal, CAST(abs(face) AS INTEGER) AS worth FROM coins;
      INSERT INTO coins (metal, face) VALUES ('gold', 20), ('silver', 5), ('gold', -9223372036854775808), ('silver', 1)`)
    database.close()
    const { sampleQuestions, knownQueries } = questionsOf(await discoverFile(path))
    const asked = knownQueries.map(({ question }) => question)
    expect(sampleQuestions).toContain('Which purses have the highest worth?')
    expect(asked).not.toContain('Which purses have the highest worth?')
    // Of tables and of views.
    expect(asked).toEqual(expect.arrayContaining(['Which coins have the highest face?', 'How many purses are there?']))
  })

  it('tries nothing over more rows than it may, or for longer, and asks for some rows instead', async () => {
    const path = makeShop('many')
    const few = openBench({ limits: { maxTriedRows: 100 } })
    const { sampleQuestions, knownQueries } = questionsOf(await few.discoverFile(path))
    expect(sampleQuestions).toContain('How many orders does each of the customers have?')
    const asked = knownQueries.map(({ question }) => question)
    expect(asked).toContain('What are some of the orders?')
    expect(asked).toContain('How many customers are there?')
    expect(asked).not.toContain('How many orders are there?')
    const hasty = openBench({ limits: { triesMs: -1 } })
    expect(questionsOf(await hasty.discoverFile(path)).knownQueries).toEqual([])
  })

  it('answers with every column, also of one name, and with names where there is no row', async () => {
    const place = { kind: 'file' as const, engine: 'sqlite' as const, path: makeShop('columns'), password: null }
    const twice = 'SELECT c.id, o.id, 7 AS "2", 8 AS "1" FROM customers c, orders o WHERE c.id = 2 AND o.id = 1; '
    expect(await threads.select(place, { sql: twice, maxRows: 5 })).toEqual({
      columns: ['id', 'id:1', '2', '1'],
      rows: [[2, 1, 7, 8]],
      truncated: false,
    })
    const none = 'SELECT id, full_name FROM customers WHERE id = 0'
    expect((await threads.select(place, { sql: none, maxRows: 5 })).columns).toEqual(['id', 'full_name'])
    const first = await threads.select(place, { sql: 'SELECT id FROM customers', maxRows: 2 })
    expect(first).toEqual({ columns: ['id'], rows: [[1], [2]], truncated: true })
  })

  it('is read as it is now by each query, also where its connection is kept', async () => {
    const path = join(folder, 'changing.sqlite')
    const write = (sql: string): void => {
      const database = new sqlite.Database(path)
      database.exec(sql)
      database.close()
    }
    const count = async () =>
      (
        await threads.select(
          { kind: 'file', engine: 'sqlite', path, password: null },
          { sql: 'SELECT count(*) FROM t', maxRows: 1 },
        )
      ).rows
    write('create table t (n); insert into t values (1)')
    expect([await count(), await count()]).toEqual([[[1]], [[1]]])
    write('insert into t values (2)')
    expect([await count(), await count()]).toEqual([[[2]], [[2]]])
    rmSync(path)
    write('create table t (n)')
    expect(await count()).toEqual([[0]])
  })

  it('refuses to be written to, by the question and by the connection itself', async () => {
    const path = makeShop('readonly')
    const before = fingerprint(join(folder, 'readonly'))
    const place = { kind: 'file' as const, engine: 'sqlite' as const, path, password: null }
    const writes = [
      'DELETE FROM orders',
      'DROP TABLE orders',
      `VACUUM INTO '${join(folder, 'copy.sqlite')}'`,
      `ATTACH '${join(folder, 'other.sqlite')}' AS other`,
      'PRAGMA user_version = 7',
      'WITH gone AS (SELECT 1) DELETE FROM orders',
    ]
    for (const sql of writes) {
      await expect(threads.select(place, { sql, maxRows: 1 }), sql).rejects.toMatchObject({ code: 'resource.invalid' })
    }
    const scratch = join(folder, 'scratch')
    mkdirSync(scratch)
    const connection = await openSqlite(place, scratch)
    // No statement that writes gets as far as the connection, which would write nothing.
    expect(await connection.select('SELECT * FROM pragma_query_only', 1)).toMatchObject({ rows: [[1]] })
    await connection.close()
    expect(fingerprint(join(folder, 'readonly'))).toEqual(before)
  })

  it('is known by its first bytes, whatever its name says', async () => {
    const path = join(folder, 'notes.txt')
    copyFileSync(makeShop('misnamed'), path)
    expect(metadataOf(await discoverFile(path)).tables.map(({ name }) => name)).toContain('orders')
  })

  it('shows the rows that only its write-ahead log has, and leaves the log alone', async () => {
    const directory = join(folder, 'wal')
    mkdirSync(directory)
    const path = join(directory, 'wal.sqlite')
    const writer = new sqlite.Database(path)
    writer.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; CREATE TABLE t (a INTEGER)')
    writer.exec('PRAGMA wal_checkpoint(TRUNCATE); INSERT INTO t VALUES (1), (2), (3)')
    // As if the program had been cut off here: copied before it closes and tidies up.
    const copy = join(folder, 'wal-copy')
    mkdirSync(copy)
    for (const name of ['wal.sqlite', 'wal.sqlite-wal']) copyFileSync(join(directory, name), join(copy, name))
    writer.close()
    const before = fingerprint(copy)
    expect(Object.keys(before)).toEqual(['wal.sqlite', 'wal.sqlite-wal'])
    expect(metadataOf(await discoverFile(join(copy, 'wal.sqlite'))).tables[0]?.rows).toBe(3)
    expect(fingerprint(copy)).toEqual(before)
  })

  it('is known and waits while a write to it has not ended', async () => {
    const path = makeShop('hot')
    writeFileSync(`${path}-journal`, Buffer.concat([Buffer.from('d9d505f920a163d7', 'hex'), randomBytes(1024)]))
    const discovery = await discoverFile(path)
    expect(discovery?.drafts).toHaveLength(1)
    expect(discovery?.drafts[0]).toMatchObject({
      status: 'unavailable',
      error: { code: 'resource.locked', remedy: { kind: expect.any(String) }, context: { retryable: true } },
    })
  })

  it.skipIf(process.platform !== 'linux' || spawnSync('python3', ['-c', 'import sqlite3']).status !== 0)(
    'is known and waits while another program holds it exclusively',
    async () => {
      const path = makeShop('locked')
      const holder = spawn('python3', [
        '-c',
        'import sqlite3, sys\nc = sqlite3.connect(sys.argv[1], isolation_level=None)\nc.execute("BEGIN EXCLUSIVE")\nprint("held", flush=True)\nsys.stdin.read()',
        path,
      ])
      await once(holder.stdout, 'data')
      expect((await discoverFile(path))?.drafts[0]).toMatchObject({
        status: 'unavailable',
        error: { code: 'resource.locked' },
      })
      holder.stdin.end()
      await once(holder, 'exit')
      expect((await discoverFile(path))?.drafts[0]).toMatchObject({ status: 'ready', error: null })
    },
  )

  it('is told to be damaged where it is cut off, overwritten, encrypted or empty', async () => {
    const cut = makeShop('cut')
    truncateSync(cut, 8192)
    await expect(discoverFile(cut)).rejects.toMatchObject({ code: 'resource.corrupt' })

    const overwritten = makeShop('overwritten')
    const bytes = readFileSync(overwritten)
    writeFileSync(overwritten, Buffer.concat([bytes.subarray(0, 100), randomBytes(bytes.length - 100)]))
    await expect(discoverFile(overwritten)).rejects.toMatchObject({ code: 'resource.corrupt' })

    for (const name of ['encrypted.sqlite', 'encrypted.db']) {
      writeFileSync(join(folder, name), randomBytes(16_384))
      const refusal = expect(discoverFile(join(folder, name))).rejects
      await refusal.toMatchObject({ code: 'resource.corrupt', message: expect.stringContaining('encrypted') })
    }
    writeFileSync(join(folder, 'empty.sqlite'), '')
    await expect(discoverFile(join(folder, 'empty.sqlite'))).rejects.toMatchObject({ code: 'resource.invalid' })
    writeFileSync(join(folder, 'text.sqlite'), 'This is only text. '.repeat(100))
    await expect(discoverFile(join(folder, 'text.sqlite'))).rejects.toMatchObject({ code: 'resource.corrupt' })
  })

  it('keeps 500 of 5,000 tables and tells how many there are', async () => {
    const path = join(folder, 'many.sqlite')
    const database = new sqlite.Database(path)
    const tableOf = (_: unknown, index: number) =>
      `CREATE TABLE "table ${index} ""x""" (id INTEGER PRIMARY KEY, name TEXT, other_id INTEGER);`
    database.exec(`BEGIN;${Array.from({ length: 5000 }, tableOf).join('')}COMMIT`)
    database.close()
    const { tables, tablesTotal } = metadataOf(await discoverFile(path))
    expect(tablesTotal).toBe(5000)
    expect(tables).toHaveLength(500)
    expect(tables.every(({ columns, rows }) => columns.length === 3 && rows === 0)).toBe(true)
  })

  it('leaves no folder of its own behind', () => {
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith(`quarry-database-${process.pid}-`))).toEqual([])
  })
})

describe('an SQLite file that asks for too much', () => {
  it('has its rows estimated where counting would read it all', async () => {
    const path = makeShop('huge')
    truncateSync(path, 2 * 1024 ** 3)
    const { discoverFile } = openBench()
    const { tables, sizeBytes } = metadataOf(await discoverFile(path))
    expect(sizeBytes).toBe(2 * 1024 ** 3)
    expect(
      tables.filter(({ kind }) => kind === 'table').map(({ rows, rowsEstimated }) => [rows, rowsEstimated]),
    ).toEqual([
      [30, true],
      [300, true],
    ])
  })

  it('keeps its tables where a view never ends, and costs only its own thread', async () => {
    const path = makeShop('endless')
    const database = new sqlite.Database(path)
    database.exec(
      'CREATE VIEW endless AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) AS c FROM n',
    )
    database.close()
    const { discoverFile, threads } = openBench({ timeoutMs: 3000 })
    const discovery = await discoverFile(path)
    const { tables } = metadataOf(discovery)
    expect(tables.find(({ name }) => name === 'orders')?.rows).toBe(300)
    expect(tables.find(({ name }) => name === 'endless')).toMatchObject({ rows: null, columns: [{ name: 'c' }] })
    expect(questionsOf(discovery).knownQueries.length).toBeGreaterThan(3)
    const place = { kind: 'file' as const, engine: 'sqlite' as const, path, password: null }
    await expect(threads.select(place, { sql: 'SELECT * FROM endless', maxRows: 1 })).rejects.toMatchObject({
      code: 'resource.timeout',
    })
  })

  it('is let go of when it is no longer wanted', async () => {
    const path = makeShop('unwanted')
    const database = new sqlite.Database(path)
    database.exec(
      'CREATE VIEW endless AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n',
    )
    database.close()
    const { discoverFile } = openBench()
    const controller = new AbortController()
    const discovery = discoverFile(path, { signal: controller.signal })
    controller.abort()
    await expect(discovery).rejects.toMatchObject({ code: 'cancelled' })
  })
})
