import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { parseConnectionString } from '../../../../main/resources/discoverers/databases/connection-string'
import { openBench, testFolder } from './bench'

/** What a server says when a connection comes, and each time that it hears something: 1 is the first time. */
type Hostile = (socket: Socket, heard: number) => void

/** What came from the other side, by the server's name. */
const heardBy = new Map<string, string>()

async function listen(name: string, serve: Hostile): Promise<number> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    let heard = 0
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      heardBy.set(name, (heardBy.get(name) ?? '') + bytes.toString('latin1'))
      serve(socket, ++heard)
    })
    serve(socket, 0)
  })
  afterAll(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** Says the same for as long as anybody listens. */
function flood(socket: Socket, bytes: Buffer): void {
  const more = (): void => {
    while (!socket.destroyed && socket.write(bytes));
  }
  socket.on('drain', more)
  more()
}

/** A byte every 20 ms: enough that no connection is idle. */
function drip(socket: Socket): void {
  const timer = setInterval(() => (socket.destroyed ? clearInterval(timer) : socket.write('\0')), 20)
  socket.on('close', () => clearInterval(timer))
}

const zeros = Buffer.alloc(1024 * 1024)

/** A message of PostgreSQL's, which says that it has `length` bytes. */
function pg(type: string, body: Buffer | string = '', length = Buffer.byteLength(body) + 4): Buffer {
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(length, 1)
  return Buffer.concat([head, Buffer.from(body)])
}
const pgReady = Buffer.concat([pg('R', Buffer.alloc(4)), pg('Z', 'I')])
/** Lets everybody in, and does the rest when it is asked something. */
const pgAsked =
  (answer: (socket: Socket) => void): Hostile =>
  (socket, heard) => {
    if (heard === 1) socket.write(pgReady)
    if (heard === 2) answer(socket)
  }

/** A packet of MySQL's. */
function my(sequence: number, body: Buffer | string, length = Buffer.byteLength(body)): Buffer {
  const head = Buffer.alloc(4)
  head.writeUIntLE(length, 0, 3)
  head[3] = sequence
  return Buffer.concat([head, Buffer.from(body)])
}
const plugin = 'mysql_native_password\0'
const greeting = my(
  0,
  Buffer.concat([
    Buffer.from('\x0a8.0.30\0\x01\0\0\0saltsalt\0', 'latin1'),
    // Capabilities (protocol 4.1, secure connection, plugin names), character set, status, length of the salt.
    Buffer.from('0982', 'hex'),
    Buffer.from('2d', 'hex'),
    Buffer.from('0200', 'hex'),
    Buffer.from('0800', 'hex'),
    Buffer.from('15', 'hex'),
    Buffer.alloc(10),
    Buffer.from(`saltsaltsalt\0${plugin}`),
  ]),
)
const myOk = (sequence: number): Buffer => my(sequence, Buffer.from('00000002000000', 'hex'))
const myAsked =
  (answer: (socket: Socket) => void): Hostile =>
  (socket, heard) => {
    if (heard === 0) socket.write(greeting)
    if (heard === 1) socket.write(myOk(2))
    if (heard === 2) answer(socket)
  }

const hostile: Readonly<Record<string, Hostile>> = {
  'postgresql: a message of 2 GB': pgAsked((socket) => socket.write(pg('D', '', 0x7fffffff)) && flood(socket, zeros)),
  'postgresql: a message of 2 GB before anybody is in': (socket, heard) =>
    heard === 1 && socket.write(pg('R', '', 0x7fffffff)) && flood(socket, zeros),
  'postgresql: notices without end': pgAsked((socket) =>
    flood(socket, Buffer.concat(Array(1000).fill(pg('N', `SNOTICE\0M${'x'.repeat(1000)}\0\0`)))),
  ),
  'postgresql: a message shorter than nothing': pgAsked((socket) => socket.write(pg('D', '', -1))),
  'postgresql: more columns than it sends': pgAsked((socket) => socket.write(pg('T', Buffer.from('ffff', 'hex')))),
  'postgresql: two billion rounds for the password': (socket, heard) => {
    if (heard === 1)
      socket.write(pg('R', Buffer.concat([Buffer.from('0000000a', 'hex'), Buffer.from('SCRAM-SHA-256\0\0')])))
    const nonce = /r=([^,\s]+)/.exec(heardBy.get('postgresql: two billion rounds for the password') ?? '')?.[1]
    const first = `r=${nonce}x,s=c2FsdHNhbHQ=,i=2147483647`
    if (heard === 2) socket.write(pg('R', Buffer.concat([Buffer.from('0000000b', 'hex'), Buffer.from(first)])))
  },
  'postgresql: an error of 50 MB': pgAsked((socket) =>
    socket.write(pg('E', `SERROR\0C42601\0M${'\u001b[31m'.repeat(10_000_000)}\0\0`)),
  ),
  'postgresql: a byte now and then': (socket, heard) => heard === 1 && drip(socket),
  'postgresql: a byte now and then, once asked': pgAsked(drip),
  'mysql: packets without end': (socket, heard) => heard === 0 && flood(socket, my(0, Buffer.alloc(0xffffff))),
  'mysql: columns without end': myAsked((socket) => {
    socket.write(my(1, Buffer.from('feffffffffffffff7f', 'hex')))
    flood(socket, my(2, Buffer.concat([Buffer.from('0364656600'), Buffer.alloc(60_000)])))
  }),
  'mysql: wants a file of this machine': myAsked((socket) => socket.write(my(1, '\xfb/etc/passwd'))),
  'mysql: another way to sign in, again and again': (socket, heard) =>
    socket.write(heard === 0 ? greeting : my(heard * 2, `\xfe${plugin}saltsaltsaltsaltsalt\0`)),
  'mysql: wants the password as it is': (socket, heard) =>
    socket.write(heard === 0 ? greeting : my(2, Buffer.from('\xfemysql_clear_password\0', 'latin1'))),
  'mysql: a way to sign in that every object has': (socket, heard) =>
    socket.write(heard === 0 ? greeting : my(2, Buffer.from('\xfe__proto__\0', 'latin1'))),
  'mysql: a byte now and then': (socket, heard) => heard === 0 && drip(socket),
  'mysql: a byte now and then, once asked': myAsked(drip),
}

const patient = openBench({ egress: () => 'local' })
const bench = openBench({ egress: () => 'local', timeoutMs: 4000, places: 4 })
const folder = testFolder()
const secret = 'hunter-2-secret'
const cases = Object.entries(hostile)

/** What comes of a look at a server: the error in words. */
async function look(name: string, serve: Hostile, { threads }: typeof bench): Promise<string> {
  const port = await listen(name, serve)
  const place = parseConnectionString(`${name.split(':')[0]}://user:${secret}@127.0.0.1:${port}/sales`)!
  return threads.inspect(place, new AbortController().signal).then(
    () => 'ok',
    ({ code, message }: { code: string; message: string }) => `${code}: ${message}`,
  )
}

it('a hostile server costs its look alone, and says why', { timeout: 300_000 }, async () => {
  const outcomes = await Promise.all(
    cases.map(async ([name, serve]) => [name, await look(name, serve, bench)] as const),
  )
  const reasons = /^resource\.(?:tooLarge|timeout|unreachable|unsupported|invalid|crashed|needsSecret): .{10,2000}$/s
  expect(outcomes).toEqual(cases.map(([name]) => [name, expect.stringMatching(reasons)]))
  expect([...heardBy.values()].filter((heard) => heard.includes('root:') || heard.includes(secret))).toEqual([])
  // What is looked at next is none the worse for it.
  const path = join(folder, 'good.csv')
  writeFileSync(path, 'city,sales\nBerlin,3\nParis,5\n')
  expect((await bench.discoverFile(path))?.drafts[0]).toMatchObject({ status: 'ready' })
})

it('a server says no more at once than it may', { timeout: 300_000 }, async () => {
  const tooLarge = 'resource.tooLarge: The server sent more than 64 MB at once.'
  for (const name of ['postgresql: a message of 2 GB', 'mysql: columns without end']) {
    expect([name, await look(name, hostile[name]!, patient)]).toEqual([name, tooLarge])
  }
})
