import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { dropFiles, project } from './app'
import { createProject, expect, type OwnProject, test } from './shared-window'
import { addByDrop, ask, type Bridge, chooseFor, waitForReport } from './steps'

const texts: Readonly<Record<string, string>> = {
  'stones.md':
    '# Stones of the lighthouse\n\nThe lighthouse of Varn was built of grey granite from the quarry at Holm. Each granite block of the lighthouse weighs about two tonnes.\n',
  'lamp.md':
    '# Lamp of the lighthouse\n\nThe lamp of the lighthouse at Varn burned whale oil until 1871. Since then the lighthouse has used a paraffin lamp with three wicks.\n',
  'keepers.md':
    '# Keepers of the lighthouse\n\nThree keepers lived in the lighthouse of Varn at any time. The keepers of the lighthouse were relieved by boat every six weeks.\n',
}
const question = 'What is known of the stones, the lamp and the keepers of the lighthouse of Varn?'

/** The source's row in the report's list of sources. */
const cited = (page: Page, title: string) =>
  page.getByTestId('cited-sources').locator(':scope > li').filter({ hasText: title })

/** Opens the first citation of the source. */
const openCited = (page: Page, title: string): Promise<void> => cited(page, title).getByRole('button').first().click()

/** Has the library look at its files, and waits until the session knows what became of what it cites. */
async function rescanUntil(page: Page, { id }: OwnProject, states: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: 'Add to the library' }).click()
  await page.getByRole('menuitem', { name: 'Check for changed files' }).click()
  const known = (): Promise<string[]> =>
    page.evaluate(async (projectId) => {
      const { quarry } = window as unknown as { quarry: Bridge }
      const sessions = await quarry.sessionList({}, projectId)
      const sessionId = sessions.ok ? sessions.value[0]?.id : undefined
      const view = sessionId === undefined ? null : await quarry.sessionView({ sessionId }, projectId)
      return view?.ok ? (view.value.report?.citations ?? []).map(({ state }) => state) : []
    }, id)
  await expect.poll(known).toEqual(expect.arrayContaining([...states]))
}

/** Reads the report anew, as the next start does. */
async function openReportAnew(page: Page, { name }: OwnProject): Promise<void> {
  await page.reload()
  // The window goes on in the project that it showed.
  await expect(page.getByTestId('project')).toHaveText(name)
  await page.getByTestId('sessions').locator('[data-row]').first().click()
  await expect(page.getByTestId('report')).toBeVisible()
}

test('a report outlives its sources: changed, deleted or removed, each is said and the cited text kept', async ({
  shared,
  work,
}) => {
  const folder = join(work, 'lighthouse')
  await mkdir(folder)
  for (const [name, text] of Object.entries(texts)) await writeFile(join(folder, name), text)
  const { page } = shared
  const own = await createProject(page, 'Lighthouse')
  await addByDrop(page, [folder])
  await ask(page, question)
  // What happened before the timeline was opened is there once, and what happens now is added as it does.
  await page.getByRole('tab', { name: 'Timeline' }).click()
  const timeline = page.getByTestId('timeline')
  await expect(timeline.getByText('Plan created')).toHaveCount(1)
  await page.getByTestId('plan-review').getByRole('button', { name: 'Accept and run' }).click()
  await waitForReport(page)
  for (const line of ['Session started', 'Plan created', 'Report written', 'Report checked']) {
    await expect(timeline.getByText(line)).toHaveCount(1)
  }
  await page.getByRole('tab', { name: 'Source' }).click()
  const inspector = page.getByTestId('inspector')

  await test.step('a file that changes while its citation is looked up: the text that was read is shown', async () => {
    await writeFile(join(folder, 'stones.md'), '# Stones\n\nNothing is known of the stones any more.\n')
    await openCited(page, 'Stones of the lighthouse')
    await expect(page.getByTestId('highlight').first()).toContainText('granite')
  })

  await test.step('after the change is read: the report keeps what it cited and says that the source differs', async () => {
    await rm(join(folder, 'lamp.md'))
    await rescanUntil(page, own, ['changed', 'missing'])
    await expect(cited(page, 'Stones of the lighthouse')).toContainText('changed since')
    await openCited(page, 'Stones of the lighthouse')
    await expect(inspector.getByRole('blockquote')).toContainText('granite')
    // The old offsets are other words now: nothing is lit up as if it had been cited.
    await expect(page.getByTestId('highlight')).toHaveCount(0)
  })

  await test.step('a file that is deleted: said, its text still readable', async () => {
    await expect(cited(page, 'Lamp of the lighthouse')).toContainText('file not found')
    await openCited(page, 'Lamp of the lighthouse')
    await expect(inspector.getByText(/file was moved or deleted/)).toBeVisible()
    await expect(page.getByTestId('highlight').first()).toContainText('lamp')
  })

  await test.step('a source that is removed: what goes is said before, the cited text stays', async () => {
    await chooseFor(page, 'keepers.md', 'Remove from the library…')
    const dialog = page.getByRole('dialog', { name: 'Remove “keepers.md” from the library?' })
    await expect(dialog).toContainText('This removes 1 source and 1 passage from the library.')
    await expect(dialog).toContainText('1 report cites it. The report keeps the cited text')
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByTestId('source-list').getByText('keepers.md')).toBeHidden()
    await openReportAnew(page, own)
    await expect(cited(page, 'Keepers of the lighthouse')).toContainText('removed from the library')
    await openCited(page, 'Keepers of the lighthouse')
    await expect(page.getByTestId('kept-text')).toContainText('removed from the library')
    await expect(page.getByTestId('kept-text').getByRole('blockquote')).toContainText('keepers')
    expect(await readFile(join(folder, 'keepers.md'), 'utf8')).toBe(texts['keepers.md'])
  })

  await test.step('the report still reads whole', async () => {
    await expect(page.getByTestId('report')).toContainText('granite')
    await expect(page.getByTestId('report')).toContainText('keepers')
  })

  await test.step('a session that is deleted: what goes is said before, then it is gone', async () => {
    await chooseFor(page, question, 'Delete…')
    const dialog = page.getByTestId('remove-session')
    await expect(dialog).toContainText(/This removes the session, its \d+ steps and its report with \d+ citations/)
    await dialog.getByRole('button', { name: 'Delete session' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByTestId('sessions')).toContainText('No sessions yet')
    await expect(page.getByTestId('welcome')).toBeVisible()
    await expect(page.getByTestId('library-count')).toHaveText('2')
  })

  await test.step('an image: its sheet offers to recognise its text, and it is read and shown', async () => {
    await dropFiles(page, [join(project, 'test', 'fixtures', 'documents', 'scan-en.png')])
    const sheet = page.getByTestId('intake')
    await expect(sheet).toContainText('an image, and text recognition is off')
    await sheet.getByRole('radio', { name: 'English' }).click()
    await sheet.getByRole('button', { name: 'Add 1 item' }).click()
    await expect(page.getByTestId('source-list')).toContainText(/scan-en\.pngOCR, 9\d% sure/, { timeout: 60_000 })
    await page.getByTestId('source-list').getByText('scan-en.png').click()
    await expect(page.getByTestId('recognised')).toHaveText(/^Recognised text, 9\d% sure$/)
    await expect(page.getByTestId('image-view').getByRole('region', { name: 'scan-en.png' })).toBeVisible()
  })
})
