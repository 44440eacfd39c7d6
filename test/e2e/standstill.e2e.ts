import { join } from 'node:path'
import { samples } from './app'
import { createProject, expect, test } from './shared-window'
import { addByDrop } from './steps'

// Only what the window makes of it: the reason is put into what main sends, no disk is full here.
test('indexing that stands still says why, in the library and in the footer', async ({ shared }) => {
  const { app, page } = shared
  await createProject(page, 'Standstill')
  await app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    if (!contents) throw new Error('There is no window.')
    const send = contents.send.bind(contents)
    const pauseReason = {
      code: 'store.diskFull',
      message: 'The disk is full.',
      remedy: { kind: 'freeSpaceRetry', values: {} },
    }
    contents.send = (channel, ...sent) => {
      const [id, value] = sent as [number, { summary?: object } | undefined]
      const changed = value?.summary === undefined ? value : { ...value, summary: { ...value.summary, pauseReason } }
      send(channel, id, changed)
    }
  })
  await addByDrop(page, [join(samples, 'running-costs.md')])
  const standstill = page.getByTestId('standstill')
  await expect(standstill).toContainText('Indexing is paused: The disk is full.')
  await expect(standstill).toContainText('Free some space on that disk')
  await expect(standstill).toContainText('resumes by itself')
  await expect(page.getByTestId('footer-ingest')).toContainText('indexing is paused: The disk is full.')
  await app.evaluate(({ BrowserWindow }) => {
    Reflect.deleteProperty(BrowserWindow.getAllWindows()[0]?.webContents ?? {}, 'send')
  })
})
