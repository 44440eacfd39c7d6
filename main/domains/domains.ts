import { QuarryError, toErrorShape } from '../../contract/errors'
import type { DomainDocument, DomainEdit, DomainMap, DomainView, FoundDomain } from '../../contract/library/domain'
import { fewestDocuments } from '../../contract/library/domain'
import { storable } from '../../contract/storable'
import { asJson, type Database, noteRemoval } from '../store'
import { readDomain, readDomains, writeClusters } from './domain-rows'
import { type BearingDomain, domainsBearing, domainsNamed } from './named-domains'
import { readDocuments } from './read-documents'
import { runBuild } from './run-build'

export interface Domains {
  map(): Promise<DomainMap>
  /** The nearest to the centre first. Throws `domain.notFound`. */
  documents(
    domainId: string,
    page: { readonly offset: number; readonly limit: number },
  ): Promise<{ readonly documents: DomainDocument[]; readonly total: number }>
  /** From then on these words are the person's. Throws `domain.notFound`. */
  edit(edit: DomainEdit): Promise<DomainView>
  /** Joins the documents and names of one into another, for later builds, too. Throws `domain.notFound`. */
  merge(domainId: string, into: string): Promise<void>
  /** Its documents stay; later builds do not bring it back. Throws `domain.notFound`. */
  remove(domainId: string): Promise<void>
  /** Finds domains anew; one build at a time. Throws `domain.tooFew`. */
  rebuild(): Promise<void>
  /** Ends a build that is under way: what was found before stays. */
  stop(): void
  /** Those whose name or alias a query holds. */
  named(query: string, options?: { readonly signal?: AbortSignal | undefined }): Promise<FoundDomain[]>
  /** Those that words name, and those that hold a good part of some sources; the nearest first. */
  bearingOn(
    words: string,
    sourceIds: readonly string[],
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<BearingDomain[]>
  subscribe(listener: () => void): () => void
  /** Looks whether a build is due, now that the project works. */
  start(): void
  close(): Promise<void>
}

interface DomainsOptions {
  readonly database: Database
  readonly projectId: string
  readonly workersDir: string
  /** The encoder whose vectors are compared. */
  readonly model: string
  /** Calls back when the library is another than before. */
  onLibraryChanged(listener: () => void): () => void
  /** Whether files or vectors are under way: nothing is built from half a library. */
  isIndexing(): Promise<boolean>
  /** After a removal: dumps that still hold what was removed go. */
  forgetRemoved(): Promise<void>
  onBackgroundError(error: unknown): void
  now(): Date
}

/** Domains are found anew once this share of the documents came, changed or went. */
const rebuiltFrom = 0.1
/** How long the library has to rest before. */
const restMs = 2000

export function createDomains(options: DomainsOptions): Domains {
  const { database, projectId, now } = options
  const listeners = new Set<() => void>()
  let build: DomainMap['build'] = { kind: 'idle' }
  let underWay: { readonly ended: Promise<void>; readonly stopping: AbortController } | null = null
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const become = (next: DomainMap['build']): void => {
    build = next
    for (const listener of listeners) listener()
  }

  async function counts() {
    const [row] = await database.query<{
      documents: number
      assigned: number
      changed: number
      built_at: string | null
    }>(
      `select c.documents::int, b.built_at,
              (select count(distinct ds.source_id) from domain_sources ds join domains d using (domain_id)
               where ds.project_id = $1 and not d.removed)::int as assigned,
              (c.fresh + greatest(0, coalesce(b.documents, 0) - (c.documents - c.fresh)))::int as changed
       from (select count(*) as documents,
                    count(*) filter (where s.indexed_at > coalesce(
                      (select built_at from domain_builds where project_id = $1), '-infinity')) as fresh
             from sources s where s.project_id = $1 and s.state = 'indexed') c
       left join domain_builds b on b.project_id = $1`,
      [projectId],
    )
    return row ?? { documents: 0, assigned: 0, changed: 0, built_at: null }
  }

  async function run(signal: AbortSignal): Promise<void> {
    let toldAt = 0
    const progress = (done: number): void => {
      if (performance.now() - toldAt < 200) return
      toldAt = performance.now()
      become({ kind: 'building', done })
    }
    // What comes while it is read counts as changed.
    const at = now().toISOString()
    const documents = await readDocuments(database, projectId, options.model, {
      signal,
      onRead: (share) => progress(0.4 * share),
    })
    const onProgress = (done: number): void => progress(0.4 + 0.6 * done)
    const clusters = await runBuild(options.workersDir, documents, { signal, onProgress })
    signal.throwIfAborted()
    await writeClusters(database, projectId, documents, clusters, at)
  }

  function begin(): Promise<void> {
    if (underWay !== null) return underWay.ended
    const stopping = new AbortController()
    become({ kind: 'building', done: 0 })
    const ended = run(stopping.signal).then(
      () => {
        underWay = null
        become({ kind: 'idle' })
      },
      (error: unknown) => {
        underWay = null
        if (stopping.signal.aborted) return become({ kind: 'idle' })
        become({ kind: 'failed', error: toErrorShape(error) })
        options.onBackgroundError(error)
      },
    )
    underWay = { ended, stopping }
    return ended
  }

  async function buildWhereDue(): Promise<void> {
    if (isClosed || underWay !== null || (await options.isIndexing())) return
    const { documents, changed, built_at } = await counts()
    if (isClosed || documents < fewestDocuments) return
    if (built_at === null || changed >= Math.max(1, documents * rebuiltFrom)) await begin()
  }

  const lookSoon = (): void => {
    for (const listener of listeners) listener()
    clearTimeout(timer)
    timer = setTimeout(() => void buildWhereDue().catch(options.onBackgroundError), restMs)
  }
  const stopListening = options.onLibraryChanged(lookSoon)

  /** Changes what a person sees of the domains, in one transaction. */
  async function changed<Value>(
    work: (transaction: Parameters<Parameters<Database['transaction']>[0]>[0]) => Promise<Value>,
  ) {
    const value = await database.transaction(async (transaction) => {
      const made = await work(transaction)
      // What it said before goes from the dumps, too.
      await noteRemoval(transaction)
      return made
    })
    await options.forgetRemoved()
    for (const listener of listeners) listener()
    return value
  }

  return {
    async map() {
      const [domains, { documents, assigned, changed, built_at }] = [
        await readDomains(database, projectId),
        await counts(),
      ]
      return { domains, documents, unassigned: Math.max(0, documents - assigned), changed, builtAt: built_at, build }
    },
    async documents(domainId, { offset, limit }) {
      const { documents: total } = await readDomain(database, projectId, domainId)
      const documents = await database.query<DomainDocument>(
        `select s.source_id as "sourceId", s.name, s.title from domain_sources ds join sources s using (source_id)
         where ds.project_id = $1 and ds.domain_id = $2 order by ds.ordinal, s.source_id offset $3 limit $4`,
        [projectId, domainId, offset, limit],
      )
      return { documents, total }
    },
    edit: ({ domainId, ...words }) =>
      changed(async (transaction) => {
        const { name, aliases, summary, edited } = await readDomain(transaction, projectId, domainId)
        const next = {
          name: storable(words.name ?? name),
          aliases: [...new Set((words.aliases ?? aliases).map(storable))],
          summary: storable(words.summary ?? summary),
        }
        const wrote = new Set<string>(edited)
        if (next.name !== name) wrote.add('name')
        if (JSON.stringify(next.aliases) !== JSON.stringify(aliases)) wrote.add('aliases')
        if (next.summary !== summary) wrote.add('summary')
        await transaction.query(
          `update domains set name = $3, aliases = $4::jsonb, summary = $5, edited = $6::jsonb, updated_at = $7
           where project_id = $1 and domain_id = $2`,
          [projectId, domainId, next.name, asJson(next.aliases), next.summary, asJson([...wrote]), now().toISOString()],
        )
        return readDomain(transaction, projectId, domainId)
      }),
    merge: (domainId, into) =>
      changed(async (transaction) => {
        const one = await readDomain(transaction, projectId, domainId)
        const other = await readDomain(transaction, projectId, into)
        if (domainId === into) throw new QuarryError('input.invalid', 'A domain cannot be merged into itself.')
        const aliases = [...new Set([...other.aliases, one.name, ...one.aliases])].slice(0, 20)
        await transaction.query(
          `update domains d set merged = true, aliases = $4::jsonb, radius = sqrt(d.radius ^ 2 + o.radius ^ 2),
             documents = (select jsonb_agg(distinct v) from jsonb_array_elements(d.documents || o.documents) v)
           from domains o where d.project_id = $1 and d.domain_id = $3 and o.domain_id = $2`,
          [projectId, domainId, into, asJson(aliases)],
        )
        await transaction.query(
          `insert into domain_sources (domain_id, source_id, project_id, ordinal)
           select $3, source_id, project_id, ordinal from domain_sources where project_id = $1 and domain_id = $2
           on conflict do nothing`,
          [projectId, domainId, into],
        )
        await transaction.query('delete from domains where project_id = $1 and domain_id = $2', [projectId, domainId])
      }),
    remove: (domainId) =>
      changed(async (transaction) => {
        await readDomain(transaction, projectId, domainId)
        await transaction.query('update domains set removed = true where project_id = $1 and domain_id = $2', [
          projectId,
          domainId,
        ])
      }),
    async rebuild() {
      if ((await counts()).documents < fewestDocuments) {
        throw new QuarryError('domain.tooFew', 'The library has too few documents to find domains in.')
      }
      await begin()
      if (build.kind === 'failed') throw new QuarryError(build.error.code, build.error.message)
    },
    stop: () => underWay?.stopping.abort(),
    async named(query, { signal } = {}) {
      return domainsNamed(query, await readDomains(database, projectId, null, { signal }))
    },
    async bearingOn(words, sourceIds, { signal } = {}) {
      const domains = await readDomains(database, projectId, null, { signal })
      if (domains.length === 0) return []
      const shares = await database.query<{ domain_id: string; share: number }>(
        `select domain_id, count(*)::float8 / cardinality($2::text[]) as share from domain_sources
         where project_id = $1 and source_id = any($2::text[]) group by domain_id`,
        [projectId, [...sourceIds]],
        { signal },
      )
      return domainsBearing(words, domains, new Map(shares.map(({ domain_id, share }) => [domain_id, share])))
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start: lookSoon,
    async close() {
      isClosed = true
      clearTimeout(timer)
      stopListening()
      underWay?.stopping.abort()
      await underWay?.ended
    },
  }
}
