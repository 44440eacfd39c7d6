import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { captions, docx, tankHtml, tankParts, tankPictures } from '../fixtures/figure-documents'
import { figuresPdf, tankPages } from '../fixtures/figures-pdf'
import { createProject, expect, test } from './shared-window'
import { acceptPlan, addByDrop, ask, waitForReport } from './steps'

test('a citation that names a figure of a PDF shows the figure with its caption, and turns to its page by key', async ({
  shared,
  work,
}) => {
  const path = join(work, 'tanks.pdf')
  await writeFile(path, figuresPdf(tankPages))
  const { page } = shared
  await createProject(page, 'Figures of a PDF')
  await addByDrop(page, [path])
  await ask(page, 'How much heat did the tank in the cellar lose after its pipes were insulated?')
  await acceptPlan(page)
  await waitForReport(page)
  await page
    .getByRole('button', { name: /^Citation 1:/ })
    .first()
    .click()

  const caption = 'Figure 2: Heat loss of the tank in the cellar, before and after its pipes were insulated.'
  const figure = page.getByTestId('figure')
  const picture = figure.getByRole('img', { name: caption })
  await expect(picture).toBeInViewport()
  await expect(figure.getByText(caption)).toBeVisible()
  // It is the figure, not the page around it: a good part of it is blue bars.
  const blue = await picture.evaluate((canvas: HTMLCanvasElement) => {
    const { data, width, height } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
    let count = 0
    for (let at = 0; at < data.length; at += 4) if (data[at + 2]! - data[at]! > 60) count++
    return count / (width * height)
  })
  expect(blue).toBeGreaterThan(0.15)

  const view = page.getByTestId('pdf-view')
  const lit = page.getByTestId('pdf-page').getByTestId('highlight').first()
  await expect(view.getByText('Page 1 of 4')).toBeVisible()
  await figure.getByRole('button', { name: 'Show Figure 2 on page 2' }).focus()
  await page.keyboard.press('Enter')
  await expect(view.getByText('Page 2 of 4')).toBeVisible()
  await expect(lit).toBeInViewport()
  await expect(figure.getByRole('button', { name: 'Back to the cited passage' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(view.getByText('Page 1 of 4')).toBeVisible()
  await expect(lit).toBeInViewport()

  await test.step('a figure that is not there shows nothing', async () => {
    const missing = page.getByTestId('report').locator('p', { hasText: 'Figure 99 would show' })
    await missing
      .getByRole('button', { name: /^Citation \d+:/ })
      .last()
      .click()
    await expect(lit).toBeInViewport()
    await expect(figure).toBeHidden()
  })
})

test('a citation or a search hit that names a figure of a Word document or web page shows it, or says why not', async ({
  shared,
  work,
}) => {
  const folder = join(work, 'tanks')
  await mkdir(join(folder, 'pictures'), { recursive: true })
  await writeFile(join(folder, 'tanks.docx'), docx(tankParts, tankPictures))
  const { page } = shared
  await createProject(page, 'Figures of documents')
  await addByDrop(page, [folder])
  await ask(page, 'How much heat did the tank in the cellar lose after its pipes were insulated?')
  await acceptPlan(page)
  await waitForReport(page)
  await page
    .getByRole('button', { name: /^Citation 1:/ })
    .first()
    .click()
  const figure = page.getByTestId('figure').filter({ hasText: captions.cellar })
  const picture = figure.getByRole('img', { name: captions.cellar })
  await expect(picture).toBeInViewport()
  expect(await picture.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])).toEqual([
    320, 200,
  ])

  await test.step('a picture beside a web page is shown; one on the web or of another kind is not, and it says so', async () => {
    await writeFile(join(folder, 'pictures', 'cellar.png'), tankPictures['cellar.png'])
    await writeFile(join(folder, 'pictures', 'shed.emf'), tankPictures['shed.emf'])
    const body = tankHtml((name) => (name === 'attic.png' ? `https://example.org/${name}` : `pictures/${name}`))
    const path = join(folder, 'page.html')
    await writeFile(
      path,
      `<!doctype html><title>Page of tanks</title><p>Zeppelins carry no tanks, see Figures 1 and 2.</p>${body}`,
    )
    await addByDrop(page, [folder])
    await page.getByRole('banner').getByRole('button', { name: 'Search', exact: true }).click()
    const search = page.getByTestId('search-page')
    await search.getByRole('searchbox').fill('zeppelins')
    await search.getByTestId('hit').filter({ hasText: 'Page of tanks' }).getByRole('button').first().click()
    await expect(picture).toBeVisible()
    await expect(page.getByTestId('figure').filter({ hasText: captions.attic })).toContainText(
      'The picture is on the web or outside the folder of this page, so it is not opened.',
    )
  })
})
