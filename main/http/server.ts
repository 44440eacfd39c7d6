import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { QuarryError, toErrorShape } from '../../contract/errors'
import type { Connection } from '../api'
import { answerCall, type Found, findRoute, sendJson } from './answer'
import { type StreamEnd, type StreamLimits, serveEvents } from './event-stream'
import { bearerOf, createFailureCount, requireLocal } from './guard'
import { openApiOf } from './openapi'
import { HttpRefusal, statusOf } from './refusal'
import { requireStorable } from './request-input'
import type { StreamRoute } from './routes'
import type { HttpToken } from './token'

interface HttpLimits extends StreamLimits {
  readonly maxConnections: number
  readonly maxStreams: number
  readonly maxBodyBytes: number
  /** How long the head of a request, and all of it, may take to arrive. */
  readonly headMs: number
  readonly requestMs: number
  /** Wrong tokens within a minute; from then on whoever shows one loses the connection, too. */
  readonly maxFailures: number
}

const usualLimits: HttpLimits = {
  maxConnections: 64,
  maxStreams: 32,
  maxBodyBytes: 8 * 1024 * 1024,
  headMs: 5000,
  requestMs: 30_000,
  maxFailures: 20,
  heartbeatMs: 15_000,
  maxWaitingBytes: 1024 * 1024,
  patienceMs: 10_000,
}

/** A head is a path, a query and a token. */
const maxHeadBytes = 16 * 1024

/** How long calls under way may take when the server closes. */
const closingMs = 500

export interface HttpServer {
  /** Such as `http://127.0.0.1:8719`. */
  readonly url: string
  close(): Promise<void>
}

interface Served {
  readonly connection: Connection
  readonly token: HttpToken
  readonly version: string
  /** 0: a free one. */
  readonly port: number
  readonly limits?: Partial<HttpLimits>
}

/**
 * Serves the contract on this computer's loopback to whoever has the token: an adapter, which decides nothing.
 * @throws QuarryError `http.portTaken`
 */
export async function serveHttp({ connection, token, version, port, limits: given }: Served): Promise<HttpServer> {
  const limits = { ...usualLimits, ...given }
  const streams = new Set<(why: StreamEnd) => void>()
  const failed = createFailureCount(limits.maxFailures)
  let document: object | null = null
  await token.read()

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    requireLocal(request, String(address.port))
    const bearer = bearerOf(request)
    if (!(await token.is(bearer))) throw failed()
    const [path = ''] = (request.url ?? '').split('?', 1)
    if (path === '/openapi.json' && request.method === 'GET') {
      document ??= openApiOf(version, url)
      sendJson(response, 200, document)
      return
    }
    const found = findRoute(request.method, path)
    const query = new URLSearchParams((request.url ?? '').slice(path.length))
    const project = query.get('project')
    requireStorable(project)
    query.delete('project')
    const connected = project === null ? connection : connection.inProject(project)
    if ('channel' in found.route) {
      await answerCall({ ...found, route: found.route }, request, query, connected, limits.maxBodyBytes, response)
    } else {
      const stream = { ...found, route: found.route }
      await answerStream(stream, request, query, connected, () => token.is(bearer), response)
    }
  }

  async function answerStream(
    { route, values: { sessionId } }: Found<StreamRoute>,
    { headers }: IncomingMessage,
    query: URLSearchParams,
    { call, follow }: Connection,
    mayGoOn: () => Promise<boolean>,
    response: ServerResponse,
  ): Promise<void> {
    const text = headers['last-event-id'] ?? query.get('after') ?? '0'
    if (typeof text !== 'string' || !/^\d{1,15}$/.test(text)) {
      throw new HttpRefusal(400, 'http.badRequest', 'Last-Event-ID is the number of an event.')
    }
    // A stream of what is not there would stay silent for good.
    if (sessionId === undefined) await call('settings.get')
    else await call('session.view', { sessionId })
    if (response.closed) return
    if (streams.size >= limits.maxStreams) {
      throw new HttpRefusal(503, 'http.tooMany', 'Too many event streams are open.', { 'retry-after': '10' })
    }
    const after = Number(text)
    const { stream, beside } = route
    const end = serveEvents(
      response,
      {
        after,
        mayGoOn,
        follow: (from, listener) => follow(stream, sessionId ?? '', from, listener),
        followBeside: beside && ((listener) => follow(beside, sessionId ?? '', 0, listener)),
      },
      limits,
    )
    streams.add(end)
    response.once('close', () => streams.delete(end))
  }

  const server = createServer(
    {
      maxHeaderSize: maxHeadBytes,
      headersTimeout: limits.headMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: Math.min(1000, limits.headMs),
    },
    (request, response) => {
      response.setHeader('cache-control', 'no-store')
      response.setHeader('x-content-type-options', 'nosniff')
      response.setHeader('content-security-policy', "default-src 'none'; sandbox")
      answer(request, response).catch((error: unknown) => sendError(response, error))
    },
  )
  server.maxConnections = limits.maxConnections
  await new Promise<void>((resolve, reject) => {
    server.on('error', (cause: NodeJS.ErrnoException) => {
      const isTaken = cause.code === 'EADDRINUSE' || cause.code === 'EACCES'
      reject(isTaken ? portTaken(port, cause) : cause)
    })
    server.listen({ host: '127.0.0.1', port }, resolve)
  })
  const address = server.address() as AddressInfo
  const url = `http://127.0.0.1:${address.port}`
  return {
    url,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const end of streams) end('closing')
      const cut = setTimeout(() => server.closeAllConnections(), closingMs)
      await closed
      clearTimeout(cut)
    },
  }
}

const portTaken = (port: number, cause: Error): QuarryError =>
  new QuarryError('http.portTaken', `Port ${port} cannot be had: ${cause.message}`, {
    remedy: 'otherPort',
    context: { port },
    cause,
  })

function sendError(response: ServerResponse, error: unknown): void {
  if (response.headersSent) {
    response.destroy()
    return
  }
  if (error instanceof HttpRefusal) {
    for (const [name, value] of Object.entries(error.headers)) response.setHeader(name, value)
    sendJson(response, error.status, { error: { code: error.code, message: error.message } })
    return
  }
  const shape = toErrorShape(error)
  sendJson(response, statusOf(shape.code), { error: shape })
}
