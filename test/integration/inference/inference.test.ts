import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { InferenceWorkerOptions } from '../../../contract/processes/inference'
import { type Inference, startInference } from '../../../main/inference'
import { TaskPool } from '../../../main/inference/task-pool'

const root = join(import.meta.dirname, '..', '..', '..')
const modelDirectory = join(root, '.cache', 'models', 'quarry-use-lite-en')
const workersDir = join(root, 'out', 'workers')

const sentence = (index: number): string =>
  `${'The boundary layer thickens downstream. '.repeat(1 + (index % 7))}No ${index}.`

const difference = (a: Float32Array, b: Float32Array): number =>
  a.reduce((largest, value, index) => Math.max(largest, Math.abs(value - b[index]!)), 0)

describe('the encoder', () => {
  let inference: Inference

  beforeAll(async () => {
    inference = await startInference({ modelDirectory, workersDir, threads: 2 })
  })
  afterAll(() => inference.close())

  test('describes itself', () => {
    expect(inference.model).toEqual({
      id: 'quarry-use-lite-en',
      dimensions: 512,
      maxTokens: 128,
      languages: ['en'],
      scripts: ['Latin'],
    })
  })

  test('gives the vectors of the original model, in the order of the texts', async () => {
    const reference = JSON.parse(readFileSync(join(root, 'test/fixtures/model-reference.json'), 'utf8')) as {
      cases: { text: string; vector: string }[]
    }
    const vectors = await inference.embed(reference.cases.map(({ text }) => text))
    for (const [index, { vector }] of reference.cases.entries()) {
      const expected = new Float32Array(Uint8Array.from(Buffer.from(vector, 'base64')).buffer)
      expect(difference(vectors[index]!, expected)).toBeLessThan(1e-4)
    }
  })

  test('gives each text the same vector in a batch of mixed lengths as alone, and tells its progress', async () => {
    const texts = Array.from({ length: 50 }, (_, index) => sentence(index))
    const progress: [number, number][] = []
    const together = await inference.embed(texts, {
      priority: 'bulk',
      onProgress: (done, total) => progress.push([done, total]),
    })
    const [alone] = await inference.embed([texts[33]!])
    expect(difference(together[33]!, alone!)).toBeLessThan(1e-5)
    expect(progress.at(-1)).toEqual([50, 50])
    expect(progress.length).toBeGreaterThan(1)
  })

  test('answers buffers that carry no more than the vector', async () => {
    const vectors = await inference.embed(['one', 'two'])
    expect(vectors.map((vector) => vector.buffer.byteLength)).toEqual([2048, 2048])
  })

  test('gives an empty text zeros, and no texts nothing', async () => {
    const [empty] = await inference.embed([''])
    expect(empty!.every((value) => value === 0)).toBe(true)
    expect(await inference.embed([])).toEqual([])
  })

  test('gives token vectors of unit length', async () => {
    const [first, second] = await inference.tokenVectors(['Shock waves.', 'A supersonic flow past a wedge.'])
    expect(first!.vectors.length).toBe(first!.tokens * 512)
    expect(second!.ids.length).toBe(second!.tokens)
    expect(Math.hypot(...second!.vectors.subarray(0, 512))).toBeCloseTo(1, 5)
  })

  test('scores a text that answers above one that does not, in late interaction', async () => {
    const [related, unrelated, empty] = await inference.lateInteraction('heat transfer at the stagnation point', [
      'Stagnation point heat transfer was measured on a hemisphere.',
      'The committee met on Tuesday to elect its treasurer.',
      '',
    ])
    expect(related!).toBeGreaterThan(unrelated!)
    expect(empty).toBe(0)
  })

  test('rejects at once when cancelled, before or while it waits', async () => {
    await expect(inference.embed(['x'], { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'cancelled' })
    const controller = new AbortController()
    const many = inference.embed(
      Array.from({ length: 200 }, (_, index) => sentence(index)),
      { priority: 'bulk', signal: controller.signal, onProgress: () => controller.abort() },
    )
    await expect(many).rejects.toMatchObject({ code: 'cancelled' })
    expect(await inference.embed(['still there'])).toHaveLength(1)
  })

  test('lets a person’s query overtake bulk work', async () => {
    const bulkDone: number[] = []
    const bulk = inference.embed(
      Array.from({ length: 240 }, (_, index) => sentence(index)),
      { priority: 'bulk', onProgress: (done) => bulkDone.push(done) },
    )
    await inference.embed(['a query'], { priority: 'interactive' })
    expect(bulkDone.at(-1) ?? 0).toBeLessThan(240)
    await bulk
    expect(bulkDone.at(-1)).toBe(240)
  })
})

test('a few tasks share one thread; many, those of a long life and warming up start the others', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quarry-inference-'))
  const filename = join(folder, 'quick.mjs')
  await writeFile(filename, `export const describe = () => ({ ok: true, value: {} })`)
  const open = (): TaskPool =>
    new TaskPool({ filename, threads: 2, queueLimit: 100, workerData: { modelDirectory: null } })
  const runAtOnce = (pool: TaskPool, tasks: number): Promise<unknown> =>
    Promise.all(Array.from({ length: tasks }, () => pool.run('describe', null)))
  const [few, many, warm] = [open(), open(), open()]

  await runAtOnce(few, 3)
  expect(few.threads).toHaveLength(1)
  for (let done = 3; done < 24; done += 3) await runAtOnce(few, 3)
  expect(few.threads).toHaveLength(1)
  await runAtOnce(few, 2)
  expect(few.threads).toHaveLength(2)

  await runAtOnce(many, 6)
  expect(many.threads).toHaveLength(2)

  await warm.warm('describe')
  expect(warm.threads).toHaveLength(2)
  await Promise.all([few, many, warm].map((pool) => pool.close()))
  await rm(folder, { recursive: true })
})

describe('a thread that dies', () => {
  const options = (): {
    filename: string
    threads: number
    queueLimit: number
    workerData: InferenceWorkerOptions
  } => ({
    filename: join(workersDir, 'inference.js'),
    threads: 1,
    queueLimit: 100,
    workerData: { modelDirectory },
  })

  test('is replaced, and its batch is run once more', async () => {
    const pool = new TaskPool(options())
    await pool.run('describe', null)
    const batch = pool.run('embed', { texts: Array.from({ length: 64 }, (_, index) => sentence(index)) })
    const next = pool.run('embed', { texts: ['next'] })
    await pool.threads[0]!.terminate()
    expect((await batch).length).toBe(64 * 512)
    expect((await next).length).toBe(512)
    expect(pool.stats).toMatchObject({ crashes: 1, tasksDone: 3, running: 0 })
    await pool.close()
  })

  test('fails its batch with inference.crashed when that kills it twice, and serves the next', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'quarry-inference-'))
    const filename = join(folder, 'poison.mjs')
    await writeFile(
      filename,
      `export async function embed({ texts }) {
        if (texts[0] === 'poison') process.exit(9)
        return { ok: true, value: new Float32Array(texts.length) }
      }`,
    )
    const pool = new TaskPool({ ...options(), filename })
    await expect(pool.run('embed', { texts: ['poison'] })).rejects.toMatchObject({ code: 'inference.crashed' })
    expect(await pool.run('embed', { texts: ['good'] })).toEqual(new Float32Array(1))
    await pool.close()
    await rm(folder, { recursive: true })
  })

  test('has a bounded queue, and what waits fails when it closes', async () => {
    const pool = new TaskPool({ ...options(), queueLimit: 2 })
    const running = pool.run('embed', { texts: ['a'] }).catch((error: unknown) => error)
    const waiting = [1, 2].map(() => pool.run('embed', { texts: ['b'] }).catch((error: unknown) => error))
    await expect(pool.run('embed', { texts: ['c'] })).rejects.toMatchObject({ code: 'inference.queueFull' })
    await pool.close()
    for (const outcome of await Promise.all([running, ...waiting])) expect(outcome).toMatchObject({ code: 'cancelled' })
  })
})

test('a folder that is no model says what is missing', async () => {
  await expect(startInference({ modelDirectory: tmpdir(), workersDir, threads: 1 })).rejects.toMatchObject({
    code: 'model.missing',
  })
})
