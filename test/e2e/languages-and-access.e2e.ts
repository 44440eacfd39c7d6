import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, type OpenQuarry, openQuarry, test } from './app'
import { createProject, test as inSharedWindow } from './shared-window'
import { waitForIndexing } from './steps'

/** The rules that look at colours. */
const rulesOfColours = ['color-contrast', 'link-in-text-block']

/** What axe finds that hinders somebody: serious and critical. @param rules some of its rules; else all */
async function seriousFindings(page: Page, rules: readonly string[] = []): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode()
  const { violations } = await (rules.length > 0 ? axe.withRules([...rules]) : axe).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`)
}

/** In both themes of what is shown, which differ in their colours alone. */
async function expectNothingHinders(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await seriousFindings(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await seriousFindings(page, rulesOfColours)).toEqual([])
}

/** What a person opened stays open when the window's panes come and go. */
const resize = ({ app }: OpenQuarry, width: number): Promise<void> =>
  app.evaluate(({ BrowserWindow }, wide) => BrowserWindow.getAllWindows()[0]?.setSize(wide, 860), width)

const widthOf = ({ app }: OpenQuarry): Promise<number> =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getSize()[0] ?? 0)

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

inSharedWindow(
  'the keyboard alone reaches everything, and nothing hinders anybody: empty, plan, report, light and dark',
  async ({ shared }) => {
    const { page } = shared
    await createProject(page, 'Keyboard')
    await expect(page.getByTestId('welcome')).toBeVisible()
    await expectNothingHinders(page)
    // What is asked before anything is indexed waits for material, and goes on once that is there.
    await page.locator('#question').focus()
    await page.keyboard.type('heat pumps')
    await page.keyboard.press('Enter')
    const clarification = page.getByTestId('clarification')
    await expect(clarification).toContainText('Round 1 of 3')
    await expect(clarification.getByRole('button', { name: 'Add files' })).toBeEnabled()
    await expect(clarification.getByRole('button', { name: 'Continue' })).toBeDisabled()
    await page.getByTestId('library').getByRole('button', { name: 'Try a sample' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByTestId('library-count')).toHaveText('8')
    await waitForIndexing(page, { sources: '8' })
    await clarification.getByRole('button', { name: 'Continue' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByTestId('plan-review')).toBeVisible()
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    await page.keyboard.press('n')
    const palette = page.getByRole('dialog', { name: 'Command palette' })
    const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await page.keyboard.press('Control+k')
    await expect(palette).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(palette).toBeHidden()
    // A dialog gives the focus back: what was being typed goes on.
    await page.locator('#question').focus()
    await page.keyboard.type('What is')
    await page.keyboard.press('Control+k')
    await expect(palette).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(palette).toBeHidden()
    await page.keyboard.type(' a pump?')
    await expect(page.locator('#question')).toHaveValue('What is a pump?')
    await page.locator('#question').fill('')
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    await page.keyboard.press('?')
    await expect(shortcuts).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(shortcuts).toBeHidden()
    await page.keyboard.press('?')
    await expect(shortcuts).toBeVisible()
    // The key as it comes while the dialog does not listen yet.
    await page.evaluate(() => window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' })))
    await expect(shortcuts).toBeHidden()
    await page.getByRole('button', { name: 'Help', exact: true }).click()
    await expect(page.getByTestId('help')).toContainText('Actions that ask')
    await expectNothingHinders(page)
    await page.getByTestId('help').getByRole('button', { name: 'Keyboard shortcuts' }).click()
    await expect(shortcuts).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(shortcuts).toBeHidden()
    await page.keyboard.press('d')
    const domains = page.getByTestId('domains-page')
    const domain = domains.getByTestId('domain').first()
    // Found by itself once the library rests.
    await expect(domain).toBeVisible()
    await domains.getByTestId('project-facts').locator('summary').click()
    const width = await widthOf(shared)
    await resize(shared, 760)
    await expect(page.getByRole('complementary')).toHaveCount(0)
    await resize(shared, 1440)
    await expect(page.getByRole('complementary')).toHaveCount(1)
    await expect(domains.getByTestId('project-facts')).toHaveAttribute('open')
    await domains.getByRole('group', { name: 'Map of the library' }).focus()
    await page.keyboard.press('+')
    await expect(domains.getByRole('button', { name: 'Show all' })).toBeEnabled()
    await domain.getByRole('button').first().focus()
    await page.keyboard.press('Enter')
    await expectNothingHinders(page)
    await domain.getByRole('listitem').first().getByRole('button').focus()
    await page.keyboard.press('Enter')
    await expect(page.getByTestId('source-view')).toBeVisible()
    await domain.getByRole('button', { name: 'Search in it' }).focus()
    await page.keyboard.press('Enter')
    // Who searches types on at once.
    await page.keyboard.type('heat pump')
    await expect(page.getByTestId('search-page').getByRole('searchbox')).toHaveValue('heat pump')
    await expect(page.getByTestId('search-page').getByTestId('hit').first()).toBeVisible()
    await page.keyboard.press('Escape')
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    await page.keyboard.press('n')
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    await page.keyboard.press('/')
    await expect(page.locator('#source-search')).toBeFocused()
    await page.keyboard.press('Escape')
    await page.locator('#question').focus()
    await page.keyboard.type('What is a coefficient of performance?')
    await page.keyboard.press('Enter')
    await expect(page.getByTestId('plan-review')).toBeVisible()
    await expectNothingHinders(page)
    await page.keyboard.press('Control+Enter')
    await expect(page.getByTestId('session')).toHaveAttribute('data-state', 'done', { timeout: 110_000 })
    await expect(page.getByTestId('report')).toBeVisible()
    await expectNothingHinders(page)
    await page.keyboard.press('j')
    await expect(page.getByTestId('highlight').first()).toBeInViewport()
    await page.keyboard.press('w')
    await expect(page.getByRole('dialog', { name: 'Why do you say that?' })).toBeVisible()
    await page.keyboard.press('Escape')
    await resize(shared, width)
  },
)
