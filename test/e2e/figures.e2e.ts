import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { figuresPdf, tankPages } from '../fixtures/figures-pdf'
import { expect, openQuarry, test } from './app'
import { acceptPlan, addByDrop, ask, waitForReport } from './steps'

test('a citation that names a figure of a PDF shows the figure with its caption, and turns to its page by key', async ({
  data,
  work,
}) => {
  const path = join(work, 'tanks.pdf')
  await writeFile(path, figuresPdf(tankPages))
  const quarry = await openQuarry(data)
  const { page } = quarry
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
    const missing = page.getByTestId('report').locator('p', { hasText: 'What Figure 99 would show' })
    await missing
      .getByRole('button', { name: /^Citation \d+:/ })
      .last()
      .click()
    await expect(lit).toBeInViewport()
    await expect(figure).toBeHidden()
  })
  await quarry.close()
})
