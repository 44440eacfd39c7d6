import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { PGlite } from '@electric-sql/pglite'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { DatabaseServer } from '../../../../contract/databases/database-tasks'
import { parseConnectionString } from '../../../../main/resources/discoverers/databases/connection-string'
import { metadataOf, openBench, questionsOf } from './bench'

const bench = openBench({ egress: () => 'local' })

/** Listens on loopback for as long as the test file runs, and leaves the other side to close its connections. */
async function listen(serve: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>()
  const server: Server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    serve(socket)
  })
  afterAll(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

const placeAt = (port: number): DatabaseServer =>
  parseConnectionString(`postgresql://postgres:hunter-2@127.0.0.1:${port}/postgres`)!

describe('a PostgreSQL server', () => {
  const database = new PGlite()
  let server: PGLiteSocketServer
  let port = 0
  beforeAll(async () => {
    await database.exec(`
      CREATE SCHEMA archive;
      CREATE TABLE archive.customers (id int PRIMARY KEY, name text);
      CREATE TABLE customers (id int PRIMARY KEY, name text);
      CREATE TABLE orders (id int PRIMARY KEY, customer_id int REFERENCES archive.customers (id));
      COMMENT ON TABLE orders IS 'what people bought';
      COMMENT ON COLUMN orders.customer_id IS 'who bought it';
      INSERT INTO archive.customers VALUES (1, 'Ada'); INSERT INTO customers VALUES (1, 'Bob'); INSERT INTO orders VALUES (1, 1);
    `)
    server = new PGLiteSocketServer({ db: database, port: 0, host: '127.0.0.1', maxConnections: 4 })
    await server.start()
    port = Number(server.getServerConn().split(':')[1])
  })
  afterAll(async () => {
    await server.stop()
    await database.close()
  })

  it('has keys into another schema: they are told as such, and not joined to what has the same name', async () => {
    const discovery = await bench.discoverText(`postgresql://postgres:x@127.0.0.1:${port}/postgres`)
    const { tables } = metadataOf(discovery)
    expect(tables.find(({ name }) => name === 'orders')?.foreignKeys).toEqual([
      { columns: ['customer_id'], table: 'archive.customers', references: ['id'] },
    ])
    expect(questionsOf(discovery).sampleQuestions.filter((question) => /does each of/.test(question))).toEqual([])
  })

  it('tells what it says of its tables and columns', async () => {
    const { tables } = metadataOf(await bench.discoverText(`postgresql://postgres:x@127.0.0.1:${port}/postgres`))
    const orders = tables.find(({ name }) => name === 'orders')
    expect(orders?.comment).toBe('what people bought')
    expect(orders?.columns.map(({ comment }) => comment)).toEqual([undefined, 'who bought it'])
    expect(tables.filter(({ comment }) => comment !== undefined)).toHaveLength(1)
  })

  it('may keep a connection that is done with: nobody waits for it', async () => {
    let said = Buffer.alloc(0)
    const keeping = await listen((socket) => {
      socket.on('data', (data) => {
        said = Buffer.concat([said, data])
      })
      const upstream = connect(port, '127.0.0.1')
      upstream.on('error', () => {})
      socket.pipe(upstream)
      upstream.pipe(socket, { end: false })
    })
    await expect(
      bench.threads.select(placeAt(keeping), { sql: 'SELECT nothing FROM nowhere', maxRows: 1 }),
    ).rejects.toMatchObject({ code: 'resource.invalid', message: expect.stringContaining('The query was refused') })
    // It was told, as is good manners.
    await vi.waitUntil(() => said.subarray(-5).equals(message('X', '')), { timeout: 10_000 })
  })
})

const message = (kind: string, body: string): Buffer => {
  const content = Buffer.from(body, 'latin1')
  const head = Buffer.alloc(5)
  head.write(kind, 'latin1')
  head.writeInt32BE(content.length + 4, 1)
  return Buffer.concat([head, content])
}
const ready = message('Z', 'I')
const refusal = message('E', 'SFATAL\0C53300\0Msorry, too many clients already\0\0')

describe('a server that says no and keeps its connection', () => {
  it.each([
    ['as it is greeted', (_text: string) => false],
    ['to a setting of the session', (text: string) => !text.includes('statement_timeout')],
  ])('%s: that is told at once', async (_, isFine) => {
    const port = await listen((socket) => {
      let isGreeted = false
      socket.on('data', (data) => {
        const text = data.toString('latin1')
        if (!isFine(text)) socket.write(isGreeted ? Buffer.concat([refusal, ready]) : refusal)
        else if (isGreeted) socket.write(Buffer.concat([message('C', 'SET\0'), ready]))
        else socket.write(Buffer.concat([message('R', '\0\0\0\0'), ready]))
        isGreeted = true
      })
    })
    const discovery = await bench.discoverText(`postgresql://postgres:hunter-2@127.0.0.1:${port}/postgres`)
    expect(discovery?.drafts).toMatchObject([
      {
        status: 'unavailable',
        error: { code: 'resource.unreachable', message: 'The server is not accepting connections.' },
      },
    ])
  })
})
