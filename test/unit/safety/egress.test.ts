import { createSocket } from 'node:dgram'
import { lookup, promises, Resolver, resolve4 } from 'node:dns'
import { mkdtemp, rm } from 'node:fs/promises'
import { get } from 'node:http'
import { createConnection, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { enforceEgress } from '../../../main/safety'
import { hearAttempts } from '../../../workers/egress/attempts'
import { permits } from '../../../workers/egress/policy'

describe('egress policy offline', () => {
  let lift: () => void
  let server: Server
  beforeEach(async () => {
    lift = enforceEgress('offline')
    server = createServer((socket) => socket.end('hello'))
  })
  afterEach(async () => {
    lift()
    await new Promise((resolve) => server.close(resolve))
  })
  const listen = (where: { port: number; host: string } | { path: string }): Promise<void> =>
    new Promise((resolve) => server.listen(where, resolve))

  it('refuses a TCP connection even to this machine', async () => {
    await listen({ port: 0, host: '127.0.0.1' })
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const error = await new Promise<Error & { code?: string }>((resolve) =>
      createConnection(port, '127.0.0.1').once('error', resolve),
    )
    expect(error.code).toBe('egress.denied')
  })

  it('refuses http and fetch, which connect through the same sockets', async () => {
    await listen({ port: 0, host: '127.0.0.1' })
    const address = server.address()
    const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/`
    const error = await new Promise<Error & { code?: string }>((resolve) => get(url).once('error', resolve))
    expect(error.code).toBe('egress.denied')
    await expect(fetch(url)).rejects.toMatchObject({ cause: { code: 'egress.denied' } })
  })

  it('notes each attempt before anything leaves: connections, UDP and names, with where to', async () => {
    const heard: unknown[] = []
    const stop = hearAttempts(({ kind, host, port, decision }) => heard.push([kind, host, port, decision].join(' ')))
    heard.length = 0
    lift()
    lift = enforceEgress({ loopbackPorts: [9] })
    for (const port of [9, 10]) await new Promise((end) => createConnection(port, '127.0.0.1').once('error', end))
    await new Promise((end) => createSocket('udp4').send('x', 53, '192.0.2.1', end))
    await promises.lookup('example.org').catch(() => {})
    stop()
    expect(heard).toEqual([
      'connection 127.0.0.1 9 allowed',
      'connection 127.0.0.1 10 refused',
      'datagram 192.0.2.1 53 refused',
      'name example.org  refused',
    ])
  })

  it('lets a local socket pass', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'quarry-egress-'))
    const path = join(directory, 's')
    await listen({ path })
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = createConnection(path)
      socket.once('data', (bytes) => resolve(String(bytes)))
      socket.once('error', reject)
    })
    expect(answer).toBe('hello')
    await rm(directory, { recursive: true })
  })

  it('refuses UDP: nothing arrives where it is sent to, and nothing is listened for', async () => {
    const callback = await new Promise((resolve) => createSocket('udp4').send('x', 9, '127.0.0.1', resolve))
    expect(callback).toMatchObject({ code: 'egress.denied' })
    const withoutCallback = await new Promise((resolve) => {
      createSocket('udp4').once('error', resolve).send('x', 9, '127.0.0.1')
    })
    expect(withoutCallback).toMatchObject({ code: 'egress.denied' })
    const connected = await new Promise((resolve) =>
      createSocket('udp4').connect(9, '127.0.0.1', resolve as () => void),
    )
    expect(connected).toMatchObject({ code: 'egress.denied' })
    const bound = await new Promise((resolve) => createSocket('udp4').bind(0, '127.0.0.1').once('error', resolve))
    expect(bound).toMatchObject({ code: 'egress.denied' })
  })

  it('refuses to ask a name server, by callback, promise and resolver alike', async () => {
    const refused = { code: 'egress.denied', context: { host: 'example.org', port: 0 } }
    const asked = (ask: (answer: (error: unknown) => void) => void): Promise<unknown> => new Promise(ask)
    expect(await asked((answer) => lookup('example.org', answer))).toMatchObject(refused)
    expect(await asked((answer) => resolve4('example.org', answer))).toMatchObject(refused)
    expect(await asked((answer) => new Resolver().resolveTxt('example.org', answer))).toMatchObject(refused)
    await expect(promises.lookup('example.org')).rejects.toMatchObject(refused)
    await expect(promises.resolve('example.org')).rejects.toMatchObject(refused)
    await expect(new promises.Resolver().resolve4('example.org')).rejects.toMatchObject(refused)
    await expect(promises.lookup('127.0.0.1')).resolves.toMatchObject({ address: '127.0.0.1' })
  })

  it('is lifted whole', async () => {
    lift()
    expect(await promises.lookup('localhost')).toHaveProperty('address')
    const socket = createSocket('udp4')
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
    await new Promise<void>((resolve) => socket.close(resolve))
  })
})

describe('egress to named hosts', () => {
  const hosts = ['api.example.org', '*.example.net:8443', '10.0.0.7', '[fd00::1]:443', 'localhost:8000']
  it.each([
    ['api.example.org', 443, true],
    ['API.example.org.', 80, true],
    ['api.example.org.evil.example', 443, false],
    ['evil-api.example.org', 443, false],
    ['a.example.net', 8443, true],
    ['a.example.net', 443, false],
    ['example.net', 8443, false],
    ['notexample.net', 8443, false],
    ['a.example.net', undefined, true],
    ['10.0.0.7', 5432, true],
    ['10.0.0.70', 5432, false],
    ['fd00::1', 443, true],
    ['fd00::1', 80, false],
    ['fd00:0:0::1', 443, true],
    [undefined, 8000, true],
    ['127.0.0.1', 8000, false],
    ['::ffff:10.0.0.7', 5432, false],
    // With a dot behind it, it is a name that a name server is asked for.
    ['10.0.0.7.', 5432, false],
    ['fd00::1%eth0', 443, false],
  ])('%s:%s %s', (host, port, expected) => {
    expect(permits({ hosts }, host, port)).toBe(expected)
  })
})

describe('egress to this machine and the local network', () => {
  it.each([
    ['127.0.0.1', true],
    ['::1', true],
    ['0:0:0:0:0:0:0:1', true],
    ['::1%lo', true],
    ['LOCALHOST', true],
    ['::ffff:127.0.0.1', true],
    ['::ffff:7f00:1', true],
    ['::ffff:10.0.0.1', true],
    ['fe80::1%eth0', true],
    ['::ffff:8.8.8.8', false],
    ['::ffff:808:808', false],
    // Deprecated and translated forms, which a router may send elsewhere.
    ['::127.0.0.1', false],
    ['64:ff9b::7f00:1', false],
    ['2002:7f00:1::', false],
    // Every address of a machine, and ways of writing that are asked of a name server or read in two ways.
    ['0.0.0.0', false],
    ['::', false],
    ['::ffff:0.0.0.0', false],
    ['localhost.', false],
    ['127.0.0.1.', false],
    ['2130706433', false],
    ['0177.0.0.1', false],
    ['0x7f.1', false],
    ['me@127.0.0.1', false],
    ['[::1]', false],
    ['::1%@8.8.8.8', false],
    ['2001:db8::1', false],
  ])('%s %s', (host, expected) => {
    expect(permits('local', host, 80)).toBe(expected)
    expect(permits('offline', host, 80)).toBe(false)
  })
})
