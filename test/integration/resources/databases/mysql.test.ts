/**
 * MySQL over its wire protocol: against a server of the test's own, and, where `QUARRY_TEST_MYSQL_URL` names one, against
 * a real MySQL or MariaDB server as well: `mysql://user:password@127.0.0.1:3306/mysql`, on this machine or in the local
 * network, of a user who may create databases and functions. A database of its own is created there and dropped.
 */
import { randomBytes } from 'node:crypto'
import { createConnection } from 'mysql2/promise'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DatabaseServer } from '../../../../contract/databases/database-tasks'
import { openMysql } from '../../../../workers/databases/servers/mysql'
import { metadataOf, openBench, questionsOf } from './bench'
import { type Mishap, type MysqlServer, serveMysql } from './mysql-server'

const password = 'hunter-2-secret'
const count = (length: number, row: (number: number) => string): string =>
  Array.from({ length }, (_, at) => `(${row(at + 1)})`).join(', ')

/** In what MySQL, MariaDB and SQLite all understand. */
const schema = [
  'CREATE TABLE customers (id int NOT NULL PRIMARY KEY, full_name varchar(80) NOT NULL, city varchar(40), api_token varchar(40))',
  'CREATE TABLE orders (id bigint NOT NULL PRIMARY KEY, customer_id int NOT NULL, total decimal(9,2), status varchar(10), created_at datetime, FOREIGN KEY (customer_id) REFERENCES customers (id))',
  'CREATE TABLE shipments (order_id bigint NOT NULL, leg int NOT NULL, `to ``where``` varchar(40), PRIMARY KEY (order_id, leg))',
  'CREATE TABLE `odd ``name; --` (`select` int NOT NULL PRIMARY KEY, shipped_order bigint, shipped_leg int, FOREIGN KEY (shipped_order, shipped_leg) REFERENCES shipments (order_id, leg))',
  'CREATE TABLE places (id int NOT NULL PRIMARY KEY, spot point, flags bit(8), picture blob, name varchar(20))',
  'CREATE VIEW large_orders AS SELECT * FROM orders WHERE total > 100',
  `INSERT INTO customers VALUES ${count(30, (n) => `${n}, 'Customer ${n}', '${n % 2 ? 'Paris' : 'Berlin'}', 'tok${n}'`)}`,
  `INSERT INTO orders VALUES ${count(300, (n) => `${n}, ${1 + (n % 30)}, ${n}.25, '${n % 2 ? 'paid' : 'open'}', '2024-0${1 + (n % 9)}-11 10:00:00'`)}`,
  "INSERT INTO shipments VALUES (1, 1, 'Zürich 🚢'), (1, 2, NULL)",
  "INSERT INTO places (id, name) VALUES (1, 'Oslo'), (2, 'Bergen')",
  'INSERT INTO `odd ``name; --` VALUES (7, 1, 2)',
]

interface Target {
  readonly place: DatabaseServer
  /** Whether it prepares statements: the stand-in does not. */
  readonly prepares: boolean
  ordersLeft(): Promise<number>
  close(): Promise<void>
}

const addressOf = ({ host, port, database, user }: DatabaseServer, secret = ''): string =>
  `mysql://${user}:${encodeURIComponent(secret)}@${host}:${port}/${database}`

function expectsAsOfMysql(open: () => Promise<Target>): void {
  const bench = openBench({ egress: () => 'local' })
  let target: Target
  beforeAll(async () => {
    target = await open()
  })
  afterAll(() => target.close())

  it('becomes a database with tables, types, counts, keys, values and questions', async () => {
    const { place } = target
    const discovery = await bench.discoverText(addressOf(place, place.password ?? ''))
    expect(discovery?.drafts[0]).toMatchObject({ status: 'ready', error: null })
    const { tables, tablesTotal, engine, location } = metadataOf(discovery)
    expect({ engine, tablesTotal, location }).toEqual({
      engine: 'mysql',
      tablesTotal: 6,
      location: `mysql://${place.user}@${place.host}:${place.port}/${place.database}`,
    })
    expect(
      tables.map(({ schema, name, kind, rows, rowsEstimated }) => [schema, name, kind, rows, rowsEstimated]),
    ).toEqual([
      [null, 'customers', 'table', 30, false],
      [null, 'odd `name; --', 'table', 1, false],
      [null, 'orders', 'table', 300, false],
      [null, 'places', 'table', 2, false],
      [null, 'shipments', 'table', 2, false],
      [null, 'large_orders', 'view', null, false],
    ])
    const [customers, odd, orders, places, shipments, view] = tables
    expect(places?.columns.map(({ name, samples }) => [name, samples])).toEqual([
      ['id', ['1', '2']],
      ['spot', []],
      ['flags', []],
      ['picture', []],
      ['name', ['Oslo', 'Bergen']],
    ])
    expect(customers?.columns).toEqual([
      {
        name: 'id',
        type: expect.stringMatching(/^int/),
        nullable: false,
        primaryKey: true,
        samples: ['1', '2', '3', '4', '5'],
      },
      {
        name: 'full_name',
        type: 'varchar(80)',
        nullable: false,
        primaryKey: false,
        samples: expect.arrayContaining(['Customer 1']),
      },
      { name: 'city', type: 'varchar(40)', nullable: true, primaryKey: false, samples: ['Paris', 'Berlin'] },
      { name: 'api_token', type: 'varchar(40)', nullable: true, primaryKey: false, samples: [] },
    ])
    expect(
      orders?.columns.map(({ type }) => type.replace(/^bigint\(\d+\)/, 'bigint').replace(/^int\(\d+\)/, 'int')),
    ).toEqual(['bigint', 'int', 'decimal(9,2)', 'varchar(10)', 'datetime'])
    expect(orders?.columns.find(({ name }) => name === 'total')?.samples).toContain('1.25')
    expect(orders?.foreignKeys).toEqual([{ columns: ['customer_id'], table: 'customers', references: ['id'] }])
    expect(odd?.foreignKeys).toEqual([
      { columns: ['shipped_order', 'shipped_leg'], table: 'shipments', references: ['order_id', 'leg'] },
    ])
    expect(odd?.columns[0]).toMatchObject({ name: 'select', samples: ['7'] })
    expect(shipments?.columns[2]).toMatchObject({ name: 'to `where`', samples: ['Zürich 🚢'] })
    expect(view?.columns.map(({ name }) => name)).toEqual(['id', 'customer_id', 'total', 'status', 'created_at'])
    expect(view?.columns[0]?.samples).toHaveLength(5)
    const { sampleQuestions, knownQueries } = questionsOf(discovery)
    expect(sampleQuestions).toContain('How many orders does each of the customers have?')
    expect(knownQueries.length).toBeGreaterThan(5)
    expect(discovery?.secrets).toEqual({ password: place.password })
    expect(JSON.stringify(discovery?.drafts)).not.toContain(place.password)
  })

  it('answers queries with their rows and is not written to', async () => {
    const { place, prepares } = target
    if (prepares) {
      const bound = { sql: 'SELECT count(*) FROM orders WHERE status = ? AND id < ?', maxRows: 2 }
      const count = async (status: string) =>
        (await bench.threads.select(place, { ...bound, parameters: [status, 5] })).rows
      expect(await count("open' OR '1' = '1")).toEqual([[0]])
      expect(await count('open')).toEqual([[2]])
    }
    const answer = await bench.threads.select(place, {
      sql: 'SELECT id, id AS id, total, created_at FROM orders ORDER BY id',
      maxRows: 2,
    })
    expect(answer.columns).toHaveLength(4)
    expect(answer).toMatchObject({
      truncated: true,
      rows: [
        [1, 1, expect.anything(), '2024-02-11 10:00:00'],
        [2, 2, expect.anything(), expect.anything()],
      ],
    })
    for (const sql of [
      'DELETE FROM orders',
      'SELECT 1; DROP TABLE orders',
      'WITH some AS (SELECT 1) DELETE FROM orders',
      "SELECT * FROM orders INTO /**/ OUTFILE '/tmp/orders'",
      'SET SESSION TRANSACTION READ WRITE',
      // To MySQL no comment.
      '/*!50000 DELETE FROM orders WHERE id IN ( */ SELECT 1 /*!50000 ) */',
      '/*M! DELETE FROM orders WHERE id IN ( */ SELECT 1 /*M! ) */',
    ]) {
      await expect(bench.threads.select(place, { sql, maxRows: 1 }), sql).rejects.toMatchObject({
        code: 'resource.invalid',
      })
    }
    expect(await target.ordersLeft()).toBe(300)
  })

  it('asks for the password where it is missing or another one, and says it nowhere', async () => {
    const { place } = target
    const without = await bench.discoverText(addressOf(place))
    expect(without?.drafts).toMatchObject([
      { status: 'needsSecret', error: { code: 'resource.needsSecret', message: 'The server asks for a password.' } },
    ])
    const wrong = await bench.discoverText(addressOf(place, 'Xyzzy-Plugh-7319'))
    expect(wrong?.drafts).toMatchObject([
      {
        status: 'needsSecret',
        error: {
          code: 'resource.needsSecret',
          message: expect.stringContaining('no such user'),
          remedy: { kind: expect.stringMatching(/[Pp]assword/) },
        },
      },
    ])
    expect(wrong?.secrets).toEqual({})
    expect(JSON.stringify(wrong)).not.toContain('Xyzzy')
    await expect(
      bench.threads.select({ ...place, password: 'Xyzzy-Plugh-7319' }, { sql: 'SELECT 1', maxRows: 1 }),
    ).rejects.toSatisfy((error: Error) => !JSON.stringify([error.message, error.stack, error]).includes('Xyzzy'))
    await expect(
      bench.threads.select({ ...place, database: 'nowhere_at_all' }, { sql: 'SELECT 1', maxRows: 1 }),
    ).rejects.toMatchObject({ code: 'resource.invalid', message: 'The server has no such database.' })
  })
}

const served = { user: 'reader', password, database: 'shop', schema }
const placeOf = ({ port }: MysqlServer): DatabaseServer => ({
  kind: 'server',
  engine: 'mysql',
  host: '127.0.0.1',
  port,
  database: 'shop',
  user: 'reader',
  password,
  tls: 'off',
})

describe('a MySQL server on loopback', () => {
  expectsAsOfMysql(async () => {
    const server = await serveMysql(served)
    return {
      place: placeOf(server),
      prepares: false,
      ordersLeft: async () => Number(server.rowsOf('SELECT count(*) AS n FROM orders')[0]?.n),
      close: () => server.close(),
    }
  })
})

describe('what a MySQL server sees and what it may do', () => {
  const bench = openBench({ egress: () => 'local' })
  const impatient = openBench({ egress: () => 'local', timeoutMs: 5000 })
  let server: MysqlServer
  beforeAll(async () => {
    server = await serveMysql({ ...served, estimates: { orders: 5_000_000 } })
  })
  afterAll(() => server.close())
  beforeEach(() => {
    server.mishap = () => undefined
    server.closesOnQuit = true
    server.statements.length = 0
  })
  /** The thread is gone by then; that its connection is comes to this process by the loop. */
  const noneOpen = () => vi.waitUntil(() => server.open() === 0, { timeout: 10_000 })
  const discover = ({ discoverText } = bench) => discoverText(addressOf(placeOf(server), password))
  const isOf =
    (start: RegExp, mishap: Mishap): ((sql: string) => Mishap) =>
    (sql) =>
      start.test(sql) ? mishap : undefined

  it('sees a session that is read-only from its first statement on, and each question in a read-only transaction', async () => {
    await discover()
    const [first, mode, , limit, ...rest] = server.statements
    expect(first).toBe('SET SESSION TRANSACTION READ ONLY')
    // The gate takes a backslash in a text for an escape: no server of ours may take it for a letter.
    expect(mode).toBe("SET SESSION sql_mode = REPLACE(@@SESSION.sql_mode, 'NO_BACKSLASH_ESCAPES', '')")
    expect(limit).toMatch(/^SET SESSION max_execution_time = \d+$/)
    const written = rest.join('\n').replaceAll(/^START TRANSACTION READ ONLY\n(?:[^R].*\n)+ROLLBACK$/gm, '')
    expect(written.trim()).toBe('')
    expect(rest.filter((sql) => sql === 'ROLLBACK').length).toBeGreaterThan(10)
    await noneOpen()
  })

  it('is told its limit of time in its own unit: MariaDB counts in seconds', async () => {
    const mariadb = await serveMysql({ ...served, version: '10.11.6-MariaDB' })
    await bench.threads.select(placeOf(mariadb), { sql: 'SELECT 1', maxRows: 1 })
    expect(mariadb.statements).toContain('SET SESSION max_statement_time = 10')
    await mariadb.close()
    await bench.threads.select(placeOf(server), { sql: 'SELECT 1', maxRows: 1 })
    expect(server.statements).toContain('SET SESSION max_execution_time = 10000')
  })

  it('is not made to count what it knows to be large', async () => {
    const { tables } = metadataOf(await discover())
    expect(tables.find(({ name }) => name === 'orders')).toMatchObject({ rows: 5_000_000, rowsEstimated: true })
    expect(server.statements.filter((sql) => /count\(\*\).*`orders`$/.test(sql))).toEqual([])
    expect(server.statements.some((sql) => /count\(\*\).*`customers`$/.test(sql))).toBe(true)
  })

  it('has keys into another database: they are told as such', async () => {
    const set = (schema: string): unknown =>
      server.rowsOf(`UPDATE information_schema.key_column_usage SET referenced_table_schema = '${schema}'`)
    set('archive')
    const discovery = await discover()
    set('shop')
    expect(metadataOf(discovery).tables.find(({ name }) => name === 'orders')?.foreignKeys).toEqual([
      { columns: ['customer_id'], table: 'archive.customers', references: ['id'] },
    ])
    expect(questionsOf(discovery).sampleQuestions.filter((question) => /does each of/.test(question))).toEqual([])
  })

  it('tells what it says of its tables and columns, and no comment where it says nothing', async () => {
    server.rowsOf(
      "UPDATE information_schema.tables SET table_comment = 'what people bought' WHERE table_name = 'orders'",
    )
    server.rowsOf("UPDATE information_schema.columns SET column_comment = 'in francs' WHERE column_name = 'total'")
    const { tables } = metadataOf(await discover())
    server.rowsOf("UPDATE information_schema.tables SET table_comment = '' WHERE table_name = 'orders'")
    server.rowsOf("UPDATE information_schema.columns SET column_comment = ''")
    expect(tables.map(({ name, comment }) => [name, comment]).filter(([, comment]) => comment !== undefined)).toEqual([
      ['orders', 'what people bought'],
    ])
    const orders = tables.find(({ name }) => name === 'orders')
    expect(orders?.columns.find(({ name }) => name === 'total')?.comment).toBe('in francs')
    expect(orders?.columns[0]).not.toHaveProperty('comment')
  })

  it('may close its connection half-way: that is told, and no secret with it', async () => {
    for (const moment of [/^SET SESSION TRANSACTION/, /information_schema\.columns/, /count\(\*\)/, /^ROLLBACK/]) {
      server.mishap = isOf(moment, 'cut')
      const discovery = await discover()
      expect(discovery?.drafts, String(moment)).toMatchObject([
        {
          status: 'unavailable',
          error: {
            code: 'resource.unreachable',
            message: expect.stringContaining('is not responding'),
            remedy: { kind: expect.any(String) },
            context: { retryable: true },
          },
        },
      ])
      expect(JSON.stringify(discovery?.drafts)).not.toContain(password)
      await noneOpen()
    }
  })

  it('may hang: what it is asked for runs out of time, and what it said before that stands', async () => {
    server.mishap = isOf(/information_schema\.tables/, 'silence')
    const discovery = await discover(impatient)
    expect(discovery?.drafts).toMatchObject([
      { status: 'unavailable', error: { code: 'resource.timeout', context: { retryable: true } } },
    ])
    expect(JSON.stringify(discovery?.drafts)).not.toContain(password)
    server.mishap = isOf(/count\(\*\)/, 'silence')
    const seen = await discover(impatient)
    expect(seen?.drafts[0]).toMatchObject({ status: 'ready' })
    expect(metadataOf(seen).tables.map(({ name }) => name)).toContain('orders')
    await noneOpen()
  })

  it('may be cancelled while it hangs', async () => {
    const stop = new AbortController()
    server.mishap = (sql) => {
      if (!/information_schema\.tables/.test(sql)) return undefined
      stop.abort()
      return 'silence'
    }
    await expect(
      bench.discoverText(addressOf(placeOf(server), password), { signal: stop.signal }),
    ).rejects.toMatchObject({ code: 'cancelled' })
    await noneOpen()
  })

  it('may know no limit of time: an older one is looked at none the less', async () => {
    server.mishap = isOf(/max_execution_time/, { code: 1193, message: "Unknown system variable 'max_execution_time'" })
    expect((await discover())?.drafts[0]).toMatchObject({ status: 'ready' })
  })

  it('may refuse its session: that is told at once, and no connection stays open', async () => {
    server.mishap = isOf(/^SELECT version/, { code: 1040, message: 'Too many connections' })
    expect((await discover())?.drafts).toMatchObject([
      {
        status: 'unavailable',
        error: { code: 'resource.unreachable', message: 'The server is not accepting connections.' },
      },
    ])
    await noneOpen()
  })

  it('may keep one table to itself: the others are looked at', async () => {
    server.mishap = isOf(/`customers`/, { code: 1142, message: "SELECT command denied to user 'reader' for table" })
    const discovery = await discover()
    expect(discovery?.drafts[0]).toMatchObject({ status: 'ready' })
    const { tables } = metadataOf(discovery)
    expect(tables.find(({ name }) => name === 'customers')).toMatchObject({ rows: 1, rowsEstimated: true })
    expect(tables.find(({ name }) => name === 'shipments')).toMatchObject({ rows: 2, rowsEstimated: false })
  })

  it('may answer rows without end: no more are taken than were asked for', async () => {
    server.mishap = isOf(/^SELECT number/, 'flood')
    const answer = await bench.threads.select(placeOf(server), { sql: 'SELECT number FROM numbers', maxRows: 3 })
    expect(answer).toEqual({ columns: ['number'], rows: [[0], [1], [2]], truncated: true })
    await noneOpen()
  })

  it('answers further questions after one that had more rows than were asked for', async () => {
    const connection = await openMysql(placeOf(server))
    try {
      const some = await connection.select('SELECT id FROM customers ORDER BY id LIMIT 25', 2)
      expect(some).toEqual({ columns: ['id'], rows: [[1], [2]], truncated: true })
      expect(await connection.select('SELECT id FROM customers WHERE id = 7', 2)).toMatchObject({
        rows: [[7]],
        truncated: false,
      })
    } finally {
      await connection.close()
    }
  })

  it('may keep a connection that is done with: nobody waits for it', async () => {
    server.closesOnQuit = false
    await expect(
      bench.threads.select(placeOf(server), { sql: 'SELECT nothing FROM nowhere', maxRows: 1 }),
    ).rejects.toMatchObject({ code: 'resource.invalid', message: expect.stringContaining('The query was refused') })
  })

  it.each([
    ['is locked', 4151, 'Access denied, this account is locked'],
    ['has to change its password', 1820, 'You must reset your password'],
    ['may not come from here', 1130, "Host '127.0.0.1' is not allowed to connect"],
  ])('may refuse a user who %s: a person is asked', async (_, code, message) => {
    server.mishap = () => ({ code, message })
    expect((await discover())?.drafts).toMatchObject([
      { status: 'needsSecret', error: { code: 'resource.needsSecret', remedy: { kind: 'accountMaySignIn' } } },
    ])
  })

  it('may not encrypt', async () => {
    const over = await bench.discoverText(`${addressOf(placeOf(server), password)}?sslmode=require`)
    expect(over?.drafts).toMatchObject([
      {
        status: 'unavailable',
        error: { code: 'resource.unreachable', message: 'The server does not encrypt its connections.' },
      },
    ])
  })
})

const realUrl = process.env.QUARRY_TEST_MYSQL_URL

describe.skipIf(realUrl === undefined)('a real MySQL or MariaDB server', () => {
  expectsAsOfMysql(async () => {
    const { hostname, port, username, password: secret } = new URL(realUrl!)
    const database = `quarry_test_${randomBytes(4).toString('hex')}`
    const root = await createConnection(realUrl!)
    await root.query(`CREATE DATABASE ${database} CHARACTER SET utf8mb4`)
    await root.query(`USE ${database}`)
    for (const statement of schema) await root.query(statement)
    return {
      place: {
        kind: 'server',
        engine: 'mysql',
        host: hostname,
        port: Number(port || 3306),
        database,
        user: decodeURIComponent(username),
        password: decodeURIComponent(secret),
        tls: 'off',
      },
      prepares: true,
      async ordersLeft() {
        const [rows] = await root.query('SELECT count(*) AS n FROM orders')
        return (rows as { n: number }[])[0]!.n
      },
      async close() {
        await root.query(`DROP DATABASE ${database}`)
        await root.end()
      },
    }
  })
})
