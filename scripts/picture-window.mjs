// Takes pictures of the built window in its states, in a plain browser under the product's own security policy.
// node scripts/picture-window.mjs OUT [NAME…]; builds first unless --built; --axe also checks
// accessibility. CHROMIUM names the browser.
import { mkdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { chromium } from '@playwright/test'
import { build } from 'vite'
import { pictures } from './pictured-views.mjs'

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

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
let failed = false
for (const [
  name,
  { state = name, theme = 'light', language = 'en', width = 1440, shows = 'footer', act },
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
  await page.waitForSelector(`[data-testid=${shows}]`)
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
