import { expect, openQuarry, test } from './app'
import type { Bridge } from './steps'

test.use({ held: 'samples' })

test('the store’s thread dies: the window says so, and opens the library anew', async ({ data }) => {
  const quarry = await openQuarry(data)
  const { app, page } = quarry
  await expect(page.getByTestId('library-count')).toHaveText('8')
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
  await expect(page.getByTestId('library-count')).toHaveText('8')
  await expect(failure).toBeHidden()
  await quarry.close()
})
