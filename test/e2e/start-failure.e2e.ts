import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, openQuarry, test } from './app'

test.use({ held: 'nothing' })

test('a start that fails says why, touches nothing, and goes on in place once the reason is gone', async ({ data }) => {
  const record = join(data, 'version.json')
  const newer = JSON.stringify({ schemaVersion: 9999, postgresMajor: 18 })
  await writeFile(record, newer)
  const quarry = await openQuarry(data, { shows: 'start-failure' })
  const { page } = quarry
  const failure = page.getByTestId('start-failure')
  const again = failure.getByRole('button', { name: 'Retry' })

  await test.step('a library of a newer version: told with its remedy, and left as it is', async () => {
    await expect(failure).toHaveAttribute('data-code', 'store.newerVersion')
    await expect(failure.getByRole('alert')).toContainText('This library needs a newer version')
    await expect(failure.getByRole('region', { name: 'What you can do' })).toContainText('--data=FOLDER')
    await expect(failure).toContainText('schema 9999')
    // `window` is Chromium's own.
    expect((await readdir(data)).sort()).toEqual(['version.json', 'window'])
    expect(await readFile(record, 'utf8')).toBe(newer)
  })

  const holder = spawn(process.execPath, ['--eval', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'] })
  await test.step('a folder that another process holds and does not serve: its holder is named', async () => {
    await rm(record)
    await writeFile(
      join(data, 'lock'),
      JSON.stringify({
        pid: holder.pid,
        processStart: null,
        host: hostname(),
        command: 'a program that does not answer',
        takenAt: '2026-01-02T03:04:05.000Z',
        token: 'held-by-another',
      }),
    )
    await again.click()
    await expect(failure).toHaveAttribute('data-code', 'store.locked')
    await expect(failure.getByRole('alert')).toContainText('This library is already open')
    await expect(failure.getByRole('alert')).toContainText(`process ${holder.pid} on ${hostname()}`)
    await expect(failure).toContainText('a program that does not answer')
    await again.click()
    await expect(failure).toContainText('The problem persists')
    expect((await readdir(data)).sort()).toEqual(['lock', 'window'])
  })

  await test.step('the holder ends: the library opens in the same window', async () => {
    const ended = once(holder, 'exit')
    holder.stdin?.end()
    await ended
    await again.click()
    await expect(page.getByTestId('library')).toBeVisible()
    await expect(failure).toBeHidden()
  })

  await quarry.close()
})

test('a start that fails can be left by its Quit button', async ({ data }) => {
  await writeFile(join(data, 'version.json'), JSON.stringify({ schemaVersion: 9999, postgresMajor: 18 }))
  const { app, page } = await openQuarry(data, { shows: 'start-failure' })
  const ended = app.waitForEvent('close')
  const quit = page.getByTestId('start-failure').getByRole('button', { name: 'Quit' })
  await expect(quit).toBeEnabled()
  // The app may be gone before the click is answered.
  await Promise.all([ended, quit.click().catch(() => {})])
})
