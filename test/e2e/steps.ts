import { expect, type Page } from '@playwright/test'
import type { AppSettings } from '../../contract/app/app'
import { dropFiles } from './app'

/** Drops, accepts the sheet, and waits until all is indexed. */
export async function addByDrop(page: Page, paths: readonly string[]): Promise<void> {
  await dropFiles(page, paths)
  await acceptIntake(page)
}

/** Accepts the sheet, and waits until all is indexed. */
export async function acceptIntake(page: Page, { failures = 0 } = {}): Promise<void> {
  const sheet = page.getByTestId('intake')
  await sheet.getByRole('button', { name: /^Add \d+ items?$/ }).click()
  await expect(sheet).toBeHidden()
  await waitForIndexing(page, { failures })
}

/** Counted is not indexed: a question that is asked before there are passages is answered with that, not with a plan. */
export async function waitForIndexing(page: Page, { failures = 0, sources = '[\\d,]+' } = {}): Promise<void> {
  await expect(page.getByTestId('announce-ingest')).toHaveText(
    new RegExp(`Indexing is finished: ${sources} sources, ${failures} failed`),
    { timeout: 110_000 },
  )
}

export async function ask(page: Page, question: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Your question' }).fill(question)
  await page.getByTestId('welcome').getByRole('button', { name: 'Start research' }).click()
  await expect(page.getByTestId('session')).toBeVisible()
}

export async function acceptPlan(page: Page): Promise<void> {
  await page.getByTestId('plan-review').getByRole('button', { name: 'Accept and run' }).click()
}

export async function waitForReport(page: Page): Promise<void> {
  await expect(page.getByTestId('session')).toHaveAttribute('data-state', 'done', { timeout: 110_000 })
  await expect(page.getByTestId('report')).toBeVisible()
}

/** Opens the menu of a row, of a source or of a session, and takes an item of it. */
export async function chooseFor(page: Page, name: string, item: string): Promise<void> {
  const options = page.getByRole('button', { name: `Actions for ${name}`, exact: true })
  await options.hover()
  await options.click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

export async function setSettings(page: Page, projectId: string, settings: Partial<AppSettings>): Promise<void> {
  const code = await page.evaluate(
    async ([values, project]) => {
      const set = await (window as unknown as { quarry: Bridge }).quarry.settingsSet(values, project)
      return set.ok ? null : set.error.code
    },
    [settings, projectId] as const,
  )
  expect(code).toBeNull()
}

/** What the window's own bridge is asked from a test: only what no control of the window does. */
export type Bridge = import('../../contract/channels/bridge').QuarryBridge
