import { QuarryError } from '../../../contract/errors'
import type { Database, EmbeddingModel } from '../../store'
import { isStoreDown } from '../ingest/store-down'
import { type SourceToWrite, type WrittenIndex, writeIndex } from './index-rows'

/** Passages in one transaction, unless a single source has more: other queries wait while it runs. */
const passagesPerTransaction = 1500
const sourcesPerTransaction = 200
/** From so many passages on a transaction's fixed cost (a dozen round trips and an fsync) no longer shows. */
const passagesWorthWriting = 256
/** How long the first waits for others that are on their way: one-page files come in tens at a time. */
const gatherMs = 250

/** Why a source was not written. */
export interface WriteFailure {
  readonly sourceId: string
  readonly error: unknown
}

/** What was given to be written together; `left` counts its sources that are neither written nor failed. */
interface Batch {
  readonly failures: WriteFailure[]
  left: number
  readonly resolve: (failures: WriteFailure[]) => void
}

interface Waiting {
  readonly source: SourceToWrite
  readonly batch: Batch
}

/**
 * Writes prepared sources, several to a transaction: whatever became ready while the last one ran goes into the
 * next. A group that fails for what is in it is written again one by one, so that only the bad one fails.
 */
export interface IndexWriter {
  /** Resolves when each source's index is committed or failed; answers the failures. Throws `cancelled`. */
  write(sources: readonly SourceToWrite[], signal: AbortSignal): Promise<readonly WriteFailure[]>
  /** Writes nothing more; resolves when the transaction under way has ended. */
  close(): Promise<void>
}

export function createIndexWriter(options: {
  database: Database
  projectId: string
  model: EmbeddingModel
  onWritten: (written: WrittenIndex) => void
  /** How many sources are under way in all, those that wait here included: a lone one is written at once. */
  underWay: () => number
}): IndexWriter {
  const { database, projectId, model, onWritten, underWay } = options
  const waiting: Waiting[] = []
  let writing: Promise<void> | null = null
  let closed = false
  let wakeGatherer: (() => void) | null = null

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      await gather()
      await writeGroup(takeGroup())
    }
    writing = null
  }

  /** Resolves when enough is waiting, or when it was waited for long enough. */
  async function gather(): Promise<void> {
    if (isWorthWriting()) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, gatherMs)
      wakeGatherer = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    wakeGatherer = null
  }

  function isWorthWriting(): boolean {
    let passages = 0
    for (const { source } of waiting) passages += source.prepared.passages.count
    return passages >= passagesWorthWriting || waiting.length >= underWay()
  }

  function takeGroup(): Waiting[] {
    let passages = 0
    let count = 0
    while (count < waiting.length && count < sourcesPerTransaction) {
      passages += waiting[count]!.source.prepared.passages.count
      if (count > 0 && passages > passagesPerTransaction) break
      count += 1
    }
    return waiting.splice(0, count)
  }

  async function writeGroup(group: readonly Waiting[]): Promise<void> {
    if (group.length === 0) return
    let written: WrittenIndex
    try {
      written = await database.transaction((transaction) =>
        writeIndex(
          transaction,
          projectId,
          model,
          group.map((one) => one.source),
        ),
      )
    } catch (error) {
      if (group.length > 1 && !isStoreDown(error)) {
        for (const one of group) await writeGroup([one])
      } else {
        for (const { source, batch } of group) {
          batch.failures.push({ sourceId: source.sourceId, error })
          settle(batch)
        }
      }
      return
    }
    onWritten(written)
    for (const { batch } of group) settle(batch)
  }

  function settle(batch: Batch): void {
    batch.left -= 1
    if (batch.left === 0) batch.resolve(batch.failures)
  }

  return {
    write(sources, signal) {
      return new Promise((resolve, reject) => {
        if (signal.aborted || closed) return reject(new QuarryError('cancelled', 'Cancelled.'))
        if (sources.length === 0) return resolve([])
        const batch: Batch = { failures: [], left: sources.length, resolve }
        for (const source of sources) waiting.push({ source, batch })
        if (wakeGatherer !== null && isWorthWriting()) wakeGatherer()
        writing ??= drain()
      })
    },
    async close() {
      closed = true
      for (const { source, batch } of waiting.splice(0)) {
        batch.failures.push({ sourceId: source.sourceId, error: new QuarryError('cancelled', 'Ingest is closing.') })
        settle(batch)
      }
      wakeGatherer?.()
      await writing
    },
  }
}
