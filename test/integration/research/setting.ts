import { usualThresholds } from '../../../contract/calls/calls'
import type { LibrarySummary } from '../../../contract/library/source'
import type { UniversalResource } from '../../../contract/resources/resource'
import type { SessionView } from '../../../contract/session/session'
import { createPool, type Pool } from '../../../main/pool'
import type { ReasoningEngine } from '../../../main/reasoning/port'
import { createResearch, type Research, type ResearchOptions } from '../../../main/research'
import type { Database } from '../../../main/store'
import type { Tool } from '../../../main/tools'
import { templateDirectory, workersDir } from '../../prepared-store'

export type { Store } from '../../../main/store'
export { openFreshStore } from '../fresh-store'
export { templateDirectory, workersDir }

/** A library's summary with so many passages, all indexed. */
export function summaryWith(passages: number): LibrarySummary {
  return {
    revision: 1,
    total: passages === 0 ? 0 : 1,
    byState: {
      queued: 0,
      reading: 0,
      embedding: 0,
      indexed: passages === 0 ? 0 : 1,
      failed: 0,
      missing: 0,
    },
    passages,
    passagesPerSecond: null,
    remainingMs: null,
    paused: false,
    keywordOnlyPassages: 0,
  }
}

/** One source that reports cite. */
export async function addSource(database: Database): Promise<void> {
  await database.query(
    `insert into sources (source_id, project_id, kind, name, state, content_hash)
     values ('source-1', 'default', 'file', 'paper.md', 'indexed', 'hash-1') on conflict do nothing`,
  )
}

/** Empties everything that sessions and the pool leave. */
export async function clearRows(database: Database): Promise<void> {
  await database.query('delete from sessions')
  // A redacted line of each call outlives its session.
  await database.query('delete from tool_call_history')
  await database.query('delete from sources')
  await database.query('delete from allocations')
  await database.query('delete from pool_requests')
  await database.query('delete from pool_members')
}

/** What the registry would answer of a database. */
export async function describeResource(resourceId: string): Promise<UniversalResource> {
  return {
    resourceId,
    type: 'database',
    parentId: null,
    name: 'Sales',
    description: '',
    capabilities: [],
    usageInfo: 'Query it.',
    metadata: {
      type: 'database',
      engine: 'sqlite',
      location: '/data/sales.db',
      tables: [],
      tablesTotal: 0,
      readOnly: true,
      sizeBytes: null,
    },
    origin: { kind: 'file', path: '/data/sales.db' },
    status: 'ready',
    error: null,
    isActive: true,
    usageCount: 0,
    successRate: null,
    avgResponseTimeMs: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    lastLookedAt: '2026-01-01T00:00:00.000Z',
    lastVectorizedAt: null,
  }
}

/** For calls that no person bounds. */
export const boundless: Pick<ResearchOptions, 'callLimits' | 'addRule'> = {
  callLimits: async () => ({
    egress: { mode: 'offline', hosts: [] },
    thresholds: usualThresholds,
    roots: [],
    rules: { rules: [], broken: [] },
  }),
  addRule: () => Promise.reject(new Error('No rule is made here.')),
}

/** A tool that only reads, but for what is said. */
export const readingTool = (tool: Pick<Tool, 'name' | 'run'> & Partial<Tool>): Tool => ({
  server: 'builtin',
  tier: 'L2',
  effect: 'reads',
  description: 'Counts.',
  inputSchema: { type: 'object' },
  ...tool,
})

/** For sessions that ask no database. */
export const noDatabase: ResearchOptions['select'] = () => Promise.reject(new Error('No database is there to ask.'))

export interface Setting {
  readonly research: Research
  readonly pool: Pool
  close(): Promise<void>
}

export async function openSetting(
  database: Database,
  engine: ReasoningEngine,
  options: {
    executors?: number
    passages?: () => number
    tools?: ResearchOptions['tools']
    gate?: Partial<typeof boundless>
    chooseResource?: ResearchOptions['chooseResource']
    askableResources?: ResearchOptions['askableResources']
    passedOverDatabases?: ResearchOptions['passedOverDatabases']
    readResource?: ResearchOptions['readResource']
    select?: ResearchOptions['select']
    toolProviders?: NonNullable<ResearchOptions['toolProviders']>
    models?: ResearchOptions['models']
    callMeanings?: NonNullable<ResearchOptions['callMeanings']>
    patienceMs?: number
  } = {},
): Promise<Setting> {
  const pool = await createPool({ database, executors: options.executors ?? 3 })
  const research = createResearch({
    database,
    engine,
    pool,
    projectId: 'default',
    librarySummary: () => summaryWith(options.passages?.() ?? 3),
    callLimits: async () => {
      // As in the app, limits are read from the store.
      await database.query('select 1')
      return boundless.callLimits()
    },
    addRule: boundless.addRule,
    ...options.gate,
    readResource: options.readResource ?? describeResource,
    select: options.select ?? noDatabase,
    results: { select: () => Promise.reject(new Error('No answer is asked here.')) },
    tools: options.tools ?? [],
    toolProviders: options.toolProviders ?? [],
    ...(options.askableResources === undefined ? {} : { askableResources: options.askableResources }),
    ...(options.passedOverDatabases && { passedOverDatabases: options.passedOverDatabases }),
    ...(options.chooseResource === undefined ? {} : { chooseResource: options.chooseResource }),
    ...(options.models === undefined ? {} : { models: options.models }),
    ...(options.callMeanings === undefined ? {} : { callMeanings: options.callMeanings }),
    ...(options.patienceMs === undefined ? {} : { patienceMs: options.patienceMs }),
  })
  return {
    research,
    pool,
    async close() {
      await research.close()
      await pool.close()
    },
  }
}

/** Resolves with the view as soon as it fits; looks again on every change, and never by the clock. */
export async function whenView(
  research: Research,
  sessionId: string,
  fits: (view: SessionView) => boolean,
): Promise<SessionView> {
  let wake = (): void => undefined
  let isChanged = false
  const unsubscribe = research.subscribe((id) => {
    if (id !== sessionId) return
    isChanged = true
    wake()
  })
  try {
    for (;;) {
      isChanged = false
      const view = await research.view(sessionId)
      if (fits(view)) return view
      if (!isChanged) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    }
  } finally {
    unsubscribe()
  }
}

/** A gate: calls wait at it until it is opened. */
export function gate(): { readonly wait: Promise<void>; open(): void } {
  let open = (): void => undefined
  const wait = new Promise<void>((resolve) => {
    open = resolve
  })
  return { wait, open: () => open() }
}
