import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { tinyModel } from '../fixtures/tiny-model'
import { dropFiles, expect, openQuarry, test } from './app'

test.use({ held: 'library' })

test('a dropped GGUF file is a model: the settings say whether it fits and what it is good for, and choose it', async ({
  data,
  work,
}) => {
  // A model thinks: a busy machine takes its time.
  test.slow()
  const file = join(work, 'oak.gguf')
  await writeFile(file, tinyModel())
  const quarry = await openQuarry(data)
  const { page } = quarry
  await dropFiles(page, [file])
  const sheet = page.getByTestId('intake')
  await expect(sheet.getByTestId('offer')).toHaveAttribute('data-type', 'model')
  await sheet.getByRole('button', { name: 'Add 1 item' }).click()
  await expect(sheet).toBeHidden()

  await page.keyboard.press('Control+,')
  const settings = page.getByTestId('settings')
  const models = settings.getByTestId('known-models')
  await expect(models).toContainText(/Context: 4,096 tokens · Needs .+ of .+ free memory/)
  await models.getByRole('button', { name: 'Test: oak' }).click()
  // Random weights are good for nothing; that they answer at all shows that llama.cpp runs in a process of the app's own.
  await expect(models).toContainText(/Plan ✗.*Write ✗.* tokens per second · Tested /, { timeout: 200_000 })
  await settings.getByTestId('engine').first().click()
  await page.getByRole('menuitemradio', { name: 'oak GGUF' }).click()
  await expect(settings.getByTestId('engine').first()).toContainText('oak')
  await page.keyboard.press('Escape')
  await expect(settings).toBeHidden()

  await quarry.close()
})
