import type { StreamBatch } from '../../contract/channels/streams'

/** Where the pieces of an append-only stream come from: rows, or what is kept in memory. */
export interface AppendSource<Piece extends { readonly sequence: number }> {
  /** The pieces numbered `after` + 1 and on, in order, at most `limit`. */
  readAfter(after: number, limit: number): Promise<readonly Piece[]>
  /** Calls back when pieces were appended, until the returned function is called. */
  onAppend(appended: () => void): () => void
}

/** The most pieces that are read and sent at once. */
const batchPieces = 200

/**
 * Sends the pieces after `after`, then each new one: once, in order, in bounded batches. What is appended while a batch
 * is read is read next, so that a subscriber never has more than one read under way. Read errors go to `onError`; the
 * next piece has what was missed sent.
 */
export function followStream<Piece extends { readonly sequence: number }>(
  source: AppendSource<Piece>,
  after: number,
  send: (batch: StreamBatch<Piece>) => void,
  onError: (error: unknown) => void,
): () => void {
  type Phase = 'idle' | 'reading' | 'readingStale' | 'closed'
  let phase: Phase = 'idle'
  let last = after
  let saidCaughtUp = false

  const isClosed = (): boolean => phase === 'closed'
  const read = async (): Promise<void> => {
    phase = 'reading'
    try {
      const pieces = await source.readAfter(last, batchPieces)
      if (isClosed()) return
      const isCaughtUp = pieces.length < batchPieces
      last = pieces.at(-1)?.sequence ?? last
      if (pieces.length > 0 || !saidCaughtUp) send({ pieces, isCaughtUp })
      saidCaughtUp = isCaughtUp
    } catch (error) {
      if (isClosed()) return
      onError(error)
      phase = 'idle'
      return
    }
    if (isClosed()) return
    if (saidCaughtUp && (phase as Phase) === 'reading') phase = 'idle'
    else void read()
  }
  const stopListening = source.onAppend(() => {
    if (phase === 'idle') void read()
    else if (phase === 'reading') phase = 'readingStale'
  })
  void read()
  return () => {
    phase = 'closed'
    stopListening()
  }
}
