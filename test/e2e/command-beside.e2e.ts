import { quarry as command } from '../integration/command/quarry'
import { copySamples, expect, openQuarry, test } from './app'

const question = 'How does a heat pump move heat?'

test('a command beside the open window works on its library, and the window shows what it does', async ({
  data,
  work,
}) => {
  const folder = await copySamples(work)
  const quarry = await openQuarry(data)
  const { page } = quarry
  await expect(page.getByTestId('library-count')).toHaveText('0')

  const asked = await command(['--data', data, 'ask', question, '--add', folder])
  expect({ code: asked.code, stderr: asked.stderr }).toMatchObject({ code: 0 })
  expect(asked.stdout).toMatch(/\[1\]/)
  // Nothing was pressed in the window: sources and session came to it by themselves.
  await expect(page.getByTestId('library-count')).toHaveText('8')
  await page.getByTestId('sessions').getByText(question).click()
  await expect(page.getByTestId('session')).toHaveAttribute('data-state', 'done')
  await expect(page.getByTestId('report')).toBeVisible()

  const listed = await command(['--data', data, 'sources'])
  expect(listed.code).toBe(0)
  expect(listed.stdout.trim().split('\n')).toHaveLength(8)
  await quarry.close()
})
