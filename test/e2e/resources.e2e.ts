import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { openStore } from '../../main/store'
import { dropFiles, expect, newData, type OpenQuarry, openQuarry, project, removeData, test } from './app'
import { writeMixture, writeShop } from './material'
import { test as inSharedWindow, showProject } from './shared-window'
import { acceptPlan, ask, type Bridge, waitForReport } from './steps'

interface TablesBridge {
  resourcesList(filter: object, project: string): Promise<{ value: { resources: { resourceId: string }[] } }>
  resourcesSetActive(chosen: object, project: string): Promise<unknown>
}

inSharedWindow(
  'a session waits for a database that nobody has, and goes on once it was dropped; each thing becomes what the sheet promised',
  async ({ shared, work }) => {
    const { page } = shared
    await showProject(page, 'Library')
    // The table among the samples is a database, too: here it is turned off.
    await page.evaluate(async () => {
      const { quarry: bridge } = window as unknown as { quarry: TablesBridge }
      const listed = await bridge.resourcesList({ type: 'database', parentId: null, offset: 0, limit: 10 }, 'default')
      for (const { resourceId } of listed.value.resources)
        await bridge.resourcesSetActive({ resourceId, active: false }, 'default')
    })
    await ask(page, 'Query the shop database for the orders of each customer. How does a heat pump work?')
    const plan = page.getByTestId('plan-review')
    await expect(plan.getByTestId('need').first()).toContainText('database')
    await acceptPlan(page)

    const card = page.getByTestId('blocked-card')
    await expect(card).toContainText('database')
    await expect(page.getByTestId('session')).toHaveAttribute('data-state', 'blockedReview')

    await dropFiles(page, [await writeShop(work), ...(await writeMixture(work))])
    const sheet = page.getByTestId('intake')
    const promised = async (name: string): Promise<(string | null)[]> => {
      const offers = sheet.getByTestId('intake-item').filter({ hasText: name }).getByTestId('offer')
      await expect(offers.first()).toBeVisible()
      return Promise.all((await offers.all()).map((offer) => offer.getAttribute('data-type')))
    }
    expect(await promised('shop.sqlite')).toEqual(['database'])
    await expect(sheet).toContainText('3 tables')
    expect(await promised('regions.csv')).toEqual(['database'])
    expect(await promised('weather.yaml')).toEqual(['api'])
    await expect(sheet).toContainText('2 operations')
    expect(await promised('mcp.json')).toEqual(['mcp_server'])
    expect(await promised('field notes')).toEqual(['knowledge_base'])
    await sheet.getByRole('button', { name: 'Add 5 items' }).click()
    await expect(sheet).toBeHidden()

    await card.getByRole('button', { name: 'Resume' }).click()
    await waitForReport(page)

    await page.getByRole('button', { name: 'Resources', exact: true }).click()
    const resources = page.getByTestId('resources')
    for (const [name, type] of [
      ['shop', 'database'],
      ['regions', 'database'],
      ['Weather service', 'api'],
      ['files', 'mcp_server'],
      ['tracker', 'mcp_server'],
      ['field notes', 'knowledge_base'],
    ] as const) {
      const row = resources.getByTestId('resource').filter({ has: page.getByText(name, { exact: true }) })
      await expect(row).toHaveAttribute('data-type', type)
    }
    // The step worked with the database that it spoke of, not with any that fits.
    await expect(
      resources.getByTestId('resource').filter({ has: page.getByText('shop', { exact: true }) }),
    ).toContainText(/uses?/)
    expect(await page.content()).not.toContain('token-that-nobody-may-read')

    await page.getByRole('button', { name: 'Pool', exact: true }).click()
    const pool = page.getByTestId('pool-page')
    // In the timeline, to the eye as a bar and to everybody in words: who held which slot, for what, and how long.
    await pool.getByRole('searchbox', { name: 'Find a member' }).fill('shop')
    await expect(pool.getByRole('button', { name: /^shop.*100% succeeded.*busy, / }).first()).toBeVisible()
  },
)
test.describe('one window', () => {
  let data: string
  let quarry: OpenQuarry
  test.beforeAll(async () => {
    data = await newData('library')
    // What a failure of the member itself leaves behind.
    const store = await openStore({ directory: data, workersDir: join(project, 'out/workers') })
    await store.database.query(
      `insert into pool_members (member_id, name, type, capabilities, state, error)
       values ('executor-1', 'Executor 1', 'executor', '[]', 'error', $1::jsonb)`,
      [JSON.stringify({ kind: 'told', values: { text: 'Its thread died.' } })],
    )
    await store.close()
    quarry = await openQuarry(data)
  })
  test.afterAll(async () => {
    await quarry.close()
    await removeData(data)
  })

  test('a member in error is out of service until a person clears it', async () => {
    const { page } = quarry
    await page.getByRole('button', { name: 'Pool', exact: true }).click()
    const pool = page.getByTestId('pool-page')
    await expect(pool.getByTestId('pool-warnings')).toContainText('Its thread died.')
    const member = pool.getByTestId('member').filter({ hasText: 'Executor 1' })
    await expect(member).toHaveAttribute('data-state', 'error')
    await pool.getByTestId('pool-warnings').getByRole('button').first().click()
    await expect(member).toHaveAttribute('data-state', 'available')
    await expect(pool.getByTestId('pool-warnings')).toBeHidden()
  })

  test('a script of the page can name a program or a host and ask for it: what starts or reaches it is a dialog of the app', async ({
    work,
  }) => {
    const { app, page } = quarry
    await app.evaluate(({ dialog }) => {
      dialog.showMessageBox = async (...given: unknown[]) => {
        ;(globalThis as { asked?: unknown }).asked = given.at(-1)
        return { response: 1, checkboxChecked: false }
      }
    })
    const started = join(work, 'started')
    const args = ['-e', 'require("node:fs").writeFileSync(process.argv[1], "")', started]
    const state = await page.evaluate(
      async (text) => {
        const { quarry: bridge } = window as unknown as { quarry: Bridge }
        await bridge.resourcesAddText({ text }, 'default')
        const settings = { clarify: false, autoAccept: true }
        const begun = await bridge.sessionStart(
          { question: 'Ask the tracker: which tasks are open?', settings },
          'default',
        )
        if (!begun.ok) return begun.error.code
        for (;;) {
          const view = await bridge.sessionView(begun.value, 'default')
          if (!view.ok) return view.error.code
          if (
            !['coordinating', 'investigating', 'planning', 'running', 'reporting', 'verifying'].includes(
              view.value.state,
            )
          )
            return view.value.state
          await new Promise((resolve) => setTimeout(resolve, 100))
        }
      },
      JSON.stringify({ mcpServers: { tracker: { command: process.execPath, args } } }),
    )
    expect(state).toMatch(/^(done|failed|blocked)/)
    expect(await app.evaluate(() => (globalThis as { asked?: unknown }).asked)).toMatchObject({
      message: 'Start the program of “tracker”?',
      detail: expect.stringContaining(started),
      buttons: ['Start', 'Cancel'],
      defaultId: 1,
      cancelId: 1,
    })
    await expect(access(started)).rejects.toThrow('ENOENT')

    // Nor does it connect to more than a person said.
    const egress = await page.evaluate(async () => {
      const { quarry: bridge } = window as unknown as { quarry: Bridge }
      await bridge.settingsSet({ language: 'zh-CN' }, 'default')
      const set = await bridge.settingsSet({ egress: 'named', egressHosts: ['203.0.113.7'] }, 'default')
      await bridge.settingsSet({ language: 'system' }, 'default')
      return set.ok ? set.value.egress : set.error.code
    })
    expect(egress).toBe('offline')
    expect(await app.evaluate(() => (globalThis as { asked?: unknown }).asked)).toMatchObject({
      message: '允许 Quarry 连接指定主机？',
      detail: expect.stringContaining('203.0.113.7'),
      defaultId: 1,
    })

    // Nor does it let other programs in: a person does, and then who has the token may ask.
    await page.evaluate(async () => {
      const { quarry: bridge } = window as unknown as { quarry: Bridge }
      await bridge.settingsSet({ httpPort: 0, httpApi: true }, 'default')
    })
    expect(await app.evaluate(() => (globalThis as { asked?: unknown }).asked)).toMatchObject({
      message: 'Let other programs on this computer use Quarry?',
    })
    await page.keyboard.press('Control+,')
    const http = page.getByTestId('http-api')
    await expect(http.getByRole('switch')).not.toBeChecked()
    await app.evaluate(({ dialog }) => {
      dialog.showMessageBox = async () => ({ response: 0, checkboxChecked: false })
    })
    await http.getByRole('switch').click()
    const address = (await http.getByText('Address: http').textContent()) ?? ''
    const ask = async () =>
      (
        await fetch(`${address.replace('Address: ', '')}/v1/projects`, {
          headers: { authorization: `Bearer ${await app.evaluate(({ clipboard }) => clipboard.readText())}` },
        })
      ).status
    await http.getByRole('button', { name: 'Copy token' }).click()
    await expect.poll(ask).toBe(200)
    await http.getByRole('switch').click()
    await expect.poll(() => ask().catch(() => 'off')).toBe('off')
    await page.keyboard.press('Escape')
  })

  test('slots and levels of a resource, and levels of staff, are set in the window and hold in the pool', async () => {
    const { page } = quarry
    await dropFiles(
      page,
      (await writeMixture(data)).filter((path) => path.endsWith('regions.csv')),
    )
    await page.getByTestId('intake').getByRole('button', { name: 'Add 1 item' }).click()
    await page.getByRole('button', { name: 'Resources', exact: true }).click()
    await page
      .getByTestId('resources')
      .getByTestId('resource')
      .filter({ has: page.getByText('regions', { exact: true }) })
      .click()
    const detail = page.getByTestId('resource-detail')
    await detail.getByRole('tab', { name: 'Health' }).click()
    const slots = detail.getByRole('textbox', { name: 'Slots' })
    await slots.fill('3')
    await slots.press('Tab')
    const level = detail.getByRole('textbox', { name: /^Level: SQL/ })
    await level.fill('11')
    await level.press('Tab')
    await expect(level).toHaveAttribute('aria-invalid', 'true')
    await level.fill('9')
    await level.press('Tab')
    const members = async (): Promise<string[]> => {
      const view = await page.evaluate(() => (window as unknown as { quarry: Bridge }).quarry.poolView())
      if (!view.ok) throw new Error(view.error.message)
      return view.value.members.map(({ type, name, number, capabilities }) =>
        [
          type,
          name,
          number,
          ...capabilities.filter(({ name: of }) => of === 'sql_query' || of === 'recall').map((of) => of.level),
        ]
          .filter((part) => part !== null)
          .join(' '),
      )
    }
    await expect
      // What answers questions on it goes by its name, too, with a level of its own.
      .poll(async () => (await members()).filter((name) => /^database regions .* 9$/.test(name)))
      .toEqual(['database regions 1 9', 'database regions 2 9', 'database regions 3 9'])

    await page.getByRole('button', { name: 'Pool', exact: true }).click()
    await page.getByTestId('member').filter({ hasText: 'Executor 1' }).getByRole('button').click()
    const staff = page.getByTestId('member-detail').getByTestId('staff-levels')
    await staff.locator('summary').click()
    const recall = staff.getByRole('textbox').first()
    await recall.fill('6')
    await recall.press('Tab')
    await expect
      .poll(async () => new Set((await members()).filter((name) => /^executor/.test(name)).map((name) => name.at(-1))))
      .toEqual(new Set(['6']))
    await expect(page.getByTestId('member-group').filter({ hasText: /^regions3 slots/ })).toBeVisible()
  })

  test('a list of resources is narrowed by status; how matches are weighed is changed, kept, and set back', async () => {
    const { page } = quarry
    await dropFiles(page, [await writeShop(data)])
    await page.getByTestId('intake').getByRole('button', { name: 'Add 1 item' }).click()
    await page.getByRole('button', { name: 'Resources', exact: true }).click()
    const resources = page.getByTestId('resources')
    const rows = resources.getByTestId('resource')
    const shop = rows.filter({ has: page.getByText('shop', { exact: true }) })
    await shop.click()
    const detail = page.getByTestId('resource-detail')
    await detail.getByRole('tab', { name: 'Health' }).click()
    await detail.getByRole('switch', { name: 'Enabled' }).click()
    await expect(shop).toHaveAttribute('data-status', 'disabled')

    const statuses = resources.getByRole('group', { name: 'Filter by status' })
    await statuses.getByRole('button', { name: 'turned off 1' }).click()
    await expect(rows).toHaveCount(1)
    await expect(shop).toBeVisible()
    await statuses.getByRole('button', { name: 'ready' }).click()
    await expect(shop).toBeHidden()
    await statuses.getByRole('button', { name: 'Any status' }).click()
    await expect(shop).toBeVisible()

    await page.keyboard.press('Control+,')
    const weights = page.getByTestId('settings').getByTestId('weights')
    await expect(weights).toContainText('default')
    await weights.locator('summary').click()
    const words = weights.getByRole('textbox', { name: 'keywords' })
    await words.fill('eleven')
    await words.press('Tab')
    await expect(words).toHaveAttribute('aria-invalid', 'true')
    await words.fill('4')
    await words.press('Tab')
    await expect(weights).toContainText('1 changed')
    await page.keyboard.press('Escape')
    await expect(weights).toBeHidden()
    await page.keyboard.press('Control+,')
    await expect(weights).toContainText('1 changed')
    await weights.locator('summary').click()
    await expect(words).toHaveValue('4')
    await weights.getByRole('button', { name: 'Restore defaults' }).click()
    await expect(weights).toContainText('default')
    await expect(words).toHaveValue('')
  })

  test('a plugin that is dropped is off until a person turns it on in a dialog of the app', async () => {
    const { app, page } = quarry
    await app.evaluate(({ dialog }) => {
      dialog.showMessageBox = async (...given: unknown[]) => {
        ;(globalThis as { asked?: unknown }).asked = given.at(-1)
        return { response: 0, checkboxChecked: false }
      }
    })
    await page.keyboard.press('Escape')
    await expect(page.getByTestId('settings')).toBeHidden()
    await dropFiles(page, [join(project, 'docs/examples/plugins/unit-conversion')])
    const sheet = page.getByTestId('intake')
    await expect(sheet).toContainText('plugin, off until you turn it on')
    await sheet.getByRole('button', { name: 'Add 1 item' }).click()
    const row = page.getByTestId('resource').filter({ has: page.getByText('Unit conversion', { exact: true }) })
    await row.click()
    const plugin = page.getByTestId('resource-detail').getByTestId('plugin')
    await expect(plugin.getByRole('status')).toContainText('This plugin is off')
    await plugin.getByRole('button', { name: 'Turn on…' }).click()
    await expect(plugin.getByRole('status')).toBeHidden()
    expect(await app.evaluate(() => (globalThis as { asked?: unknown }).asked)).toMatchObject({
      message: 'Turn on the plugin “Unit conversion 1.0.0”?',
      detail: expect.stringMatching(/^to_metric, to_imperial\n\nSHA-256: [0-9a-f]{64}/),
    })
  })
})
