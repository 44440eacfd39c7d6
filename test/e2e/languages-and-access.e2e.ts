import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { copySamples, expect, openQuarry, test } from './app'
import { acceptPlan, addByDrop, ask, waitForIndexing, waitForReport } from './steps'

/** What axe finds that hinders somebody: serious and critical. */
async function seriousFindings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`)
}

for (const theme of ['light', 'dark'] as const) {
  test(`nothing hinders anybody in ${theme}: empty, plan, report`, async ({ data, work }) => {
    const folder = await copySamples(work)
    const quarry = await openQuarry(data)
    const { page } = quarry
    await page.emulateMedia({ colorScheme: theme })
    await expect(page.getByTestId('welcome')).toBeVisible()
    expect(await seriousFindings(page)).toEqual([])
    await addByDrop(page, [folder])
    await ask(page, 'Which refrigerants are used in heat pumps and why?')
    await expect(page.getByTestId('plan-review')).toBeVisible()
    expect(await seriousFindings(page)).toEqual([])
    await acceptPlan(page)
    await waitForReport(page)
    expect(await seriousFindings(page)).toEqual([])
    await quarry.close()
  })
}

test('the whole window speaks Simplified Chinese', async ({ data }) => {
  const quarry = await openQuarry(data, { language: 'zh-CN' })
  const { page } = quarry
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  await expect(page.getByTestId('welcome')).toContainText(/[\u4e00-\u9fff]{4}/)
  const visible = (await page.locator('body').textContent()) ?? ''
  const english = visible.match(/\b(?:the|your|drop|files|sources|sessions|library|settings)\b/gi) ?? []
  expect(english).toEqual([])
  await quarry.close()
})

test('the keyboard alone reaches everything', async ({ data }) => {
  const quarry = await openQuarry(data)
  const { page } = quarry
  await page.getByTestId('welcome').getByRole('button', { name: 'Try a sample' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('library-count')).toHaveText('8')
  await waitForIndexing(page, { sources: '8' })
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('/')
  await expect(page.locator('#source-search')).toBeFocused()
  await page.keyboard.press('Escape')
  await page.locator('#question').focus()
  await page.keyboard.type('What is a coefficient of performance?')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('plan-review')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByTestId('session')).toHaveAttribute('data-state', 'done', { timeout: 110_000 })
  await page.keyboard.press('j')
  await expect(page.getByTestId('highlight').first()).toBeInViewport()
  await quarry.close()
})
