import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseConnectionString } from '../../../../main/resources/discoverers/databases/connection-string'
import { resourceIdOf } from '../../../../main/resources/resource-id'
import { enforceEgress } from '../../../../main/safety'
import { openPostgresql } from '../../../../workers/databases/servers/postgresql'
import { metadataOf, openBench, questionsOf, secretsOf, testFolder } from './bench'

const folder = testFolder()
const password = 'hunter-2-secret'

describe('a PostgreSQL server on loopback', () => {
  const local = openBench({ egress: () => 'local' })
  const offline = openBench()
  const database = new PGlite()
  let server: PGLiteSocketServer
  let address = ''
  beforeAll(async () => {
    await database.exec(`
      CREATE TABLE customers (id int PRIMARY KEY, full_name text NOT NULL, city text, api_token text);
      CREATE TABLE orders (id bigint PRIMARY KEY, customer_id int NOT NULL REFERENCES customers (id), total numeric(9, 2), status text, created_at timestamptz);
      CREATE SCHEMA archive; CREATE TABLE archive.old (id int);
      CREATE VIEW large_orders AS SELECT * FROM orders WHERE total > 100;
      INSERT INTO customers SELECT i, 'Customer ' || i, (array['Berlin', 'Paris'])[1 + i % 2], 'tok' || i FROM generate_series(1, 30) i;
      INSERT INTO orders SELECT i, 1 + i % 30, i * 1.5, (array['open', 'paid'])[1 + i % 2], timestamptz '2024-01-01' + i * interval '1 day' FROM generate_series(1, 300) i;
    `)
    server = new PGLiteSocketServer({ db: database, port: 0, host: '127.0.0.1', maxConnections: 4 })
    await server.start()
    address = `postgres://postgres:${password}@${server.getServerConn()}/postgres`
  })
  afterAll(async () => {
    await server.stop()
    await database.close()
  })

  it('becomes a database with questions; the password goes to the secrets alone', async () => {
    const discovery = await local.discoverText(address)
    const { tables, tablesTotal, engine, location } = metadataOf(discovery)
    expect(location).toBe(`postgresql://postgres@${server.getServerConn()}/postgres`)
    expect({ engine, tablesTotal }).toEqual({ engine: 'postgresql', tablesTotal: 4 })
    expect(tables.map(({ schema, name, kind, rows }) => [schema, name, kind, rows])).toEqual([
      ['archive', 'old', 'table', 0],
      [null, 'customers', 'table', 30],
      [null, 'orders', 'table', 300],
      [null, 'large_orders', 'view', null],
    ])
    expect(tables[1]?.columns).toMatchObject([
      { name: 'id', type: 'integer', nullable: false, primaryKey: true, samples: ['1', '2', '3', '4', '5'] },
      { name: 'full_name', nullable: false },
      { name: 'city', nullable: true, samples: ['Paris', 'Berlin'] },
      { name: 'api_token', samples: [] },
    ])
    expect(tables[2]?.foreignKeys).toEqual([{ columns: ['customer_id'], table: 'customers', references: ['id'] }])
    expect(questionsOf(discovery).sampleQuestions).toContain('How many orders does each of the customers have?')
    expect(questionsOf(discovery).knownQueries.length).toBeGreaterThan(5)
    expect(discovery?.secrets).toEqual({ password })
    expect(JSON.stringify(discovery?.drafts)).not.toContain(password)
    expect(discovery?.drafts[0]).toMatchObject({ status: 'ready', origin: { kind: 'connection', path: null } })
    // Looked at again by its location: the same resource, its password from the secrets.
    const id = resourceIdOf('database', location)
    const again = await local.discoverText(location, { secrets: secretsOf({ [`${id}/password`]: password }) })
    expect(again?.drafts[0]).toEqual(discovery?.drafts[0])
    expect(again?.secrets).toEqual({})
  })

  it('refuses to be written to, by the question and by the connection itself', async () => {
    const place = parseConnectionString(address)!
    for (const sql of [
      'DELETE FROM orders',
      'SELECT 1; DROP TABLE orders',
      'WITH gone AS (DELETE FROM orders RETURNING 1) SELECT * FROM gone',
      'SELECT * INTO stolen FROM orders',
      "COPY orders TO '/tmp/orders'",
      'SET default_transaction_read_only = off',
      'SELECT 1); COMMIT; DROP TABLE orders; --',
    ]) {
      await expect(local.threads.select(place, { sql, maxRows: 1 }), sql).rejects.toMatchObject({
        code: 'resource.invalid',
      })
    }
    const connection = await openPostgresql(place)
    await expect(connection.plan('SELECT 1')).resolves.toBeUndefined()
    await expect(connection.select('SELECT * FROM orders FOR UPDATE', 1)).rejects.toThrow(
      /read-only|not allowed|must not/i,
    )
    await connection.close()
    const { rows } = await database.query<{ n: number }>('SELECT count(*)::int AS n FROM orders')
    expect(rows[0]?.n).toBe(300)
    // What a health check asks.
    expect((await local.threads.select(place, { sql: 'select 1', maxRows: 1 })).rows).toEqual([[1]])
    const answer = await local.threads.select(place, {
      sql: 'SELECT id, total, status FROM orders ORDER BY id',
      maxRows: 2,
    })
    expect(answer).toEqual({
      columns: ['id', 'total', 'status'],
      rows: [
        [1, 1.5, 'paid'],
        [2, 3, 'open'],
      ],
      truncated: true,
    })
    const bound = { sql: 'SELECT count(*)::int FROM orders WHERE status = $1 AND id < $2', maxRows: 2 }
    expect((await local.threads.select(place, { ...bound, parameters: ["open' OR '1' = '1", 5] })).rows).toEqual([[0]])
    expect((await local.threads.select(place, { ...bound, parameters: ['open', 5] })).rows).toEqual([[2]])
  })

  it('is known but not reached while Quarry is offline, with what to do', async () => {
    const discovery = await offline.discoverText(address)
    expect(discovery?.drafts).toHaveLength(1)
    expect(discovery?.drafts[0]).toMatchObject({
      status: 'unavailable',
      error: { code: 'egress.denied', remedy: { kind: expect.stringMatching(/^local|Local/) } },
    })
    expect(discovery?.secrets).toEqual({ password })
    expect(JSON.stringify(discovery?.drafts)).not.toContain(password)
  })

  it('is reached by localhost, and nothing further away is, in the local network', async () => {
    const { port } = parseConnectionString(address)!
    const named = await local.discoverText(`postgresql://postgres:x@localhost:${port}/postgres`)
    expect(named?.drafts[0]?.error?.code).not.toBe('egress.denied')
    for (const host of ['db.example.org', '93.184.216.34', '[2606:2800:220:1::1]']) {
      const far = await local.discoverText(`postgresql://user:x@${host}/sales`)
      expect(far?.drafts[0], host).toMatchObject({ status: 'unavailable', error: { code: 'egress.denied' } })
    }
  })

  it('is taken from a small file, which is then no document', async () => {
    const path = join(folder, '.env')
    writeFileSync(path, `# settings\nDEBUG=1\nDATABASE_URL="${address}"\n`)
    const discovery = await local.discoverFile(path)
    expect(discovery).toMatchObject({ exclusive: true, secrets: { password } })
    expect(metadataOf(discovery).tablesTotal).toBe(4)
    writeFileSync(join(folder, 'address.txt'), `${address}\n`)
    expect(metadataOf(await local.discoverFile(join(folder, 'address.txt'))).tablesTotal).toBe(4)
    // A text that has an example in it stays a document.
    writeFileSync(join(folder, 'manual.md'), `Connect with\n\n${address}\n`)
    expect(await local.discoverFile(join(folder, 'manual.md'))).toBeNull()
  })
})

describe('a server that does not answer as it should', () => {
  const { discoverText } = openBench({ egress: () => 'local', timeoutMs: 15_000 })
  /** Listens, and does with each connection what it is told to. */
  async function listen(serve: (socket: import('node:net').Socket) => void): Promise<number> {
    const server = createServer((socket) => {
      socket.on('error', () => {})
      serve(socket)
    })
    afterAll(() => void server.close())
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }

  it.each(['postgresql', 'mysql'])('is not there (%s)', async (engine) => {
    const port = await listen(() => {})
    const gone = createServer().listen(0, '127.0.0.1')
    await once(gone, 'listening')
    const free = (gone.address() as AddressInfo).port
    gone.close()
    const refused = await discoverText(`${engine}://user:${password}@127.0.0.1:${free}/sales`)
    expect(refused?.drafts[0]).toMatchObject({
      status: 'unavailable',
      error: { code: 'resource.unreachable', remedy: { kind: expect.any(String) }, context: { retryable: true } },
    })
    expect(JSON.stringify(refused?.drafts)).not.toContain(password)
    // It listens and says nothing: the driver's own time limit.
    const mute = await discoverText(`${engine}://user:${password}@127.0.0.1:${port}/sales`)
    expect(mute?.drafts[0]).toMatchObject({ status: 'unavailable', error: { code: 'resource.unreachable' } })
  })

  it.each(['postgresql', 'mysql'])('is another one (%s)', async (engine) => {
    const port = await listen((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    const other = await discoverText(`${engine}://user:${password}@127.0.0.1:${port}/sales`)
    expect(other?.drafts[0]).toMatchObject({ status: 'unavailable', error: { code: 'resource.unreachable' } })
  })

  it('asks for a password, which is then asked of a person (PostgreSQL)', async () => {
    // AuthenticationCleartextPassword, then for any password: error 28P01.
    const port = await listen((socket) => {
      let isAsked = false
      socket.on('data', () => {
        if (isAsked) {
          const fields = Buffer.from('SFATAL\0C28P01\0Mpassword authentication failed\0\0')
          const length = Buffer.alloc(4)
          length.writeInt32BE(fields.length + 4)
          socket.end(Buffer.concat([Buffer.from('E'), length, fields]))
        } else socket.write(Buffer.from('520000000800000003', 'hex'))
        isAsked = true
      })
    })
    const without = await discoverText(`postgresql://user@127.0.0.1:${port}/sales`)
    expect(without?.drafts[0]).toMatchObject({
      status: 'needsSecret',
      error: { code: 'resource.needsSecret', message: expect.stringContaining('asks for') },
    })
    const wrong = await discoverText(`postgresql://user:${password}@127.0.0.1:${port}/sales`)
    expect(wrong?.drafts[0]).toMatchObject({ status: 'needsSecret', error: { code: 'resource.needsSecret' } })
    expect(wrong?.secrets).toEqual({})
    expect(JSON.stringify(wrong)).not.toContain(password)
  })
})

describe('the local network', () => {
  it('lets addresses near by and localhost pass, and no other name', async () => {
    const lift = enforceEgress('local')
    try {
      const { lookup } = await import('node:dns/promises')
      await expect(lookup('localhost')).resolves.toBeDefined()
      await expect(lookup('example.org')).rejects.toMatchObject({ code: 'egress.denied' })
      await expect(fetch('http://93.184.216.34/')).rejects.toMatchObject({ cause: { code: 'egress.denied' } })
    } finally {
      lift()
    }
  })
})
