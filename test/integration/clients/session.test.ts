import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join, resolve } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { isClaim } from '../../../contract/report/report'
import { speechIn } from '../../../wording'
import { quarryOfFile } from '../../fixtures/runtime'

const openProject = quarryOfFile('services')
const patience = { timeout: 60_000, interval: 150 }
const packages = resolve('node_modules', '@modelcontextprotocol')
const program = (name: string): string => join(packages, name, 'dist', 'index.js')

async function openServices() {
  const { work, call } = await openProject()
  async function ask(question: string, chosen?: string) {
    const settings = { clarify: false, autoAccept: chosen === undefined }
    const { sessionId } = await call('session.start', { question, settings })
    const state = async () => (await call('session.view', { sessionId })).state
    if (chosen !== undefined) {
      await vi.waitUntil(async () => (await state()) === 'awaitingPlanReview', patience)
      const { plan } = await call('session.view', { sessionId })
      const need = { type: 'api', capability: 'api_call', level: 1, resourceId: chosen } as const
      const [first] = plan!.steps
      const { id, title, query, dependsOn, skipped } = first!
      await call('session.acceptPlan', {
        sessionId,
        steps: [{ id, title, query, dependsOn, skipped, requirements: [need] }],
      })
    }
    await vi.waitUntil(async () => ['done', 'failed'].includes(await state()), patience)
    const report = await call('session.report', { sessionId, version: 1 })
    const sentences = report?.sections.flatMap((section) => section.sentences) ?? []
    return {
      said: sentences.flatMap((one) => (isClaim(one) ? [one.text] : [])),
      facts: sentences.flatMap((one) => (isClaim(one) ? [] : [one.fact])),
      places: report?.citations.map(({ place }) => place) ?? [],
      verdicts: sentences.flatMap((one) => (isClaim(one) ? [one.verdict] : [])),
    }
  }
  return { call, work, ask }
}

it('a question that an API answers cites the call, and the report says why another was not asked', async () => {
  const seen: string[] = []
  const server = createServer(({ url = '' }, response) => {
    seen.push(url)
    const orders = [
      { id: 42, status: 'shipped', customer: 'Ada' },
      { id: 43, status: 'open', customer: 'Bo' },
    ]
    const id = /\/orders\/(\d+)/.exec(url)?.[1]
    const answer = id === undefined ? { orders } : orders.find((order) => String(order.id) === id)
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer ?? {}))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const { call, work, ask } = await openServices()
  const { total: triedBefore } = await call('app.connections', { offset: 0, limit: 1 })
  const integer = { type: 'integer' }
  const description = {
    openapi: '3.0.3',
    info: { title: 'Shop', version: '1' },
    paths: {
      '/orders': { get: { operationId: 'listOrders', summary: 'List orders', responses: {} } },
      '/orders/{orderId}': {
        get: {
          operationId: 'getOrder',
          summary: 'Get an order',
          parameters: [{ name: 'orderId', in: 'path', required: true, schema: integer }],
          responses: {},
        },
      },
    },
  }
  await writeFile(join(work, 'shop.json'), JSON.stringify(description))
  await call('library.add', { paths: [join(work, 'shop.json')] })
  await vi.waitUntil(async () => (await call('resources.summary')).byType.api > 0, patience)
  const { resources } = await call('resources.list', { type: 'api', parentId: null, offset: 0, limit: 1 })
  const shop = resources[0]!.resourceId

  // Its description names no server, as those of many frameworks: the report says what to do.
  const homeless = await ask('What is the status of order 42?')
  const unused = homeless.facts.find(({ kind }) => kind === 'resourceUnused')!
  expect(unused.values).toMatchObject({ error: { code: 'resource.invalid', remedy: { kind: 'chooseServer' } } })
  expect(speechIn('en').fact(unused)).toMatch(
    /could not be queried: no server is chosen for it\. Choose a server for this API/,
  )
  expect(speechIn('zh-CN').fact(unused)).toContain('尚未为它选择服务器。在“资源”中打开该 API')
  const base = `http://127.0.0.1:${(server.address() as { port: number }).port}/v1`
  await call('resources.setServer', { resourceId: shop, choice: { server: null, base } })

  // Offline: it is reserved, the call is refused, and the report says so.
  const refused = await ask('What is the status of order 42?')
  expect(seen).toEqual([])
  expect(refused.facts).toContainEqual(
    expect.objectContaining({
      values: expect.objectContaining({ name: 'Shop', error: expect.objectContaining({ code: 'egress.denied' }) }),
    }),
  )

  await call('settings.set', { egress: 'local' })
  const answered = await ask('What is the status of order 42?')
  expect(answered.said[0]).toBe('status: shipped')
  expect(answered.verdicts[0]).toBe('supported')
  expect(answered.places[0]).toMatchObject({
    kind: 'call',
    resourceName: 'Shop',
    operation: 'getOrder',
    arguments: { orderId: 42 },
    value: { id: 42, status: 'shipped', customer: 'Ada' },
  })
  expect(seen).toEqual(['/v1/orders/42'])
  const { port } = server.address() as { port: number }
  const tried = { kind: 'connection', host: '127.0.0.1', port, process: 'requests', count: 1 }
  const whose = { tool: 'getOrder', resourceName: 'Shop', sessionTitle: 'What is the status of order 42?' }
  expect(await call('app.connections', { offset: 0, limit: 10 })).toMatchObject({
    total: triedBefore + 2,
    connections: [
      { ...tried, ...whose, decision: 'allowed' },
      { ...tried, ...whose, decision: 'refused' },
    ],
  })

  await writeFile(join(work, 'leaves.md'), '# Leaves\n\nLeaves fall in autumn because the tree seals their stalks.\n')
  await call('library.add', { paths: [join(work, 'leaves.md')] })
  await vi.waitUntil(async () => (await call('library.summary')).passages > 0, patience)
  const unfit = await ask('Why do leaves fall in autumn?', shop)
  expect(unfit.facts).toContainEqual({
    kind: 'resourceUnasked',
    values: { name: 'Shop', reason: 'noTool', tool: null, about: [], error: null },
  })
})

it('a tool of one’s own runs once a person allows it, and its answer cites the call', async () => {
  const { call, work } = await openServices()
  const folder = join(work, 'weigher')
  await mkdir(folder)
  const manifest = {
    name: 'Weigher',
    description: 'Tells the weight of a parcel.',
    tier: 'L1',
    entry: 'weigh.mjs',
    inputSchema: { type: 'object', properties: { parcel: { type: 'integer' } }, required: ['parcel'] },
  }
  await writeFile(join(folder, 'quarry-tool.json'), JSON.stringify(manifest))
  await writeFile(
    join(folder, 'weigh.mjs'),
    `let text = ''
     for await (const chunk of process.stdin) text += chunk
     console.log(JSON.stringify({ parcel: JSON.parse(text).parcel, weight: '7.5 kg' }))`,
  )
  await call('library.add', { paths: [folder] })
  const { resources } = await call('resources.list', { type: 'tool', text: 'Weigher', offset: 0, limit: 5 })
  expect(resources.map(({ name, status }) => [name, status])).toEqual([['Weigher', 'ready']])
  const { sessionId } = await call('session.start', {
    question: 'Ask the Weigher: what is the weight of parcel 42?',
    settings: { clarify: false, autoAccept: true },
  })
  const view = () => call('session.view', { sessionId })
  await vi.waitUntil(async () => (await view()).confirmations.length > 0, patience)
  const [asked] = (await view()).confirmations
  expect(asked).toMatchObject({
    tool: 'Weigher',
    server: 'Weigher',
    tier: 'L3',
    effect: 'changes',
    input: { parcel: 42 },
  })
  const { id: confirmationId, risk, steps } = asked!
  const given = { answer: 'allow', scope: 'once', remark: null, input: null, seen: { risk, steps } } as const
  await call('session.answerConfirmation', { sessionId, confirmationId, ...given })
  await vi.waitUntil(async () => (await view()).state === 'done', patience)
  const report = await call('session.report', { sessionId, version: 1 })
  expect(report.citations.map(({ place }) => place)).toContainEqual(
    expect.objectContaining({ kind: 'call', operation: 'Weigher', value: { parcel: 42, weight: '7.5 kg' } }),
  )
  const { calls } = await call('calls.list', { filter: {}, offset: 0, limit: 5 })
  expect(calls).toContainEqual(expect.objectContaining({ tool: 'Weigher', state: 'done', decidedBy: 'person' }))
})

it('a question that names an MCP server is asked of it', async () => {
  const { call, work, ask } = await openServices()
  await writeFile(
    join(work, 'memory.jsonl'),
    `${JSON.stringify({ type: 'entity', name: 'Chur', entityType: 'site', observations: ['seasonal performance factor 4.7'] })}\n`,
  )
  const mcpServers = {
    everything: { command: process.execPath, args: [program('server-everything'), 'stdio'] },
    memory: {
      command: process.execPath,
      args: [program('server-memory')],
      env: { MEMORY_FILE_PATH: join(work, 'memory.jsonl') },
    },
  }
  await writeFile(join(work, 'mcp.json'), JSON.stringify({ mcpServers }))
  await call('library.add', { paths: [join(work, 'mcp.json')] })
  await vi.waitUntil(async () => (await call('resources.summary')).byType.mcp_server > 1, patience)
  const sum = await ask('Ask everything: what is the sum of 17 and 25?')
  expect(sum.said).toEqual(['The sum of 17 and 25 is 42.'])
  expect(sum.places[0]).toMatchObject({ kind: 'call', operation: 'get-sum', arguments: { a: 17, b: 25 } })
  const known = await ask('What does the memory know about Chur?')
  expect(known.said[0]).toContain('seasonal performance factor 4.7')
  expect(known.places[0]).toMatchObject({ operation: 'search_nodes', pointer: '/entities/0' })
})
