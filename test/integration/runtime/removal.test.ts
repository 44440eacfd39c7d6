import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, it, onTestFinished, vi } from 'vitest'
import { runtimePaths } from '../../../main/system/paths'
import { templateDirectory } from '../../prepared-store'

it('a session that is removed leaves the dumps, too', async () => {
  const work = await mkdtemp(join(tmpdir(), 'quarry-removal-'))
  onTestFinished(async () => {
    await rm(work, { recursive: true, force: true })
  })
  const { startRuntime } = await import('../../../main/runtime')
  const paths = { ...runtimePaths(resolve('.'), work), template: templateDirectory }
  const background: unknown[] = []
  const start = () =>
    startRuntime({ paths, onBackgroundError: (error) => background.push(error), resumeSessions: false })
  const folder = join(work, 'dumps')
  const dumped = async (): Promise<string> => {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.json.gz'))
    const texts = await Promise.all(
      names.map(async (name) => gunzipSync(await readFile(join(folder, name))).toString()),
    )
    return texts.join('\n')
  }

  const first = await start()
  const { sessionId } = await first.connection.call('session.start', { question: 'What does Zanzibar export?' })
  await first.close()
  // As on another day: today's dump is not there yet.
  await rm(folder, { recursive: true })

  const second = await start()
  await vi.waitUntil(async () => (await readdir(folder).catch(() => [])).some((name) => name.endsWith('.json.gz')), {
    timeout: 30_000,
  })
  expect(await dumped()).toContain('Zanzibar')
  await second.connection.call('session.remove', { sessionId })
  expect(await dumped()).not.toContain('Zanzibar')
  await second.close()
  expect(await dumped()).toContain('quarry-dump')
  expect(await dumped()).not.toContain('Zanzibar')
  expect(background).toEqual([])
})
