import type { Page } from '@playwright/test'
import { test as base, expect, newData, type OpenQuarry, openQuarry, removeData } from './app'
import type { Bridge } from './steps'

/** A window that tests of several files share. Its first project holds the samples. */
export interface SharedWindow extends OpenQuarry {
  /** Its data folder. */
  readonly folder: string
}

/** An empty library of one's own in a window that others use, too. */
export interface OwnProject {
  readonly name: string
  readonly id: string
}

/** Shows another project, as a person would. */
export async function showProject(page: Page, name: string): Promise<void> {
  const switcher = page.getByTestId('project')
  await switcher.click()
  await page.getByRole('menuitemradio', { name, exact: true }).click()
  await expect(switcher).toHaveText(name)
  await showSession(page)
}

/** Which page is shown stays when another project is. */
async function showSession(page: Page): Promise<void> {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await page.keyboard.press('n')
  await expect(page.getByTestId('welcome')).toBeVisible()
}

/** Creates a project and shows it, as a person would. */
export async function createProject(page: Page, name: string): Promise<OwnProject> {
  const switcher = page.getByTestId('project')
  await switcher.click()
  await page.getByRole('menuitem', { name: 'New project…' }).click()
  const dialog = page.getByTestId('project-name')
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog).toBeHidden()
  await expect(switcher).toHaveText(name)
  await showSession(page)
  await expect(page.getByTestId('library-count')).toHaveText('0')
  const id = await page.evaluate(async (wanted) => {
    const listed = await (window as unknown as { quarry: Bridge }).quarry.projectList()
    return listed.ok ? listed.value.find((project) => project.name === wanted)?.id : listed.error.code
  }, name)
  if (id === undefined) throw new Error(`There is no project ${name}.`)
  return { name, id }
}

/**
 * Tests that need no start of their own: one of the app costs some seconds of two cores. What a test puts in place of the
 * app's dialogs is gone for the next one; what it chooses for all projects (language, size of the window) it sets back itself.
 */
export const test = base.extend<{ dialogs: undefined }, { shared: SharedWindow }>({
  shared: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from this pattern
    async ({}, use) => {
      const folder = await newData('samples')
      const quarry = await openQuarry(folder)
      await quarry.app.evaluate(({ dialog }) => {
        Object.assign(globalThis, { ownDialogs: { ...dialog } })
      })
      await use({ ...quarry, folder })
      await quarry.close()
      await removeData(folder)
    },
    { scope: 'worker' },
  ],
  dialogs: [
    async ({ shared }, use) => {
      await use(undefined)
      await shared.app.evaluate(({ dialog }) => {
        Object.assign(dialog, (globalThis as { ownDialogs?: object }).ownDialogs)
      })
    },
    { auto: true },
  ],
})
export { expect }
