import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { copySamples, dropFiles, expect, openQuarry, samples, startBeside, test } from './app'
import { createProject, test as inSharedWindow } from './shared-window'
import { acceptIntake, acceptPlan, addByDrop, ask, waitForIndexing, waitForReport } from './steps'

test.describe('the first start of all', () => {
  test.use({ held: 'nothing' })

  test('a folder is dropped, a question asked, the plan edited, the report read, a citation opened', async ({
    data,
    work,
  }) => {
    const folder = await copySamples(work)
    const quarry = await openQuarry(data)
    const { page } = quarry

    await test.step('the empty window teaches the first step', async () => {
      await expect(page.getByTestId('welcome')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Try a sample' }).first()).toBeVisible()
    })

    await test.step('the sheet says what the folder becomes before it is taken in', async () => {
      await dropFiles(page, [folder])
      const sheet = page.getByTestId('intake')
      await expect(sheet.getByText('papers', { exact: true })).toBeVisible()
      await expect(sheet.getByText(/\d+ documents, [\d.]+ kB/i)).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(sheet).toBeHidden()
      await expect(page.getByTestId('library-count')).toHaveText('0')
      await addByDrop(page, [folder])
    })

    await test.step('the question is planned, and the plan waits for its review', async () => {
      await ask(page, 'How does a heat pump move heat, and what limits its efficiency?')
      await expect(page.getByTestId('plan-review')).toBeVisible()
      await expect(page.getByTestId('intent').getByRole('button').first()).toHaveText('explain')
    })

    let titles: string[] = []
    await test.step('the plan is edited: a step renamed, one added, one deleted', async () => {
      const review = page.getByTestId('plan-review')
      await review.getByRole('textbox', { name: 'Title of step 1', exact: true }).fill('What the compressor does')
      await review
        .getByRole('textbox', { name: 'Search query of step 1', exact: true })
        .fill('compressor raises pressure and temperature')
      await review
        .getByRole('textbox', { name: 'What counts as done for step 1', exact: true })
        .fill('Both stages are named.')
      const before = await review.getByTestId('plan-step').count()
      await review.getByRole('button', { name: 'Delete step 2', exact: true }).click()
      await review.getByRole('button', { name: 'Add step' }).click()
      await expect(review.getByTestId('plan-step')).toHaveCount(before)
      await review
        .getByRole('textbox', { name: `Title of step ${before}`, exact: true })
        .fill('Refrigerants and climate')
      await review
        .getByRole('textbox', { name: `Search query of step ${before}`, exact: true })
        .fill('refrigerant global warming')
      // What processes needs something to work on.
      const type = review.getByRole('button', { name: `Type of step ${before}:` })
      await type.click()
      await page.getByRole('menuitemradio', { name: /^Processing/ }).click()
      await expect(review.getByText('A processing step runs after other steps: choose which.')).toBeVisible()
      await expect(review.getByRole('button', { name: 'Accept and run' })).toBeDisabled()
      await type.click()
      await page.getByRole('menuitemradio', { name: /^Research/ }).click()
      titles = await review
        .getByTestId('plan-step')
        .getByRole('textbox', { name: /^Title of step/ })
        .evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value))
      expect(titles).toContain('What the compressor does')
      await review.getByRole('button', { name: 'Accept and run' }).click()
    })

    await test.step('what was approved is exactly what ran', async () => {
      await waitForReport(page)
      const steps = page.getByTestId('step')
      await expect(steps).toHaveCount(titles.length)
      for (const [index, title] of titles.entries()) await expect(steps.nth(index)).toContainText(title)
      await expect(steps.first()).toContainText('Done when: Both stages are named.Quarry cannot check this.')
      await expect(steps.nth(1)).toContainText(/Met: sentences of sources were kept|Not met: nothing was kept/)
    })

    await test.step('a click on a citation opens its source with the sentence highlighted', async () => {
      const sentence = page
        .getByTestId('report')
        .locator('[data-sentence]')
        .filter({ has: page.getByRole('button', { name: /^Citation 1:/ }) })
      const text = await sentence.first().evaluate((element) => element.firstChild?.textContent ?? '')
      await sentence
        .first()
        .getByRole('button', { name: /^Citation 1:/ })
        .click()
      const highlight = page.getByTestId('highlight').first()
      await expect(highlight).toBeInViewport()
      const plain = (words: string | null): string => (words ?? '').replace(/\s+/g, ' ').trim()
      if ((await page.getByTestId('pdf-page').count()) === 0) {
        expect(plain(await highlight.textContent())).toBe(plain(text))
      }
    })

    await test.step('the report is saved as Markdown, as HTML that stands alone, and as PDF', async () => {
      for (const [format, file] of [
        ['Save as Markdown…', 'report.md'],
        ['Save as HTML…', 'report.html'],
        ['Save as PDF…', 'report.pdf'],
      ] as const) {
        const target = join(data, file)
        await quarry.app.evaluate(({ dialog }, filePath) => {
          dialog.showSaveDialog = async () => ({ canceled: false, filePath })
        }, target)
        await page.getByTestId('report').getByRole('button', { name: 'Save' }).click()
        await page.getByRole('menuitem', { name: format }).click()
        await expect.poll(() => readFile(target, 'utf8').catch(() => '')).toMatch(/\[1\]|id="cited-1"|%%EOF\s*$/)
      }
      const html = await readFile(join(data, 'report.html'), 'utf8')
      expect(html).not.toMatch(/<script|<link|src="http|@import/)
      // Its headings are an outline, and each mark leads to what it cites.
      const pdf = await readFile(join(data, 'report.pdf'), 'latin1')
      for (const part of ['%PDF-', '/Outlines', '/Link']) expect(pdf).toContain(part)
    })

    await quarry.close()
  })
})

inSharedWindow.describe('one project', () => {
  let folder: string
  inSharedWindow.beforeAll(async ({ shared }) => {
    folder = join(shared.folder, 'papers')
    await mkdir(folder)
    await writeFile(join(folder, 'good.md'), '# Osk\n\nThe windmill at Osk was built of oak in 1790.\n')
    await writeFile(join(folder, 'broken.pdf'), '%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\ntruncat')
    await createProject(shared.page, 'Osk')
  })

  inSharedWindow('a second start with a path hands it to the open window', async ({ shared }) => {
    await expect(shared.page.getByTestId('welcome')).toBeVisible()
    await startBeside(shared.folder, [folder])
    await expect(shared.page.getByTestId('intake').getByText('papers', { exact: true })).toBeVisible()
  })

  inSharedWindow(
    'a corrupt PDF among good files fails alone, with its reason, and can be tried again',
    async ({ shared }) => {
      const { page } = shared
      await acceptIntake(page, { failures: 1 })
      const failed = page.getByTestId('source-list').getByText('broken.pdf')
      await expect(failed).toBeVisible()
      await expect(page.getByTestId('library')).toContainText(/damaged/i)
      await copyFile(join(samples, 'ground-source.pdf'), join(folder, 'broken.pdf'))
      await page.getByRole('button', { name: 'Retry: broken.pdf' }).click()
      await waitForIndexing(page)
    },
  )

  inSharedWindow('a citation of a PDF opens its page with the passage highlighted on it', async ({ shared }) => {
    const { page } = shared
    await ask(page, 'How does a ground source heat pump collect heat from the ground?')
    await acceptPlan(page)
    await waitForReport(page)
    await page
      .getByRole('button', { name: /^Citation 1:/ })
      .first()
      .click()
    const drawn = page.getByTestId('pdf-page')
    await expect(drawn).toBeVisible()
    const highlight = drawn.getByTestId('highlight').first()
    await expect(highlight).toBeInViewport()
    // The page was really drawn: its picture is not of one colour.
    const colours = await drawn.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
      const pixels =
        canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? new Uint8ClampedArray()
      return new Set(Array.from({ length: pixels.length / 400 }, (_, index) => pixels[index * 400])).size
    })
    expect(colours).toBeGreaterThan(3)
  })
})
