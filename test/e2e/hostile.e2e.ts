import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { countUnderWay } from '../../contract/library/source'
import { drawnPdfs } from '../fixtures/hostile/drawn.mjs'
import { makeHostileFiles } from '../fixtures/hostile/make.mjs'
import { dropFiles, expect, openQuarry, test } from './app'
import { createProject, test as inSharedWindow } from './shared-window'
import { addByDrop, type Bridge } from './steps'

/** `npm run fuzz -- --window` drops the whole corpus; these are one of each kind that ended the app once. */
const isWhole = process.env.QUARRY_WHOLE_CORPUS === '1'
const some = ['deep-objects.json', 'nul.csv', 'far-cell.xlsx', 'flate.pdf', 'cut-off-rows.parquet']
/** Files in one drop. */
const perDrop = 80

inSharedWindow(
  'hostile files are dropped: each says what it is, none ends or hangs the window, and names show as one line',
  async ({ shared, work }, testInfo) => {
    inSharedWindow.setTimeout(isWhole ? 3_600_000 : 120_000)
    const folder = join(work, 'hostile')
    await mkdir(folder)
    await makeHostileFiles(folder, isWhole ? {} : { only: some })
    const names = (await readdir(folder)).filter((name) => isWhole || some.includes(name) || name.startsWith('line'))
    const { page } = shared
    const { id } = await createProject(page, 'Hostile')
    const screen = await page.context().newCDPSession(page)
    await screen.send('Emulation.setDeviceMetricsOverride', {
      width: 1280,
      height: 1400,
      deviceScaleFactor: 1,
      mobile: false,
    })
    const look = async (name: string): Promise<void> => {
      await page.screenshot({ path: testInfo.outputPath(`${name}.png`) })
      expect(await page.evaluate(() => document.body.textContent)).not.toMatch(
        /(?![\n\t])\p{Cc}|[\u200b\u202a-\u202e]/u,
      )
    }

    const patience = { timeout: isWhole ? 1_200_000 : 60_000 }
    const sheet = page.getByTestId('intake')
    const items = sheet.getByTestId('intake-item')
    const shown: string[] = []
    for (let at = 0; at < names.length; at += perDrop) {
      const dropped = names.slice(at, at + perDrop)
      await dropFiles(
        page,
        dropped.map((name) => join(folder, name)),
      )
      await expect(items.first()).toBeVisible(patience)
      expect(await items.count()).toBe(dropped.length)
      for (const item of await items.all())
        shown.push(`${await item.getAttribute('data-becomes')} ${(await item.textContent())?.replaceAll(/\s+/g, ' ')}`)
      await look(`sheet-${at}`)
      await sheet.getByRole('button', { name: /^Add \d+ items?$/ }).click()
      await expect(sheet).toBeHidden(patience)
    }
    expect(shown.filter((item) => item.includes('line end redtxt.md'))).toHaveLength(1)
    expect(shown.find((item) => item.includes('far-cell.xlsx'))).toMatch(/^unreadable/)

    const summary = async () => {
      const answer = await page.evaluate(
        (projectId) => (window as unknown as { quarry: Bridge }).quarry.librarySummary(undefined, projectId),
        id,
      )
      if (!answer.ok) throw new Error(answer.error.message)
      return answer.value
    }
    await expect.poll(async () => countUnderWay((await summary()).byState), patience).toBe(0)
    const failures = await page.evaluate(async (projectId) => {
      const { quarry: bridge } = window as unknown as { quarry: Bridge }
      const list = await bridge.libraryList({ offset: 0, limit: 500, filter: { states: ['failed'] } }, projectId)
      return list.ok ? list.value.sources.map(({ name, error }) => `${error?.code} ${name}`) : [list.error.code]
    }, id)
    await testInfo.attach('failed', { body: failures.join('\n') })
    expect(failures.filter((failure) => /^(internal|undefined|null)/.test(failure))).toEqual([])
    expect((await summary()).byState.indexed).toBeGreaterThan(0)
    await look('library')
    await page
      .getByTestId('library')
      .getByRole('button', { name: /^Failed \d/i })
      .click()
    await expect(page.getByTestId('library').getByRole('button', { name: /^Retry \d/ })).toBeVisible()
    await look('failed')
    await page.getByRole('button', { name: 'Resources', exact: true }).click()
    await expect(page.getByTestId('resources')).toBeVisible()
    await look('resources')
    await screen.send('Emulation.clearDeviceMetricsOverride')
    await screen.detach()
  },
)

/** Both take time and fill memory. */
const hard = ['drawn-images.pdf', 'drawn-forms.pdf'] as const

test('a page that is made to hurt who draws it costs its picture alone: its text is shown, in the window or in the one that takes its place', async ({
  data,
  work,
}) => {
  test.setTimeout(240_000)
  const folder = join(work, 'drawn')
  await mkdir(folder)
  for (const name of ['drawn-pixels.pdf', ...hard] as const) await writeFile(join(folder, name), drawnPdfs[name]())
  const { page, app, close } = await openQuarry(data)
  await addByDrop(page, [folder])
  await page.getByTestId('source-list').getByText('drawn-pixels.pdf').click()
  // Its one image is larger than any that is drawn.
  await expect(page.locator('[data-testid="pdf-page"][data-drawn]')).toBeVisible()

  // Playwright has no page of a process that ended, and a script that was sent to one is never answered.
  const inPage = (script: string): Promise<unknown> =>
    app.evaluate(({ BrowserWindow }, code) => {
      const answer = BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(code)
      return Promise.race([answer, new Promise((settle) => setTimeout(settle, 2000))])
    }, script)
  const processOfWindow = () =>
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId())
  const partOf = (testId: string, part: string) =>
    inPage(`document.querySelector('[data-testid="${testId}"]')?.${part}`)
  const open = (name: string) =>
    inPage(
      `[...document.querySelectorAll('[data-testid="source-list"] *')].find((one) => one.textContent === '${name}')?.click()`,
    )
  let mostMb = 0
  const expectText = (name: string) =>
    expect
      .poll(
        async () => {
          const [tab] = await app.evaluate((electron) =>
            electron.app.getAppMetrics().filter(({ type }) => type === 'Tab'),
          )
          mostMb = Math.max(mostMb, (tab?.memory.workingSetSize ?? 0) / 1024)
          if (!String(await partOf('source-view', 'textContent')).includes(name)) await open(name)
          return partOf('source-text', 'textContent')
        },
        { timeout: 90_000 },
      )
      .toContain('hard to draw')

  await test.step('one that takes time has half a minute, which goes by eight times as fast here', async () => {
    await inPage('window.inTime = setTimeout; setTimeout = (then, ms, ...more) => inTime(then, ms / 8, ...more); 0')
    await expectText('drawn-images.pdf')
    await inPage('setTimeout = inTime; 0')
  })
  await test.step('one that fills memory ends the window’s process', async () => {
    await open('drawn-forms.pdf')
    await expect.poll(() => partOf('pdf-page', 'isConnected')).toBe(true)
    const before = await processOfWindow()
    // It would take a minute to get there by itself.
    await inPage('window.filled = Array.from({ length: 20 }, () => new Uint8Array(100 * 1024 * 1024).fill(1)); 0')
    await expect.poll(processOfWindow).not.toBe(before)
    await expectText('drawn-forms.pdf')
  })
  expect(mostMb).toBeLessThan(3072)
  await close()
})
