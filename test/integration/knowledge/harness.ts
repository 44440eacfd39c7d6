import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createLibrary, type IndexChange, type Library, type PassageEncoder } from '../../../main/knowledge'
import { createReaderPool, type ReaderPool } from '../../../main/knowledge/reading'
import { openStore, type Store } from '../../../main/store'

export const workersDir = resolve(import.meta.dirname, '../../../out/workers')
const templateDirectory = resolve(import.meta.dirname, '../../../.cache/test/cluster-template')

/** A library over a real store and real readers, in its own folders. */
export interface Bench {
  readonly library: Library
  readonly store: Store
  readonly readers: ReaderPool
  /** Where the test puts its files. */
  readonly folder: string
  readonly dataDirectory: string
  readonly changes: IndexChange[]
  /** Closes library and store and opens them again on the same data. */
  reopen(): Promise<Bench>
  close(): Promise<void>
}

/**
 * A stand-in where a test is not about vectors: deterministic unit vectors, so that thousands of passages cost no
 * inference. What the encoder does is tested with the encoder.
 */
export function countingEncoder(): PassageEncoder & { calls: number[] } {
  const calls: number[] = []
  return {
    calls,
    model: { id: 'counting' },
    async embed(texts) {
      calls.push(texts.length)
      return texts.map((text) => {
        const vector = new Float32Array(512)
        vector[text.length % 512] = 1
        return vector
      })
    },
    covers: (text) => !/\p{Script=Han}/u.test(text),
  }
}

export async function openBench(
  options: { encoder?: PassageEncoder; folder?: string; dataDirectory?: string; start?: boolean } = {},
): Promise<Bench> {
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'quarry-material-')))
  const dataDirectory = options.dataDirectory ?? (await mkdtemp(join(tmpdir(), 'quarry-data-')))
  const store = await openStore({ directory: dataDirectory, workersDir, templateDirectory })
  const readers = createReaderPool({ workersDir })
  const changes: IndexChange[] = []
  const encoder = options.encoder ?? countingEncoder()
  const library = createLibrary({
    database: store.database,
    readers,
    inference: encoder,
    projectId: 'default',
    onIndexChanged: (change) => changes.push(change),
    onBackgroundError: (error) => {
      throw error
    },
  })
  if (options.start !== false) library.start()
  const shut = async () => {
    await library.close()
    await readers.close()
    await store.close()
  }
  return {
    library,
    store,
    readers,
    folder,
    dataDirectory,
    changes,
    async reopen() {
      await shut()
      return openBench({ encoder, folder, dataDirectory })
    },
    async close() {
      await shut()
      await rm(folder, { recursive: true, force: true })
      await rm(dataDirectory, { recursive: true, force: true })
    },
  }
}
