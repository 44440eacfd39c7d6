import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Asked, type Reply, roleOf, startModelServer } from '../fixtures/model-server'
import { tinyModel } from '../fixtures/tiny-model'
import { dropFiles } from './app'
import { createProject, expect, type OwnProject, test } from './shared-window'
import { addByDrop, type Bridge, setSettings } from './steps'

const notes = '# Trials\n\nThe first trial of the heat pump began in 1969 at Chur.\n'

/** A model that corrects the year in the document that it is shown. */
function correcting({ messages, ...asked }: Asked): Reply {
  const role = roleOf({ messages })
  if (role === 'plan')
    return { text: JSON.stringify({ steps: [{ title: 'The trial', query: 'first trial heat pump Chur', after: [] }] }) }
  if (role !== 'research') return { text: role === 'write' ? 'NOT ANSWERED' : '{"verdicts": []}' }
  const shown = messages.at(-1)?.content ?? ''
  const near = Number(/^\[(\d+)\].*1969/m.exec(shown)?.[1])
  const mayWrite = asked.tools?.some((tool) => tool.function.name === 'apply_change')
  if (shown.includes('Calls so far') || mayWrite !== true) return { calls: [['finish', { keep: [] }]] }
  return { calls: [['apply_change', { near, edits: [{ find: 'in 1969', replace: 'in 1971' }] }]] }
}

async function* inTwo(first: string, second: string, goOn: Promise<void>): AsyncIterable<string> {
  yield first
  await goOn
  yield second
}

test.describe('one project', () => {
  let own: OwnProject
  test.beforeAll(async ({ shared }) => {
    own = await createProject(shared.page, 'Models')
  })

  test('a model that may write changes a file once the person allowed what the card shows, and the person undoes it', async ({
    shared,
    work,
  }) => {
    const served = await startModelServer(correcting)
    const papers = join(work, 'papers')
    const file = join(papers, 'notes.md')
    await mkdir(papers)
    await writeFile(file, notes)
    // The app may be another user's.
    await chmod(papers, 0o777)
    await chmod(file, 0o666)
    const { app, page } = shared
    await app.evaluate(({ dialog }) => {
      dialog.showMessageBox = async () => ({ response: 0, checkboxChecked: false })
    })
    await addByDrop(page, [papers])
    await setSettings(page, own.id, { clarify: false, autoAccept: true })
    await page.evaluate(
      ([text, projectId]) => (window as unknown as { quarry: Bridge }).quarry.resourcesAddText({ text }, projectId),
      [served.origin, own.id] as const,
    )
    await page.getByRole('button', { name: 'Quotes only' }).click()
    await page.getByRole('menuitemradio', { name: 'tiny' }).click()
    await page.getByLabel('Let it write files').click()
    const switches = page.getByTestId('work-switches')
    await switches.locator('summary').click()
    await switches.getByRole('switch', { name: 'First look at the library' }).click()
    await switches.getByRole('switch', { name: 'Calls at the same time' }).click()
    await page.locator('#question').fill('Correct the year of the first trial in the notes.')
    await page.keyboard.press('Enter')
    await expect(page.getByTestId('life-line').getByText('Explore')).toHaveCount(0)
    const card = page.getByTestId('confirmation')
    await expect(card.getByTestId('file-preview').locator('del')).toContainText('began in 1969', { timeout: 60_000 })
    await expect(card.getByTestId('file-preview').locator('ins')).toContainText('began in 1971')
    const input = card.getByLabel('Arguments')
    await input.fill((await input.inputValue()).replace('"in 1971"', '"in 1972"'))
    await card.getByRole('button', { name: 'Check risk' }).click()
    await expect(card.getByTestId('file-preview').locator('ins')).toContainText('began in 1972')
    expect(await readFile(file, 'utf8')).toBe(notes)
    await card.getByRole('button', { name: 'Allow' }).click()
    await expect(page.getByTestId('session')).toHaveAttribute('data-state', 'done', { timeout: 60_000 })
    expect(await readFile(file, 'utf8')).toBe(notes.replace('1969', '1972'))
    await page.locator('#report-body [data-citation="1"]').first().click()
    await page.getByTestId('answer-view').getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Undone:').first()).toBeVisible()
    expect(await readFile(file, 'utf8')).toBe(notes)

    await page.getByTestId('follow-up').getByRole('radio', { name: 'Model only' }).click()
    await page.locator('#follow-up').fill('What is cork?')
    let goOn = (): void => undefined
    const seen = new Promise<void>((resolve) => {
      goOn = resolve
    })
    served.play(() => ({ pieces: inTwo('Cork is', ' bark [1].', seen) }))
    await page.keyboard.press('Enter')
    await expect(page.getByTestId('draft')).toContainText(/Not checked yet:\s*Cork is/)
    goOn()
    const report = page.getByTestId('report')
    await expect(report).toContainText('Written without the library. Nothing was checked.', { timeout: 60_000 })
    await expect(report.locator('[data-sentence]')).toHaveText([
      /^“tiny” wrote this without your library/,
      /^Cork is bark\./,
    ])
    served.close()
  })

  test('a dropped GGUF file is a model: the settings say whether it fits and what it is good for, and choose it', async ({
    shared,
    work,
  }) => {
    // A model thinks: a busy machine takes its time.
    test.slow()
    const file = join(work, 'oak.gguf')
    await writeFile(file, tinyModel())
    const { page } = shared
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
  })
})
