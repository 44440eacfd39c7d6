import { expect, showProject, test } from './shared-window'
import type { Bridge } from './steps'

test('the store’s thread dies: the window says so, and opens the library anew', async ({ shared }) => {
  const { app, page } = shared
  await showProject(page, 'Library')
  // The samples, and what else was added to them.
  const count = page.getByTestId('library-count')
  await expect(count).toHaveText(/^[1-9]/)
  const before = (await count.textContent()) ?? ''
  // Nothing leads from outside to the thread: the next statement that is sent to it ends it.
  await app.evaluate(() => {
    const { Worker } = process.getBuiltinModule('node:worker_threads')
    const { postMessage } = Worker.prototype
    Worker.prototype.postMessage = function (this: InstanceType<typeof Worker>, message: { kind?: string }, ...more) {
      if (message.kind === 'query') {
        Worker.prototype.postMessage = postMessage
        void this.terminate()
      }
      return Reflect.apply(postMessage, this, [message, ...more])
    }
  })
  await page
    .evaluate(() => (window as unknown as { quarry: Bridge }).quarry.sessionList({}, 'default'))
    // The page may be shown anew before the answer comes.
    .catch((error: Error) => {
      if (!/context was destroyed|navigation/i.test(error.message)) throw error
    })

  const failure = page.getByTestId('start-failure')
  await expect(failure).toHaveAttribute('data-code', 'store.closed')
  await expect(failure.getByRole('alert')).toContainText('The library has stopped')
  await expect(failure.getByRole('region', { name: 'What you can do' })).toContainText('Retry')
  await failure.getByRole('button', { name: 'Retry' }).click()
  await expect(count).toHaveText(before)
  await expect(failure).toBeHidden()
})
