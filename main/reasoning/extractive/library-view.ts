import type { LibrarySummary } from '../../../contract/library/source'
import { type Background, createBackground } from '../../language'
import type { Inquiry } from '../port'
import type { ExtractivePorts, SamplePassage } from './ports'
import { workingQuestion } from './working-question'

/** Passages sampled: enough for word weights to two digits, small enough to read in some milliseconds. */
const sampleSize = 400

/** The library as a whole: a sample of it and how common its words are. Kept until the library's revision changes. */
export interface LibraryView {
  readonly summary: LibrarySummary
  readonly sample: readonly SamplePassage[]
  readonly background: Background
}

/** Questions whose views are kept where there is no sampler: those of sessions that run side by side. */
const mostKept = 16

/** @returns a view by ports that reach the whole library, or what `portsWithin` leaves of it */
export function createLibraryViewer(): (
  ports: ExtractivePorts,
  inquiry: Inquiry,
  signal: AbortSignal,
) => Promise<LibraryView> {
  const kept = new Map<string, Promise<Omit<LibraryView, 'summary'>>>()
  return async (ports, inquiry, signal) => {
    const query = workingQuestion(inquiry)
    const summary = await ports.librarySummary()
    // A sample is one for all questions; what recall finds instead of it belongs to one.
    const asked = ports.samplePassages === undefined ? JSON.stringify([query, inquiry.scope ?? null]) : ''
    const key = `${summary.revision}:${summary.passages}:${asked}`
    let reading = kept.get(key)
    if (reading === undefined) {
      reading = readSample(ports, query, signal)
      kept.set(key, reading)
      // A read that failed or was cancelled is not kept; its error reaches whoever waits for it.
      reading.catch(() => kept.delete(key))
      const oldest = kept.keys().next().value
      if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
    }
    return { ...(await reading), summary }
  }
}

async function readSample(
  ports: ExtractivePorts,
  query: string,
  signal: AbortSignal,
): Promise<Omit<LibraryView, 'summary'>> {
  const sample =
    ports.samplePassages === undefined
      ? query.trim() === ''
        ? []
        : (await ports.recall(query, { top: 100, signal })).hits
      : await ports.samplePassages(sampleSize, { signal })
  return { sample, background: createBackground(sample.map(({ title, text }) => `${title ?? ''} ${text}`)) }
}
