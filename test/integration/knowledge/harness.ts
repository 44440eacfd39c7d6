import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readerVersions } from '../../../contract/library/reader-versions'
import { createLibrary, type IndexChange, type Library, type PassageEncoder } from '../../../main/knowledge'
import { createReaderPool, type ReaderPool } from '../../../main/knowledge/reading'
import { createCitationIndex } from '../../../main/research'
import type { Store } from '../../../main/store'
import { countingEncoder, workersDir } from './encoder'

export { openFreshStore } from '../fresh-store'
export { countingEncoder }

/** A library over a real store and real readers, with a folder for the test's files. */
export interface Bench {
  readonly library: Library
  readonly store: Store
  readonly folder: string
  readonly changes: IndexChange[]
  /** Closes the library and opens it again on the same data, as a restart does. */
  reopen(options?: { encoder?: PassageEncoder; readerVersions?: Readonly<Record<string, number>> }): Promise<Bench>
  /** Closes the library and empties the store. */
  close(): Promise<void>
}

/** Ends with the process; those that have nothing to read end before. Their start costs half a second of processor time. */
let readers: ReaderPool | undefined

export async function openBench(
  store: Store,
  options: {
    encoder?: PassageEncoder
    folder?: string
    watch?: boolean
    readerVersions?: Readonly<Record<string, number>>
  } = {},
): Promise<Bench> {
  const folder = options.folder ?? (await realpath(await mkdtemp(join(tmpdir(), 'quarry-material-'))))
  readers ??= createReaderPool({ workersDir })
  const changes: IndexChange[] = []
  const encoder = options.encoder ?? countingEncoder()
  const library = createLibrary({
    database: store.database,
    readers,
    inference: encoder,
    projectId: 'default',
    citations: createCitationIndex(store.database, 'default'),
    readerVersions: options.readerVersions ?? readerVersions,
    watch: options.watch ?? false,
    onIndexChanged: (change) => changes.push(change),
    onBackgroundError: (error) => {
      throw error
    },
  })
  library.start()
  return {
    library,
    store,
    folder,
    changes,
    async reopen(again = {}) {
      await library.close()
      return openBench(store, { encoder, folder, ...again })
    },
    async close() {
      await library.close()
      await store.database.query(
        'truncate sources, roots, sessions, settings, project_settings, index_versions, exclusions cascade',
      )
      await rm(folder, { recursive: true, force: true })
    },
  }
}
