import type { LibrarySummary } from '../../../contract/source'
import { type Background, createBackground } from '../text/background'
import type { ExtractivePorts, SamplePassage } from './ports'

/** Passages sampled: enough for word weights to two digits, small enough to read in some milliseconds. */
const sampleSize = 400

/** The library as a whole: a sample of it and how common its words are. Kept until the library's revision changes. */
export interface LibraryView {
  readonly summary: LibrarySummary
  readonly sample: readonly SamplePassage[]
  readonly background: Background
}

export function createLibraryViewer(
  ports: ExtractivePorts,
): (query: string, signal: AbortSignal) => Promise<LibraryView> {
  let kept: { revision: number; view: LibraryView } | null = null
  return async (query, signal) => {
    const summary = await ports.librarySummary()
    if (kept?.revision === summary.revision) return { ...kept.view, summary }
    if (ports.samplePassages === undefined) {
      // What recall finds for this question is not a sample of the library: it is used once and not kept.
      const { hits } = await ports.recall(query, { top: 100, signal })
      return { summary, sample: hits, background: createBackground(hits.map((hit) => hit.text)) }
    }
    const sample = await ports.samplePassages(sampleSize, { signal })
    const view = {
      summary,
      sample,
      background: createBackground(sample.map(({ title, text }) => `${title ?? ''} ${text}`)),
    }
    kept = { revision: summary.revision, view }
    return view
  }
}
