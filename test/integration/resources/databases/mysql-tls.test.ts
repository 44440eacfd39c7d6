import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import tls, { TLSSocket } from 'node:tls'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { openMysql } from '../../../../workers/databases/servers/mysql'
import { testFolder } from './bench'

const folder = testFolder()
const file = (name: string): string => join(folder, name)
const openssl = (...parameters: string[]): void => {
  execFileSync('openssl', parameters, { cwd: folder, stdio: 'ignore' })
}
const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']

/** A certificate for a name, by an authority of the test's own. */
function certificateFor(name: string): { key: string; cert: string } {
  openssl('req', '-x509', ...newKey, '-keyout', 'ca.key', '-out', 'ca.pem', '-days', '2', '-subj', '/CN=Test')
  openssl('req', ...newKey, '-keyout', 'own.key', '-out', 'own.csr', '-subj', '/CN=server')
  writeFileSync(file('names'), `subjectAltName=${name}`)
  const authority = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial']
  openssl('x509', '-req', '-in', 'own.csr', ...authority, '-out', 'own.pem', '-days', '2', '-extfile', 'names')
  return { key: readFileSync(file('own.key'), 'utf8'), cert: readFileSync(file('own.pem'), 'utf8') }
}

/** Trusts the authority, as the machine's own list of authorities would. */
function trustAuthority(): void {
  const make = tls.createSecureContext
  vi.spyOn(tls, 'createSecureContext').mockImplementation((options) =>
    make({ ...options, ca: readFileSync(file('ca.pem'), 'utf8') }),
  )
}

const packet = (sequence: number, body: Buffer): Buffer => {
  const head = Buffer.alloc(4)
  head.writeUIntLE(body.length, 0, 3)
  head[3] = sequence
  return Buffer.concat([head, body])
}

/** Greets as a MySQL server that encrypts, and refuses whoever then signs in. */
async function serveEncrypted(identity: { key: string; cert: string }): Promise<{ port: number; seen: string[] }> {
  const seen: string[] = []
  const challenge = randomBytes(20).map((byte) => (byte % 90) + 33)
  const capabilities = 0x1 | 0x4 | 0x8 | 0x200 | 0x800 | 0x2000 | 0x8000 | 0x80000
  const greeting = Buffer.concat([
    Buffer.from('\x0a8.4.0\0\x01\0\0\0', 'latin1'),
    challenge.subarray(0, 8),
    Buffer.from([0, capabilities & 255, (capabilities >> 8) & 255, 45, 2, 0, (capabilities >> 16) & 255, 0, 21]),
    Buffer.alloc(10),
    challenge.subarray(8),
    Buffer.from('\0mysql_native_password\0', 'latin1'),
  ])
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.write(packet(0, greeting))
    socket.once('data', (request) => {
      // What follows the request to encrypt (36 bytes) is encrypted.
      socket.pause()
      socket.unshift(request.subarray(36))
      const secure = new TLSSocket(socket, { isServer: true, ...identity })
      secure.on('error', () => {})
      secure.once('data', (data) => {
        seen.push(data.toString('latin1'))
        secure.end(packet(3, Buffer.from('\xff\x15\x04#28000Access denied', 'latin1')))
      })
    })
  })
  onTestFinished(() => void server.close())
  server.listen(0)
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, seen }
}

describe.skipIf(spawnSync('openssl', ['version']).status !== 0)('an encrypted way to a MySQL server', () => {
  afterEach(() => void vi.restoreAllMocks())
  const open = async (name: string, host: string, mode: 'require' | 'verify') => {
    const { port, seen } = await serveEncrypted(certificateFor(name))
    if (mode === 'verify') trustAuthority()
    const opened = openMysql({
      kind: 'server',
      engine: 'mysql',
      host,
      port,
      database: 'shop',
      user: 'reader',
      password: 'hunter-2',
      tls: mode,
    })
    const code = await opened.then(
      () => 'opened',
      (error: { code: string }) => error.code,
    )
    return { code, hasSignedIn: seen.some((data) => data.includes('reader')) }
  }

  it.each([
    ['IP:127.0.0.1', '127.0.0.1', 'verify'],
    ['DNS:localhost', 'localhost', 'verify'],
    // Asked to encrypt alone, as PostgreSQL's programs understand it.
    ['DNS:elsewhere.example', '127.0.0.1', 'require'],
  ] as const)('is taken to one that is %s, reached as %s (%s)', async (name, host, mode) => {
    expect(await open(name, host, mode)).toEqual({ code: 'resource.needsSecret', hasSignedIn: true })
  })

  it.each([
    ['DNS:elsewhere.example', 'localhost'],
    ['DNS:elsewhere.example', '127.0.0.1'],
    // What proves to be this machine proves nothing of an address.
    ['DNS:localhost', '127.0.0.1'],
  ])('is not taken to one that is %s where %s is meant: it hears no password', async (name, host) => {
    expect(await open(name, host, 'verify')).toEqual({ code: 'resource.unreachable', hasSignedIn: false })
  })
})
