import { randomBytes, timingSafeEqual } from 'node:crypto'
import { chmod, rm, writeFile } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import type { Subscription } from '../../contract/channels/channels'
import { maxGreetingLength, maxLineLength, type SocketResponse, socketRequest } from '../../contract/channels/socket'
import type { Dispatch } from '../api'
import { socketAddress } from './address'
import { readJsonLines, writeJsonLine } from './lines'
import { makePrivate } from './private-directory'

/** How long one may take to show the token, and how many may be connected at once. */
const greetingMs = 5_000
const maxConnections = 32

export interface SocketServer {
  close(): Promise<void>
}

interface Served {
  readonly dataDirectory: string
  readonly version: string
  readonly dispatch: Dispatch
  subscribe(subscription: Subscription, listener: (value: unknown) => void): () => void
}

/**
 * Serves the contract to commands of the same user. The caller holds the data folder's lock, so a socket file
 * that lies there is a dead one's and is replaced.
 */
export async function serveSocket(served: Served): Promise<SocketServer> {
  const { address, directory, tokenFile } = socketAddress(served.dataDirectory)
  if (directory !== null) await makePrivate(directory)
  const token = randomBytes(32).toString('hex')
  await rm(tokenFile, { force: true })
  await writeFile(tokenFile, token, { mode: 0o600, flag: 'wx' })
  if (process.platform !== 'win32') await rm(address, { force: true })
  const connections = new Set<Socket>()
  const server = createServer({ highWaterMark: 64 * 1024 }, (socket) => {
    connections.add(socket)
    socket.on('close', () => connections.delete(socket))
    // The connection closes itself after an error; whoever called sees it end.
    socket.on('error', () => socket.destroy())
    serveConnection(socket, token, served)
  })
  server.maxConnections = maxConnections
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ path: address, readableAll: false, writableAll: false }, resolve)
  })
  if (process.platform !== 'win32') await chmod(address, 0o600)
  return {
    async close() {
      for (const connection of connections) connection.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
      await rm(tokenFile, { force: true })
    },
  }
}

function sameToken(given: string, token: string): boolean {
  const a = Buffer.from(given)
  const b = Buffer.from(token)
  return a.length === b.length && timingSafeEqual(a, b)
}

function serveConnection(socket: Socket, token: string, served: Served): void {
  const subscriptions = new Map<number, () => void>()
  const send = (response: SocketResponse): void => writeJsonLine(socket, response)
  let longestLine = maxGreetingLength
  const greeting = setTimeout(() => socket.destroy(), greetingMs)
  let answer = (message: unknown): void => {
    const hello = socketRequest.safeParse(message)
    if (!hello.success || hello.data.type !== 'hello' || !sameToken(hello.data.token, token)) {
      socket.destroy()
      return
    }
    clearTimeout(greeting)
    longestLine = maxLineLength
    answer = answerRequest
    send({ type: 'welcome', version: served.version })
  }
  const answerRequest = (message: unknown): void => {
    const parsed = socketRequest.safeParse(message)
    if (!parsed.success) {
      socket.destroy()
      return
    }
    const request = parsed.data
    if (request.type === 'call') {
      void served
        .dispatch(request.channel, { projectId: request.projectId, input: request.input })
        .then((result) => send({ type: 'result', id: request.id, result }))
    } else if (request.type === 'subscribe') {
      subscriptions.get(request.id)?.()
      subscriptions.set(
        request.id,
        served.subscribe(request.subscription, (value) => send({ type: 'event', id: request.id, value })),
      )
    } else if (request.type === 'unsubscribe') {
      subscriptions.get(request.id)?.()
      subscriptions.delete(request.id)
    }
  }
  readJsonLines(
    socket,
    (message) => answer(message),
    () => longestLine,
  )
  socket.on('close', () => {
    clearTimeout(greeting)
    for (const stop of subscriptions.values()) stop()
  })
}
