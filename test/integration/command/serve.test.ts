import type { ChildProcess } from 'node:child_process'
import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { request as requestOf } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChannelOutput } from '../../../contract/channels/channels'
import type { ThreadEvent } from '../../../contract/channels/thread-event'
import type { ProjectEventView } from '../../../contract/session/session'
import { fieldsOf } from '../../../main/http/route-fields'
import { routes, streamRoutes } from '../../../main/http/routes'
import { prepareDataFolder } from '../../prepared-store'
import { messagesOf, take } from '../http/events'
import { type Outcome, quarry, samples } from './quarry'
import { makeShop } from './shop'

const patience = { timeout: 60_000, interval: 100 }

describe('quarry serve', () => {
  let work: string
  let data: string
  let url: string
  let authorization: string
  let owner: ChildProcess | undefined
  let ended: Promise<Outcome>

  /** Starts the command; resolves with its address once it serves. */
  async function serving(...options: string[]): Promise<{ url: string; child: ChildProcess; ended: Promise<Outcome> }> {
    let child: ChildProcess | undefined
    let found: ((address: string) => void) | undefined
    const address = new Promise<string>((settle) => {
      found = settle
    })
    const end = quarry(['--data', data, 'serve', '--port', '0', ...options], {
      onStart(started) {
        child = started
        started.stdout?.once('data', (text: string) => found?.(text.trim()))
      },
    })
    const failed = end.then(({ stderr }) => Promise.reject(new Error(stderr)))
    return { url: await Promise.race([address, failed]), child: child!, ended: end }
  }

  beforeAll(async () => {
    work = await mkdtemp(join(tmpdir(), 'quarry-serve-'))
    data = join(work, 'library')
    prepareDataFolder(data)
    makeShop(join(work, 'shop.sqlite'))
    const args = ['-e', 'require("node:fs").writeFileSync(process.argv[1], "")', join(work, 'started')]
    const servers = { mcpServers: { tracker: { command: process.execPath, args } } }
    await writeFile(join(work, 'servers.json'), JSON.stringify(servers))
    const paths = [join(samples, 'ground-source.pdf'), join(work, 'shop.sqlite'), join(work, 'servers.json')]
    const rules = [{ decide: 'ask', tool: 'sql_query', name: 'ask me' }]
    await writeFile(join(data, 'rules.json'), JSON.stringify({ version: 1, rules }))
    const started = await serving()
    owner = started.child
    ended = started.ended
    url = started.url
    authorization = `Bearer ${await readFile(join(data, 'http-token'), 'utf8')}`
    // The library is open: the command attaches to it.
    await quarry(['--data', data, 'add', ...paths])
    await rm(join(work, 'started'), { force: true })
  })
  afterAll(async () => {
    owner?.kill('SIGTERM')
    await ended
    await rm(work, { recursive: true, force: true })
  })

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${url}${path}`, { headers: { authorization, ...headers } })
  const read = async <Value>(path: string): Promise<Value> => (await (await get(path)).json()) as Value
  const post = (path: string, body: unknown) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  it('runs a session from its question to its report, with a call that a person allows, and every event once', async () => {
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    const followed = await get('/v1/events')
    const started = await post('/v1/sessions', {
      question: 'How many orders has each customer?',
      settings: { clarify: false, autoAccept: true },
    })
    const { sessionId } = (await started.json()) as { sessionId: string }
    type Asked = ChannelOutput<'session.confirmations'>
    await expect.poll(() => read<Asked>('/v1/confirmations'), patience).toHaveLength(1)
    const [asked] = await read<Asked>('/v1/confirmations')
    expect(asked).toMatchObject({ sessionId, tool: 'sql_query', resourceName: expect.stringContaining('shop') })
    const allow = { sessionId, answer: 'allow', remark: null, scope: 'once', input: null }
    const path = `/v1/confirmations/${asked?.id}`
    expect((await post(path, { ...allow, seen: { risk: 0, steps: 0 } })).status).toBe(409)
    expect((await post(path, { ...allow, seen: { risk: asked?.risk, steps: asked?.steps } })).status).toBe(204)
    const state = async () => (await read<{ state: string }>(`/v1/sessions/${sessionId}`)).state
    await expect.poll(state, patience).toBe('done')

    expect(await (await get(`/v1/sessions/${sessionId}/report.md`)).text()).toMatch(/\| Ada \| 2 \|/)
    expect(await (await get(`/v1/sessions/${sessionId}/report.html`)).text()).toMatch(/<td>Ada<\/td>/)
    expect((await read<ChannelOutput<'session.report'>>(`/v1/sessions/${sessionId}/report`)).citations).not.toEqual([])
    const { calls } = await read<ChannelOutput<'calls.list'>>(`/v1/calls?sessionId=${sessionId}&tool=sql_query`)
    expect(calls).toMatchObject([{ decision: 'ask', decidedBy: 'person', state: 'done' }])
    expect(await read('/v1/metrics')).toMatchObject({
      sessions: { done: 1 },
      answers: {
        all: { asked: 1, answered: 1, clarifiedShare: 0, p50Ms: expect.any(Number) },
        byEngine: [{ engine: 'extractive', asked: 1 }],
      },
      calls: { tools: expect.arrayContaining([expect.objectContaining({ tool: 'sql_query', successRate: 1 })]) },
      pool: expect.arrayContaining([expect.objectContaining({ type: 'executor' })]),
    })
    const { hits } = await read<ChannelOutput<'recall.search'>>('/v1/recall?query=heat%20pump&top=2')
    expect(hits.map(({ sourceName }) => sourceName)).toContain('ground-source.pdf')

    const eventsOf = (messages: readonly { data: string }[]) =>
      messages.map(({ data: line }) => JSON.parse(line) as ProjectEventView)
    const log: { id?: string | undefined; data: string }[] = []
    for await (const message of messagesOf(followed)) {
      log.push(message)
      if (message.data.includes('"state":"done"')) break
    }
    expect(eventsOf(log).map(({ sequence }) => String(sequence))).toEqual(log.map(({ id }) => id))
    const rest = await get('/v1/events', { 'last-event-id': log[1]?.id ?? '' })
    expect(await take(rest, log.length - 2)).toEqual(log.slice(2))
    const told: string[] = []
    for await (const { event, data } of messagesOf(await get(`/v1/sessions/${sessionId}/thread`))) {
      const { agent } = JSON.parse(data) as ThreadEvent
      told.push(`${agent} ${event}`)
      if (agent === 'reporter') break
    }
    expect(told.slice(0, 2)).toEqual(['person message_chunk', 'planner message_chunk'])
    expect(told.indexOf('researcher interrupt')).toBeGreaterThan(told.indexOf('researcher tool_calls'))
    expect(told.indexOf('researcher interrupt')).toBeLessThan(told.lastIndexOf('researcher tool_call_result'))
    const own = await take(await get(`/v1/sessions/${sessionId}/events?after=1`), log.length - 1)
    expect(eventsOf(own).map(({ type, sequence }) => [sequence, type])).toEqual(
      eventsOf(log)
        .map(({ type }, index) => [index + 1, type])
        .slice(1),
    )
    expect(
      (await fetch(`${url}/v1/sessions/${sessionId}`, { method: 'DELETE', headers: { authorization } })).status,
    ).toBe(204)
    expect((await get(`/v1/sessions/${sessionId}`)).status).toBe(404)
  })

  it('registers an API and no program, and serves beside the owner of the library with the same token', async () => {
    const servers = JSON.stringify({ mcpServers: { notes: { command: 'touch', args: [join(work, 'ran')] } } })
    expect((await post('/v1/resources', { text: servers })).status).toBe(403)
    const itself = await (await get('/openapi.json')).text()
    const { added } = (await (
      await post('/v1/resources', { text: itself })
    ).json()) as ChannelOutput<'resources.addText'>
    expect(added).toMatchObject([
      { name: 'Quarry', type: 'api', flavour: 'openapi3', parts: routes.length + streamRoutes.length },
    ])
    const listed = await read<ChannelOutput<'resources.list'>>('/v1/resources?parentId=null')
    expect(listed.resources.map(({ name }) => name)).toContain('tracker')
    expect(listed.resources.map(({ name }) => name)).not.toContain('notes')
    // One that a person added does not start either: nobody typed a command that needs it.
    const settings = { clarify: false, autoAccept: true }
    const asked = await post('/v1/sessions', { question: 'Ask the tracker: which tasks are open?', settings })
    const { sessionId } = (await asked.json()) as { sessionId: string }
    const state = async () => (await read<{ state: string }>(`/v1/sessions/${sessionId}`)).state
    await expect.poll(state, patience).toMatch(/^(done|failed|blocked|paused)/)
    await expect(access(join(work, 'started'))).rejects.toThrow('ENOENT')

    const other = await serving('--new-token')
    expect((await get('/v1/sessions')).status).toBe(401)
    authorization = `Bearer ${await readFile(join(data, 'http-token'), 'utf8')}`
    expect((await get('/v1/sessions')).status).toBe(200)
    expect((await fetch(`${other.url}/v1/sessions`, { headers: { authorization } })).status).toBe(200)
    const stream = await fetch(`${other.url}/v1/events`, { headers: { authorization } })
    other.child.kill('SIGTERM')
    let last = ''
    for await (const message of messagesOf(stream)) last = message.data
    expect([last, (await other.ended).code]).toEqual(['{"reason":"closing"}', 0])
  })

  it('answers any path, query and body with what is wrong: it never fails by accident, and goes on serving', async () => {
    const odd = fc.oneof(
      fc.string({ maxLength: 40 }),
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constantFrom('..', '\0', '%00', '__proto__', 'null', '-1', '1e309', 'a'.repeat(5000), "' or 1=1 --", '\ud800'),
      fc.integer().map(String),
    )
    const escaped = odd.map((text) => encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '')))
    const route = fc.constantFrom(...routes.filter(({ channel }) => channel !== 'session.start'))
    const call = route.chain((one) => {
      const fields = [...fieldsOf(one).map(({ name }) => name), '__proto__']
      return fc.record({
        method: fc.constantFrom(one.method, one.method, one.method, 'GET', 'POST', 'PUT', 'PATCH', 'HEAD'),
        path: fc.oneof(
          fc.array(escaped, { maxLength: 4 }).map((parts) => `/v1/${parts.join('/')}`),
          fc
            .array(escaped, { minLength: 4, maxLength: 4 })
            .map((parts) => one.path.replaceAll(/\{\w+\}/g, () => parts.pop() ?? '')),
        ),
        query: fc.array(fc.tuple(fc.constantFrom(...fields, 'project'), escaped), { maxLength: 2 }),
        body: fc.oneof(
          fc
            .dictionary(fc.constantFrom(...fields), fc.oneof(odd, fc.jsonValue()), { maxKeys: 5 })
            .map((body) => JSON.stringify(body)),
          fc.json(),
          odd,
        ),
      })
    })
    await fc.assert(
      fc.asyncProperty(call, async ({ method, path, query, body }) => {
        const asked = query.map(([name, value]) => `${name}=${value}`).join('&')
        const status = await answered(method, asked === '' ? path : `${path}?${asked}`, body)
        expect([200, 204, 400, 404, 405, 409, 413, 415, 422]).toContain(status)
      }),
      { numRuns: 150 },
    )
    expect((await get('/v1/health')).status).toBe(200)
  })

  /** Sends a request as it is, which fetch would mend. */
  const answered = (method: string, path: string, body: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(url)
      const hasBody = method !== 'GET' && method !== 'HEAD'
      const headers = { authorization, ...(hasBody && { 'content-type': 'application/json' }) }
      requestOf({ hostname, port, method, path, headers }, (response) => {
        response.once('end', () => resolve(response.statusCode))
        response.once('error', reject)
        response.resume()
      })
        .once('error', reject)
        .end(hasBody ? body : undefined)
    })
})
