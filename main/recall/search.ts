import { toErrorShape } from '../../contract/errors'
import type { FoundAnnotation } from '../../contract/library/annotation'
import type { FoundDomain } from '../../contract/library/domain'
import { readMailHeading } from '../../contract/library/mail-heading'
import type { SourceType } from '../../contract/library/source'
import type { Intent } from '../../contract/recall/intent'
import type { RecallFilter, RecallHit, RecallNote } from '../../contract/recall/recall'
import type {
  FoundAnswer,
  FoundHit,
  PathFinding,
  SearchAnswer,
  SearchedAsTyped,
  SearchQuery,
} from '../../contract/recall/search'
import { readIntent } from '../language'
import type { Database } from '../store'
import { groupAlike } from './alike'
import { searchAnnotations } from './annotation-search'
import { bilingualTerms } from './bilingual-terms'
import type { Recall } from './recall'
import { changedAt, sourcesThatFit } from './source-filter'

const usualTop = 20
const mostHits = 200
/** Hits beyond those asked for, as some are places of others. */
const spareHits = 12
/** Meaning is searched for once typing rests for so long. */
const restMs = 150

interface SearchOptions {
  readonly signal?: AbortSignal | undefined
}

/** What words say of a query, and the query to ask in whole. */
type WordAnswer = Pick<SearchAnswer, 'hits' | 'annotations' | 'domains'> & { readonly query: string }

/** Recall as people search: what stands in several sources is one hit, and each hit says what it is. */
export interface Search {
  /** @throws QuarryError as `Recall.recall` */
  search(asked: SearchQuery, options?: SearchOptions): Promise<SearchAnswer>
  /** By words alone, of a query whose last word may not be finished. Throws `store.*` */
  byWords(asked: SearchQuery, options?: SearchOptions): Promise<WordAnswer>
  /** How a question is understood. Throws `store.*` */
  understand(question: string, options?: SearchOptions): Promise<Intent>
}

const withDomains = (question: string, named: readonly FoundDomain[]): Intent => ({
  ...readIntent(question),
  domains: named.map(({ name }) => name),
})

interface HitRow {
  readonly passage_id: number
  readonly type: SourceType | null
  readonly changed_at: string
  readonly symbol: string | null
  readonly is_code: boolean
}

const isFiltered = (filter: RecallFilter | undefined): boolean =>
  Object.values(filter ?? {}).some((condition) => condition !== undefined)

/** The day on which the message that a passage stands in was sent; null of what is no message, or tells none. */
const sentOn = ({ headingPath: [heading = ''] }: RecallHit, type: SourceType | null): string | null => {
  const { day } = type === 'email' ? readMailHeading(heading) : { day: null }
  return day === null ? null : new Date(day).toISOString()
}

const isInTime = (at: string, { since, until }: RecallFilter = {}): boolean =>
  (since === undefined || Date.parse(at) >= Date.parse(since)) &&
  (until === undefined || Date.parse(at) < Date.parse(until))

/** What to search for in the other language, where the texts that were found say what it is called there. */
function otherLanguage(query: string, hits: readonly RecallHit[]): RecallNote[] {
  const terms = bilingualTerms(
    query,
    hits.map(({ text }) => text),
  )
  if (terms.length === 0) return []
  const translated = terms.map(({ translation }) => translation).join(' ')
  return [{ kind: 'bilingualTerms', values: { terms, query: translated } }]
}

export function createSearch({
  database,
  projectId,
  recall,
  domains,
  answersTo,
}: {
  readonly database: Database
  readonly projectId: string
  readonly recall: Pick<Recall, 'recall' | 'recallAsTyped'>
  /** The domains that a query names. */
  readonly domains: { named(query: string, options?: SearchOptions): Promise<FoundDomain[]> }
  /** What was answered before to such a question. */
  readonly answersTo: (query: string, options: SearchOptions) => Promise<FoundAnswer[]>
}): Search {
  async function found(
    hits: readonly RecallHit[],
    top: number,
    findings: ReadonlyMap<number, PathFinding[]> | undefined,
    { filter, ...options }: SearchOptions & { readonly filter?: RecallFilter | undefined },
  ): Promise<FoundHit[]> {
    const groups = groupAlike(hits)
    const rows = await database.query<HitRow>(
      `select p.passage_id, case when s.kind = 'note' then 'note' else s.media_type end as type,
              ${changedAt} as changed_at, f.symbol, f.fragment_id is not null as is_code
       from passages p join sources s using (source_id) left join code_fragments f using (passage_id)
       where p.project_id = $1 and p.passage_id = any($2::bigint[])`,
      [projectId, groups.map(([first]) => first!.passageId)],
      options,
    )
    const byId = new Map(rows.map((row) => [row.passage_id, row]))
    const shown = groups.flatMap(([hit, ...others]): FoundHit[] => {
      const row = byId.get(hit!.passageId)
      // It left the library meanwhile.
      if (hit === undefined || row === undefined) return []
      const at = sentOn(hit, row.type) ?? row.changed_at
      // Sources were filtered; of a mailbox each message counts.
      if (row.type === 'email' && !isInTime(at, filter)) return []
      return [
        {
          ...hit,
          kind: row.is_code ? 'code' : 'passage',
          sourceType: row.type,
          changedAt: at,
          symbol: row.symbol,
          alike: others.map(({ sourceId, sourceName, title, locator }) => ({ sourceId, sourceName, title, locator })),
          ...(findings === undefined ? {} : { findings: findings.get(hit.passageId) ?? [] }),
        },
      ]
    })
    return shown.slice(0, top)
  }

  async function annotations({ query, filter }: SearchQuery, { signal }: SearchOptions): Promise<FoundAnnotation[]> {
    const scope = { projectId, sourceIds: undefined, signal }
    return searchAnnotations(database, query, { ...scope, sourceIds: await sourcesThatFit(database, filter, scope) })
  }

  /** Of a mailbox that has messages in time, many may be of another. */
  const withSpare = (top: number, { since, until }: RecallFilter = {}): number =>
    since === undefined && until === undefined ? Math.min(mostHits, top + spareHits) : mostHits
  return {
    async search(asked, options = {}) {
      const { query, top = usualTop, filter, explain } = asked
      const answer = await recall.recall(query, { ...options, top: withSpare(top, filter), filter, explain })
      const { findings, ...rest } = answer
      const hits = await found(answer.hits, top, findings, { ...options, filter })
      const named = await domains.named(query, options)
      const notes = [...rest.notes, ...otherLanguage(query, answer.hits)]
      const answers = isFiltered(filter) ? [] : await answersTo(query, options)
      const answered = { ...rest, notes, answers, hits, annotations: await annotations(asked, options), domains: named }
      return explain === true ? { ...answered, intent: withDomains(query, named) } : answered
    },
    understand: async (question, options = {}) => withDomains(question, await domains.named(question, options)),
    async byWords(asked, options = {}) {
      const { query, top = usualTop, filter } = asked
      const answer = await recall.recallAsTyped(query, { ...options, top: withSpare(top, filter), filter })
      const hits = await found(answer.hits, top, undefined, { ...options, filter })
      const named = await domains.named(query, options)
      return { ...answer, hits, annotations: await annotations(asked, options), domains: named }
    },
  }
}

/**
 * A query as it is typed, for a topic: at once its hits by words, and those of the whole recall once it rests. Whoever
 * stops listening, as with the next letter, drops what is under way.
 */
export function asTyped({ search, byWords }: Pick<Search, 'search' | 'byWords'>, asked: SearchQuery) {
  const stopping = new AbortController()
  const { signal } = stopping
  let changed = (): void => {}
  let timer: NodeJS.Timeout | undefined
  let value: SearchedAsTyped | null = null
  /** What words found stands where the rest fails. */
  async function refine(query: string, byWords: SearchedAsTyped): Promise<void> {
    try {
      const { paths: _, ...answer } = await search({ ...asked, query }, { signal })
      value = { ...answer, isWhole: true, error: null }
    } catch (error) {
      value = { ...byWords, isWhole: true, error: toErrorShape(error) }
    }
    changed()
  }
  return {
    async read(): Promise<SearchedAsTyped> {
      if (value !== null) return value
      const startedAt = performance.now()
      try {
        const { hits, annotations, domains, query } = await byWords(asked, { signal })
        const first = {
          hits,
          annotations,
          domains,
          answers: [],
          notes: [],
          isWhole: false,
          tookMs: performance.now() - startedAt,
          error: null,
        }
        value = first
        if (!signal.aborted) timer = setTimeout(() => void refine(query, first), restMs)
      } catch (error) {
        const tookMs = performance.now() - startedAt
        value = {
          hits: [],
          annotations: [],
          domains: [],
          answers: [],
          notes: [],
          isWhole: true,
          tookMs,
          error: toErrorShape(error),
        }
      }
      return value
    },
    onChange(listener: () => void): () => void {
      changed = listener
      return () => {
        stopping.abort()
        clearTimeout(timer)
      }
    },
  }
}
