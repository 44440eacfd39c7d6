import { QuarryError } from '../../contract/errors'
import type { Database } from '../store'
import { type SourceToWrite, type WrittenIndex, writeIndex } from './index-rows'

/** Passages in one transaction, unless a single source has more: other queries wait while it runs. */
const passagesPerTransaction = 1500
const sourcesPerTransaction = 200

interface Waiting {
  readonly source: SourceToWrite
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/**
 * Writes prepared sources, several to a transaction: whatever became ready while the last one ran goes into the
 * next. A group that fails for what is in it is written again one by one, so that only the bad one fails.
 */
export interface IndexWriter {
  /** Resolves when the source's index is committed. */
  write(source: SourceToWrite, signal: AbortSignal): Promise<void>
}

export function createIndexWriter(options: {
  database: Database
  projectId: string
  modelId: string
  onWritten: (written: WrittenIndex) => void
}): IndexWriter {
  const { database, projectId, modelId, onWritten } = options
  const waiting: Waiting[] = []
  let writing = false

  async function drain(): Promise<void> {
    if (writing) return
    writing = true
    try {
      while (waiting.length > 0) await writeGroup(takeGroup())
    } finally {
      writing = false
    }
  }

  function takeGroup(): Waiting[] {
    let passages = 0
    let count = 0
    while (count < waiting.length && count < sourcesPerTransaction) {
      passages += waiting[count]!.source.prepared.passages.length
      if (count > 0 && passages > passagesPerTransaction) break
      count += 1
    }
    return waiting.splice(0, count)
  }

  async function writeGroup(group: readonly Waiting[]): Promise<void> {
    let written: WrittenIndex
    try {
      written = await database.transaction((transaction) =>
        writeIndex(
          transaction,
          projectId,
          modelId,
          group.map((one) => one.source),
        ),
      )
    } catch (error) {
      if (group.length > 1 && !isStoreDown(error)) {
        for (const one of group) await writeGroup([one])
      } else {
        for (const one of group) one.reject(error)
      }
      return
    }
    onWritten(written)
    for (const one of group) one.resolve()
  }

  return {
    write(source, signal) {
      return new Promise((resolve, reject) => {
        if (signal.aborted) return reject(new QuarryError('cancelled', 'Cancelled.'))
        waiting.push({ source, resolve, reject })
        void drain()
      })
    },
  }
}

const storeDownCodes: ReadonlySet<string> = new Set([
  'store.diskFull',
  'store.readOnly',
  'store.closed',
  'store.corrupt',
  'store.locked',
])

/** Whether an error is the store's own state rather than something about one source. */
export function isStoreDown(error: unknown): boolean {
  return error instanceof QuarryError && storeDownCodes.has(error.code)
}
