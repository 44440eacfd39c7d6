import { plainRemedy } from '../../contract/app/plain-remedies'
import type { ErrorShape } from '../../contract/error-shape'
import { describedByQuarry } from '../../contract/resources/description-facts'
import type {
  ResourceMetadata,
  ResourceOffer,
  ResourceStatus,
  ResourceSummary,
  ResourcesSummary,
  ResourceType,
  TableSchema,
  UniversalResource,
} from '../../contract/resources/resource'
import type { MatchAnswer, MatchHistoryEntry, MatchReasons } from '../../contract/resources/resource-match'
import { ago, longName } from './fixtures'

// Resources with which the window is looked at while it is worked on. Nothing here is in the product.

const column = (name: string, type: string, samples: string[], primaryKey = false, comment?: string) => ({
  name,
  type,
  nullable: !primaryKey,
  primaryKey,
  samples,
  ...(comment !== undefined && { comment }),
})

const runs: TableSchema = {
  schema: null,
  name: 'runs',
  kind: 'table',
  rows: 8204,
  rowsEstimated: false,
  comment: 'One row for each time that the tunnel was started',
  columns: [
    column('run_id', 'INTEGER', ['1', '2', '3'], true),
    column('mach', 'REAL', ['5.8', '6.0', '14.1'], false, 'free stream, before the bow shock'),
    column('heat_flux_w_cm2', 'REAL', ['112.4', '98.0']),
    column('model_id', 'INTEGER', ['4', '7']),
    column('remarks_of_the_person_who_ran_the_tunnel_that_day', 'TEXT', [
      'Nose slightly flattened after the third run, see the photographs of that afternoon',
      'valve stuck',
    ]),
  ],
  foreignKeys: [{ columns: ['model_id'], table: 'models', references: ['model_id'] }],
}

const tables: TableSchema[] = [
  runs,
  {
    schema: null,
    name: 'models',
    kind: 'table',
    rows: 38,
    rowsEstimated: false,
    columns: [column('model_id', 'INTEGER', ['4', '7'], true), column('nose_radius_mm', 'REAL', ['12.7', '25.4'])],
    foreignKeys: [],
  },
  {
    schema: 'archive',
    name: 'readings_by_channel',
    kind: 'view',
    rows: 41_200_000,
    rowsEstimated: true,
    columns: [column('channel', 'TEXT', ['T1', 'T2', '热流']), column('value', 'REAL', ['0.21'])],
    foreignKeys: [],
  },
  ...Array.from({ length: 9 }, (_, index) => ({
    ...runs,
    name: `runs_${1951 + index}`,
    rows: index === 4 ? null : 400 + index * 31,
  })),
]

interface Sketch {
  id: string
  type: ResourceType
  name: string
  flavour: string
  parts: number | null
  description: string
  capabilities: string[]
  usage?: string
  status?: ResourceStatus
  error?: ErrorShape
  parentId?: string
  uses?: number
  success?: number
  metadata: ResourceMetadata
}

const database = (engine: Extract<ResourceMetadata, { type: 'database' }>['engine'], location: string) =>
  ({
    type: 'database',
    engine,
    location,
    tables,
    tablesTotal: tables.length,
    readOnly: true,
    sizeBytes: engine === 'postgresql' ? null : 4_812_000,
  }) satisfies ResourceMetadata

const sketches: Sketch[] = [
  {
    id: 'database:tunnel',
    type: 'database',
    name: 'tunnel.sqlite',
    flavour: 'sqlite',
    parts: 12,
    description:
      'Runs of the hypersonic tunnel from 1951 to 1959: Mach number, heat flux and model of each run, with the readings of every channel.',
    capabilities: ['sql_query', 'data_analysis', 'heat flux by run', 'models and nose radii'],
    usage: 'Ask for figures by run, by Mach number or by model. Only reading queries are run.',
    uses: 41,
    success: 0.95,
    metadata: database('sqlite', '/home/ada/research/tunnel.sqlite'),
  },
  {
    id: 'text2sql:tunnel',
    type: 'text2sql',
    name: 'tunnel.sqlite',
    flavour: 'sqlite',
    parts: 12,
    description: 'Answers questions about the tables runs, models and readings_by_channel.',
    capabilities: ['sql_query'],
    parentId: 'database:tunnel',
    uses: 17,
    success: 0.82,
    metadata: {
      type: 'text2sql',
      databaseId: 'database:tunnel',
      tables: ['runs', 'models', 'readings_by_channel'],
      sampleQuestions: [
        { kind: 'sampleHighest', values: { of: 'runs', measure: 'heat flux' } },
        { kind: 'sampleByGroup', values: { of: 'runs', group: 'year' } },
      ],
      knownQueries: [
        {
          question: 'Which runs have the highest heat flux?',
          sql: 'select run_id, mach, heat_flux_w_cm2\nfrom runs\norder by heat_flux_w_cm2 desc\nlimit 10',
        },
      ],
    },
  },
  {
    id: 'api:materials',
    type: 'api',
    name: 'materials-api.yaml',
    flavour: 'openapi3',
    parts: 34,
    description: 'Properties of ablating and refractory materials by temperature.',
    capabilities: ['api_call', 'material properties', 'thermal conductivity'],
    usage: 'Called only where the network may be reached.',
    uses: 3,
    success: 1,
    metadata: {
      type: 'api',
      format: 'openapi3',
      version: '2.4.1',
      servers: ['https://materials.example.org/v2'],
      auth: [
        { name: 'api_key', place: { kind: 'key', in: 'header', name: 'X-Api-Key' } },
        { name: 'laboratory', place: { kind: 'basic' } },
        { name: 'institute', place: { kind: 'accessToken', scheme: 'OAuth 2 (authorizationCode)' } },
        { name: 'signature', place: { kind: 'unsupported', scheme: 'AWS signature' } },
      ],
      operationsTotal: 34,
      operations: Array.from({ length: 34 }, (_, index) => ({
        id: `op-${index}`,
        method: ['get', 'post', 'delete'][index % 3] ?? 'get',
        path: `/materials/{materialId}/${['conductivity', 'emissivity', 'ablation-rates-by-temperature-and-pressure'][index % 3]}/${index}`,
        summary: 'One property of a material over a range of temperatures',
        parameters: [
          { name: 'materialId', in: 'path', required: true, type: 'string', description: 'Which material' },
          { name: 'from', in: 'query', required: false, type: 'number', description: '' },
        ],
        auth: ['api_key', 'laboratory', 'institute', 'signature'],
      })),
    },
  },
  {
    id: 'mcp:filesystem',
    type: 'mcp_server',
    name: 'filesystem',
    flavour: 'stdio',
    parts: null,
    description: 'An MCP server for files, as another program on this machine uses it.',
    capabilities: ['file_ops'],
    metadata: {
      type: 'mcp_server',
      transport: 'stdio',
      command: 'npx',
      args: ['-y', '@modelcontextprotocol/server-filesystem', '/home/ada/research'],
      url: null,
      secretNames: [],
    },
  },
  {
    id: 'mcp:tracker',
    type: 'mcp_server',
    name: 'issue-tracker',
    flavour: 'http',
    parts: null,
    description: 'Issues and comments of the project.',
    capabilities: ['tool_call'],
    status: 'needsSecret',
    error: { code: 'resource.needsSecret', message: 'TRACKER_TOKEN has no value' },
    metadata: {
      type: 'mcp_server',
      transport: 'http',
      command: null,
      args: [],
      url: 'https://tracker.example.org/mcp',
      secretNames: ['TRACKER_TOKEN'],
    },
  },
  {
    id: 'database:orders',
    type: 'database',
    name: 'orders on warehouse.example.org, the one with a name that is far too long for any list that a person reads',
    flavour: 'postgresql',
    parts: null,
    description: 'Orders, customers and deliveries.',
    capabilities: ['sql_query'],
    status: 'needsSecret',
    error: { code: 'resource.needsSecret', message: 'password authentication failed for user "ada"' },
    metadata: { ...database('postgresql', 'warehouse.example.org:5432/orders'), tables: [], tablesTotal: 0 },
  },
  {
    id: 'database:trials',
    type: 'database',
    name: 'trials.parquet',
    flavour: 'parquet',
    parts: 1,
    description: 'Trials with their outcome.',
    capabilities: ['sql_query'],
    status: 'unavailable',
    error: {
      code: 'resource.corrupt',
      message: 'Invalid Input Error: No magic bytes found at end of file',
      remedy: plainRemedy('copyAgain'),
    },
    uses: 6,
    success: 0.5,
    metadata: { ...database('parquet', '/home/ada/research/trials.parquet'), tables: [runs], tablesTotal: 1 },
  },
  {
    id: 'kb:papers',
    type: 'knowledge_base',
    name: 'cranfield-abstracts',
    flavour: 'folder',
    parts: 1400,
    description: '1,400 abstracts on aerodynamics.',
    capabilities: ['recall'],
    uses: 212,
    success: 0.99,
    metadata: {
      type: 'knowledge_base',
      kind: 'folder',
      root: '/home/ada/research/cranfield',
      sources: 1400,
      passages: 20_731,
      titles: [],
    },
  },
  {
    id: 'kb:zh',
    type: 'knowledge_base',
    name: '高超声速气动加热资料',
    flavour: 'folder',
    parts: 31,
    description: '高超声速飞行器气动加热的综述与试验数据。',
    capabilities: ['recall'],
    metadata: {
      type: 'knowledge_base',
      kind: 'folder',
      root: '/home/ada/资料',
      sources: 31,
      passages: 602,
      titles: [],
    },
  },
  {
    id: 'tool:recall',
    type: 'tool',
    name: 'recall',
    flavour: 'builtIn',
    parts: null,
    description: 'Finds passages of the library by meaning and by words.',
    capabilities: ['recall'],
    uses: 1904,
    success: 1,
    metadata: {
      type: 'tool',
      builtIn: true,
      tier: 'L1',
      inputSchema: {
        type: 'object',
        required: ['query'],
        properties: {
          query: { type: 'string', description: 'What to look for' },
          top: { type: 'integer', description: 'How many passages' },
        },
      },
      entry: null,
    },
  },
  {
    id: 'tool:reduce',
    type: 'tool',
    name: 'reduce-readings',
    flavour: 'user',
    parts: null,
    description: 'Turns raw channel readings into heat flux.',
    capabilities: ['data_analysis'],
    status: 'missing',
    error: {
      code: 'resource.notFound',
      message: 'The file or server of this resource is gone.',
      remedy: plainRemedy('putBack'),
    },
    metadata: { type: 'tool', builtIn: false, tier: 'L2', inputSchema: {}, entry: 'reduce.py' },
  },
  {
    id: 'model:local',
    type: 'model',
    name: 'Model server on port 8080',
    flavour: 'openai-compatible',
    parts: 2,
    description: 'A language model on this machine.',
    capabilities: ['planning', 'report_generation'],
    status: 'disabled',
    metadata: {
      type: 'model',
      provider: 'openai-compatible',
      location: 'http://127.0.0.1:8080/v1',
      models: ['qwen3-8b', 'qwen3-embedding'],
      parallelism: 4,
      sizeBytes: null,
    },
  },
]

function resourceOf(sketch: Sketch): UniversalResource & { flavour: string; parts: number | null } {
  const { id, uses = 0, success, status = 'ready' } = sketch
  return {
    resourceId: id,
    type: sketch.type,
    parentId: sketch.parentId ?? null,
    name: sketch.name,
    description: sketch.description,
    capabilities: sketch.capabilities,
    usageInfo: sketch.usage ?? '',
    metadata: sketch.metadata,
    origin: { kind: 'file', path: '/home/ada/research' },
    status,
    error: sketch.error ?? null,
    isActive: status !== 'disabled',
    usageCount: uses,
    successRate: success ?? null,
    avgResponseTimeMs: uses > 0 ? 84.2 : null,
    createdAt: ago(86_400),
    updatedAt: ago(140),
    lastLookedAt: ago(20),
    lastVectorizedAt: sketch.type === 'model' ? null : ago(120),
    flavour: sketch.flavour,
    parts: sketch.parts,
  }
}

const longDatabase = (sketch: Sketch): Sketch => ({
  ...sketch,
  name: longName,
  description: longName,
  capabilities: [...sketch.capabilities, longName],
  usage: longName,
  metadata: {
    ...database('sqlite', `/home/ada/${longName}`),
    tables: tables.map((table, index) => ({
      ...table,
      name: `${longName}${index}`,
      columns: [column(longName, longName, [longName, longName]), ...table.columns],
    })),
  },
})

/** As many resources as a scenario wants: the sketched ones, then made-up databases. `long` lengthens every name. */
export function resources(
  count: number,
  long = false,
): (UniversalResource & { flavour: string; parts: number | null })[] {
  const first = sketches
    .map((sketch, index) => (!long ? sketch : index === 0 ? longDatabase(sketch) : { ...sketch, name: longName }))
    .map(resourceOf)
  const more = Array.from({ length: Math.max(0, count - first.length) }, (_, index) => ({
    ...resourceOf(sketches[index % 4 === 3 ? 9 : index % 4]!),
    resourceId: `made-${index}`,
    parentId: null,
    name: `measurements-${String(index).padStart(5, '0')}`,
  }))
  return [...first, ...more].slice(0, count)
}

export function summaryOfResource({ metadata: _, ...rest }: ReturnType<typeof resources>[number]): ResourceSummary {
  return rest
}

const types: ResourceType[] = ['database', 'api', 'tool', 'knowledge_base', 'text2sql', 'mcp_server', 'model']

export function countByType(list: readonly { type: ResourceType }[]): Record<ResourceType, number> {
  const counts = Object.fromEntries(types.map((type) => [type, 0])) as Record<ResourceType, number>
  for (const { type } of list) counts[type]++
  return counts
}

export function resourcesSummary(list: readonly UniversalResource[]): ResourcesSummary {
  const byStatus = { ready: 0, needsSecret: 0, unavailable: 0, missing: 0, disabled: 0 }
  for (const { status } of list) byStatus[status]++
  return {
    revision: 3,
    total: list.length,
    byType: countByType(list),
    byStatus,
    vectorizing: list.length > 100 ? { done: 412, total: list.length } : null,
    learned: list.length === 0 ? 0 : 7,
    looking: [],
  }
}

const reasons = (scale: number, change: Partial<MatchReasons> = {}): MatchReasons => ({
  name: 0.41 * scale,
  description: 0.86 * scale,
  capabilities: 0.74 * scale,
  composite: 0.81 * scale,
  keywords: 0.62 * scale,
  matchedWords: ['heat flux', 'runs'],
  rerank: null,
  usage: 0.55 * scale,
  performance: 0.95 * scale,
  context: 0.2,
  history: null,
  ...change,
})

export function matchAnswer(query: string, list: ReturnType<typeof resources>): MatchAnswer {
  const [tunnel, questions, api, , , , , papers] = list
  if (!tunnel || !questions || !api || !papers) {
    return { matchId: 'm0', query, intents: [query], matches: [], tookMs: 2, withoutVectors: 0 }
  }
  const intents = ['the runs with the highest heat flux', 'what papers say of it']
  const match = (resource: typeof tunnel, confidence: number, intent: string, change: Partial<MatchReasons> = {}) => ({
    resource: summaryOfResource(resource),
    described: describedByQuarry(resource)?.description ?? null,
    confidence,
    intent,
    reasons: reasons(confidence, change),
  })
  return {
    matchId: 'm1',
    query,
    intents,
    matches: [
      match(questions, 0.91, intents[0] ?? '', {
        history: { query: 'Which tests got hottest?', similarity: 0.83 },
      }),
      match(tunnel, 0.78, intents[0] ?? ''),
      match(papers, 0.66, intents[1] ?? '', { matchedWords: ['aerodynamics'], capabilities: null, name: null }),
      match(api, 0.18, intents[1] ?? '', { matchedWords: [] }),
    ],
    tookMs: 8.4,
    withoutVectors: 1,
  }
}

export const matchHistory: MatchHistoryEntry[] = Array.from({ length: 7 }, (_, index) => ({
  matchId: `h${index}`,
  at: ago(index * 5000 + 60),
  query: [
    'Which runs had the highest heat flux?',
    'papers on nose bluntness',
    'thermal conductivity of graphite at 2,000 K, and how it was measured in each of the laboratories that did so',
    '哪些试验的热流最高？',
  ][index % 4] as string,
  // A use that a session had without a match, and one of a resource that is gone.
  matched:
    index === 1 || index === 3
      ? []
      : [
          { resourceId: 'text2sql:tunnel', name: 'tunnel.sqlite', confidence: 0.91 },
          { resourceId: 'database:tunnel', name: 'tunnel.sqlite', confidence: 0.78 },
          { resourceId: 'kb:papers', name: 'cranfield-abstracts', confidence: 0.44 },
        ],
  selected: index % 3 === 2 ? null : index === 3 ? 'database:gone' : 'text2sql:tunnel',
  success: index % 3 === 2 ? null : index !== 3,
  durationMs: index % 3 === 2 ? null : index === 3 ? 20_000 : 34 + index * 210,
  rows: index % 3 === 2 || index === 3 ? null : index * 12 + 1,
  error: index === 3 ? { code: 'resource.timeout', message: 'It did not answer.' } : null,
  feedback: index === 0 ? 'helpful' : index === 4 ? 'unhelpful' : null,
}))

/** What an update took out. */
export const removedUses = { count: 14, at: ago(90_000) }

const offer = (change: Partial<ResourceOffer> & Pick<ResourceOffer, 'type' | 'name' | 'flavour'>): ResourceOffer => ({
  resourceId: `offer:${change.name}`,
  parts: null,
  location: `/home/ada/${change.name}`,
  sizeBytes: null,
  alreadyKnown: false,
  exclusive: true,
  needsSecret: false,
  reason: null,
  ...change,
})

export const offers = {
  sqlite: offer({ type: 'database', name: 'tunnel.sqlite', flavour: 'sqlite', parts: 12, sizeBytes: 4_812_000 }),
  csv: offer({ type: 'database', name: 'runs-1958.csv', flavour: 'csv', parts: 1, exclusive: false }),
  api: offer({ type: 'api', name: 'Materials', flavour: 'openapi3', parts: 34, exclusive: false }),
  servers: ['filesystem', 'issue-tracker', 'browser'].map((name) =>
    offer({ type: 'mcp_server', name, flavour: 'stdio' }),
  ),
  model: offer({ type: 'model', name: 'qwen3-8b.gguf', flavour: 'gguf', sizeBytes: 2_100_000_000 }),
  folder: offer({
    type: 'knowledge_base',
    name: 'cranfield-abstracts',
    flavour: 'folder',
    parts: 1400,
    exclusive: false,
  }),
  locked: offer({
    type: 'database',
    name: 'orders',
    flavour: 'postgresql',
    needsSecret: true,
    location: 'warehouse.example.org:5432/orders',
    reason: { code: 'resource.needsSecret', message: 'no password' },
  }),
  broken: offer({
    type: 'database',
    name: 'broken.sqlite',
    flavour: 'sqlite',
    reason: { code: 'resource.corrupt', message: 'file is not a database' },
  }),
}

export const scan = {
  offers: [
    offer({
      type: 'model',
      name: 'Model server on port 11434',
      flavour: 'ollama',
      parts: 3,
      location: 'http://127.0.0.1:11434',
    }),
    ...offers.servers.map((server) => ({ ...server, location: '/home/ada/.config/another-program/mcp.json' })),
    offers.sqlite,
    { ...offers.csv, alreadyKnown: true },
    offers.locked,
    offers.broken,
  ],
  looked: ['127.0.0.1:8080', '127.0.0.1:11434', '/home/ada/.config', '/home/ada/projects'],
  failures: [
    { place: '/home/ada/projects/sealed', error: { code: 'read.forbidden', message: 'EACCES' } as const },
    { place: '127.0.0.1:1234', error: { code: 'resource.timeout', message: 'no answer' } as const },
  ],
}
