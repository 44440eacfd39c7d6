import { hash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Inference } from '../../../main/inference'

const folder = resolve('.cache/bench')
const keyBytes = 32

/**
 * An encoder that keeps the vectors of passages between runs, by the sha256 of their text, in one file for each model:
 * what a run ingests is encoded once. `keep` writes the file; queries are always encoded.
 */
export async function withCachedVectors(inference: Inference): Promise<Inference & { keep(): Promise<void> }> {
  const { dimensions, id } = inference.model
  const file = join(folder, `vectors-${hash('sha256', `${id} ${dimensions}`).slice(0, 16)}`)
  const known = await readVectors(file, dimensions)
  const before = known.size
  return {
    ...inference,
    async embed(texts, options = {}) {
      if (options.priority !== 'bulk') return inference.embed(texts, options)
      const keys = texts.map((text) => hash('sha256', text))
      const missing = texts.filter((_, index) => !known.has(keys[index]!))
      const made = await inference.embed(missing, options)
      for (const [index, vector] of made.entries()) known.set(hash('sha256', missing[index]!), vector)
      return keys.map((key) => known.get(key)!)
    },
    async keep() {
      if (known.size === before) return
      await mkdir(folder, { recursive: true })
      await writeFile(
        file,
        Buffer.concat(
          Array.from(known, ([key, vector]) =>
            Buffer.concat([Buffer.from(key, 'hex'), Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)]),
          ),
        ),
      )
    },
  }
}

async function readVectors(file: string, dimensions: number): Promise<Map<string, Float32Array>> {
  const bytes = await readFile(file).catch(() => Buffer.alloc(0))
  const entryBytes = keyBytes + dimensions * Float32Array.BYTES_PER_ELEMENT
  const vectors = new Map<string, Float32Array>()
  for (let at = 0; at < bytes.length; at += entryBytes) {
    const entry = Uint8Array.from(bytes.subarray(at, at + entryBytes))
    vectors.set(Buffer.from(entry.subarray(0, keyBytes)).toString('hex'), new Float32Array(entry.buffer, keyBytes))
  }
  return vectors
}
