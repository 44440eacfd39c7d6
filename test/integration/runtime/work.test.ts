import { resolve } from 'node:path'
import { expect, it, vi } from 'vitest'
import { machineStatus } from '../../../contract/app/app'
import { countUnderWay } from '../../../contract/library/source'
import { openQuarry } from '../../fixtures/runtime'

const patience = { timeout: 60_000 }

it('shows what is read, embedded and searched as work while it runs, and nothing afterwards', async () => {
  const { call } = await openQuarry('work')
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
