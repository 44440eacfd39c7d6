import type { LibrarySummary, SourceView } from '../../../contract/library/source'
import type { ProgressView } from './progress-view'

export type LibraryListener = (summary: LibrarySummary, inFlight: SourceView[]) => void

/** Least milliseconds between two values: faster than a person reads, slow enough to cost nothing. */
const throttleMs = 150

export interface LibraryStream {
  subscribe(listener: LibraryListener): () => void
  changed(): void
  /** The value that listeners would get now. */
  read(): Promise<{ summary: LibrarySummary; inFlight: SourceView[] }>
  close(): void
  /** Resolves when no value is being read any more. */
  settled(): Promise<void>
}

/** Streams the summary and the sources in flight to whoever listens; reads nothing while nobody does. */
export function createLibraryStream(options: {
  progress: ProgressView
  readSummary: () => Promise<LibrarySummary>
  onError: (error: unknown) => void
}): LibraryStream {
  const { progress, readSummary, onError } = options
  const listeners = new Set<LibraryListener>()
  let timer: NodeJS.Timeout | null = null
  let reading: Promise<void> | null = null
  let changedMeanwhile = false
  let closed = false

  function changed(): void {
    if (listeners.size === 0 || closed) return
    if (reading !== null) changedMeanwhile = true
    else timer ??= setTimeout(send, throttleMs)
  }

  function send(): void {
    timer = null
    reading = read()
      .then(({ summary, inFlight }) => {
        for (const listener of listeners) listener(summary, inFlight)
      })
      .catch((error: unknown) => {
        if (!closed) onError(error)
      })
      .finally(() => {
        reading = null
        if (!changedMeanwhile) return
        changedMeanwhile = false
        changed()
      })
  }

  async function read(): Promise<{ summary: LibrarySummary; inFlight: SourceView[] }> {
    const summary = await readSummary()
    return { summary, inFlight: progress.views() }
  }

  return {
    subscribe(listener) {
      listeners.add(listener)
      if (timer !== null) clearTimeout(timer)
      if (reading === null && !closed) send()
      else changedMeanwhile = true
      return () => listeners.delete(listener)
    },
    changed,
    read,
    close() {
      closed = true
      listeners.clear()
      if (timer !== null) clearTimeout(timer)
    },
    async settled() {
      await reading
    },
  }
}
