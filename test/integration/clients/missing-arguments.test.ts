import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { isClaim } from '../../../contract/report/report'
import { quarryOfFile } from '../../fixtures/runtime'

const openProject = quarryOfFile('missing-arguments')
const patience = { timeout: 60_000, interval: 150 }
const question = 'What is the status of an order in the Shop?'

/** A project with an API whose operation needs an order's number and how much is told. */
async function openShop() {
  const seen: string[] = []
  const server = createServer(({ url = '' }, response) => {
    seen.push(url)
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ id: 42, status: 'shipped' }))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const quarry = await openProject()
  const { call, work } = quarry
  const { port } = server.address() as { port: number }
  const description = {
    openapi: '3.0.3',
    info: { title: 'Shop', version: '1' },
    servers: [{ url: `http://127.0.0.1:${port}/v1` }],
    paths: {
      '/orders/{orderId}': {
        get: {
          operationId: 'getOrder',
          summary: 'Status of an order',
          parameters: [
            { name: 'orderId', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } },
            { name: 'details', in: 'query', schema: { enum: ['short', 'full'], default: 'short' } },
            { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1 } },
            { name: 'api_key', in: 'query', schema: { type: 'string' } },
            { name: 'filter', in: 'query', schema: { type: 'object' } },
          ],
          responses: {},
        },
      },
    },
  }
  await writeFile(join(work, 'shop.json'), JSON.stringify(description))
  await call('settings.set', { egress: 'local' })
  await call('library.add', { paths: [join(work, 'shop.json')] })
  await vi.waitUntil(async () => (await call('resources.summary')).byType.api > 0, patience)
  return { ...quarry, seen }
}

type Shop = Awaited<ReturnType<typeof openShop>>

async function ask({ call }: Shop, clarify: boolean) {
  const { sessionId } = await call('session.start', { question, settings: { clarify, autoAccept: true } })
  const view = () => call('session.view', { sessionId })
  await vi.waitUntil(async () => {
    const { state, confirmations } = await view()
    return state === 'done' || state === 'failed' || state === 'awaitingClarification' || confirmations.length > 0
  }, patience)
  const report = async () => {
    await vi.waitUntil(async () => (await view()).state === 'done', patience)
    const sentences = (await view()).report?.sections.flatMap((section) => section.sentences) ?? []
    return {
      said: sentences.flatMap((one) => (isClaim(one) ? [one.text] : [])),
      facts: sentences.flatMap((one) => (isClaim(one) ? [] : [one.fact])),
    }
  }
  return { sessionId, view, report }
}

const unasked = {
  kind: 'resourceUnasked',
  values: { name: 'Shop', reason: 'missing', tool: 'getOrder', about: ['orderId'], error: null },
}

it('a person gives the argument that a call misses, and exactly that call is made', async () => {
  const shop = await openShop()
  const { call, seen } = shop
  const { sessionId, view, report } = await ask(shop, true)
  const [asked] = (await view()).confirmations
  expect(asked).toMatchObject({ reason: 'missing', tool: 'getOrder', input: {} })
  expect(asked!.lacking?.fields).toMatchObject([
    { name: 'orderId', form: { kind: 'number', isInteger: true, minimum: 1 } },
  ])
  // No key, and nothing that no field holds.
  expect(asked!.lacking?.optional).toMatchObject([
    { name: 'details', isRequired: false, proposed: null, form: { kind: 'choice' } },
    { name: 'page', isRequired: false, proposed: null, form: { kind: 'number', minimum: 1 } },
  ])
  const confirmationId = asked!.id
  const answer = { sessionId, confirmationId, answer: 'allow', remark: null, scope: 'once' } as const
  for (const input of [{}, { orderId: 0 }, { orderId: 'x' }, { orderId: 1, other: 2 }, { orderId: 1, page: 0 }]) {
    const refused = { code: 'input.invalid' }
    await expect(call('session.checkConfirmation', { sessionId, confirmationId, input })).rejects.toMatchObject(refused)
    const seen = { risk: 1, steps: 2 }
    await expect(call('session.answerConfirmation', { ...answer, input, seen })).rejects.toMatchObject(refused)
  }
  // What was there when the person was asked is no answer.
  const unanswered = { ...answer, input: null, seen: { risk: 1, steps: 2 } }
  await expect(call('session.answerConfirmation', unanswered)).rejects.toMatchObject({ code: 'input.invalid' })
  const input = { orderId: 42, details: 'full' }
  const decided = await call('session.checkConfirmation', { sessionId, confirmationId, input })
  await call('session.answerConfirmation', { ...answer, input, seen: decided })
  const { said } = await report()
  expect(said[0]).toBe('status: shipped')
  expect(seen).toEqual(['/v1/orders/42?details=full'])
})

it('a person leaves the call out; the report says what was missing', async () => {
  const shop = await openShop()
  const { sessionId, view, report } = await ask(shop, true)
  const [asked] = (await view()).confirmations
  const answer = { answer: 'deny', remark: null, scope: 'once', input: null, seen: { risk: 0, steps: 1 } } as const
  await shop.call('session.answerConfirmation', { sessionId, confirmationId: asked!.id, ...answer })
  expect((await report()).facts).toContainEqual(unasked)
  expect((await view()).confirmations).toEqual([])
  expect(shop.seen).toEqual([])
})

it('nobody is asked where nobody answers; the report says what was missing', async () => {
  const shop = await openShop()
  const { view, report } = await ask(shop, false)
  expect((await view()).confirmations).toEqual([])
  expect((await report()).facts).toContainEqual(unasked)
  expect(shop.seen).toEqual([])
})
