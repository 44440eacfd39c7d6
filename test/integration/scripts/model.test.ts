import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildModel } from '../../../scripts/model/build.mjs'
import { REFERENCE_FILE } from '../../../scripts/model/reference-file.mjs'
import { TOLERANCE, verifyModel } from '../../../scripts/model/verify.mjs'

interface Reference {
  readonly cases: { text: string; ids: number[]; vector: string }[]
}

let work: string
let directory: string
beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'quarry-model-'))
  directory = join(work, 'model')
  await buildModel({ directory })
})
afterAll(() => rm(work, { recursive: true }))

async function changedReference(change: (reference: Reference) => void): Promise<string> {
  const reference = JSON.parse(await readFile(REFERENCE_FILE, 'utf8')) as Reference
  change(reference)
  const path = join(work, 'reference.json')
  await writeFile(path, JSON.stringify(reference))
  return path
}

test('the built model gives the vectors of the original', async () => {
  const { texts, largestDifference } = await verifyModel(directory)
  expect(texts).toBeGreaterThanOrEqual(12)
  expect(largestDifference).toBeLessThanOrEqual(TOLERANCE)
})

test('a second build from the same inputs does nothing', async () => {
  expect(await buildModel({ directory })).toMatchObject({ built: false })
})

test('the comparison fails on another vector', async () => {
  const reference = await changedReference(({ cases }) => {
    const bytes = Buffer.from(cases[3]!.vector, 'base64')
    bytes.writeFloatLE(bytes.readFloatLE(0) + 2 * TOLERANCE, 0)
    cases[3]!.vector = bytes.toString('base64')
  })
  await expect(verifyModel(directory, reference)).rejects.toThrow('differs from the original')
})

test('the comparison fails on another split', async () => {
  const reference = await changedReference(({ cases }) => cases[2]!.ids.pop())
  await expect(verifyModel(directory, reference)).rejects.toThrow('Split differently')
})

test('the comparison fails on a changed weight', async () => {
  const broken = join(work, 'broken')
  await cp(directory, broken, { recursive: true })
  const model = await readFile(join(broken, 'model.onnx'))
  // One float in the middle of the largest tensor, the embedding of tokens, and its neighbours.
  model.fill(0x3f, Math.floor(model.length / 2), Math.floor(model.length / 2) + 40_000)
  await writeFile(join(broken, 'model.onnx'), model)
  await expect(verifyModel(broken)).rejects.toThrow('differs from the original')
})
