// Takes pictures of the built window in its states, in a plain browser under the product's own security policy.
// node scripts/picture-window.mjs OUT [NAME…]; builds first unless --built; --axe also checks
// accessibility. CHROMIUM names the browser.
import { mkdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { chromium } from '@playwright/test'
import { build } from 'vite'

const root = join(import.meta.dirname, '..')
const [out = '.cache/pictures', ...wanted] = process.argv.slice(2).filter((word) => !word.startsWith('--'))
// Its own folder: the product's bundle may be rebuilt meanwhile.
const built = join(root, '.cache/pictured-window')
mkdirSync(out, { recursive: true })
if (!process.argv.includes('--built')) {
  await build({ configFile: join(root, 'vite.renderer.config.ts'), logLevel: 'warn', build: { outDir: built } })
}
const bundled = await build({
  configFile: false,
  logLevel: 'warn',
  build: {
    write: false,
    lib: { entry: join(root, 'renderer/dev/install.ts'), formats: ['iife'], name: 'install' },
  },
})
const bridge = bundled[0].output[0].code
const policy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data: blob:",
  "worker-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')
const types = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.css': 'text/css' }
const server = createServer((request, response) => {
  const path = new URL(request.url, 'http://x').pathname
  try {
    const body = readFileSync(join(built, path === '/' ? 'index.html' : path))
    response.writeHead(200, {
      'content-type': types[extname(path)] ?? 'application/octet-stream',
      'content-security-policy': policy,
    })
    response.end(body)
  } catch {
    response.writeHead(404).end()
  }
}).listen(0)
const origin = `http://localhost:${server.address().port}`

const citation = async (page, n) => {
  await page.locator(`#report-body [data-citation="${n}"]`).first().click()
  await page.waitForSelector('[data-testid=highlight], [data-testid=kept-text]')
}
const resource = async (page, name) => {
  await page.locator('[data-testid=resource]', { hasText: name }).first().click()
  await page.waitForSelector('[data-testid=resource-detail] h2')
  await page.waitForTimeout(150)
}
const match = async (page) => {
  await page.getByRole('tab').nth(1).click()
  await page.locator('#need').fill('Which runs had the highest heat flux, and what do papers say of it?')
  await page.keyboard.press('Enter')
  await page.waitForSelector('[data-testid=match]')
}
const pictures = {
  empty: {},
  'empty-dark': { state: 'empty', theme: 'dark' },
  locked: { start: false },
  'zh-locked': { state: 'locked', language: 'zh-CN', theme: 'dark', start: false },
  ingesting: {},
  many: {
    act: async (page) => {
      // Down a list of ten thousand in leaps, as a person pulls the scroll bar.
      const list = page.getByTestId('source-list')
      for (const share of [0.1, 0.9, 0.5, 1]) {
        await list.evaluate((box, at) => box.scrollTo(0, box.scrollHeight * at), share)
        await page.waitForTimeout(120)
      }
      await page.getByText('cranfield-9999.txt').waitFor()
    },
  },
  clarify: {},
  looking: {},
  plan: {},
  'plan-dark': { state: 'plan', theme: 'dark' },
  running: {},
  'running-dark': { state: 'running', theme: 'dark' },
  report: {},
  nothing: {},
  'report-sources': {
    state: 'report',
    act: (page) => page.getByTestId('cited-sources').scrollIntoViewIfNeeded(),
  },
  'report-page': { state: 'report', act: (page) => citation(page, 1) },
  'report-text': { state: 'report', act: (page) => citation(page, 2) },
  'report-gone': { state: 'report', act: (page) => citation(page, 4) },
  'report-dark': { state: 'report', theme: 'dark', act: (page) => citation(page, 2) },
  'report-find': {
    state: 'report',
    act: async (page) => {
      await page.keyboard.press('Control+f')
      await page.keyboard.type('gradient')
    },
  },
  evidence: {},
  timeline: {},
  state: {},
  failed: {},
  stopped: {},
  'zh-plan': { state: 'plan', language: 'zh-CN' },
  'zh-report': { state: 'report', language: 'zh-CN', act: (page) => citation(page, 2) },
  'zh-empty': { state: 'empty', language: 'zh-CN', theme: 'dark' },
  'w900-report': { state: 'report', width: 900 },
  'w900-source': { state: 'report', width: 900, act: (page) => citation(page, 2) },
  'w600-plan': { state: 'plan', width: 600 },
  'w600-left': {
    state: 'ingesting',
    width: 600,
    act: (page) => page.getByRole('button', { name: 'Show sessions and library' }).click(),
  },
  palette: {
    state: 'report',
    act: async (page) => {
      await page.keyboard.press('Control+k')
      await page.keyboard.type('stagnation')
      await page.waitForTimeout(500)
    },
  },
  resources: {},
  'resources-dark': { state: 'resources', theme: 'dark' },
  'zh-resources': { state: 'resources', language: 'zh-CN', act: (page) => resource(page, 'tunnel.sqlite') },
  'w1000-resources': { state: 'resources', width: 1000 },
  'w700-resources': { state: 'resources', width: 700 },
  'w600-resource': { state: 'resources', width: 600, act: (page) => resource(page, 'tunnel.sqlite') },
  'resources-empty': {},
  'zh-resources-empty': { state: 'resources-empty', language: 'zh-CN', theme: 'dark' },
  'resources-many': {
    act: async (page) => {
      const list = page.getByTestId('resource-list')
      for (const share of [0.1, 0.9, 0.5, 1]) {
        await list.evaluate((box, at) => box.scrollTo(0, box.scrollHeight * at), share)
        await page.waitForTimeout(120)
      }
    },
  },
  'resources-error': {},
  'resource-database': {
    state: 'resources',
    act: async (page) => {
      await resource(page, 'tunnel.sqlite')
      await page.getByTestId('table').first().locator('summary').click()
      await page.getByTestId('table').first().scrollIntoViewIfNeeded()
    },
  },
  'resource-api': {
    state: 'resources',
    theme: 'dark',
    act: async (page) => {
      await resource(page, 'materials-api.yaml')
      await page.getByTestId('operation').nth(2).locator('summary').click()
    },
  },
  'resource-locked': { state: 'resources', act: (page) => resource(page, 'orders on warehouse') },
  'resource-broken': { state: 'resources', act: (page) => resource(page, 'trials.parquet') },
  'resource-history': {
    state: 'resources',
    act: async (page) => {
      await resource(page, 'tunnel.sqlite')
      await page.getByRole('tab', { name: 'History' }).click()
    },
  },
  'resource-remove': {
    state: 'resources',
    act: async (page) => {
      await resource(page, 'tunnel.sqlite')
      await page.getByRole('tab', { name: 'Health' }).click()
      await page.getByRole('button', { name: 'Remove…' }).click()
      await page.waitForTimeout(200)
    },
  },
  match: { state: 'resources', act: (page) => match(page) },
  'match-dark': { state: 'resources', theme: 'dark', act: (page) => match(page) },
  'zh-match': { state: 'resources', language: 'zh-CN', act: (page) => match(page) },
  'w700-match': { state: 'resources', width: 700, act: (page) => match(page) },
  learned: {
    state: 'resources',
    act: async (page) => {
      await page.getByRole('tab', { name: 'Learned' }).click()
      await page.getByRole('button', { name: 'Forget all of it…' }).click()
    },
  },
  scan: { state: 'resources', act: (page) => page.getByRole('button', { name: 'Look on this machine…' }).click() },
  pasted: {
    state: 'resources',
    act: async (page) => {
      await page.evaluate(() => {
        const held = new DataTransfer()
        held.setData('text/plain', 'postgres://ada:secret@warehouse.example.org/orders')
        window.dispatchEvent(new ClipboardEvent('paste', { clipboardData: held, bubbles: true, cancelable: true }))
      })
      await page.waitForSelector('[data-testid=intake-item]')
    },
  },
  'pasted-note': {
    state: 'resources',
    act: async (page) => {
      await page.evaluate(() => {
        const held = new DataTransfer()
        held.setData('text/plain', 'The windmill at Osk was built of oak in 1790.')
        window.dispatchEvent(new ClipboardEvent('paste', { clipboardData: held, bubbles: true, cancelable: true }))
      })
      await page.waitForSelector('[data-testid=note] textarea')
    },
  },
  blocked: {},
  'blocked-dark': { state: 'blocked', theme: 'dark' },
  'blocked-served': {},
  'zh-blocked': { state: 'blocked', language: 'zh-CN' },
  'w700-blocked': { state: 'blocked', width: 700 },
  pool: {},
  'pool-after': {
    state: 'resources',
    act: async (page) => {
      await resource(page, 'tunnel.sqlite')
      await page.keyboard.press('p')
      await page.waitForSelector('[data-testid=member]')
      await page.keyboard.press('r')
      await page.waitForSelector('[data-testid=resource]')
      await page.keyboard.press('p')
      await page.waitForSelector('[data-testid=member]')
    },
  },
  'pool-abilities': {
    state: 'pool',
    act: async (page) => {
      await page.getByRole('button', { name: 'Capabilities' }).click()
      await page.locator('[data-testid=member] button').nth(3).click()
      await page.waitForSelector('[data-testid=member-detail] h2')
    },
  },
  'pool-hour': {
    state: 'pool',
    act: async (page) => {
      await page.getByRole('button', { name: '1 hr' }).click()
      await page.locator('[data-testid=member] button').nth(8).click()
      await page.waitForSelector('[data-testid=member-detail] h2')
    },
  },
  'pool-dark': { state: 'pool', theme: 'dark' },
  'pool-idle': {},
  'pool-many': {},
  'pool-stopped': {},
  'zh-pool': { state: 'pool', language: 'zh-CN' },
  'w1000-pool': { state: 'pool', width: 1000 },
  'w700-pool': { state: 'pool', width: 700 },
  settings: { state: 'report', act: (page) => page.keyboard.press('Control+,') },
  about: {
    state: 'report',
    act: async (page) => {
      await page.keyboard.press('Control+k')
      await page.keyboard.type('about')
      await page.waitForTimeout(300)
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('Enter')
      await page.waitForTimeout(200)
    },
  },
  shortcuts: { state: 'report', act: (page) => page.keyboard.press('?') },
  handled: {
    state: 'report',
    act: async (page) => {
      // Panes dragged, a menu, a note on what was done: all of it under the policy.
      const edge = await page.getByRole('separator', { name: 'Width of sessions and library' }).boundingBox()
      await page.mouse.move(edge.x, 400)
      await page.mouse.down()
      await page.mouse.move(edge.x + 90, 400, { steps: 5 })
      await page.mouse.up()
      await page.getByRole('button', { name: 'Copy' }).click()
      await page.getByText('Copied.', { exact: true }).first().waitFor()
      await page.getByRole('button', { name: 'Actions for fay-riddell-1958.pdf' }).click()
      await page.getByRole('menuitem', { name: 'Remove from the library' }).waitFor()
    },
  },
  intake: {
    state: 'report',
    act: async (page) => {
      await page.getByRole('button', { name: 'Add to the library' }).click()
      await page.getByRole('menuitem', { name: 'Add a folder' }).click()
      await page.waitForSelector('[data-testid=intake-item]')
    },
  },
}
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
let failed = false
for (const [
  name,
  { state = name, theme = 'light', language = 'en', width = 1440, start = true, act },
] of Object.entries(pictures)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    // What a failed start goes by, as there are no settings then.
    locale: language,
    colorScheme: theme,
  })
  const page = await context.newPage()
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return
    failed = true
    console.error(`${name}: ${message.text()}`)
  })
  page.on('pageerror', (error) => {
    failed = true
    console.error(`${name}: ${error.message}`)
  })
  await page.addInitScript(bridge)
  await page.goto(`${origin}/index.html?state=${state}&theme=${theme}&language=${language}`)
  await page.waitForSelector(start ? '[data-testid=footer]' : '[data-testid=start-failure]')
  await page.waitForTimeout(250)
  try {
    await act?.(page)
  } catch (error) {
    failed = true
    console.error(`${name}: ${error.message}`)
  }
  await page.waitForTimeout(350)
  if (process.argv.includes('--axe')) {
    const { violations } = await new AxeBuilder({ page }).analyze()
    for (const { id, impact, nodes } of violations) {
      if (impact !== 'serious' && impact !== 'critical') continue
      failed = true
      console.error(
        `${name}: ${impact} ${id}: ${nodes
          .map((node) => node.html.slice(0, 160))
          .slice(0, 3)
          .join(' | ')}`,
      )
    }
  }
  await page.screenshot({ path: join(out, `${name}.png`) })
  await context.close()
}
await browser.close()
server.close()
process.exitCode = failed ? 1 : 0
