import type { ReadMessage } from '../../contract/library/extract'
import type { ReadFact } from '../../contract/progress'

/** Tells how far the reading of a file is; told more often than main is to hear. */
export type Progress = (progress: ReadFact) => void

/** Least milliseconds between two messages. */
const throttleMs = 250

export function createProgress(tell: (message: ReadMessage) => void): Progress {
  let toldAt = Number.NEGATIVE_INFINITY
  return (progress) => {
    const now = performance.now()
    if (now - toldAt < throttleMs) return
    toldAt = now
    tell({ type: 'progress', progress })
  }
}
