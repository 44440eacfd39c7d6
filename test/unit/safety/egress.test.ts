import { mkdtemp, rm } from 'node:fs/promises'
import { get } from 'node:http'
import { createConnection, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { enforceEgress } from '../../../main/safety'

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
})
