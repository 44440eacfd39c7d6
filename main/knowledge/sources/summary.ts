import type { ErrorShape } from '../../../contract/error-shape'
import { type LibrarySummary, type SourceState, sourceState } from '../../../contract/library/source'
import type { Database } from '../../store'
import type { SourceInFlight } from './progress-view'

/** Samples closer than this are one. */
const sampleMs = 500
/** From so many bytes of a format on the library knows how many passages they are. */
const enoughOfAKind = { files: 5, bytes: 1_000_000 }
/** What a format has as a rule: text bytes for each passage of about 80 words, and what wraps them. */
const usualBytesPerPassage: Readonly<Record<string, number>> = {
  ...{ pdf: 2_500, docx: 2_500, html: 1_200, email: 1_500, slides: 20_000, book: 1_000 },
  ...{ notebook: 2_500, rtf: 2_000, odt: 2_500, workbook: 300, references: 500 },
}
const textBytesPerPassage = 500

/** Counts of the library, and how fast it grows. */
export interface SummaryCounter {
  /** One more change; answers nothing, `revision` grows. */
  touch(): void
  countCommit(commit: { keywordOnly: number }): void
  /** So many more passages of files in flight have their vectors, or need none. */
  countDone(passages: number): void
  /** Forgets the count of keyword-only passages; the next summary asks the database. */
  recount(): void
  read(inFlight: readonly SourceInFlight[], paused: boolean, error: ErrorShape | null): Promise<LibrarySummary>
}

interface CountedSources {
  readonly state: SourceState
  readonly media_type: string | null
  readonly count: number
  readonly passages: number
  readonly bytes: number
}

export function createSummaryCounter(database: Database, projectId: string, now: () => number): SummaryCounter {
  let revision = 0
  let keywordOnly: number | null = null
  /** Under way, and nothing was written since it was asked for. */
  let counting: Promise<number> | null = null
  let done = 0
  /** Of the last minute in which there was work, oldest first. */
  let samples: WorkSample[] = []
  let shownMs: number | null = null

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

  /** Takes a sample of what was done by now; none is kept of a time without work. */
  function sample(isBusy: boolean): void {
    if (!isBusy) {
      samples = []
      return
    }
    const atMs = now()
    // The last one is always of now, so that a rate that falls is seen to fall.
    const before = samples.at(-2)
    if (before !== undefined && atMs - before.atMs < sampleMs) samples.pop()
    samples = [...samples.filter((one) => atMs - one.atMs <= rateWindowMs), { atMs, done }]
  }

  return {
    touch() {
      revision += 1
    },
    countCommit(commit) {
      revision += 1
      changeKeywordOnly(commit.keywordOnly)
    },
    countDone(passages) {
      done += passages
    },
    recount() {
      counting = null
      keywordOnly = null
    },
    async read(inFlight, paused, error) {
      const rows = await database.query<CountedSources>(
        `select state, media_type, count(*) as count, coalesce(sum(passage_count), 0) as passages,
                coalesce(sum(size_bytes), 0) as bytes
         from sources where project_id = $1 group by state, media_type`,
        [projectId],
      )
      const keywordOnlyPassages = await readKeywordOnly()
      const byState = Object.fromEntries(sourceState.options.map((state) => [state, 0])) as Record<SourceState, number>
      let total = 0
      let passages = 0
      for (const row of rows) {
        byState[row.state] += row.count
        total += row.count
        passages += row.passages
      }
      for (const { state } of inFlight) {
        if (state === 'reading' || byState.reading === 0) continue
        byState.reading -= 1
        byState[state] += 1
      }
      sample(!paused && byState.queued + inFlight.length > 0)
      shownMs = estimateRemainingMs(samples, workLeft(rows, inFlight), shownMs !== null)
      const rate = rateOf(samples)
      return {
        revision,
        total,
        byState,
        passages,
        passagesPerSecond: rate === null ? null : rate * 1000,
        remainingMs: shownMs,
        paused,
        keywordOnlyPassages,
        ...(error === null ? {} : { pauseReason: error }),
      }
    },
  }
}

/** Passages of what is queued, by its bytes, and of what is in flight, counted once its reader has cut it. */
export function workLeft(rows: readonly CountedSources[], inFlight: readonly SourceInFlight[]): WorkLeft {
  const indexed = new Map(rows.filter(({ state }) => state === 'indexed').map((row) => [row.media_type, row] as const))
  let known = 0
  let guessed = 0
  const add = (mediaType: string | null, bytes: number): void => {
    const like = indexed.get(mediaType)
    if (
      like !== undefined &&
      like.passages > 0 &&
      (like.count >= enoughOfAKind.files || like.bytes >= enoughOfAKind.bytes)
    ) {
      known += (bytes * like.passages) / Math.max(1, like.bytes)
    } else guessed += bytes / (usualBytesPerPassage[mediaType ?? ''] ?? textBytesPerPassage)
  }
  for (const { state, media_type, bytes } of rows) if (state === 'queued') add(media_type, bytes)
  for (const { passagesLeft, mediaType, sizeBytes } of inFlight) {
    if (passagesLeft === null) add(mediaType, sizeBytes)
    else known += passagesLeft
  }
  return { known, guessed }
}

/** Passages done in all, at a time. */
export interface WorkSample {
  readonly atMs: number
  readonly done: number
}

/** Passages still to be done. */
interface WorkLeft {
  /** Of files that were cut, and of formats of which the library holds enough to tell their passages from their bytes. */
  readonly known: number
  /** By what such a format has as a rule. */
  readonly guessed: number
}

/** Work of so long ago counts towards the rate. */
const rateWindowMs = 60_000
/** Less says nothing of the rate: the encoder gets texts by the hundred. */
const fewestMs = 20_000
/** How far apart the rates of the window's halves may be, as a share of the whole rate. */
const closeShare = 0.3
/** The same for an estimate that is shown already: it does not come and go. */
const keepShare = 0.7

/** Passages per millisecond over the samples of the last minute; null where they say too little. */
function rateOf(samples: readonly WorkSample[]): number | null {
  const [first, last] = [samples[0], samples.at(-1)]
  if (first === undefined || last === undefined || last.atMs === first.atMs) return null
  return (last.done - first.done) / (last.atMs - first.atMs)
}

/**
 * Milliseconds until the work that is left is done, or null while that cannot be trusted: where the rate was watched for
 * less than 20 s, where the two halves of that time differ by much, or where more of what is left is guessed than known.
 * @param samples of the last minute, oldest first; the last one is of now
 * @param isShown whether an estimate is shown already
 */
export function estimateRemainingMs(samples: readonly WorkSample[], left: WorkLeft, isShown: boolean): number | null {
  const [first, last] = [samples[0], samples.at(-1)]
  if (first === undefined || last === undefined || last.atMs - first.atMs < fewestMs) return null
  if (left.guessed > left.known) return null
  const rate = rateOf(samples)
  if (rate === null || rate === 0) return null
  const middleMs = (first.atMs + last.atMs) / 2
  const middle = samples.find(({ atMs }) => atMs >= middleMs)!
  const [earlier, later] = [rateOf([first, middle]), rateOf([middle, last])]
  if (earlier === null || later === null) return null
  if (Math.abs(earlier - later) > rate * (isShown ? keepShare : closeShare)) return null
  return (left.known + left.guessed) / rate
}
