import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { request as requestOf } from 'node:http'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { QuarryError } from '../../../contract/errors'
import type { SessionEventView } from '../../../contract/session/session'
import { connectOver, createDispatch } from '../../../main/api'
import { followStream } from '../../../main/api/append-stream'
import type { AppHandlers, ProjectHandlers } from '../../../main/api/dispatch'
import { createHttpToken, type HttpServer, type HttpToken, serveHttp } from '../../../main/http'
import { eventLog } from '../event-log'
import { take } from './events'

describe('the HTTP API', () => {
  let directory: string
  let token: HttpToken
  let authorization: string
  let server: HttpServer | undefined
  /** What channels answer; the others answer nothing. */
  let answers: Record<string, (input: unknown) => unknown>
  let asked: [string, unknown, string | null][]
  let events: ReturnType<typeof eventLog>

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'quarry-http-'))
    token = createHttpToken(directory)
    authorization = `Bearer ${await token.read()}`
    events = eventLog()
    asked = []
    answers = { 'project.list': () => [{ id: 'first' }], 'session.list': () => [{ title: '热泵' }] }
  })
  afterEach(async () => {
    await server?.close()
    await rm(directory, { recursive: true, force: true })
  })

  const handlersIn = (projectId: string | null) =>
    new Proxy({} as AppHandlers & ProjectHandlers, {
      get: (_, channel: string) => async (input: unknown) => {
        if (channel !== 'project.list') asked.push([channel, input, projectId])
        return answers[channel]?.(input)
      },
    })
  async function serve(limits: NonNullable<Parameters<typeof serveHttp>[0]['limits']> = {}, port = 0): Promise<string> {
    const dispatch = createDispatch({
      app: handlersIn(null),
      inProject: async (projectId, call) => call(handlersIn(projectId)),
    })
    const connection = await connectOver({
      dispatch,
      subscribe: (wanted, listener) =>
        'stream' in wanted ? followStream(events.log, wanted.after, listener, () => {}) : () => {},
      attached: false,
      onLost: () => {},
      close: async () => {},
    })
    server = await serveHttp({ connection, token, version: '0.0.0', port, limits })
    return server.url
  }
  const get = (url: string, headers: Record<string, string> = {}) =>
    fetch(url, { headers: { authorization, ...headers } })
  const post = (url: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(url, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  const codeOf = async (response: Response): Promise<[number, string]> => {
    const { error } = (await response.json()) as { error: { code: string; message: string } }
    expect(error.message).not.toBe('')
    return [response.status, error.code]
  }
  /** The status that a request with headers of its own gets, which fetch would not send. */
  const statusOf = (url: string, headers: Record<string, string>): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      requestOf(url, { headers: { authorization, ...headers } }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
        .once('error', reject)
        .end()
    })

  it('answers by the channels of the contract, with input from path, query and body, in the project that is named', async () => {
    const url = await serve()
    const listed = await get(`${url}/v1/sessions?archived=true`)
    expect([listed.status, listed.headers.get('cache-control'), await listed.json()]).toEqual([
      200,
      'no-store',
      [{ title: '热泵' }],
    ])
    await get(`${url}/v1/calls?tool=sql&limit=5&from=2026-01-01T00:00:00Z&project=second`)
    await get(`${url}/v1/resources?parentId=null&text=12`)
    await get(`${url}/v1/sources?states=failed&states=indexed`)
    await get(`${url}/v1/recall?query=heat&types=note&tags=a&tags=b&since=2026-01-01&explain=true`)
    await get(`${url}/v1/resources/${encodeURIComponent('api:a/b')}`)
    await post(`${url}/v1/sessions/s1/follow-ups`, { question: 'Why?', sessionId: 'other' })
    expect((await fetch(`${url}/v1/sessions/s1`, { method: 'DELETE', headers: { authorization } })).status).toBe(204)
    answers['session.export'] = (input) => ({ fileName: 'x', text: JSON.stringify(input) })
    const html = await get(`${url}/v1/sessions/s1/report.html?version=2`)
    expect([html.headers.get('content-type'), await html.json()]).toEqual([
      'text/html; charset=utf-8',
      { sessionId: 's1', version: 2, format: 'html' },
    ])
    expect(asked).toMatchObject([
      ['session.list', { archived: true }, 'first'],
      ['calls.list', { filter: { tool: 'sql', from: '2026-01-01T00:00:00Z' }, offset: 0, limit: 5 }, 'second'],
      ['resources.list', { parentId: null, text: '12', offset: 0, limit: 50 }, 'first'],
      ['library.list', { filter: { states: ['failed', 'indexed'] } }, 'first'],
      [
        'recall.search',
        { query: 'heat', filter: { types: ['note'], tags: ['a', 'b'], since: '2026-01-01' }, explain: true },
        'first',
      ],
      ['resources.get', { resourceId: 'api:a/b' }, 'first'],
      ['session.followUp', { sessionId: 's1', question: 'Why?', mode: 'research' }, 'first'],
      ['session.remove', { sessionId: 's1' }, 'first'],
      ['session.export', {}, 'first'],
    ])
  })

  it('serves nobody without the token, no web page, and no other name than its own', async () => {
    const url = await serve({ maxFailures: 8 })
    const { port } = new URL(url)
    expect((await stat(token.file)).mode & 0o077).toBe(0)
    expect((await token.read()).length).toBe(64)
    const none = await fetch(`${url}/v1/sessions`)
    expect([none.headers.get('www-authenticate'), await codeOf(none)]).toEqual(['Bearer', [401, 'http.unauthorized']])
    for (const wrong of ['Bearer', 'Bearer ', `Bearer ${'f'.repeat(64)}`, `Basic ${btoa(authorization)}`])
      expect((await get(`${url}/nothing`, { authorization: wrong })).status).toBe(401)
    expect(await statusOf(url, { host: 'evil.example' })).toBe(403)
    expect(await statusOf(url, { host: `evil.example:${port}` })).toBe(403)
    expect(await statusOf(`${url}/v1/sessions`, { host: `localhost:${port}` })).toBe(200)
    expect(await codeOf(await get(`${url}/v1/sessions`, { origin: 'null' }))).toEqual([403, 'http.forbidden'])
    expect(await codeOf(await get(`${url}/v1/sessions`, { origin: url }))).toEqual([403, 'http.forbidden'])

    const before = authorization
    authorization = `Bearer ${await token.renew()}`
    expect([(await get(`${url}/v1/health`)).status, (await get(url, { authorization: before })).status]).toEqual([
      204, 401,
    ])
    for (let failure = 6; failure < 8; failure++) expect((await fetch(url)).status).toBe(401)
    const refused = await fetch(url)
    expect([refused.headers.get('retry-after'), await codeOf(refused)]).toEqual(['60', [429, 'http.tooMany']])
    expect((await get(`${url}/v1/health`)).status).toBe(204)
  })

  it('says what is wrong with a request, and with a call', async () => {
    const url = await serve({ maxBodyBytes: 1000 })
    expect(await codeOf(await get(`${url}/v1/nothing`))).toEqual([404, 'http.notFound'])
    expect(await codeOf(await get(`${url}/v1/sessions//report`))).toEqual([404, 'http.notFound'])
    expect(await codeOf(await get(`${url}/v1/sessions/%ff`))).toEqual([400, 'http.badRequest'])
    expect(await codeOf(await get(`${url}/v1/sessions/%00`))).toEqual([400, 'http.badRequest'])
    expect(await codeOf(await get(`${url}/v1/sessions?project=%00`))).toEqual([400, 'http.badRequest'])
    expect(await codeOf(await get(`${url}/v1/sessions?archive=true`))).toEqual([400, 'http.badRequest'])
    expect(await codeOf(await get(`${url}/v1/sessions?archived=perhaps`))).toEqual([400, 'input.invalid'])
    expect((await get(`${url}/v1/sessions`, { 'x-long': 'a'.repeat(20_000) })).status).toBe(431)
    const method = await fetch(`${url}/v1/sessions`, { method: 'OPTIONS', headers: { authorization } })
    expect([method.headers.get('allow'), await codeOf(method)]).toEqual(['GET, POST', [405, 'http.methodNotAllowed']])
    const start = `${url}/v1/sessions`
    expect(await codeOf(await post(start, '{'))).toEqual([400, 'http.badRequest'])
    expect(await codeOf(await post(start, '[1]'))).toEqual([400, 'http.badRequest'])
    expect(await codeOf(await post(start, { question: 'a\0' }))).toEqual([400, 'http.badRequest'])
    expect(await codeOf(await post(start, `{"question":"\\ud800"}`))).toEqual([400, 'http.badRequest'])
    expect(await codeOf(await post(start, `{"settings":${'['.repeat(400)}${']'.repeat(400)}}`))).toEqual([
      400,
      'http.badRequest',
    ])
    expect(await codeOf(await post(start, { question: 5 }))).toEqual([400, 'input.invalid'])
    expect(await codeOf(await post(`${start}?question=a`, {}))).toEqual([400, 'http.badRequest'])
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    expect(await codeOf(await post(start, 'question=a', form))).toEqual([415, 'http.notJson'])
    expect(await codeOf(await post(start, { question: 'a'.repeat(1000) }))).toEqual([413, 'http.tooLarge'])
    expect(asked).toEqual([])

    const failing = (error: Error) => () => Promise.reject(error)
    answers['session.stop'] = failing(
      new QuarryError('session.wrongState', 'It is done.', { context: { state: 'done' } }),
    )
    expect(await codeOf(await post(`${start}/s1/stop`, {}))).toEqual([409, 'session.wrongState'])
    answers['session.view'] = failing(new QuarryError('session.notFound', 'No such session.'))
    expect(await codeOf(await get(`${start}/s1`))).toEqual([404, 'session.notFound'])
    expect(await codeOf(await get(`${start}/s1/events`))).toEqual([404, 'session.notFound'])
    expect(await codeOf(await get(`${url}/v1/events`, { 'last-event-id': '-1' }))).toEqual([400, 'http.badRequest'])
    answers['rules.list'] = failing(new QuarryError('store.locked', 'Locked.'))
    expect(await codeOf(await get(`${url}/v1/rules`))).toEqual([503, 'store.locked'])
    answers['rules.list'] = failing(new TypeError('Oops.'))
    expect(await codeOf(await get(`${url}/v1/rules`))).toEqual([500, 'internal'])
    const port = Number(new URL(url).port)
    await expect(serve({}, port)).rejects.toMatchObject({ code: 'http.portTaken', context: { port } })
  })

  it('registers no program, which only a person may name', async () => {
    const url = await serve()
    answers['resources.inspectText'] = () => [
      { type: 'api', flavour: 'openapi3', name: 'shop' },
      { type: 'mcp_server', flavour: 'stdio', name: 'notes' },
    ]
    expect(await codeOf(await post(`${url}/v1/resources`, { text: '{}' }))).toEqual([403, 'http.forbidden'])
    answers['resources.inspectText'] = () => [{ type: 'mcp_server', flavour: 'http', name: 'notes' }]
    answers['resources.addText'] = () => ({ added: [] })
    expect(await (await post(`${url}/v1/resources`, { text: '{}' })).json()).toEqual({ added: [] })
    expect(asked.map(([channel]) => channel)).toEqual([
      'resources.inspectText',
      'resources.inspectText',
      'resources.addText',
    ])
  })

  it('hangs up on who does not finish a request, and on more connections than it serves', async () => {
    const url = await serve({ headMs: 150, maxConnections: 3 })
    const { port } = new URL(url)
    /** What a connection that never ends its request is sent before it is closed. */
    const hang = (sent: string) =>
      new Promise<string>((resolve) => {
        const socket = createConnection({ host: '127.0.0.1', port: Number(port) })
        let received = ''
        socket.setEncoding('utf8').on('data', (text: string) => {
          received += text
        })
        socket.on('error', () => {})
        socket.once('close', () => resolve(received))
        socket.write(sent)
      })
    const heads = [1, 2, 3, 4, 5].map(() => hang(`GET /v1/sessions HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX-Slow: `))
    const received = await Promise.all(heads)
    expect(received.filter((text) => text.startsWith('HTTP/1.1 408')).length).toBe(3)
    expect(received.filter((text) => text === '').length).toBe(2)
    expect(await hang('no http\r\n\r\n')).toMatch(/^HTTP\/1.1 400/)
    expect((await get(`${url}/v1/sessions`)).status).toBe(200)
  })

  it('streams events from where a client left off: it loses and repeats nothing, however many listen', async () => {
    const url = await serve()
    events.append('session.started')
    events.append('question.accepted')
    const first = await take(await get(`${url}/v1/sessions/s1/events`), 2)
    const { id = '' } = first[1] ?? {}
    events.append('plan.drafted')
    const many = await Promise.all(
      Array.from({ length: 20 }, () => get(`${url}/v1/sessions/s1/events`, { 'last-event-id': id })),
    )
    const rest = Promise.all(many.map((response) => take(response, 2)))
    events.append('plan.approved')
    const typesOf = (messages: readonly { data: string }[]) =>
      messages.map(({ data }) => (JSON.parse(data) as SessionEventView).type)
    expect([typesOf(first), id]).toEqual([['session.started', 'question.accepted'], '2'])
    for (const messages of await rest) {
      expect([typesOf(messages), messages.map((message) => message.id)]).toEqual([
        ['plan.drafted', 'plan.approved'],
        ['3', '4'],
      ])
    }
    expect(typesOf(await take(await get(`${url}/v1/events?after=3`), 1))).toEqual(['plan.approved'])
  })

  it('reads no more for a client that does not take what it is sent, and goes on where it does', async () => {
    const url = await serve({ maxWaitingBytes: 100_000 })
    // More than the system keeps for a connection that nobody reads from.
    const count = 200
    for (let n = 0; n < count; n++) events.append(`event ${'x'.repeat(100_000)}`)
    const response = await get(`${url}/v1/sessions/s1/events`)
    await expect.poll(() => events.followers(), { timeout: 10_000 }).toBe(0)
    events.append('last')
    const messages = await take(response, count + 1)
    expect(messages.map(({ id }) => Number(id))).toEqual(Array.from({ length: count + 1 }, (_, n) => n + 1))
  })

  it('follows nothing for a client that went away before its answer, and goes on serving', async () => {
    const url = await serve()
    for (const path of ['/v1/sessions/s1', '/v1/sessions/s1/events']) {
      let release = (): void => {}
      const gone = new AbortController()
      const reached = new Promise<void>((settle) => {
        answers['session.view'] = () => {
          settle()
          return new Promise<object>((resolve) => {
            release = () => resolve({})
          })
        }
      })
      const left = fetch(`${url}${path}`, { headers: { authorization }, signal: gone.signal })
      await reached
      gone.abort()
      await expect(left).rejects.toThrow()
      answers['session.view'] = () => ({})
      // Meanwhile the server sees the connection end.
      expect((await get(`${url}/v1/sessions/s1`)).status).toBe(200)
      release()
      expect((await get(`${url}/v1/sessions/s1`)).status).toBe(200)
    }
    await expect.poll(() => events.followers()).toBe(0)
  })

  it('gives everyone who asks at once the same token, which then opens', async () => {
    await rm(token.file)
    const [first, second] = await Promise.all([token.read(), token.read()])
    expect([second, await token.is(first)]).toEqual([first, true])
    await writeFile(token.file, '')
    expect([await token.is(''), (await token.read()).length]).toEqual([false, 64])
    const [renewed, after] = await Promise.all([token.renew(), token.read()])
    expect([after, await token.is(renewed), await token.is(first)]).toEqual([renewed, true, false])
  })

  it('ends streams whose token was renewed, refuses more than it serves, and says so when it closes', async () => {
    const url = await serve({ maxStreams: 1, heartbeatMs: 50 })
    const old = await get(`${url}/v1/events`)
    const busy = await get(`${url}/v1/events`)
    expect([busy.headers.get('retry-after'), await codeOf(busy)]).toEqual(['10', [503, 'http.tooMany']])
    authorization = `Bearer ${await token.renew()}`
    expect(await take(old, 1)).toMatchObject([{ event: 'end', data: '{"reason":"unauthorized"}' }])
    let fresh = await get(`${url}/v1/events`)
    while (fresh.status !== 200) fresh = await get(`${url}/v1/events`)
    await server?.close()
    server = undefined
    expect(await take(fresh, 1)).toMatchObject([{ event: 'end', data: '{"reason":"closing"}' }])
    await expect(get(`${url}/v1/health`)).rejects.toThrow()
  })
})
