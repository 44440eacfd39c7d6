import type { ErrorShape } from '../../../contract/errors'
import { type LibrarySummary, type SourceState, sourceState } from '../../../contract/source'
import type { Database } from '../../store'

/** Commits of this long ago count towards the rate. */
const rateWindowMs = 15_000
/** What a file costs beside its bytes, as bytes: an empty-handed file is not free in the estimate. */
const bytesPerFile = 2_000

interface Commit {
  readonly at: number
  readonly passages: number
  readonly work: number
}

/** Counts of the library, and how fast it grows. */
export interface SummaryCounter {
  /** One more change; answers nothing, `revision` grows. */
  touch(): void
  countCommit(commit: { passages: number; sources: number; bytes: number; keywordOnly: number }): void
  countRemovedKeywordOnly(passages: number): void
  /** Forgets the count of keyword-only passages; the next summary asks the database. */
  recount(): void
  read(inFlight: Iterable<SourceState>, paused: boolean, error: ErrorShape | null): Promise<LibrarySummary>
}

export function createSummaryCounter(database: Database, projectId: string, now: () => number): SummaryCounter {
  let revision = 0
  let keywordOnly: number | null = null
  /** Under way, and nothing was written since it was asked for. */
  let counting: Promise<number> | null = null
  let commits: Commit[] = []
  let busySince: number | null = null

  async function countKeywordOnly(): Promise<number> {
    const [row] = await database.query<{ count: number }>(
      `select count(*) as count from passages where project_id = $1 and coverage = 'keyword'`,
      [projectId],
    )
    return row?.count ?? 0
  }

  async function readKeywordOnly(): Promise<number> {
    if (keywordOnly !== null) return keywordOnly
    counting ??= countKeywordOnly()
    const asked = counting
    try {
      const counted = await asked
      if (counting === asked) keywordOnly = counted
      return counted
    } finally {
      if (counting === asked) counting = null
    }
  }

  /** A count under way may have seen the change or not: it is not kept. */
  function changeKeywordOnly(passages: number): void {
    counting = null
    if (keywordOnly !== null) keywordOnly += passages
  }

  function rateOf(kind: 'passages' | 'work'): number | null {
    const time = now()
    commits = commits.filter((commit) => time - commit.at <= rateWindowMs)
    if (commits.length === 0 || busySince === null) return null
    const elapsedMs = Math.min(rateWindowMs, time - busySince)
    return elapsedMs < 500 ? null : commits.reduce((sum, commit) => sum + commit[kind], 0) / elapsedMs
  }

  return {
    touch() {
      revision += 1
    },
    countCommit(commit) {
      revision += 1
      commits.push({ at: now(), passages: commit.passages, work: commit.bytes + commit.sources * bytesPerFile })
      changeKeywordOnly(commit.keywordOnly)
    },
    countRemovedKeywordOnly(passages) {
      changeKeywordOnly(-passages)
    },
    recount() {
      counting = null
      keywordOnly = null
    },
    async read(inFlight, paused, error) {
      const rows = await database.query<{ state: SourceState; count: number; passages: number; bytes: number }>(
        `select state, count(*) as count, coalesce(sum(passage_count), 0) as passages, coalesce(sum(size_bytes), 0) as bytes
         from sources where project_id = $1 group by state`,
        [projectId],
      )
      const keywordOnlyPassages = await readKeywordOnly()
      const byState = Object.fromEntries(sourceState.options.map((state) => [state, 0])) as Record<SourceState, number>
      let remainingWork = 0
      let total = 0
      let passages = 0
      for (const row of rows) {
        byState[row.state] = row.count
        total += row.count
        passages += row.passages
        if (row.state === 'queued' || row.state === 'reading') remainingWork += row.bytes + row.count * bytesPerFile
      }
      for (const state of inFlight) {
        if (state === 'reading' || byState.reading === 0) continue
        byState.reading -= 1
        byState[state] += 1
      }
      if (remainingWork === 0 || paused) busySince = null
      else busySince ??= now()
      const workRate = rateOf('work')
      const passageRate = rateOf('passages')
      return {
        revision,
        total,
        byState,
        passages,
        passagesPerSecond: passageRate === null ? null : passageRate * 1000,
        remainingMs: workRate === null || workRate === 0 ? null : remainingWork / workRate,
        paused,
        keywordOnlyPassages,
        ...(error === null ? {} : { pauseReason: error }),
      }
    },
  }
}
