import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { openReembedding } from '../../../main/composition/former-vectors'
import { createSimilarityIndex, startInference } from '../../../main/inference'
import { createLibrary, type PassageEncoder } from '../../../main/knowledge'
import { reembedPassages } from '../../../main/knowledge/indexing/reembed'
import { createReaderPool, type ReaderPool } from '../../../main/knowledge/reading'
import { createRecall } from '../../../main/recall'
import { createCitationIndex } from '../../../main/research'
import type { Store } from '../../../main/store'
import { countingEncoder, openFreshStore } from '../knowledge/harness'

const workersDir = resolve('out/workers')
const modelsFolder = resolve('.cache/models')
const projectId = 'default'
const maxBytes = 1 << 24
const onBackgroundError = (error: unknown): void => {
  throw error
}

let store: Store
let readers: ReaderPool
let folder: string

function openLibrary(inference: PassageEncoder, more: Partial<Parameters<typeof createLibrary>[0]> = {}) {
  const { database } = store
  const citations = createCitationIndex(database, projectId)
  const library = createLibrary({
    ...{ database, readers, inference, projectId, citations, watch: false, onBackgroundError },
    ...more,
  })
  library.start()
  return library
}

beforeAll(async () => {
  store = await openFreshStore()
  readers = createReaderPool({ workersDir })
  folder = await realpath(await mkdtemp(join(tmpdir(), 'quarry-former-')))
  await writeFile(join(folder, 'cloves.md'), '# Pemba\n\nThe island exported nine thousand tons of cloves that year.\n')
  await writeFile(join(folder, 'tides.md'), '# Tides\n\nThe harbour gauge rises twice a day with the moon.\n')
  const inference = await startInference({
    modelDirectory: join(modelsFolder, 'quarry-use-lite-en'),
    workersDir,
    threads: 1,
  })
  const library = openLibrary(inference)
  await library.add([folder])
  await library.whenIdle()
  await library.whenCurrent()
  await library.close()
  await inference.close()
}, 120_000)
afterAll(async () => {
  await readers.close()
  await store.close()
  await rm(folder, { recursive: true, force: true })
})

/** The library with another model chosen, whose work waits for `release`. */
async function chooseOther(id: string, modelFolders: string[]) {
  const { database } = store
  const counting = countingEncoder(id, 64)
  let release = (): void => undefined
  const released = new Promise<void>((go) => {
    release = go
  })
  const passageEncoder: PassageEncoder = {
    ...counting,
    async embed(texts, options) {
      await released
      return counting.embed(texts, options)
    },
  }
  const questions: string[] = []
  const other = {
    async embed(texts: readonly string[]) {
      questions.push(...texts)
      return [...(await counting.embed([...texts], {} as never))]
    },
    covers: () => true,
    lateInteraction: async (_query: string, texts: readonly string[]) => new Float32Array(texts.length),
  }
  const { model } = counting
  const reembedding = await openReembedding({
    ...{ database, projectId, model, modelFolders, workersDir, maxBytes, onBackgroundError },
  })
  const similarity = await createSimilarityIndex({ database, inference: counting, workersDir, projectId, maxBytes })
  const recall = createRecall({ database, inference: other, similarity, projectId, reembedding: reembedding.state })
  const library = openLibrary(passageEncoder, {
    reembedding: {
      ...reembedding,
      async end() {
        await reembedding.end()
        recall.invalidate()
      },
    },
    onIndexChanged: () => similarity.changed(),
  })
  onTestFinished(async () => {
    release()
    await library.close()
    recall.close()
    await similarity.close()
    await reembedding.close()
  })
  return { recall, library, questions, release }
}

const question = 'How much of the spice did the isle ship abroad?'

it('answers by the former model until the new one has embedded everything, and never by both', async () => {
  const { recall, library, questions, release } = await chooseOther('other', [join(folder, 'none'), modelsFolder])
  const before = await recall.recall(question)
  expect(before.notes).toEqual([{ kind: 'formerModelAnswered', values: {} }])
  expect(before.paths).toContain('dense')
  expect(before.hits[0]).toMatchObject({ sourceName: 'cloves.md', reason: { dense: expect.any(Number) } })
  expect(questions).toEqual([])
  expect((await library.summary()).answeredMeanwhile).toBe('former')

  release()
  await library.whenCurrent()
  const after = await recall.recall(question)
  expect(after.notes).toEqual([])
  expect(questions).toEqual([question])
  expect((await library.summary()).answeredMeanwhile).toBeUndefined()
})

it('says that it answers by words where the former model is not on disk', async () => {
  const { recall, library, questions, release } = await chooseOther('third', [])
  const { notes, hits } = await recall.recall('cloves')
  expect(notes).toEqual([{ kind: 'embeddedPartly', values: {} }])
  expect(hits[0]).toMatchObject({ sourceName: 'cloves.md', reason: { dense: null } })
  expect(questions).toEqual(['cloves'])
  expect((await library.summary()).answeredMeanwhile).toBe('partly')
  release()
  await library.whenCurrent()
  expect((await recall.recall('cloves')).notes).toEqual([])
})

it('a passage in the middle of which Quarry ends twice is passed over, and the others get their vectors', async () => {
  const { database } = store
  const encoder = countingEncoder('ended-by-a-passage', 64)
  const asked: number[] = []
  /** One run of Quarry, up to where a passage ends it. */
  const run = () =>
    new Promise<'ended' | 'whole'>((settle, reject) => {
      const embed = async (texts: string[]): Promise<Float32Array[]> => {
        asked.push(texts.length)
        if (!texts.some((text) => text.includes('harbour'))) return [...(await encoder.embed(texts, {} as never))]
        settle('ended')
        return new Promise(() => {})
      }
      const batcher = { embed } as unknown as Parameters<typeof reembedPassages>[0]['batcher']
      const { signal } = new AbortController()
      reembedPassages({ database, projectId, encoder, batcher, onBatch: () => {} }, signal).then(
        () => settle('whole'),
        reject,
      )
    })
  expect([await run(), await run(), await run()]).toEqual(['ended', 'ended', 'whole'])
  expect(asked[0]).toBe(2)
  expect(new Set(asked.slice(1))).toEqual(new Set([1]))
  const embedded = await database.query(
    'select p.text from passages p join passage_vectors v using (passage_id) where v.model = $1',
    [encoder.model.id],
  )
  expect(embedded).toEqual([{ text: expect.stringContaining('cloves') }])
})
