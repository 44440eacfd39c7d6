import { createHash } from 'node:crypto'
import { QuarryError } from '../../contract/errors'
import {
  type RecallAnswer,
  type RecallFilter,
  type RecallHit,
  type RecallNote,
  type RecallReason,
  recallPaths,
} from '../../contract/recall/recall'
import type { PathFinding } from '../../contract/recall/search'
import { segmentQuery } from '../../contract/recall/search-text'
import type { Reranker } from '../inference'
import { readIntent } from '../language'
import type { Database } from '../store'
import { throwIfCancelled } from '../threads'
import { createAnswerCache } from './answer-cache'
import { createFeedbackSearch } from './feedback-path'
import {
  byScore,
  type FoundBy,
  findingsOf,
  mix,
  type PathScores,
  type ScoredId,
  shareOfHighest,
  type UsedPaths,
} from './fuse'
import { type PassageScores, type PathScope, scoreBySection, searchKeywords } from './keyword-path'
import { nearest, type SearchedModel, withMissing } from './meaning-path'
import { findNamed, namedThings, scoreNamed } from './named-path'
import { scoreByNeighbours } from './neighbour-path'
import { type CodeRow, codeAmong, hitOf, readCode, readPassages, readSources } from './passage-rows'
import { findBy } from './path-guard'
import { noneReranked, reordered, rerank, rerankedHits } from './rerank'
import { sourcesThatFit } from './source-filter'
import { searchAsTyped, type TypedAnswer } from './typeahead'

export interface RecallOptions {
  /** Hits at most. Default 20. */
  readonly top?: number | undefined
  readonly signal?: AbortSignal | undefined
  /** Only passages of these sources. */
  readonly sourceIds?: readonly string[] | undefined
  /** Only passages of sources that fit. */
  readonly filter?: RecallFilter | undefined
  /** Has the answer tell what each path found. */
  readonly explain?: boolean | undefined
}

export interface ExplainedAnswer extends RecallAnswer {
  /** By passage; only where it was asked for. */
  readonly findings?: ReadonlyMap<number, PathFinding[]>
}

export interface Recall {
  /**
   * The passages that answer a query best, best first, each with why it was found.
   * @throws QuarryError `input.empty`, `cancelled`, `inference.*`, `store.*`
   */
  recall(query: string, options?: RecallOptions): Promise<ExplainedAnswer>
  /** Hits of a query that is being typed, by words alone: its last word may be the beginning of one. Throws `store.*` */
  recallAsTyped(
    query: string,
    options: Pick<RecallOptions, 'signal' | 'filter'> & { readonly top: number },
  ): Promise<TypedAnswer>
  /** Hits again from what a journal kept of them, in their order; passages that left the library are left out. */
  reopen(
    hits: readonly { readonly passageId: number; readonly reason: RecallReason }[],
    options: { readonly signal?: AbortSignal | undefined },
  ): Promise<RecallHit[]>
  /** All passages of sources in their order; of a long source those around the passages named. */
  readSources(
    sourceIds: readonly string[],
    around: readonly number[],
    options: { readonly signal?: AbortSignal | undefined },
  ): Promise<Omit<RecallHit, 'reason'>[]>
  /** Of these sources those that are programs. */
  codeAmong(sourceIds: readonly string[], options: { readonly signal?: AbortSignal | undefined }): Promise<Set<string>>
  /** Of these sources those that are programs, with the symbols that they declare. */
  readCode(sourceIds: readonly string[], options: { readonly signal?: AbortSignal | undefined }): Promise<CodeRow[]>
  /** The index changed: no answer from before stands any more. */
  invalidate(): void
  close(): void
}

/**
 * Passages that a path answers, whatever number of hits is asked for: the shares were chosen at this depth, and the first hits
 * are the same for 20 and for 200 (decision 61).
 */
const pathDepth = 200

/** What all paths found, before rows are read. */
interface Candidate extends ScoredId {
  readonly scores: PathScores
}

/**
 * Recall: keywords (BM25), vectors and what the query names at once; their scores mixed; each passage's section scored by keywords and by the
 * words of the best passages; the scores of the texts most like its own mixed in.
 */
export function createRecall(
  dependencies: {
    readonly database: Database
    readonly projectId: string
    /** The model that reads the best hits with the query, where one is chosen. */
    readonly reranker?: () => Reranker | null
    /** While passages are embedded with another model: the former one's vectors, where it is on disk. */
    readonly reembedding?: () => { readonly former: SearchedModel | null } | null
  } & SearchedModel,
): Recall {
  const { database, projectId } = dependencies
  const cache = createAnswerCache<ExplainedAnswer>(() => performance.now())
  const feedbackSearch = createFeedbackSearch(database)
  let closed = false

  async function answer(query: string, top: number, explain: boolean, scope: PathScope): Promise<ExplainedAnswer> {
    const startedAt = performance.now()
    const depth = Math.max(pathDepth, top)
    const notes: RecallNote[] = []
    const meanwhile = dependencies.reembedding?.() ?? null
    const searched = meanwhile?.former ?? dependencies
    if (meanwhile !== null) {
      notes.push({ kind: meanwhile.former === null ? 'embeddedPartly' : 'formerModelAnswered', values: {} })
    }
    const covered = searched.inference.covers(query)
    if (!covered) notes.push({ kind: 'scriptNotCovered', values: {} })
    const words = segmentQuery(query)
    const things = namedThings(readIntent(query))
    const bounds = { notes, signal: scope.signal }
    const nothing: PassageScores = new Map()
    const [byWords, mayHold, near] = await Promise.all([
      searchKeywords(database, words, depth, scope),
      things === null
        ? []
        : findBy('named', [], (signal) => findNamed(database, things, words, { ...scope, signal }), bounds),
      covered ? findBy('dense', null, (signal) => nearest(searched, query, depth, { ...scope, signal }), bounds) : null,
    ])
    const keywords = shareOfHighest(byWords)
    const beside = [...new Set([...keywords.keys(), ...mayHold])]
    const byMeaning =
      near === null
        ? null
        : await findBy('dense', null, (signal) => withMissing(searched, near, beside, { ...scope, signal }), bounds)
    const dense = byMeaning ?? nothing
    const found = [...new Set([...keywords.keys(), ...dense.keys(), ...mayHold])]
    const named =
      things === null
        ? nothing
        : await findBy('named', nothing, (signal) => scoreNamed(database, things, found, { ...scope, signal }), bounds)
    const used = { dense: byMeaning !== null, feedback: false, section: false, neighbours: false, named: false }
    const first = candidates({ keyword: keywords, dense }, used)
    const byFeedback = await findBy(
      'feedback',
      nothing,
      (signal) => feedbackSearch.search(first, depth, { ...scope, signal }),
      bounds,
    )
    const feedback = shareOfHighest(byFeedback)
    used.feedback = feedback.size > 0
    const ids = [...new Set([...first.map(({ id }) => id), ...named.keys()])]
    const bySection = await findBy(
      'section',
      nothing,
      (signal) => scoreBySection(database, words, ids, depth, { ...scope, signal }),
      bounds,
    )
    const section = shareOfHighest(bySection)
    used.section = section.size > 0
    const bySelf = candidates({ keyword: keywords, dense, feedback, section }, used)
    const neighbours = await findBy(
      'neighbours',
      nothing,
      (signal) => scoreByNeighbours(database, bySelf, { ...scope, signal }),
      bounds,
    )
    used.neighbours = neighbours.size > 0
    // Only now: what a question names lifts the passages that hold it, and not those that are like them.
    used.named = named.size > 0
    const mixed = candidates({ keyword: keywords, dense, feedback, section, neighbours, named }, used)
    const reranker = dependencies.reranker?.() ?? null
    const shown = mixed.slice(0, Math.max(top, reranker === null ? 0 : rerankedHits))
    const rows = await readPassages(
      database,
      shown.map(({ id }) => id),
      scope,
    )
    const held = shown.filter(({ id }) => rows.has(id))
    const raw = { keyword: byWords, dense, feedback: byFeedback, section: bySection, neighbours, named }
    const rankBefore = new Map(held.map(({ id }, index) => [id, index + 1]))
    const texts = held.slice(0, rerankedHits).map(({ id }) => rows.get(id)!.text)
    const read = reranker === null ? noneReranked : await rerank(reranker, query, texts, scope.signal)
    notes.push(...read.notes)
    return {
      ...(explain ? { findings: findingsOf(held, raw) } : {}),
      hits: reordered(held, read.scores)
        .slice(0, top)
        .map(({ id, score, scores, rerank }, index) =>
          hitOf(rows.get(id)!, { ...scores, rerank, score, rankBefore: rankBefore.get(id)!, rankAfter: index + 1 }),
        ),
      paths: [
        ...recallPaths.filter((path) => path === 'keyword' || used[path]),
        ...(read.scores.length > 0 ? (['rerank'] as const) : []),
      ],
      notes,
      tookMs: performance.now() - startedAt,
    }
  }

  return {
    async recall(query, { top = 20, signal, sourceIds: among, filter, explain = false } = {}) {
      if (closed) throw new QuarryError('cancelled', 'Recall is closed.')
      throwIfCancelled(signal)
      const asked = query.trim()
      if (asked === '') throw new QuarryError('input.empty', 'The query is empty.')
      const startedAt = performance.now()
      const sourceIds = await sourcesThatFit(database, filter, { projectId, sourceIds: among, signal })
      if (sourceIds?.length === 0) return { hits: [], paths: [], notes: [], tookMs: performance.now() - startedAt }
      const key = JSON.stringify([
        asked,
        top,
        explain,
        dependencies.reranker?.()?.id ?? null,
        sourceIds === undefined ? null : hashOf(sourceIds),
      ])
      const known = cache.get(key)
      if (known !== undefined) return { ...known, tookMs: performance.now() - startedAt }
      const { revision } = cache
      const fresh = await answer(asked, top, explain, { projectId, sourceIds, signal })
      // What a busy machine or a broken model left out may be there the next time.
      if (!fresh.notes.some(({ kind }) => passing.has(kind))) cache.set(key, fresh, revision)
      return fresh
    },
    async recallAsTyped(query, { top, signal, filter }) {
      const sourceIds = await sourcesThatFit(database, filter, { projectId, sourceIds: undefined, signal })
      return searchAsTyped(database, query, top, { projectId, sourceIds, signal })
    },
    async reopen(hits, { signal }) {
      const rows = await readPassages(
        database,
        hits.map(({ passageId }) => passageId),
        { projectId, signal },
      )
      return hits.flatMap(({ passageId, reason }) => {
        const row = rows.get(passageId)
        return row === undefined ? [] : [hitOf(row, reason)]
      })
    },
    readSources: (sourceIds, around, { signal }) => readSources(database, sourceIds, around, { projectId, signal }),
    codeAmong: (sourceIds, { signal }) => codeAmong(database, sourceIds, { projectId, signal }),
    readCode: (sourceIds, { signal }) => readCode(database, sourceIds, { projectId, signal }),
    invalidate() {
      cache.invalidate()
      feedbackSearch.invalidate()
    },
    close() {
      closed = true
      cache.invalidate()
    },
  }
}

/** What another recall may not lack. */
const passing: ReadonlySet<RecallNote['kind']> = new Set(['pathLeftOut', 'rerankedPartly', 'notReranked'])

/** Tells sets of sources apart in little room: a filter may leave thousands. */
const hashOf = (sourceIds: readonly string[]): string =>
  createHash('sha256').update(sourceIds.toSorted().join('\n')).digest('base64')

/** All passages of some paths, mixed, best first. */
function candidates(paths: FoundBy, used: UsedPaths): Candidate[] {
  const ids = new Set(Object.values(paths).flatMap((path) => [...path.keys()]))
  return Array.from(ids, (id) => {
    const scores = scoresOf(id, paths)
    return { id, scores, score: mix(scores, used) }
  }).sort(byScore)
}

function scoresOf(id: number, { keyword, dense, feedback, section, neighbours, named }: FoundBy): PathScores {
  const cosine = dense?.get(id)
  return {
    keyword: keyword?.get(id) ?? null,
    dense: cosine === undefined ? null : Math.min(1, Math.max(0, cosine)),
    feedback: feedback?.get(id) ?? null,
    section: section?.get(id) ?? null,
    neighbours: neighbours?.get(id) ?? null,
    named: named?.get(id) ?? null,
  }
}
