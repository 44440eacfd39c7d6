import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { machineStatus } from '../../../contract/app'
import { countUnderWay } from '../../../contract/source'
import { runtimePaths } from '../../../main/system/paths'

const patience = { timeout: 60_000 }

it('shows what is read, embedded and searched as work while it runs, and nothing afterwards', async () => {
  vi.stubGlobal('__QUARRY_VERSION__', '0.0.0')
  const work = await mkdtemp(join(tmpdir(), 'quarry-work-'))
  const { startRuntime } = await import('../../../main/runtime')
  const paths = { ...runtimePaths(resolve('.'), work), template: resolve('.cache/test-template') }
  const { connection, close } = await startRuntime({
    paths,
    onBackgroundError: () => {},
    resumeSessions: false,
  })
  onTestFinished(async () => {
    vi.unstubAllGlobals()
    await close()
    await rm(work, { recursive: true, force: true })
  })
  const { call } = connection
  const kindsAtWork = async (): Promise<string[]> => {
    const status = await call('app.status')
    expect(machineStatus.parse(status)).toEqual(status)
    return status.work.map(({ fact }) => fact.kind)
  }
  const isQuiet = async (): Promise<boolean> => (await kindsAtWork()).length === 0
  // What describes the built-in tools is embedded at the start.
  await vi.waitUntil(isQuiet, patience)

  const seen = new Set<string>()
  await call('library.add', { paths: [resolve('samples')] })
  await vi.waitUntil(async () => {
    for (const kind of await kindsAtWork()) seen.add(kind)
    const { byState, passages } = await call('library.summary')
    return passages > 0 && countUnderWay(byState) === 0
  }, patience)
  expect([...seen].sort()).toEqual(['filesBeingRead', 'textsBeingEmbedded'])

  await call('recall.search', { query: 'What does a compressor do?' })
  expect(await kindsAtWork()).toContain('searchesRunning')
  await vi.waitUntil(isQuiet, patience)
})
