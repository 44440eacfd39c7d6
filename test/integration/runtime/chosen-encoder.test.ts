import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { runtimeOn } from '../../fixtures/runtime'
import { writeTinyEncoder } from '../../fixtures/tiny-encoder'

const patience = { timeout: 60_000, interval: 150 }

it('an encoder that was dropped and chosen makes the vectors after a restart, across languages; without it nothing starts until it is given up', async () => {
  const work = await mkdtemp(join(tmpdir(), 'quarry-encoder-'))
  const data = join(work, 'data')
  let quarry = await runtimeOn(data)
  onTestFinished(async () => {
    await quarry.close()
    await rm(work, { recursive: true, force: true })
  })
  const restart = async (): Promise<void> => {
    await quarry.close()
    quarry = await runtimeOn(data)
  }
  const { call } = quarry.connection
  await writeTinyEncoder(join(work, 'tiny'))
  await writeFile(join(work, 'pump.md'), 'A heat pump.\n')
  await writeFile(join(work, 'other.md'), 'The compressor.\n')
  const added = await call('library.add', { paths: ['tiny', 'pump.md', 'other.md'].map((name) => join(work, name)) })
  expect(added).toMatchObject({ added: 2, models: [{ name: 'tiny', kind: 'encoder' }] })
  const isWhole = async (): Promise<boolean> => {
    const summary = await quarry.connection.call('library.summary')
    return summary.passages === 2 && summary.byState.indexed === 2 && summary.answeredMeanwhile === undefined
  }
  await vi.waitUntil(isWhole, patience)
  await expect(call('models.chooseEncoder', { name: 'gone' })).rejects.toMatchObject({ code: 'model.missing' })
  await call('models.chooseEncoder', { name: 'tiny' })
  expect((await call('models.encoders')).inUse.name).toBeNull()

  await restart()
  expect(await quarry.connection.call('models.encoders')).toEqual({
    names: ['tiny'],
    inUse: { id: 'tiny', dimensions: 8, name: 'tiny' },
    isFixed: false,
  })
  await vi.waitUntil(isWhole, patience)
  const titles = async (query: string): Promise<string[]> => {
    const { hits } = await quarry.connection.call('recall.search', { query })
    return hits.flatMap((hit) => ('sourceName' in hit ? [hit.sourceName] : []))
  }
  await vi.waitUntil(async () => (await titles('热泵'))[0] === 'pump.md', patience)
  expect((await titles('pompe à chaleur'))[0]).toBe('pump.md')

  await quarry.close()
  await rm(join(work, 'tiny'), { recursive: true })
  await expect(runtimeOn(data)).rejects.toMatchObject({
    code: 'model.missing',
    remedy: { kind: 'restoreEncoder' },
    context: { encoder: 'tiny' },
  })
  await writeFile(join(data, 'settings.yaml'), 'encoder: null\n')
  quarry = await runtimeOn(data)
  expect((await quarry.connection.call('models.encoders')).inUse.name).toBeNull()
  await vi.waitUntil(isWhole, patience)
})
