import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { dropFiles, dropText, project } from './app'
import { writeShop } from './material'
import { createProject, expect, test } from './shared-window'
import { type ShopServer, startShopServer } from './shop-server'
import { acceptPlan, type Bridge, setSettings } from './steps'

const parcelKey = 'hamster-4711-wheel'

/** A service for parcels on this computer that asks for a key, and its description; and a list with an MCP server that knows a site. */
async function writeServices(work: string): Promise<{ files: string[]; asked: string[]; close(): void }> {
  const asked: string[] = []
  const server = createServer(({ url = '', headers }, response) => {
    asked.push(url)
    const parcel = { id: 42, status: 'delivered', city: 'Chur' }
    response
      .writeHead(headers['x-parcel-key'] === parcelKey ? 200 : 401, { 'content-type': 'application/json' })
      .end(JSON.stringify(parcel))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as { port: number }
  const description = {
    openapi: '3.0.3',
    info: { title: 'Parcel service', version: '1' },
    servers: [{ url: `http://127.0.0.1:${port}/v1` }],
    components: { securitySchemes: { parcelKey: { type: 'apiKey', in: 'header', name: 'X-Parcel-Key' } } },
    security: [{ parcelKey: [] }],
    paths: {
      '/parcels/{parcelId}': {
        get: {
          operationId: 'getParcel',
          summary: 'Status of a parcel',
          parameters: [
            { name: 'parcelId', in: 'path', required: true, schema: { type: 'integer' } },
            { name: 'days', in: 'query', schema: { type: 'integer', minimum: 1 } },
          ],
          responses: {},
        },
      },
    },
  }
  const known = { type: 'entity', name: 'Chur', entityType: 'site', observations: ['seasonal performance factor 4.7'] }
  const [api, knowledge, servers] = [join(work, 'parcels.json'), join(work, 'memory.jsonl'), join(work, 'mcp.json')]
  await writeFile(api, JSON.stringify(description))
  await writeFile(knowledge, `${JSON.stringify(known)}\n`)
  const args = [join(project, 'node_modules/@modelcontextprotocol/server-memory/dist/index.js')]
  const memory = { command: process.execPath, args, env: { MEMORY_FILE_PATH: knowledge } }
  await writeFile(servers, JSON.stringify({ mcpServers: { memory } }))
  return { files: [api, servers], asked, close: () => server.close() }
}

async function askNew(page: Page, question: string): Promise<void> {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await page.keyboard.press('n')
  await page.locator('#question').fill(question)
  await page.keyboard.press('Enter')
}

/** Gives the service its key, where its page asks for it. */
async function enterParcelKey(page: Page): Promise<void> {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await page.getByRole('button', { name: 'Resources', exact: true }).click()
  await page.getByTestId('resources').getByTestId('resource').filter({ hasText: 'Parcel service' }).first().click()
  const keys = page.getByTestId('unlock')
  await expect(keys).toContainText('API key, sent in the header X-Parcel-Key.')
  await keys.getByLabel('Key: parcelKey').fill(parcelKey)
  await keys.getByRole('button', { name: 'Save' }).click()
  await expect(keys).toContainText('Saved')
  await expect(page.getByTestId('resource-detail')).toContainText('API·ready')
}

/** Asks, and opens the first citation of the report's answer. */
async function askAndOpen(page: Page, question: string): Promise<void> {
  await askNew(page, question)
  await expect(page.getByTestId('session')).toHaveAttribute('data-state', 'done', { timeout: 60_000 })
  await page.locator('#report-body [data-citation="1"]').first().click()
  await expect(page.getByTestId('answer-view')).toBeVisible()
}

let shop: ShopServer | null = null
test.afterEach(() => shop?.close())

test('a database, an API and an MCP server are dropped and asked, in either language: each answer opens at its query or call', async ({
  shared,
  work,
}) => {
  // Many sessions, one after the other.
  test.slow()
  const services = await writeServices(work)
  shop = await startShopServer()
  const { app, page } = shared
  const { id } = await createProject(page, 'Acting')
  await app.evaluate(({ dialog }) => {
    dialog.showMessageBox = async () => ({ response: 0, checkboxChecked: false })
  })
  await setSettings(page, id, { egress: 'local', clarify: false, autoAccept: true })
  await dropFiles(page, [...(shop === null ? [await writeShop(work)] : []), ...services.files])
  const sheet = page.getByTestId('intake')
  await sheet.getByRole('button', { name: `Add ${shop === null ? 3 : 2} items` }).click()
  await expect(sheet).toBeHidden()
  if (shop === null) {
    console.warn('No PostgreSQL server is installed: a database file is asked instead.')
  } else {
    await dropText(page, shop.address)
    const pasted = page.getByTestId('pasted-text')
    await pasted.getByRole('button', { name: 'Add 1 resource' }).click()
    await expect(pasted).toBeHidden()
  }
  await enterParcelKey(page)
  for (const [language, orders, parcel, memory] of [
    [
      'en',
      'How many orders has each customer?',
      'What is the status of parcel 42?',
      'What does the memory know about Chur?',
    ],
    ['zh-CN', '每个客户有多少订单？', '包裹 42 的状态是什么？', 'memory 里有什么关于 Chur 的内容？'],
  ] as const) {
    await setSettings(page, id, { language })
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    const answer = page.getByTestId('answer-view')
    await askAndOpen(page, orders)
    const unsearched = language === 'en' ? 'No documents were searched.' : '没有搜索任何文档。'
    await expect(page.getByTestId('investigation')).toContainText(unsearched)
    const rows = page.getByTestId('report').getByTestId('answered-rows')
    await expect(rows.getByRole('row')).toHaveCount(3)
    // The menus of its sentences widen no table.
    expect(await rows.locator('..').evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
    await expect(answer).toContainText(/COUNT\(\*\)/)
    await expect(answer.getByRole('row').filter({ has: page.locator(':scope[aria-current]') })).toContainText('Li2')
    await askAndOpen(page, parcel)
    await expect(page.locator('#report-body')).toContainText('delivered')
    await expect(answer).toContainText('getParcel')
    await expect(answer).toContainText('"city": "Chur"')
    await askAndOpen(page, memory)
    await expect(page.locator('#report-body')).toContainText('seasonal performance factor 4.7')
    await expect(answer).toContainText('search_nodes')
  }
  // What the shop cannot be asked for certain, the plan says, and asks what a person chooses instead.
  await setSettings(page, id, { language: 'system', autoAccept: false })
  await askNew(page, 'How many grumpy orders has each customer?')
  await expect(page.getByTestId('step-declined')).toContainText('it does not know “grumpy”. It could answer:')
  // Why it is in the plan, and that a person may pick what they want.
  const chosen = page.getByTestId('chosen-resource')
  await expect(chosen).toContainText('comes nearest')
  await page.getByRole('button', { name: /^Choose resources for step 1/ }).click()
  const picker = page.getByTestId('resource-picker')
  await picker.getByRole('checkbox', { name: /^Any database/ }).check()
  await picker.getByRole('button', { name: 'Use selection' }).click()
  await expect(chosen).toHaveCount(0)
  await page.getByRole('button', { name: /^Choose resources for step 1/ }).click()
  await picker.getByTestId('pickable').getByRole('checkbox').check()
  await picker.getByRole('button', { name: 'Use selection' }).click()
  await expect(chosen).toContainText('chosen by you')
  await page.getByRole('button', { name: /^Ask this instead/ }).click()
  await expect(page.getByTestId('step-reading')).toContainText('Read as you corrected it')
  await acceptPlan(page)
  const rows = page.getByTestId('report').getByTestId('answered-rows').getByRole('row')
  await expect(rows).toHaveCount(3)
  // Where no plan was reviewed, the report offers the same.
  await setSettings(page, id, { autoAccept: true })
  await askNew(page, 'How many sleepy orders has each customer?')
  await page
    .getByTestId('ask-otherwise')
    .getByRole('button', { name: /^Ask this instead/ })
    .click()
  await expect(rows).toHaveCount(3)
  // A question may be asked of some things alone: what else could answer it is left alone, and the report says so.
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await page.keyboard.press('n')
  await page.getByRole('button', { name: 'Ask only…' }).click()
  const only = page.getByTestId('scope-picker')
  await only.getByRole('checkbox', { name: 'shop' }).check()
  await only.getByRole('button', { name: 'Ask only these' }).click()
  await expect(page.getByTestId('scope')).toContainText('Only: shop')
  await page.locator('#question').fill('How many orders has each customer?')
  await page.locator('#question').press('Enter')
  await expect(rows).toHaveCount(3)
  await expect(page.getByTestId('scope')).toContainText('Only: shop')
  const server = await page.evaluate(async (projectId) => {
    const { quarry: bridge } = window as unknown as { quarry: Bridge }
    const listed = await bridge.resourcesList({ type: 'mcp_server', offset: 0, limit: 1 }, projectId)
    if (!listed.ok) return listed.error
    const { resourceId = '' } = listed.value.resources[0] ?? {}
    const service = await bridge.resourcesCheck({ resourceId }, projectId)
    return service.ok ? service.value.server : service.error
  }, id)
  const tools = expect.arrayContaining([expect.objectContaining({ name: 'search_nodes', approval: 'same' })])
  expect(server).toMatchObject({ offered: { tools }, log: expect.any(Array) })
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await page.keyboard.press('c')
  const calls = page.getByTestId('calls')
  await calls.getByRole('searchbox').fill('parcel')
  await expect(calls.getByTestId('call')).toHaveCount(2)
  await calls.getByTestId('call').first().getByRole('button').first().click()
  await expect(calls.getByTestId('kept-call')).toContainText('"parcelId": 42')
  // What the question does not say is asked for, and the call made with that.
  await setSettings(page, id, { clarify: true })
  await askNew(page, 'What is the status of a parcel in the Parcel service?')
  const missing = page.getByTestId('missing-arguments')
  await missing.getByRole('button', { name: 'Continue' }).click()
  await expect(missing.getByLabel('parcelId')).toBeFocused()
  // What the service lets it have besides is folded away, and checked as well.
  await expect(missing.getByLabel('days')).toBeHidden()
  await missing.getByText('1 optional argument').focus()
  await page.keyboard.press('Enter')
  await missing.getByLabel('days').pressSequentially('0')
  // What is wrong elsewhere takes nobody away from where they type, and is told until it is edited.
  await expect(missing.getByLabel('days')).toBeFocused()
  await expect(missing.getByText('Enter a value.')).toBeVisible()
  await missing.getByLabel('parcelId').fill('7')
  await expect(missing.getByText('Enter a value.')).toBeHidden()
  await missing.getByRole('button', { name: 'Continue' }).click()
  await expect(missing.getByLabel('days')).toBeFocused()
  await missing.getByLabel('days').fill('3')
  await missing.getByRole('button', { name: 'Continue' }).click()
  await expect(page.locator('#report-body')).toContainText('delivered')
  // A rule is tried on such a call before it is saved. One that allows needs a yes outside of the page, one that denies none.
  await app.evaluate(({ dialog }) => {
    dialog.showMessageBox = async () => ({ response: 1, checkboxChecked: false })
  })
  await page.keyboard.press('Control+,')
  const settings = page.getByTestId('settings')
  await settings.getByRole('button', { name: 'New rule…' }).click()
  const rule = page.getByTestId('rule')
  await rule.getByRole('radio', { name: 'Allow' }).click()
  await rule.getByLabel('Tool', { exact: true }).fill('getParcel')
  await rule.getByRole('button', { name: 'Add argument' }).click()
  await rule.getByLabel('Path of argument 1').fill('parcelId')
  await expect(rule.getByText('“parcelId” is empty.')).toBeVisible()
  await rule.getByLabel('Pattern of argument 1').fill('7*')
  await expect(rule.getByTestId('rule-meaning')).toContainText('if every value of “parcelId” matches “7*”')
  await rule.getByRole('button', { name: 'Add rule' }).click()
  await expect(rule.getByRole('alert')).toHaveText('Cancelled.')
  await rule.getByRole('radio', { name: 'Deny' }).click()
  const call = await rule.locator('option', { hasText: 'getParcel ·' }).first().getAttribute('value')
  await rule.getByLabel('Choose a recent call…').selectOption(call)
  await rule.getByRole('button', { name: 'Test', exact: true }).click()
  await expect(rule).toContainText('This rule decides.')
  await rule.getByRole('button', { name: 'Add rule' }).click()
  await expect(settings.getByTestId('rules')).toContainText('tool: getParcel · parcelId: 7*')
  // Beside the check every half a minute of whether a service in use is there.
  const calledPaths = services.asked.filter((path) => path !== '/v1/')
  expect(calledPaths).toEqual(['/v1/parcels/42', '/v1/parcels/42', '/v1/parcels/7?days=3'])
  services.close()
  await page.keyboard.press('Escape')
  await expect(settings).toBeHidden()
})
