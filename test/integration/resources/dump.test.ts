import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Inference } from '../../../main/inference'
import type { Resources } from '../../../main/resources'
import { dumpDaily, openStore, restoreDump, type Store, startDailyDump } from '../../../main/store'
import { templateDirectory } from '../../prepared-store'
import { goodCall, newFolder, openResources, startEncoder, toolDraft, workersDir } from './support'

let inference: Inference
const stores: Store[] = []
const open: Resources[] = []

/** A dump goes from one store into another: of each its own. */
async function newStore(): Promise<Store> {
  const store = await openStore({ directory: await newFolder('data'), workersDir, templateDirectory })
  stores.push(store)
  return store
}

async function started(store: Store): Promise<Resources> {
  const resources = openResources(store, inference)
  open.push(resources)
  await resources.start()
  return resources
}

const drafts = [
  // By their ids the part comes before its whole.
  toolDraft('A part', 'Tells when the harbour is dredged.', { parentId: 'tool:Harbour' }),
  toolDraft('Harbour', 'Tells the depth of a harbour.'),
  toolDraft('Shares', 'Prices of shares and funds.'),
]
/** While others use the machine. */
const patience = { timeout: 60_000, interval: 150 }
const sentence = 'how much water is under my keel'

beforeAll(async () => {
  inference = await startEncoder()
})
afterEach(async () => {
  for (const resources of open.splice(0)) await resources.close()
  for (const store of stores.splice(0)) await store.close()
})
afterAll(() => inference.close())

test('a dump holds resources and what was learned of them, and another store takes them in', async () => {
  const store = await newStore()
  const resources = await started(store)
  await resources.register(drafts)
  await resources.recordUse(goodCall('tool:Shares', sentence))
  await resources.setActive('tool:Harbour', false)
  await resources.whenVectorized()
  const path = await dumpDaily(store.database, store.directory, new Date())

  const other = await newStore()
  const added = await restoreDump(other.database, path ?? '')
  // Its own tools; no knowledge base, which the library makes.
  expect(added).toMatchObject({ resource_registry: 3 + 2, resource_match_history: 1 })
  const restored = await started(other)
  await restored.whenVectorized()
  expect(await restored.get('tool:Harbour')).toMatchObject({ status: 'disabled', isActive: false })
  expect(await restored.get('tool:A part')).toMatchObject({ parentId: 'tool:Harbour' })
  expect(await restored.get('tool:Shares')).toMatchObject({
    usageCount: 1,
    successRate: 1,
    lastVectorizedAt: expect.any(String),
  })
  await vi.waitFor(async () => {
    const rows = await other.database.query(
      'select model, query_embedding is not null as vector from resource_match_history',
    )
    expect(rows).toEqual([{ model: inference.model.id, vector: true }])
  }, patience)
  expect((await restored.match(sentence)).matches[0]).toMatchObject({
    resource: { resourceId: 'tool:Shares' },
    reasons: { history: { query: sentence } },
  })
  expect(await restoreDump(other.database, path ?? '')).toMatchObject({
    resource_registry: 0,
    resource_match_history: 0,
  })
})

test('what is removed or forgotten is in no dump from then on', async () => {
  const store = await newStore()
  const resources = await started(store)
  const inDumps = async (): Promise<string> => {
    const folder = join(store.directory, 'dumps')
    const names = (await readdir(folder)).filter((name) => name.endsWith('.json.gz'))
    const texts = await Promise.all(
      names.map(async (name) => gunzipSync(await readFile(join(folder, name))).toString()),
    )
    return texts.join()
  }
  const fails = (error: unknown): void => {
    throw error
  }
  await resources.register(drafts)
  await resources.recordUse(goodCall('tool:Shares', sentence))
  await resources.recordUse({ ...goodCall('tool:Shares', 'of a session'), sessionId: 'gone' })
  const dumps = startDailyDump(store.database, store.directory, fails)
  await vi.waitFor(async () => expect(await inDumps()).toContain(sentence), patience)
  // Its session is not there any more, and its sentences go a moment later.
  expect(await inDumps()).not.toContain('of a session')

  await resources.remove(['tool:Harbour'])
  await vi.waitFor(async () => expect(await inDumps()).not.toContain('harbour'), patience)
  await resources.forgetHistory()
  await vi.waitFor(async () => {
    const text = await inDumps()
    expect(text).toContain('Prices of shares')
    expect(text).not.toContain(sentence)
  }, patience)
  await dumps.close()
})
