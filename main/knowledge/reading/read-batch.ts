import type { Extract, ReadFileIdentity, ReadTask } from '../../../contract/extract'

/** Above this a file has a thread to itself: reading it takes longer than the message about it. */
export const batchFileBytes = 100 * 1024
/** Files of one batch: what dies with one of them is read again, so that few are better than all. */
const filesPerBatch = 32
/** Bytes of one batch: about a tenth of a second's work. */
const bytesPerBatch = 256 * 1024

/** What a reader made, and what the file was; null for a text. */
export interface ReadOutcome {
  readonly extract: Extract
  readonly file: ReadFileIdentity | null
}

/** A file that waits for a reader, or has one. */
export interface WaitingRead {
  readonly task: ReadTask
  /** Null where nobody knows. */
  readonly sizeBytes: number | null
  /** Not to be read beside others: a text, a file of unknown size, or one whose batch failed. */
  isAlone: boolean
  isSettled: boolean
  /** Told when the file is no longer wanted while a thread has it. */
  onUnwanted: (() => void) | null
  cancel(): void
  resolve(outcome: ReadOutcome): void
  reject(error: unknown): void
}

/** Takes what goes to a thread next: the first that waits, and with a small file those right behind it. */
export function takeBatch(waiting: WaitingRead[]): WaitingRead[] {
  let count = 1
  let bytes = waiting[0]!.sizeBytes ?? 0
  if (isSmall(waiting[0]!)) {
    while (count < waiting.length && count < filesPerBatch && isSmall(waiting[count]!)) {
      bytes += waiting[count]!.sizeBytes ?? 0
      if (bytes > bytesPerBatch) break
      count++
    }
  }
  return waiting.splice(0, count)
}

function isSmall({ isAlone, sizeBytes }: WaitingRead): boolean {
  return !isAlone && sizeBytes !== null && sizeBytes <= batchFileBytes
}
