import type { AppSettings, MachineStatus } from '../../contract/app/app'
import type { DoctorReport } from '../../contract/app/doctor'
import { plainRemedy } from '../../contract/app/plain-remedies'
import type { ProjectSummary } from '../../contract/app/project'
import type { SettingsFileView } from '../../contract/app/settings-file'
import type { QueryRead } from '../../contract/databases/query-reading'
import type { FoundAnnotation } from '../../contract/library/annotation'
import type {
  LibraryFacets,
  LibrarySummary,
  SourceState,
  SourceVersions,
  SourceView,
} from '../../contract/library/source'
import type { ModelTurnView } from '../../contract/models/model-turn'
import type { MemberName, MemberType, WaitFact } from '../../contract/pool/pool-facts'
import type { Intent } from '../../contract/recall/intent'
import type { RecallHit } from '../../contract/recall/recall'
import type { FoundAnswer, FoundHit } from '../../contract/recall/search'
import type { SourceWork } from '../../contract/report/bibliography'
import type { CitationOrigin } from '../../contract/report/citation-origin'
import type { AnswerPlace, Place, QueryPlace } from '../../contract/report/place'
import type { CitationView, Claim, ReportView, Verdict } from '../../contract/report/report'
import { textOfRow } from '../../contract/report/report-rows'
import type { RerunAnswer } from '../../contract/report/rerun'
import type { MatchReasons } from '../../contract/resources/resource-match'
import type { ResourceChoice } from '../../contract/session/resource-choice'
import type {
  ErrorSnapshot,
  SessionEventView,
  SessionState,
  SessionSummary,
  SessionView,
  StepEvidence,
  StepView,
} from '../../contract/session/session'
import type { SessionEventFact } from '../../contract/session/session-facts'

// What the window is looked at with while it is worked on. Nothing here is in the product.

/** Two hundred characters without a place to break. */
export const longName = 'Measurements_of_stagnation-point.heat/transfer:on'.padEnd(
  200,
  'Blunt_bodies-at_hypersonic/speed',
)

export const intent: Intent = {
  language: 'en',
  action: 'compare',
  domains: ['Hypersonic flow'],
  keywords: ['theory', 'tunnel', 'density'],
  phrases: ['slip flow'],
  names: ['NACA'],
  numbers: [],
  years: [1954],
  files: [longName],
  identifiers: [],
}

export const sourceWork: SourceWork = {
  work: {
    type: 'article-journal',
    title: 'Theory of Stagnation Point Heat Transfer in Dissociated Air',
    author: [
      { family: 'Fay', given: 'James A.' },
      { family: 'Riddell', given: 'Francis R.' },
      { literal: 'Avco Research Laboratory, with everyone who measured in the shock tube' },
    ],
    issued: { 'date-parts': [[1958, 2]] },
    'container-title': 'Journal of the Aeronautical Sciences',
    volume: '25',
    issue: '2',
    page: '73–85',
    DOI: '10.2514/8.7517',
  },
  origin: { kind: 'list', sourceId: 's9', name: 'heating.bib' },
}

export const ago = (seconds: number): string => new Date(Date.now() - seconds * 1000).toISOString()

export const errorSnapshots: ErrorSnapshot[] = [
  {
    sessionId: 'one',
    at: '2026-11-22T09:12:44.000Z',
    state: 'running',
    error: { code: 'inference.crashed', message: 'The worker exited with code 134.', context: { exitCode: 134 } },
    stack: 'Error: The worker exited with code 134.\n    at TaskPool.ended (main/inference/task-pool.ts:121:13)',
  },
  {
    sessionId: 'one',
    at: '2026-11-22T09:02:10.000Z',
    state: 'planning',
    error: { code: 'store.diskFull', message: 'No space left on device' },
    stack: null,
  },
]
export const settingsFile: SettingsFileView = {
  path: '/home/mara/.local/share/quarry/settings.yaml',
  exists: true,
  fixed: [
    { key: 'theme', place: { kind: 'file', line: 2 } },
    { key: 'egressHosts', place: { kind: 'file', line: 14 } },
    { key: 'sessionTokens', place: { kind: 'variable', name: 'QUARRY_SESSION_TOKENS' } },
  ],
  problems: [
    {
      place: { kind: 'file', line: 7 },
      problem: {
        kind: 'settingWrong',
        values: { field: 'projects.default.askMode', allowed: ['quick', 'research', 'model'] },
      },
    },
    { place: { kind: 'file', line: 9 }, problem: { kind: 'settingUnknown', values: { field: 'sesionTokens' } } },
    { place: { kind: 'stored' }, problem: { kind: 'settingWrong', values: { field: 'egressHosts', allowed: [] } } },
  ],
}
export const settings: AppSettings = {
  language: 'en',
  theme: 'light',
  clarificationRounds: 3,
  clarify: true,
  autoAccept: false,
  writesFiles: false,
  exportFolder: null,
  resumesByItself: true,
  engine: 'extractive',
  roleInstructions: {},
  roleMemory: {},
  investigates: true,
  reAct: true,
  parallelCalls: true,
  roleEngines: {},
  askMode: 'research',
  neverUse: [],
  reranker: null,
  encoder: null,
  unsupportedSentences: 'drop',
  sessionTokens: 100_000,
  notifies: true,
  askFrom: 0.6,
  twoStepsFrom: 0.8,
  messageTokens: 10_000,
  contextTokens: null,
  remembers: true,
  learns: true,
  memoryTokens: 4000,
  backgroundLearning: false,
  learnerQuestions: 20,
  learnerMinutes: 10,
  ocrLanguages: [],
  similarityMemoryMb: 512,
  sessionsAtOnce: 3,
  executors: null,
  orchestrators: null,
  reviewers: null,
  staffLevels: {},
  poolResources: {},
  egress: 'offline',
  egressHosts: [],
  programNetwork: [],
  apiServers: {},
  matcherWeights: {},
  httpApi: false,
  httpPort: 8719,
  layout: {
    left: 18,
    right: 27,
    leftCollapsed: false,
    rightCollapsed: false,
    rightTab: 'source',
    openSession: null,
  },
}

const turn: ModelTurnView = {
  turnId: 1,
  at: ago(90),
  role: 'plan',
  about: '',
  engine: 'model:1/qwen3:8b',
  prompt: 'plan/2/en',
  messages: [
    { role: 'system', content: "You plan research in a person's own library. Each step searches the library." },
    { role: 'user', content: 'Question: What limits heating at the nose of a blunt body?\n\nPlan the steps.' },
  ],
  answer: '{"steps": [{"title": "Theory", "query": "stagnation point heat transfer", "after": [], "uses": []}]}',
  calls: [],
  finish: 'stop',
  promptTokens: 812,
  answerTokens: 64,
  isEstimated: false,
  attempts: 1,
  durationMs: 4200,
  error: null,
}
export const turns: ModelTurnView[] = [
  turn,
  {
    ...turn,
    turnId: 2,
    role: 'research',
    about: 'Ratio of measured to theoretical heating',
    prompt: 'gather/2/en',
    messages: [{ role: 'user', content: 'Step: Ratio of measured to theoretical heating\n\nWhat next?' }],
    answer: '',
    calls: [{ name: 'sql_query', arguments: '{"sql": "SELECT avg(measured / theory) FROM runs"}' }],
    isEstimated: true,
    promptTokens: 2304,
    answerTokens: 41,
    durationMs: 2900,
  },
  {
    ...turn,
    turnId: 3,
    role: 'write',
    prompt: 'write/1/en',
    answer: null,
    finish: null,
    promptTokens: null,
    answerTokens: null,
    error: { code: 'model.failed', message: 'The model server answered with 500.', context: { said: 'out of memory' } },
    durationMs: 1400,
  },
]

export const status: MachineStatus = {
  cpuShare: 0.31,
  memoryMb: 412,
  recallMs: 6,
  storeMs: 0.4,
  inferenceQueue: 0,
  work: [],
  encoder: 'Built-in encoder, 512-d',
  programsOffline: true,
  httpApi: { url: null, error: null },
}

export const backgroundWork: MachineStatus['work'] = [
  { fact: { kind: 'filesBeingRead', values: { busy: 1, total: 1 } }, since: ago(72) },
  { fact: { kind: 'textsBeingEmbedded', values: { busy: 2, total: 2 } }, since: ago(71) },
]

export const doctor: DoctorReport = {
  version: '0.1.0',
  checks: [
    {
      name: 'electron',
      status: 'warning',
      finding: { kind: 'electronFound', values: { version: '33.2.1', origin: 'fallback' } },
      remedy: plainRemedy('electronRetry'),
    },
    {
      name: 'model',
      status: 'ok',
      finding: { kind: 'modelFound', values: { id: 'universal-sentence-encoder-lite', dimensions: 512 } },
    },
    {
      name: 'database',
      status: 'ok',
      finding: { kind: 'libraryOpen', values: { schema: 4, path: '/home/ada/Quarry' } },
    },
    {
      name: 'threads',
      status: 'ok',
      finding: {
        kind: 'threadsFound',
        values: { cores: 8, memoryGiB: 15.6, names: ['store', 'inference', 'readers'] },
      },
    },
    {
      name: 'disk',
      status: 'warning',
      finding: { kind: 'diskFree', values: { freeGiB: 0.8, path: '/home/ada/Quarry' } },
      remedy: plainRemedy('spaceOrOtherFolder'),
    },
    {
      name: 'display',
      status: 'warning',
      finding: { kind: 'displayMissing', values: {} },
      remedy: plainRemedy('startFromDesktop'),
    },
  ],
}

const text = `Theory of stagnation point heat transfer in dissociated air

The boundary layer equations are developed in general for the case of very high speed flight where the external flow is in a dissociated state. In particular the effects of diffusion and of atom recombination in the boundary layer are included, and for a cold wall the heat transfer is found to depend on the velocity gradient at the stagnation point. It is shown that at the usual recombination rates the boundary layer is far from equilibrium.

For a Lewis number of one the result is insensitive to the state of the gas at the edge of the boundary layer. The heat transfer falls with the square root of the nose radius, and shock-tube measurements agree within about ten per cent up to Mach 14.

One author finds half of that gradient on flattened noses.
`
export const longText = `${'Earlier paragraphs of the paper, which stand before the passage that is cited.\n\n'.repeat(60)}${text}${'\nLater paragraphs of the paper go on for a while, as papers do.\n'.repeat(60)}`
const cited = [
  'In particular the effects of diffusion and of atom recombination in the boundary layer are included, and for a cold wall the heat transfer is found to depend on the velocity gradient at the stagnation point.',
  'The heat transfer falls with the square root of the nose radius, and shock-tube measurements agree within about ten per cent up to Mach 14.',
  'For a Lewis number of one the result is insensitive to the state of the gas at the edge of the boundary layer.',
  'One author finds half of that gradient on flattened noses.',
]

const names: [string, string | null, SourceView['mediaType']][] = [
  ['fay-riddell-1958.pdf', 'Theory of stagnation point heat transfer in dissociated air', 'pdf'],
  ['naca-tn-4275.md', 'Laminar heat transfer over blunt-nosed bodies at hypersonic flight speeds', 'markdown'],
  ['runs-1958.csv', null, 'table'],
  ['notes on shock tubes.docx', 'Notes on shock tubes', 'docx'],
  ['reduction.py', null, 'code'],
  ['高超声速气动加热综述.md', '高超声速气动加热综述', 'markdown'],
]

export function source(index: number, state: SourceState = 'indexed', change: Partial<SourceView> = {}): SourceView {
  const [name, title, mediaType] = names[index % names.length] ?? names[0]!
  return {
    id: `source-${index}`,
    kind: 'file',
    name: index < names.length ? name : `cranfield-${String(index).padStart(4, '0')}.txt`,
    title: index < names.length ? title : null,
    path: `/material/cranfield/${name}`,
    root: index < names.length ? null : '/material/cranfield',
    mediaType: index < names.length ? mediaType : 'text',
    language: 'en',
    sizeBytes: 48_213,
    state,
    progress: null,
    counted: null,
    error: null,
    passages: 14 + (index % 23),
    addedAt: ago(4000),
    indexedAt: state === 'indexed' ? ago(3000) : null,
    ...change,
  }
}

const failedRemedies = {
  'read.noText': plainRemedy('runOcr'),
  'read.encrypted': plainRemedy('saveWithoutPassword'),
}

const failed = (index: number, name: string, code: 'read.noText' | 'read.encrypted'): SourceView =>
  source(index, 'failed', {
    name,
    error: { code, message: `cannot read ${name}`, remedy: failedRemedies[code] },
    passages: 0,
  })

export function library(kind: 'empty' | 'full' | 'ingesting' | 'many' | 'long'): {
  summary: LibrarySummary
  sources: SourceView[]
  inFlight: SourceView[]
} {
  const none = { queued: 0, reading: 0, embedding: 0, indexed: 0, failed: 0, missing: 0 }
  const base = { revision: 7, paused: false, keywordOnlyPassages: 0, passagesPerSecond: null, remainingMs: null }
  if (kind === 'empty') {
    return { summary: { ...base, total: 0, byState: none, passages: 0 }, sources: [], inFlight: [] }
  }
  const sources = Array.from({ length: 1412 }, (_, index) =>
    source(index, 'indexed', index === 2 ? { redacted: 3 } : {}),
  )
  sources.splice(4, 0, failed(9001, 'scan-014.pdf', 'read.noText'), failed(9002, 'contract.pdf', 'read.encrypted'))
  if (kind === 'many') {
    const many = Array.from({ length: 10_000 }, (_, index) => source(index))
    const byState = { ...none, indexed: 10_000 }
    return { summary: { ...base, total: 10_000, byState, passages: 143_211 }, sources: many, inFlight: [] }
  }
  if (kind === 'full' || kind === 'long') {
    if (kind === 'long') {
      for (const index of [0, 1, 4]) sources[index] = { ...sources[index]!, name: longName, title: longName }
    }
    const summary = { ...base, total: 1414, byState: { ...none, indexed: 1412, failed: 2 }, passages: 20_731 }
    return { summary: { ...summary, keywordOnlyPassages: 3 }, sources, inFlight: [] }
  }
  const inFlight = [
    source(20, 'embedding', { name: 'naca-tn-4275.pdf', progress: 0.62 }),
    source(21, 'reading', {
      name: 'a-very-long-name-of-a-report-on-hypersonic-heat-transfer-measurements-in-tunnel-7.pdf',
      progress: 0.2,
    }),
    source(22, 'reading', { progress: 0.12, counted: { kind: 'pagesRead', values: { done: 1204, total: 3500 } } }),
    source(23, 'queued', { progress: 0 }),
  ]
  return {
    summary: {
      ...base,
      total: 1414,
      byState: { queued: 410, reading: 3, embedding: 2, indexed: 997, failed: 2, missing: 0 },
      passages: 14_020,
      passagesPerSecond: 381.6,
      remainingMs: 14_300,
    },
    sources,
    inFlight,
  }
}

const hit = (index: number, body: string, at: number): RecallHit => ({
  passageId: 100 + index,
  sourceId: `source-${index % 2}`,
  sourceName: names[index % 2]?.[0] ?? '',
  title: names[index % 2]?.[1] ?? null,
  contentHash: null,
  headingPath: index % 2 === 0 ? ['Results', '3.2 Heat transfer at the stagnation point'] : ['Results'],
  text: body,
  locator: {
    sourceId: `source-${index % 2}`,
    start: at,
    end: at + body.length,
    page: index % 2 === 0 ? 2 : null,
    lineStart: 12,
    lineEnd: 14,
  },
  reason: {
    dense: 0.71 - index * 0.06,
    keyword: 0.88 - index * 0.1,
    feedback: null,
    section: 0.8 - index * 0.08,
    neighbours: 0.62 - index * 0.04,
    named: null,
    rerank: 0.94 - index * 0.08,
    score: 0.91 - index * 0.05,
    rankBefore: index + 3,
    rankAfter: index + 1,
  },
})
export const hits = cited.map((body, index) => hit(index, body, longText.indexOf(body)))

const kinds = ['pdf', 'markdown', 'note', 'code'] as const
/** Hits as the search page has them: one stands in two more sources, one is a note, one a fragment of code. */
export const foundHits: FoundHit[] = hits.map((found, index) => ({
  ...found,
  kind: index === 3 ? 'code' : 'passage',
  sourceType: kinds[index % kinds.length] ?? null,
  changedAt: ago(index * 400_000),
  symbol: index === 3 ? 'reduceHeatFlux' : null,
  text: index === 3 ? 'def reduce_heat_flux(run):\n    return run.gradient / 2' : found.text,
  alike:
    index === 1
      ? [2, 3].map((other) => ({
          sourceId: `source-${other}`,
          sourceName: names[other]?.[0] ?? '',
          title: names[other]?.[1] ?? null,
          locator: found.locator,
        }))
      : [],
  findings: [
    { path: 'keyword', raw: 14.2 - index, score: found.reason.keyword ?? 0, rank: index + 1 },
    { path: 'dense', raw: found.reason.dense ?? 0, score: found.reason.dense ?? 0, rank: index + 3 },
    { path: 'section', raw: 22.6 - index, score: found.reason.section ?? 0, rank: index + 2 },
  ],
}))

/** A note on a passage, and a passage that was only highlighted. */
export const foundAnnotations: FoundAnnotation[] = [
  'Compare with the tunnel runs of 1958: they had no dissociation, so the wall was hotter.',
  '',
].map((note, index) => ({
  id: `annotation-${index}`,
  sourceId: 'source-0',
  sourceName: names[0]?.[0] ?? '',
  title: names[0]?.[1] ?? null,
  range: { start: hits[index]!.locator.start, end: hits[index]!.locator.end },
  quote: hits[index]!.text,
  note,
  updatedAt: ago(900),
}))

export const foundAnswers: FoundAnswer[] = [
  {
    recordId: 'record-1',
    question: 'What limits the heat transfer at a stagnation point?',
    text: 'The wall’s enthalpy and the Lewis number decide how much of the heat reaches it. A catalytic wall doubles it.',
    sessionId: 'session-1',
    at: ago(9000),
    relevance: 0.91,
  },
  {
    recordId: 'record-2',
    question: 'Which tunnel runs had dissociation?',
    text: 'The runs of 1961 and later.',
    sessionId: null,
    at: ago(90_000),
    relevance: 0.76,
  },
]

export const versions: SourceVersions[] = [
  {
    sourceId: 'source-0',
    versions: [
      { sourceId: 'source-9', name: 'fay-riddell-1958 rev 2.pdf', changedAt: ago(100) },
      { sourceId: 'source-0', name: 'fay-riddell-1958.pdf', changedAt: ago(4000) },
    ],
  },
]

export const facets: LibraryFacets = {
  types: [
    { value: 'pdf', sources: 812 },
    { value: 'markdown', sources: 320 },
    { value: 'note', sources: 41 },
    { value: 'code', sources: 12 },
  ],
  folders: [
    { value: '/material/cranfield', sources: 1100 },
    { value: '/material/tunnel runs', sources: 57 },
  ],
  languages: [
    { value: 'en', sources: 1002 },
    { value: 'zh', sources: 88 },
    { value: 'python', sources: 12 },
  ],
  tags: [
    { value: 'heat transfer', sources: 14 },
    { value: '待读', sources: 3 },
  ],
  collections: [{ value: 'Thesis, chapter 3', sources: 9 }],
}

const step = (position: number, title: string, change: Partial<StepView> = {}): StepView => ({
  id: `step-${position}`,
  title,
  query: `${title.toLowerCase()} blunt body hypersonic`,
  dependsOn: [],
  skipped: false,
  type: 'research',
  doneWhen: { kind: 'keepsEvidence', values: {} },
  check: null,
  requirements: [],
  resources: [],
  blockedBy: null,
  position,
  origin: position < 2 ? 'question' : 'theme',
  state: 'pending',
  executor: null,
  waitsFor: null,
  found: null,
  kept: null,
  durationMs: null,
  error: null,
  ...change,
})
const executor = (number: number): MemberName => ({ type: 'executor', resourceId: null, name: null, number })
const done = (found: number, kept: number, number: number): Partial<StepView> => ({
  state: 'observed',
  found,
  kept,
  check: { brought: kept === 0 ? 'nothing' : 'evidence', isMet: kept > 0 },
  executor: executor(number),
  durationMs: 812,
})
export const titles = [
  'Stagnation-point heat transfer: theory',
  'Measurements in shock tubes and tunnels',
  'Effect of nose bluntness',
  'Ratio of measured to computed heating, by Mach number',
  'Where theory and tunnel disagree',
] as const
const after = { dependsOn: ['step-0', 'step-1', 'step-3'] }
const sql = { type: 'database', capability: 'sql_query', level: 5, resourceId: null } as const
const stepMatch: MatchReasons = {
  ...{ name: 0.25, description: 0.53, capabilities: 0.46, composite: 0.5, keywords: 0.38, rerank: null },
  ...{ usage: 0.34, performance: 0.59, context: 0.2, history: null },
  matchedWords: ['measured', 'Mach number'],
}
const tunnelSql = {
  ...sql,
  resourceId: 'database:tunnel',
  choice: {
    name: 'tunnel.sqlite',
    sureness: 0.62,
    reasons: [
      { kind: 'onlyOne', values: { type: 'database' } },
      { kind: 'matchedStep', values: { reasons: stepMatch } },
    ],
  } satisfies ResourceChoice,
}
/** One that has gone since, as a person chose it. */
const goneSql = {
  ...sql,
  resourceId: 'database:gone',
  choice: {
    name: 'runs-of-1968.sqlite',
    sureness: 1,
    reasons: [{ kind: 'chosenByPerson', values: {} }],
  } satisfies ResourceChoice,
}
const undecidedSql = {
  ...sql,
  choice: {
    name: null,
    sureness: null,
    reasons: [
      {
        kind: 'tooManyAlike',
        values: {
          sureness: 0.9,
          alike: [1961, 1962, 1963, 1964, 1965].map((year) => ({
            resourceId: `database:${year}`,
            name: `runs-${year}`,
          })),
        },
      },
    ],
  } satisfies ResourceChoice,
}
const web = { type: 'tool', capability: 'file_ops', level: 6, resourceId: null } as const
const strongSql = { ...sql, level: 10 }
const nobodyHas = (type: MemberType, capability: string, level: number): WaitFact => ({
  kind: 'nobodyHas',
  values: { needs: [{ type, capability, level, count: 1 }] },
})
const busy = (type: MemberType, fitting: number): WaitFact => ({
  kind: 'membersBusy',
  values: { needs: [{ type, capability: null, level: 1, count: 1 }], working: fitting, fitting },
})
export const plannedSteps = titles.map((title, index) =>
  step(
    index,
    title,
    index === 4
      ? after
      : index === 3
        ? { requirements: [tunnelSql, web] }
        : index === 2
          ? { requirements: [goneSql, undecidedSql] }
          : {},
  ),
)
export const blockedSteps = [
  step(0, titles[0], done(23, 9, 1)),
  step(1, titles[1], done(31, 11, 2)),
  step(2, titles[2], {
    state: 'blocked',
    blockedBy: 'missing_resource',
    error: { code: 'pool.noSuchMember', message: 'No member in service can take this task.' },
    waitsFor: nobodyHas('database', 'sql_query', 10),
    requirements: [strongSql],
  }),
  step(3, titles[3], {
    state: 'blocked',
    blockedBy: 'missing_resource',
    error: { code: 'pool.noSuchMember', message: 'No member in service can take this task.' },
    waitsFor: nobodyHas('tool', 'file_ops', 6),
    requirements: [sql, web],
  }),
  step(4, titles[4], after),
]
export const servedSteps = blockedSteps.map((one) => (one.state === 'blocked' ? { ...one, requirements: [sql] } : one))
export const runningSteps = [
  step(0, titles[0], done(23, 9, 1)),
  step(1, titles[1], done(31, 11, 2)),
  step(2, titles[2], {
    state: 'running',
    executor: executor(1),
    requirements: [sql],
    resources: [{ type: 'database', resourceId: 'database:tunnel', name: 'tunnel.sqlite', number: null }],
  }),
  step(3, titles[3], { state: 'allocating', waitsFor: busy('executor', 3) }),
  step(4, titles[4], after),
]
export const pausedSteps = [
  step(0, titles[0], done(23, 9, 1)),
  step(1, titles[1], done(31, 11, 2)),
  step(2, titles[2], {
    state: 'blocked',
    blockedBy: 'resource_shortage',
    waitsFor: busy('database', 1),
    requirements: [sql],
  }),
  step(3, titles[3], {
    state: 'blocked',
    blockedBy: 'resource_shortage',
    waitsFor: busy('database', 1),
    requirements: [sql],
  }),
  step(4, titles[4], after),
]
export const doneSteps = titles.map((title, index) => step(index, title, done(20 + index, 6 + index, (index % 3) + 1)))

const sentence = (id: number, body: string, citations: number[], paragraph: number, verdict: Verdict = 'supported') =>
  ({
    id: `s${id}`,
    text: body,
    citations,
    verdict,
    method: 'verbatim',
    reason: verdict === 'insufficient' ? { kind: 'numbersNotCited', values: { numbers: ['1.2'] } } : null,
    paragraph,
  }) satisfies Claim

const placeOfHit = ({ locator, passageId, sourceName, title, headingPath, contentHash }: RecallHit): Place => ({
  kind: 'source',
  ...locator,
  passageId,
  sourceName,
  sourceTitle: title,
  headingPath,
  contentHash,
})

/** How a question on a database was read. */
export const readAs: QueryRead = {
  kind: 'queryRead',
  values: {
    of: {
      rowsOf: 'runs',
      shown: [],
      measures: [
        { fn: 'avg', table: 'runs', column: 'heat_flux_w_cm2', distinct: false },
        { fn: 'count', table: 'runs', column: null, distinct: false },
      ],
      groups: [{ table: 'runs', column: 'mach', unit: null }],
      conditions: [{ table: 'models', column: 'nose_radius_mm', op: '>=', values: [12.7] }],
      anyOf: [],
      related: [],
      having: [],
      order: [{ column: 'mach', measure: null, descending: false }],
      limit: null,
      isCountOfGroups: false,
      share: null,
    },
    per: null,
    question: 'What is the average heat flux and the number of runs for each Mach number, noses of 12.7 mm and more?',
  },
}
const answered = { resourceId: 'database:tunnel', hash: 'c9'.repeat(32), keptHash: 'c9'.repeat(32), at: ago(40) }
const queried: QueryPlace = {
  ...answered,
  kind: 'query',
  resourceName: 'tunnel.sqlite',
  statement:
    'select mach, avg(measured / computed) as ratio, count(*) as runs\nfrom runs\nwhere year >= ?\ngroup by mach\norder by mach',
  parameters: [1956],
  columns: ['mach', 'ratio', 'runs', 'remark'],
  rows: [
    [6.8, 1.02, 31, null],
    [10, 0.97, 18, 'two runs without a calibrated gauge, left in'],
    [14, 1.09, 12, null],
  ],
  firstRow: 0,
  totalRows: 3,
  row: 2,
  reading: readAs,
}
const called: Place = {
  ...answered,
  kind: 'call',
  resourceId: 'mcp:units',
  resourceName: 'Units and constants',
  operation: 'convert',
  arguments: { value: 14, from: 'mach', to: 'm/s', altitudeKm: 30, apiKey: '[redacted]' },
  pointer: '/result',
  value: { value: 4223.7, unit: 'm/s', assumed: { soundSpeed: 301.7, source: 'US Standard Atmosphere 1976' } },
}
const citedAnswer = (n: number, place: Place, citedText: string): CitationView => ({
  n,
  place,
  citedText,
  citedTextHash: '0'.repeat(64),
  state: 'present',
})

const citation = (n: number, index: number, change: Partial<CitationView> = {}): CitationView => {
  const body = cited[index] ?? ''
  const found = hits[index]!
  return {
    n,
    place: placeOfHit(found),
    citedText: body,
    citedTextHash: '0'.repeat(64),
    state: 'present',
    ...change,
  }
}

export const evidence: StepEvidence[] = hits.map((found, index) => ({
  stepId: `step-${index % 3}`,
  sentence: found.text,
  place: placeOfHit(found),
  score: found.reason.score,
  reason: index % 2 === 0 ? found.reason : { ...found.reason, keyword: null },
}))

export const report: ReportView = {
  title: 'What limits heating at the nose',
  language: 'en',
  sections: [
    {
      kind: 'summary',
      sentences: [
        sentence(1, cited[1] ?? '', [2, 1], 0),
        sentence(2, 'Above that, dissociation in the shock layer matters more than bluntness.', [3], 0),
      ],
    },
    {
      kind: 'aspect',
      heading: 'Theory',
      sentences: [
        sentence(3, cited[0] ?? '', [1], 0),
        sentence(4, cited[2] ?? '', [3], 0),
        sentence(5, cited[3] ?? '', [4], 1, 'insufficient'),
      ],
    },
    {
      kind: 'notFound',
      sentences: [
        {
          id: 's6',
          citations: [],
          paragraph: 0,
          method: 'none',
          fact: { kind: 'stepEmpty', values: { title: 'Heating of ablating noses', passages: 24 } },
        },
      ],
    },
    { kind: 'sources', sentences: [] },
  ],
  citations: [
    citation(1, 0),
    citation(2, 1),
    citation(3, 2, { state: 'changed' }),
    citation(4, 3, { state: 'deleted' }),
  ],
  droppedCitations: 1,
  supported: 4,
  claims: 5,
  partial: false,
  writtenAt: ago(30),
}

const atMach14 = 'At Mach 14 the measured heating is 1.09 times the computed one, in 12 runs.'
const inMetres = 'Mach 14 at 30 km is about 4,224 m/s.'
const tunnelRows = queried.rows.slice(0, 2).map((cells, row) => ({
  n: 7 + row,
  place: { ...queried, row },
  text: textOfRow(queried.columns, cells),
}))
/** A report whose figures come from a query and a call beside the sources. */
export const answeredReport: ReportView = {
  ...report,
  sections: report.sections.map((section) =>
    section.kind === 'summary'
      ? {
          ...section,
          sentences: [
            sentence(11, atMach14, [5], 0),
            sentence(12, inMetres, [6], 0),
            ...tunnelRows.map(({ text, n }) => sentence(n + 10, text, [n], n)),
            ...section.sentences,
          ],
        }
      : section,
  ),
  citations: [
    ...report.citations,
    citedAnswer(5, queried, atMach14),
    citedAnswer(6, called, inMetres),
    ...tunnelRows.map(({ n, place, text }) => citedAnswer(n, place, text)),
  ],
  supported: 8,
  claims: 9,
}
const laboratories = [
  ['NASA Ames Research Center', 412],
  ['AEDC Tunnel 9', 338],
  ['von Kármán Institute for Fluid Dynamics', 197],
  ['DLR Göttingen', 154],
  ['中国空气动力研究与发展中心', 121],
]
const perMonth = [38, 41, 29, 55, 61, 47, 12, 18, 66, 72, 70, 44].map((runs, at) => [
  `1962-${String(at + 1).padStart(2, '0')}`,
  runs,
])
const medians = {
  columns: ['laboratory', 'values', 'median of heat_flux_w_cm2'],
  rows: laboratories.map(([name], at) => [name!, 31 - at * 4, 214 - at * 37.5]),
}
const computed: Place = {
  ...answered,
  kind: 'call',
  resourceName: 'tunnel.sqlite',
  operation: 'compute',
  arguments: {
    code: 'stats.groupBy(tables.rows, tables.groups)\n  .map(({ key, rows }) => ({ key, values: stats.numbers(stats.column(rows, texts.value)) }))\n  .map(({ key, values }) => ({ laboratory: key[0], values: values.length, [texts.label]: stats.median(values) }))',
    tables: { groups: ['laboratory'] },
    texts: { value: 'heat_flux_w_cm2', label: 'median of heat_flux_w_cm2' },
    results: { rows: '0c0b1a52-6d0c-4f0e-9a55-0d6d3f8e2a11' },
  },
  pointer: '',
  value: {
    table: medians,
    value: null,
    inputs: [{ name: 'rows', kind: 'table', size: 116, columns: ['laboratory', 'heat_flux_w_cm2'] }],
    inputHash: 'a7'.repeat(32),
    at: answered.at,
    tookMs: 11.2,
  },
}
/** A report whose first sentences are the rows of a computation and of the query that it was made of. */
export const computedReport: ReportView = {
  ...report,
  sections: [
    {
      kind: 'summary',
      sentences: medians.rows.map((cells, at) => sentence(20 + at, textOfRow(medians.columns, cells), [5, 6], at)),
    },
    ...report.sections.filter(({ kind }) => kind !== 'summary'),
  ],
  citations: [
    ...report.citations,
    ...[computed, { ...queried, row: null }].map((place, at) =>
      citedAnswer(5 + at, place, textOfRow(medians.columns, medians.rows[0]!)),
    ),
  ],
}
/** A report whose first sentences are the rows of two queries. */
export const chartedReport: ReportView = (() => {
  const answers = [
    { columns: ['laboratory', 'runs'], rows: laboratories, first: 7 },
    { columns: ['month', 'runs'], rows: perMonth, first: 7 + laboratories.length },
  ]
  const told = answers.flatMap(({ columns, rows, first }) =>
    rows.map((cells, row) => ({
      n: first + row,
      place: {
        ...queried,
        statement: `select ${columns.join(', ')} from runs`,
        columns,
        rows,
        totalRows: rows.length,
        row,
      },
      text: textOfRow(columns, cells),
    })),
  )
  return {
    ...report,
    sections: [
      { kind: 'summary', sentences: told.map(({ text, n }) => sentence(n + 10, text, [n], n)) },
      ...report.sections.filter(({ kind }) => kind !== 'summary'),
    ],
    citations: [...report.citations, ...told.map(({ n, place, text }) => citedAnswer(n, place, text))],
  }
})()
export const answeredEvidence: StepEvidence[] = [
  { stepId: 'step-0', sentence: atMach14, place: queried, score: 0.9, reason: null },
  { stepId: 'step-0', sentence: inMetres, place: called, score: 0.8, reason: null },
  ...evidence,
]

const eventDetails: Readonly<Record<string, SessionEventFact>> = {
  'investigation.finished': { kind: 'themesFound', values: { count: 9 } },
  'plan.drafted': { kind: 'stepsPlanned', values: { count: titles.length } },
  'plan.approved': { kind: 'approvedWithEdits', values: {} },
  'report.written': { kind: 'citationsMade', values: { count: 12 } },
  'report.verified': { kind: 'sentencesChecked', values: { supported: 10, claims: 12 } },
}
const eventTypes = [
  'session.started',
  'question.accepted',
  'investigation.finished',
  'plan.drafted',
  'plan.approved',
  'steps.finished',
  'report.written',
  'report.verified',
]
const events = (states: SessionState[]): SessionEventView[] =>
  states.map((state, index) => ({
    sequence: index + 1,
    at: ago((states.length - index) * 1.7),
    type: eventTypes[index] ?? 'session.started',
    state,
    detail: eventDetails[eventTypes[index] ?? ''] ?? null,
  }))
const way: SessionState[] = [
  'coordinating',
  'investigating',
  'planning',
  'awaitingPlanReview',
  'running',
  'reporting',
  'verifying',
  'done',
]

/** The log of a session that went straight to a state. */
export function sessionEvents(state: SessionState): SessionEventView[] {
  const upTo = way.indexOf(state)
  return events(upTo < 0 ? way.slice(0, 5) : way.slice(0, upTo + 1))
}

const question =
  'What limits heating at the nose of a blunt body in hypersonic flow, and how do theory and tunnel agree?'

export function session(state: SessionState, change: Partial<SessionView> = {}): SessionView {
  return {
    id: `session-${state}`,
    title: 'Heating on blunt bodies at hypersonic speed',
    question,
    state,
    stepsDone: state === 'running' ? 2 : state === 'done' ? 5 : 0,
    stepsTotal: 5,
    archived: false,
    createdAt: ago(600),
    updatedAt: ago(20),
    settings: { clarify: true, autoAccept: false },
    engine: 'extractive',
    modelUse: null,
    clarifications: [],
    investigation: {
      themes: [
        { name: 'stagnation point', phrases: ['stagnation point', 'heat transfer'], passages: 214, sources: 61 },
        { name: 'shock tube', phrases: ['shock tube'], passages: 96, sources: 31 },
        { name: 'nose bluntness', phrases: ['nose bluntness'], passages: 71, sources: 29 },
        { name: 'dissociated air', phrases: ['dissociated air'], passages: 44, sources: 18 },
      ],
      hits,
      passagesSearched: 20_731,
    },
    plan: null,
    confirmations: [],
    questions: [],
    evidence: [],
    report: null,
    // A report that has no version is shown nowhere.
    reportVersions: change.report
      ? [{ version: 1, title: change.report.title, partial: false, writtenAt: change.report.writtenAt }]
      : [],
    asked: [{ text: question, typed: null, mode: 'research' }],
    error: null,
    interruptedState: null,
    activity: null,
    sourcesIndexed: 1412,
    sourcesSince: 0,
    neverUsed: [],
    scopedTo: [],
    branchedFrom: null,
    branches: [],
    ...change,
  }
}

export const otherSessions: SessionSummary[] = [
  { ...summaryOf(session('awaitingClarification')), id: 'other-1', title: 'Which wind tunnels agree on transition?' },
  {
    ...summaryOf(session('done')),
    id: 'other-2',
    title: 'Slender wings: what moves the vortex',
    updatedAt: ago(200_000),
  },
  { ...summaryOf(session('failed')), id: 'other-3', title: '高超声速飞行器的气动加热有哪些主要机理？' },
]

export function summaryOf(view: SessionView): SessionSummary {
  const { id, title, question, state, stepsDone, stepsTotal, archived, createdAt, updatedAt } = view
  const isAsked = view.plan?.steps.some((step) => step.state === 'awaitingConfirmation') === true
  const asks = isAsked ? { asksPermission: true as const } : {}
  return { id, title, question, state, stepsDone, stepsTotal, archived, ...asks, createdAt, updatedAt }
}

const project = (id: string, name: string, sources: number, sessions: number, archived = false): ProjectSummary => ({
  id,
  name,
  archived,
  createdAt: '2026-01-01T09:00:00.000Z',
  updatedAt: '2026-01-01T09:00:00.000Z',
  sources,
  sessions,
})

export const projects: ProjectSummary[] = [
  project('default', 'Library', 1388, 12),
  project('heat', 'Heat transfer in shock tubes', 210, 4),
  project('heat-pumps', '热泵与建筑节能', 64, 2),
  project('archived', 'Thesis 2024', 900, 31, true),
]

/** What running an answer again would come to: a query has changed, a call might change something. */
export function rerun(place: AnswerPlace): RerunAnswer {
  if (place.kind === 'call') {
    return { kind: 'notPossible', reason: { kind: 'mayChange', values: { operation: place.operation } } }
  }
  const rows = place.rows.map((row, at) => (at === 2 ? [row[0] ?? null, 1.11, 13, null] : row))
  return { kind: 'different', place: { ...place, rows, at: ago(1) }, truncated: false, at: ago(1) }
}

/** Which steps found what the report cites. */
export const origins: CitationOrigin[] = report.citations.map(({ n }, at) => ({
  n,
  found: [
    {
      step: 1 + (at % 2),
      title: 'Theory',
      query: 'stagnation point heat transfer theory',
      found: 100,
      kept: 24,
      rank: at + 1,
      score: 0.7,
      reason: hits[at % hits.length]?.reason ?? null,
    },
  ],
}))
