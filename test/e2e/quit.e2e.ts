import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, openQuarry, test } from './app'
import type { Bridge } from './steps'

const questions = ['How does a heat pump move heat?', 'Which refrigerants are used in heat pumps and why?'] as const

test.use({ held: 'samples' })

/** What was asked when the window was about to close. */
interface Asked {
  message: string
  detail?: string
  buttons?: string[]
}

test('closing while a session works asks: the app stays, or ends and takes it up at the next start', async ({
  data,
}) => {
  const first = await openQuarry(data)
  const { app, page } = first
  // Answers with Keep working, then with Quit. Records to a file: while a session works the garbage collector takes
  // the promises by which Playwright asks the main process.
  const record = join(data, 'asked.jsonl')
  await app.evaluate(({ dialog }, path) => {
    const { appendFileSync } = process.getBuiltinModule('node:fs')
    const answers = [1, 0]
    dialog.showMessageBox = async (...given: unknown[]) => {
      appendFileSync(path, `${JSON.stringify(given.at(-1))}\n`)
      return { response: answers.shift() ?? 0, checkboxChecked: false }
    }
  }, record)
  const asked = async (): Promise<Asked[]> =>
    (await readFile(record, 'utf8').catch(() => ''))
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Asked)
  // It is ended in the same breath in which the session starts, so that the session certainly works.
  const startAndEnd = async (question: string, by: 'window' | 'menu'): Promise<void> => {
    const started = await page.evaluate(
      (text) =>
        (window as unknown as { quarry: Bridge }).quarry.sessionStart(
          {
            question: text,
            settings: { clarify: false, autoAccept: true },
          },
          'default',
        ),
      question,
    )
    expect(started.ok).toBe(true)
    await app
      .evaluate(({ app: running, BrowserWindow }, way) => {
        if (way === 'menu') running.quit()
        else BrowserWindow.getAllWindows()[0]?.close()
      }, by)
      .catch((error: Error) => {
        if (!/garbage collected|has been closed/.test(error.message)) throw error
      })
  }

  await test.step('Keep working: nothing closes', async () => {
    await startAndEnd(questions[0], 'window')
    await expect.poll(asked).toHaveLength(1)
    const [question] = await asked()
    expect(question?.message).toBe('Research is still running')
    expect(question?.detail).toContain(questions[0])
    expect(question?.buttons).toEqual(['Quit', 'Keep working'])
    await expect(page.getByTestId('sessions').getByText(questions[0])).toBeVisible()
  })

  await test.step('Quit, by the menu: asks the same, and the process ends', async () => {
    const ended = app.waitForEvent('close')
    await startAndEnd(questions[1], 'menu')
    await ended
    expect((await asked())[1]?.detail).toContain(questions[1])
  })

  await test.step('the next start takes both up and brings them to their reports', async () => {
    const second = await openQuarry(data)
    for (const question of questions) {
      await second.page.getByTestId('sessions').getByText(question).click()
      await expect(second.page.getByTestId('session')).toHaveAttribute('data-state', 'done', { timeout: 110_000 })
      await expect(second.page.getByTestId('report')).toBeVisible()
    }
    // Nothing works any more: closing asks nothing.
    const closed = second.app.waitForEvent('close')
    await second.app.evaluate(({ app: running }) => running.quit())
    await closed
  })
})
