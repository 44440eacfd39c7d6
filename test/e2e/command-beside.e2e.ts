import { quarry as command } from '../integration/command/quarry'
import { copySamples } from './app'
import { createProject, expect, test } from './shared-window'
import type { Bridge } from './steps'

const question = 'How does a heat pump move heat?'

test('a command beside the open window works on its library, and the window shows what it does', async ({
  shared,
  work,
}) => {
  const folder = await copySamples(work)
  const { page, folder: data } = shared
  const { name } = await createProject(page, 'Beside')
  const beside = ['--data', data, '--project', name]

  const asked = await command([...beside, 'ask', question, '--add', folder])
  expect({ code: asked.code, stderr: asked.stderr }).toMatchObject({ code: 0 })
  expect(asked.stdout).toMatch(/\[1\]/)
  // Nothing was pressed in the window: sources and session came to it by themselves.
  await expect(page.getByTestId('library-count')).toHaveText('8')
  await page.getByTestId('sessions').getByText(question).click()
  await expect(page.getByTestId('session')).toHaveAttribute('data-state', 'done')
  await expect(page.getByTestId('report')).toBeVisible()

  const listed = await command([...beside, 'sources'])
  expect(listed.code).toBe(0)
  expect(listed.stdout.trim().split('\n')).toHaveLength(8)
})

test('a project is shown once it is created, though main’s list is older than it', async ({ shared }) => {
  const { page } = shared
  const switcher = page.getByTestId('project')
  await switcher.click()
  await page.getByRole('menuitem', { name: 'New project…' }).click()
  const dialog = page.getByTestId('project-name')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Second')
  // One that comes in beside has just been listed: main lists the next a moment later.
  await page.evaluate(async () => {
    await (window as unknown as { quarry: Bridge }).quarry.projectCreate({ name: 'First' })
    document.querySelector<HTMLButtonElement>('[data-testid="project-name"] [type="submit"]')?.click()
  })
  await expect(dialog).toBeHidden()
  await expect(switcher).toHaveText('Second')
  await switcher.click()
  await expect(page.getByRole('menuitemradio', { name: 'Second' })).toBeChecked()
  await page.keyboard.press('Escape')
})
