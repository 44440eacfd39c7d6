import type { RecallHit } from '../../../contract/recall/recall'
import type { Candidate, ReadPassage } from '../sentences/candidate'
import { collectCandidates } from '../sentences/candidates'
import { quotedPassages, type RankedReading, rankReading, sourcesToRead } from '../sentences/documents'
import type { LibraryView } from './library-view'
import type { ExtractivePorts } from './ports'

/** What was searched for, and what was found by it, and by a second search beside it. */
interface Searched {
  /** Documents are ranked by each of them alike. */
  readonly queries: readonly string[]
  readonly hits: readonly RecallHit[]
  readonly around: readonly RecallHit[]
}

export interface DocumentsRead {
  /** Sources of code among those found: lines of a program are no sentences. */
  readonly code: ReadonlySet<string> | undefined
  readonly read: readonly ReadPassage[]
  readonly reading: RankedReading
  /** What of it sentences are taken from. */
  readonly quoted: readonly ReadPassage[]
  /** Sentences without a defect. */
  readonly candidates: readonly Candidate[]
}

/** Reads the best documents of two searches whole. Throws the signal's reason. */
export async function readDocuments(
  ports: ExtractivePorts,
  view: LibraryView,
  { queries, hits: allHits, around: allAround }: Searched,
  signal: AbortSignal,
): Promise<DocumentsRead> {
  const ids = [...new Set([...allHits, ...allAround].map(({ sourceId }) => sourceId))]
  const code = await ports.code?.codeAmong(ids, { signal })
  const isProse = ({ sourceId }: RecallHit): boolean => code?.has(sourceId) !== true
  const [hits, around] = [allHits.filter(isProse), allAround.filter(isProse)]
  const reasons = new Map([...around, ...hits].map(({ passageId, reason }) => [passageId, reason]))
  const read = (await ports.readSources(sourcesToRead(hits, around), [...reasons.keys()], { signal })).map(
    (passage): ReadPassage => ({ ...passage, reason: reasons.get(passage.passageId) ?? null }),
  )
  const reading = rankReading(queries, read, view.background)
  const quoted = quotedPassages(read, reading)
  const candidates = (await collectCandidates(quoted, ports.readSourceText)).filter(({ defect }) => defect === null)
  return { code, read, reading, quoted, candidates }
}
