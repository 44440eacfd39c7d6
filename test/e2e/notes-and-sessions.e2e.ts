import { dropText } from './app'
import { createProject, expect, test } from './shared-window'
import { acceptPlan, ask, chooseFor, waitForIndexing, waitForReport } from './steps'

const note = `The windmill at Osk was built of oak in 1790. It grinds barley on two pairs of stones. The miller of the windmill lived beside it until 1902.

To start the windmill:

1. Turn the cap into the wind.
2. Loosen the brake of the great wheel.
3. Lower the runner stone.`
const question = 'What is known of the windmill at Osk and its miller?'

test('dropped text becomes a note that is cited; its report is searched and copied, its session renamed and archived', async ({
  shared,
}) => {
  const { page, app } = shared
  await createProject(page, 'Windmill')

  await test.step('the sheet says that it becomes a note, and the library lists it', async () => {
    await dropText(page, note)
    const sheet = page.getByRole('dialog', { name: 'New note' })
    await expect(sheet).toContainText('Notes are indexed and cited like files.')
    await expect(sheet.getByRole('textbox', { name: 'Text' })).toHaveValue(note)
    await expect(page.getByTestId('library-count')).toHaveText('0')
    await sheet.getByRole('textbox', { name: 'Title (optional)' }).fill('Windmill of Osk')
    await sheet.getByRole('button', { name: 'Add note' }).click()
    await expect(sheet).toBeHidden()
    await expect(page.getByTestId('source-list')).toContainText('Windmill of Osk')
    await waitForIndexing(page, { sources: '1' })
  })

  await test.step('it is cited, and the citation opens in it', async () => {
    await ask(page, question)
    await acceptPlan(page)
    await waitForReport(page)
    await page
      .getByRole('button', { name: /^Citation 1: / })
      .first()
      .click()
    await expect(page.getByTestId('highlight').first()).toContainText('windmill')
  })

  await test.step('a note on the passage and a tag on its source are found and narrow the search page', async () => {
    const own = page.getByTestId('own-notes')
    await own.getByRole('button', { name: 'Add a note to the selected or marked passage' }).click()
    await own.getByRole('textbox').fill('Ask the heirs about barley')
    await own.getByRole('button', { name: 'Save note' }).click()
    await expect(page.getByTestId('own-note')).toContainText('Ask the heirs')
    const row = page.getByTestId('source-list').locator('li').first()
    await row.hover()
    await row.getByRole('button', { name: 'Actions for Windmill of Osk' }).click()
    await page.getByRole('menuitem', { name: 'Tags and collections…' }).click()
    const labels = page.getByTestId('labels')
    await labels.getByRole('textbox', { name: 'New tag' }).fill('mills')
    await labels.getByRole('button', { name: 'Add' }).first().click()
    await expect(labels.getByRole('checkbox', { name: /^mills/ })).toBeChecked()
    await page.keyboard.press('Escape')
    await expect(labels).toBeHidden()

    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    await page.keyboard.press('s')
    const search = page.getByTestId('search-page')
    await expect(search.getByRole('searchbox')).toBeFocused()
    await search.getByRole('searchbox').fill('heirs barl')
    await expect(search.getByTestId('annotation-hit')).toContainText('your note')
    await search.getByRole('button', { name: 'Tag', exact: true }).click()
    await page.getByRole('menuitemcheckbox', { name: /^mills/ }).click()
    await page.keyboard.press('Escape')
    await search.getByRole('searchbox').fill('windmi')
    await expect(search.getByTestId('hit').locator('mark').first()).toHaveText('windmill')
    await expect(search.getByRole('status')).toContainText('found in')
    await search.getByRole('button', { name: 'Why this result' }).first().click()
    await expect(search.getByTestId('explained')).toContainText('Raw score')
    await page.getByRole('banner').getByRole('button', { name: 'Search', exact: true }).click()
    await expect(search).toBeHidden()
  })

  await test.step('find counts the matches in the report and steps through them', async () => {
    await page.keyboard.press('Control+f')
    const bar = page.getByTestId('find-bar')
    await bar.getByRole('textbox', { name: 'Find in the report' }).fill('windmill')
    await expect(bar.getByRole('status')).toHaveText(/^1 of \d+$/)
    const total = Number(/of (\d+)/.exec((await bar.getByRole('status').textContent()) ?? '')?.[1])
    const body = (await page.locator('#report-body').textContent()) ?? ''
    expect(total).toBe(body.toLowerCase().split('windmill').length - 1)
    await bar.getByRole('button', { name: 'Next match' }).click()
    await expect(bar.getByRole('status')).toHaveText(total === 1 ? '1 of 1' : `2 of ${total}`)
    await bar.getByRole('textbox').fill('zeppelin')
    await expect(bar.getByRole('status')).toHaveText('not found')
    await page.keyboard.press('Escape')
    await expect(bar).toBeHidden()
  })

  await test.step('Copy puts the report on the clipboard as Markdown', async () => {
    await page.getByTestId('report').getByRole('button', { name: 'Copy' }).click()
    await expect(page.getByText('Copied.', { exact: true })).toBeVisible()
    const copied = await app.evaluate(({ clipboard }) => clipboard.readText())
    expect(copied).toMatch(/^# /)
    expect(copied).toMatch(/^## /m)
    expect(copied).toContain('oak in 1790')
    expect(copied).toContain('[1]')
  })

  await test.step('a follow-up that asks how is answered with the numbered steps', async () => {
    await page.getByTestId('follow-up').getByRole('textbox').fill('How do I start the windmill, step by step?')
    await page.getByTestId('follow-up').getByText('Quick answer').click()
    await page.getByTestId('follow-up').getByRole('button', { name: 'Ask', exact: true }).click()
    const steps = page.locator('#report-body ol > li')
    await expect(steps).toHaveCount(3)
    await expect(steps.nth(1)).toContainText('Loosen the brake of the great wheel.')
  })

  const sessions = page.getByTestId('sessions')
  await test.step('the session is renamed', async () => {
    await chooseFor(page, question, 'Rename…')
    const dialog = page.getByRole('dialog', { name: 'Rename this session' })
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Osk and its mill')
    await dialog.getByRole('button', { name: 'Rename' }).click()
    await expect(dialog).toBeHidden()
    await expect(sessions.getByText('Osk and its mill')).toBeVisible()
    await expect(sessions.getByText(question)).toBeHidden()
  })

  await test.step('archived it leaves the list, shows among the archived, and comes back', async () => {
    await chooseFor(page, 'Osk and its mill', 'Archive')
    await expect(sessions.getByText('Osk and its mill')).toBeHidden()
    await sessions.getByRole('button', { name: 'Show archived' }).click()
    await expect(sessions.getByText('Osk and its mill')).toBeVisible()
    await chooseFor(page, 'Osk and its mill', 'Unarchive')
    await expect(sessions).toContainText('No archived sessions.')
    await sessions.getByRole('button', { name: 'Hide archived' }).click()
    await expect(sessions.getByText('Osk and its mill')).toBeVisible()
  })

  await test.step('a checkpoint is opened, and a branch of it waits with its plan; the session stays as it is', async () => {
    await sessions.getByText('Osk and its mill').click()
    await page.getByTestId('inspector').getByRole('tab', { name: 'State' }).click()
    const first = page.getByTestId('checkpoints').locator('[data-checkpoint="plan-1-step-1"]')
    await first.locator('summary').first().click()
    await expect(first.getByTestId('opened-checkpoint')).toContainText(question)
    await first.getByRole('button', { name: 'Change the plan' }).click()
    await expect(page.getByTestId('plan-review')).toBeVisible()
    const origin = page.getByTestId('branch-origin')
    await expect(origin).toContainText('Branched from Osk and its mill · plan 1, step 1')
    await origin.getByRole('button', { name: 'Osk and its mill' }).click()
    await expect(page.getByTestId('session')).toHaveAttribute('data-state', 'done')
    await expect(page.getByTestId('branches')).toContainText('From plan 1, step 1')
  })

  await test.step('a note is deleted for good, and that is said before', async () => {
    await chooseFor(page, 'Windmill of Osk', 'Remove from the library…')
    const dialog = page.getByTestId('remove-source')
    await expect(dialog).toContainText('1 note will be permanently deleted.')
    await expect(dialog).toContainText('1 report cites it. The report keeps the cited text')
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByTestId('library-count')).toHaveText('0')
  })

  await test.step('what was redacted in a note stays where a person says that it is no secret', async () => {
    await dropText(page, `The sample token ghp_${'Q7x2Lm9RtVw4Zs8KbNc3'.repeat(2).slice(0, 36)} opens nothing.`)
    const sheet = page.getByRole('dialog', { name: 'New note' })
    await sheet.getByRole('button', { name: 'Add note' }).click()
    const redacted = page.getByRole('dialog', { name: 'The note was added with 1 secret redacted' })
    await redacted.getByRole('button', { name: 'Not secrets: keep text' }).click()
    await expect(redacted).toBeHidden()
    await expect(page.getByTestId('library-count')).toHaveText('1')
    await expect(page.getByTestId('source-list')).toContainText('The sample token ghp_Q7x2')
    await expect(page.getByTestId('source-list')).not.toContainText('•')
  })

  await test.step('another project is searched, too; a hit there opens in it, and leads back', async () => {
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    await page.keyboard.press('s')
    const search = page.getByTestId('search-page')
    await search.getByRole('searchbox').fill('heat pump')
    await search.getByRole('button', { name: 'Remove filter: mills' }).click()
    await search.getByRole('button', { name: 'Project', exact: true }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Library' }).click()
    await page.keyboard.press('Escape')
    const there = search.getByTestId('project-hits')
    await there.getByTestId('hit').getByRole('button').first().click()
    await expect(page.getByTestId('project')).toHaveText('Library')
    await expect(search.getByRole('searchbox')).toHaveValue('heat pump')
    await expect(page.getByTestId('highlight').first()).toContainText(/heat pump/i)
    await expect(there.getByRole('heading')).toContainText('Windmill')
    await search.getByRole('searchbox').fill('windmill')
    await there.getByTestId('hit').getByRole('button').first().click()
    await expect(page.getByTestId('project')).toHaveText('Windmill')
    await page.getByRole('banner').getByRole('button', { name: 'Search', exact: true }).click()
    await expect(search).toBeHidden()
  })
})
