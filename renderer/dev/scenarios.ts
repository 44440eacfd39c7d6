import type { AppSettings, MachineStatus } from '../../contract/app/app'
import { plainRemedy } from '../../contract/app/plain-remedies'
import type { ErrorShape } from '../../contract/error-shape'
import { isClaim, type ReportSentence } from '../../contract/report/report'
import type { SessionProgress, SessionView } from '../../contract/session/session'
import { askedFields } from './asked-field-fixtures'
import { answeredCompletion, askedCompletion } from './completion-fixtures'
import type { domainMaps } from './domain-fixtures'
import {
  answeredEvidence,
  answeredReport,
  blockedSteps,
  chartedReport,
  computedReport,
  doneSteps,
  evidence,
  longName,
  pausedSteps,
  plannedSteps,
  report,
  runningSteps,
  servedSteps,
  session,
} from './fixtures'

export interface Scenario {
  library: 'empty' | 'full' | 'ingesting' | 'many' | 'long'
  /** As it moves. */
  progress?: SessionProgress
  session: SessionView | null
  view?: 'search' | 'resources' | 'pool' | 'calls' | 'memory' | 'domains'
  /** What is remembered; without it some, and sessions were given none of it. */
  memory?: 'none' | 'long' | 'given'
  /** How the map of domains stands; without it there are too few documents. */
  domains?: keyof typeof domainMaps
  pool?: 'full' | 'idle' | 'many' | 'stopped' | 'broken' | 'none' | 'long' | 'slots'
  /** How many resources there are; without it, as suits the library. */
  resources?: number
  /** What a list of resources fails with. */
  resourceError?: ErrorShape
  /** What a match finds out of the ordinary; without it, some. */
  match?: 'none' | 'failed'
  scan?: 'none' | 'failed'
  /** What a search finds out of the ordinary; without it, some hits. */
  searched?: 'none' | 'failed'
  dropped?: 'many' | 'nothing'
  /** What is still being asked for, and never answered. */
  pending?: 'resources' | 'pool' | 'drop' | 'scan' | 'words' | 'meaning'
  settings?: Partial<AppSettings>
  httpApi?: MachineStatus['httpApi']
  /** The library is still being opened, by a window that remembers how it stood or not. */
  opening?: 'bare' | 'remembered'
  tab?: 'source' | 'evidence' | 'timeline' | 'state'
  /** Every call is answered with it, as after a failed start. */
  startError?: ErrorShape
}

const plan = { version: 2, steps: plannedSteps, remark: 'Leave out ablation.', approvedAt: null }
const now = (): string => new Date(Date.now() - 4000).toISOString()
const writtenAt = report.writtenAt
const modelFellShort: ReportSentence = {
  id: 'fell-short',
  citations: [],
  paragraph: 9,
  method: 'none',
  fact: {
    kind: 'modelFellShort',
    values: { model: 'llama3.2:3b', wrote: true, error: { code: 'resource.timeout', message: '' } },
  },
}
const finished = session('done', {
  plan: { ...plan, steps: doneSteps },
  evidence,
  report,
})

const rememberedReport: typeof report = {
  ...report,
  sections: report.sections.toSpliced(
    -2,
    0,
    {
      kind: 'remembered',
      sentences: [
        {
          id: 'remembered-1',
          citations: [],
          paragraph: 0,
          method: 'none',
          fact: {
            kind: 'toldBefore',
            values: {
              text: 'Remember that by “the probe” we mean the hemispherical model of run 14.',
              at: '2026-10-12T08:00:00.000Z',
            },
          },
        },
      ],
    },
    {
      kind: 'answered',
      sentences: [
        {
          id: 'answered-1',
          citations: [],
          paragraph: 0,
          method: 'none',
          fact: {
            kind: 'answeredBefore',
            values: {
              question: 'How do theory and tunnel agree in hypersonic flow?',
              at: '2026-11-02T08:00:00.000Z',
              sessionId: 'session-1',
              version: 1,
            },
          },
        },
      ],
    },
  ),
}

/** The states in which the window is looked at. */
const further = {
  text: 'How do theory and tunnel agree at low density in hypersonic flow?',
  typed: 'And at low density?',
  mode: 'quick' as const,
}

const gone = 'The nose radius alone decides.'
const updatedReport = {
  ...report,
  edits: 1,
  sections: report.sections
    .map((section, at) =>
      at === 1
        ? {
            ...section,
            sentences: section.sentences.map((one) =>
              isClaim(one) ? { ...one, isNew: true as const, edited: { original: gone } } : one,
            ),
          }
        : section,
    )
    .toSpliced(1, 0, {
      kind: 'changes' as const,
      sentences: [
        { kind: 'sentencesChanged' as const, values: { since: 1, added: 3, gone: 1 } },
        { kind: 'sentenceGone' as const, values: { text: gone } },
      ].map((fact, at) => ({ id: `change-${at}`, citations: [], paragraph: at, method: 'none' as const, fact })),
    }),
}

const unaidedReport: typeof report = {
  ...report,
  sections: [
    {
      kind: 'summary',
      sentences: [
        {
          id: 's1',
          citations: [],
          paragraph: 0,
          method: 'none',
          fact: { kind: 'writtenUnaided', values: { model: 'llama3.2:3b', hasEarlier: false } },
        },
        ...[
          'A blunt nose pushes the shock wave away from the body, so that most of the heat stays in the air.',
          'The heating at the stagnation point falls with the square root of the nose radius.',
          'I am not sure how well that fits measurements in a shock tube.',
        ].map((text, at) => ({
          id: `s${at + 2}`,
          text,
          citations: [],
          paragraph: at < 2 ? 1 : 2,
          verdict: 'unchecked' as const,
          method: 'unaided' as const,
          reason: null,
        })),
      ],
    },
  ],
  citations: [],
  supported: 0,
  claims: 0,
  droppedCitations: 1,
  sourceDates: [],
}

const withCompletion = (asked: Partial<typeof askedCompletion>): Scenario => ({
  library: 'full',
  session: session('running', {
    plan: { ...plan, steps: runningSteps, approvedAt: now() },
    questions: [
      {
        ...askedCompletion,
        ...asked,
        stepId: runningSteps.find(({ state }) => state === 'running')?.id ?? '',
        askedAt: now(),
        until: new Date(Date.now() + 600_000).toISOString(),
      },
    ],
  }),
})

export const scenarios: Record<string, Scenario> = {
  empty: { library: 'empty', session: null },
  locked: {
    library: 'empty',
    session: null,
    startError: {
      code: 'store.locked',
      message: '/home/ada/.local/share/quarry is open in process 4711 (quarry add papers) since 2026-11-21T22:10:04Z.',
      remedy: plainRemedy('closeOtherQuarry'),
      context: { pid: 4711, host: 'workshop', command: 'quarry', takenAt: '2026-11-21T22:10:04Z', sameProcess: false },
    },
  },
  opening: { library: 'empty', session: null, opening: 'bare' },
  'opening-remembered': { library: 'empty', session: null, opening: 'remembered' },
  ingesting: { library: 'ingesting', session: null },
  many: { library: 'many', session: null },
  queued: {
    library: 'full',
    session: session('coordinating', {
      isQueued: true,
      activity: { key: 'coordinating', done: 0, total: null, startedAt: now() },
      evidence: [],
    }),
  },
  'clarify-model': {
    library: 'full',
    session: session('awaitingClarification', {
      question: 'When did it begin?',
      investigation: null,
      clarifications: [
        {
          round: 1,
          kind: 'unclear',
          prompt: {
            kind: 'modelAsks',
            values: { text: 'Do you mean the construction of the tunnel, or the first run?' },
          },
          reason: { kind: 'modelIsUnsure', values: { model: 'qwen3:8b' } },
          suggestions: ['When did the construction of the tunnel begin?', 'When was the first run in the tunnel?'],
          answer: null,
        },
      ],
      evidence: [],
    }),
  },
  clarify: {
    library: 'full',
    session: session('awaitingClarification', {
      question: 'heat',
      investigation: null,
      clarifications: [
        {
          round: 1,
          kind: 'tooBroad',
          prompt: { kind: 'askNarrower', values: { subject: 'heat' } },
          reason: { kind: 'questionTooBroad', values: { subject: 'heat', passages: 1204, sources: 9 } },
          suggestions: ['Heating at the stagnation point', 'Heat transfer in shock tubes', 'Cooling by ablation'],
          answer: null,
        },
      ],
    }),
  },
  looking: {
    library: 'full',
    session: session('investigating', {
      activity: { key: 'investigating', done: 3, total: 8, startedAt: now() },
    }),
  },
  plan: { library: 'full', session: session('awaitingPlanReview', { plan }) },
  running: {
    library: 'full',
    session: session('running', {
      evidence: evidence.slice(0, 2),
      plan: { ...plan, steps: runningSteps, approvedAt: now() },
      activity: { key: 'running', done: 2, total: 5, startedAt: now() },
    }),
  },
  writing: {
    library: 'full',
    session: session('reporting', {
      engine: 'model:1/llama3.2:3b',
      modelUse: { turns: 2, tokens: 3120 },
      plan: { ...plan, steps: doneSteps, approvedAt: now() },
      activity: { key: 'reporting', done: 1, total: 4, startedAt: now() },
    }),
    progress: {
      done: 1,
      total: 4,
      draft:
        'The heat transfer at the nose falls with the square root of its radius [2][1]. Measurements in shock tubes agree with theory to about ten per cent [1], and above Mach 14 dissociation in the shock',
    },
  },
  confirm: {
    library: 'full',
    session: session('paused', {
      plan: {
        ...plan,
        steps: runningSteps.map((step) =>
          step.state === 'running' ? { ...step, state: 'awaitingConfirmation' as const } : step,
        ),
        approvedAt: now(),
      },
      confirmations: [
        {
          id: 'confirmation-1',
          stepId: runningSteps.find(({ state }) => state === 'running')?.id ?? '',
          reason: 'asks',
          tool: 'add_note',
          server: 'Notes',
          tier: 'L2',
          effect: 'changes',
          resourceId: 'mcp_server:notes',
          resourceName: 'Team notes',
          input: { title: 'Heat pumps', body: 'Chur had the highest seasonal performance factor: 4.7.', to: 'all' },
          risk: 0.6,
          steps: 1,
          reasons: [{ score: 0.6, weight: 'default', fact: { kind: 'toolWrites', values: { tool: 'add_note' } } }],
          similarCalls: [
            { at: now(), question: 'Which site was best?', decision: 'allowed', succeeded: true },
            { at: now(), question: 'Who wrote the trial?', decision: 'refused', succeeded: null },
          ],
          canRemember: true,
          askedAt: now(),
        },
        {
          id: 'confirmation-2',
          stepId: runningSteps.find(({ state }) => state === 'running')?.id ?? '',
          reason: 'asks',
          tool: 'add_note',
          server: 'Notes',
          tier: 'L2',
          effect: 'changes',
          resourceId: 'mcp_server:notes',
          resourceName: 'Team notes',
          input: { title: 'Costs' },
          risk: 0.6,
          steps: 1,
          reasons: [],
          similarCalls: [],
          canRemember: true,
          askedAt: now(),
        },
      ],
    }),
  },
  missing: {
    library: 'full',
    session: session('paused', {
      plan: {
        ...plan,
        steps: runningSteps.map((step) =>
          step.state === 'running' ? { ...step, state: 'awaitingConfirmation' as const } : step,
        ),
        approvedAt: now(),
      },
      confirmations: [
        {
          id: 'confirmation-1',
          stepId: runningSteps.find(({ state }) => state === 'running')?.id ?? '',
          reason: 'missing',
          tool: 'getForecast',
          server: 'Weather service',
          tier: 'L2',
          effect: 'reads',
          resourceId: 'api:weather',
          resourceName: 'Weather service',
          input: { city: 'Chur', station: 'CHR-12' },
          lacking: { fields: askedFields.slice(0, 4), origins: { city: 'question', station: 'earlierAnswer' } },
          risk: 0.6,
          steps: 1,
          reasons: [],
          similarCalls: [],
          canRemember: false,
          askedAt: now(),
        },
      ],
    }),
  },
  elicitation: {
    library: 'full',
    session: session('running', {
      plan: { ...plan, steps: runningSteps, approvedAt: now() },
      questions: [
        {
          id: 'question-1',
          kind: 'form',
          stepId: runningSteps.find(({ state }) => state === 'running')?.id ?? '',
          callId: 'call-1',
          tool: 'get_forecast',
          server: 'Weather service',
          resourceId: 'mcp_server:weather',
          message: 'For which days and place is the forecast, and in which units?',
          fields: [...askedFields],
          askedAt: now(),
          until: new Date(Date.now() + 600_000).toISOString(),
        },
      ],
    }),
  },
  completion: withCompletion({}),
  'completion-working': withCompletion({ stage: 'working' }),
  'completion-failed': withCompletion({
    error: { code: 'resource.unreachable', message: 'The server does not answer.' },
  }),
  'completion-answered': withCompletion(answeredCompletion),
  'confirm-twice': {
    library: 'full',
    session: session('paused', {
      plan: {
        ...plan,
        steps: runningSteps.map((step) =>
          step.state === 'running' ? { ...step, state: 'awaitingConfirmation' as const } : step,
        ),
        approvedAt: now(),
      },
      confirmations: [
        {
          id: 'confirmation-1',
          stepId: runningSteps.find(({ state }) => state === 'running')?.id ?? '',
          reason: 'asks',
          tool: 'run_statement',
          server: 'Shop admin',
          tier: 'L3',
          effect: 'changes',
          resourceId: 'mcp_server:shop',
          resourceName: 'Shop',
          input: { statement: 'delete from orders', connection: 'live' },
          risk: 0.9,
          steps: 2,
          reasons: [
            {
              score: 0.9,
              weight: 'floor',
              fact: { kind: 'argumentDestroys', values: { argument: 'statement', word: 'delete' } },
            },
            { score: 0.6, weight: 'default', fact: { kind: 'toolNotGranted', values: { tool: 'run_statement' } } },
          ],
          similarCalls: [
            { at: now(), question: 'Which site was best?', decision: 'allowed', succeeded: true },
            { at: now(), question: 'Who wrote the trial?', decision: 'refused', succeeded: null },
          ],
          canRemember: false,
          askedAt: now(),
        },
      ],
    }),
  },
  'confirm-change': {
    library: 'full',
    session: session('paused', {
      plan: {
        ...plan,
        steps: runningSteps.map((step) =>
          step.state === 'running' ? { ...step, state: 'awaitingConfirmation' as const } : step,
        ),
        approvedAt: now(),
      },
      confirmations: [
        {
          id: 'confirmation-1',
          stepId: runningSteps.find(({ state }) => state === 'running')?.id ?? '',
          reason: 'asks',
          tool: 'apply_change',
          server: 'builtin',
          tier: 'L3',
          effect: 'changes',
          resourceId: null,
          resourceName: null,
          input: {
            path: '/home/ada/papers/trials/notes.md',
            hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
            edits: [{ find: 'in 1969', replace: 'in 1971' }],
          },
          risk: 0.7,
          steps: 1,
          reasons: [
            {
              score: 0.7,
              weight: 'risk',
              fact: { kind: 'textSteers', values: { source: 'Trials', argument: 'edits.0.find' } },
            },
            { score: 0.6, weight: 'default', fact: { kind: 'toolWrites', values: { tool: 'apply_change' } } },
          ],
          similarCalls: [],
          canRemember: false,
          askedAt: now(),
        },
      ],
    }),
  },
  report: { library: 'full', session: finished },
  'report-model': {
    library: 'full',
    session: {
      ...finished,
      engine: 'model:1/llama3.2:3b',
      modelUse: { turns: 4, tokens: 7312 },
      report: {
        ...report,
        writing: { model: 'llama3.2:3b', sentences: 11, unsupported: 2, isMarked: false },
        sections: report.sections.map((section) =>
          section.kind === 'summary' ? { ...section, sentences: [...section.sentences, modelFellShort] } : section,
        ),
      },
    },
  },
  /** By a language model alone, without the library. */
  'report-unaided': {
    library: 'full',
    session: {
      ...finished,
      engine: 'model:1/llama3.2:3b',
      modelUse: { turns: 1, tokens: 412 },
      stepsDone: 0,
      stepsTotal: 0,
      plan: null,
      investigation: null,
      evidence: [],
      asked: finished.asked.map((asked) => ({ ...asked, mode: 'modelOnly' })),
      report: unaidedReport,
    },
  },
  /** Brought up to date, with evidence that a person chose. */
  updated: {
    library: 'full',
    session: {
      ...finished,
      asked: [...finished.asked, { ...finished.asked[0]!, mode: 'update' }],
      reportVersions: [1, 2].map((version) => ({ version, title: report.title, partial: false, writtenAt })),
      report: updatedReport,
      sourcesSince: 3,
      neverUsed: [{ sourceId: 'source-3', name: 'Laminar heat transfer over blunt-nosed bodies', scope: 'session' }],
      settings: {
        ...finished.settings,
        pinned: report.citations.slice(0, 1).map(({ place, citedText }) => ({ place, sentence: citedText })),
      },
    },
  },
  'follow-up': {
    library: 'full',
    session: {
      ...finished,
      reportVersions: [
        { version: 1, title: 'What limits heating at the nose of a blunt body?', partial: false, writtenAt },
        { version: 2, title: 'How do theory and tunnel agree at low density?', partial: false, writtenAt },
      ],
      asked: [...finished.asked, further],
    },
  },
  'follow-up-planning': {
    library: 'full',
    session: session('planning', {
      report,
      asked: [...finished.asked, further],
      activity: { key: 'planning', done: 0, total: null, startedAt: now() },
    }),
  },
  answers: {
    library: 'full',
    session: session('done', {
      plan: { ...plan, steps: doneSteps },
      evidence: answeredEvidence,
      report: answeredReport,
    }),
  },
  charts: {
    library: 'full',
    session: session('done', {
      plan: { ...plan, steps: doneSteps },
      evidence: answeredEvidence,
      report: chartedReport,
    }),
  },
  computed: {
    library: 'full',
    session: session('done', { plan: { ...plan, steps: doneSteps }, report: computedReport }),
  },
  nothing: {
    library: 'full',
    session: session('done', {
      plan: { ...plan, steps: doneSteps.map((step) => ({ ...step, kept: 0 })) },
      report: {
        ...report,
        sections: report.sections.filter(({ kind }) => kind === 'notFound'),
        citations: [],
        supported: 0,
        claims: 0,
        droppedCitations: 0,
      },
    }),
    tab: 'evidence',
  },
  evidence: { library: 'full', session: finished, tab: 'evidence' },
  timeline: { library: 'full', session: finished, tab: 'timeline' },
  turns: {
    library: 'full',
    session: {
      ...finished,
      engine: 'model:1/qwen3:8b',
      settings: { ...finished.settings, roleEngines: { verify: 'model:1/llama3.2:3b' } },
      modelUse: { turns: 3, tokens: 3221 },
    },
    tab: 'timeline',
  },
  state: { library: 'full', session: session('awaitingPlanReview', { plan }), tab: 'state' },
  blocked: {
    library: 'full',
    session: session('blockedReview', {
      plan: { ...plan, steps: blockedSteps, approvedAt: now() },
      interruptedState: 'running',
      error: { code: 'session.blocked', message: 'A step needs something that is not there.' },
    }),
  },
  'blocked-served': {
    library: 'full',
    session: session('blockedReview', {
      plan: { ...plan, steps: servedSteps, approvedAt: now() },
      interruptedState: 'running',
      error: { code: 'session.blocked', message: 'A step needs something that is not there.' },
    }),
  },
  paused: {
    library: 'full',
    session: session('paused', { plan: { ...plan, steps: pausedSteps, approvedAt: now() } }),
  },
  // Held until a person has it go on, as the settings of its session say.
  'paused-held': {
    library: 'full',
    session: session('paused', {
      plan: { ...plan, steps: pausedSteps, approvedAt: now() },
      settings: { clarify: true, autoAccept: false, resumesByItself: false },
    }),
  },
  long: {
    library: 'long',
    pool: 'long',
    session: session('running', {
      title: longName,
      question: longName,
      evidence: evidence.slice(0, 2).map((one) => ({ ...one, place: { ...one.place, sourceTitle: longName } })),
      plan: { ...plan, steps: runningSteps.map((one) => ({ ...one, title: longName })), approvedAt: now() },
      activity: { key: 'running', done: 2, total: 5, startedAt: now() },
    }),
    tab: 'evidence',
  },
  'long-plan': {
    library: 'long',
    pool: 'long',
    session: session('awaitingPlanReview', {
      plan: { ...plan, steps: plannedSteps.map((one) => ({ ...one, title: longName, query: longName })) },
    }),
  },
  resources: { library: 'full', session: null, view: 'resources' },
  'resources-long': { library: 'long', session: null, view: 'resources' },
  search: { library: 'full', session: null, view: 'search' },
  'search-empty': { library: 'empty', session: null, view: 'search' },
  'search-none': { library: 'full', session: null, view: 'search', searched: 'none' },
  'search-failed': { library: 'full', session: null, view: 'search', searched: 'failed' },
  'search-loading': { library: 'full', session: null, view: 'search', pending: 'words' },
  'palette-words': { library: 'full', session: null, pending: 'words' },
  'palette-meaning': { library: 'full', session: null, pending: 'meaning' },
  'resources-loading': { library: 'full', session: null, view: 'resources', pending: 'resources' },
  'resources-scanning': { library: 'full', session: null, view: 'resources', pending: 'scan' },
  'resources-unlearned': { library: 'full', session: null, view: 'resources', match: 'none', scan: 'none' },
  'resources-unanswered': { library: 'full', session: null, view: 'resources', match: 'failed', scan: 'failed' },
  'resources-empty': { library: 'empty', session: null, view: 'resources' },
  'resources-many': { library: 'full', session: null, view: 'resources', resources: 10_000 },
  pool: { library: 'full', session: null, view: 'pool' },
  calls: { library: 'full', session: null, view: 'calls' },
  memory: { library: 'full', session: null, view: 'memory' },
  domains: { library: 'full', session: null, view: 'domains', domains: 'found' },
  'domains-few': { library: 'full', session: null, view: 'domains' },
  'domains-not-yet': { library: 'full', session: null, view: 'domains', domains: 'notYet' },
  'domains-none': { library: 'full', session: null, view: 'domains', domains: 'none' },
  'domains-building': { library: 'full', session: null, view: 'domains', domains: 'building' },
  'domains-failed': { library: 'full', session: null, view: 'domains', domains: 'failed' },
  'domains-many': { library: 'many', session: null, view: 'domains', domains: 'many' },
  'memory-none': { library: 'full', session: null, view: 'memory', memory: 'none' },
  'memory-long': { library: 'full', session: null, view: 'memory', memory: 'long' },
  'memory-off': { library: 'full', session: null, view: 'memory', memory: 'none', settings: { remembers: false } },
  given: {
    library: 'full',
    tab: 'timeline',
    memory: 'given',
    session: session('done', { ...finished, report: rememberedReport }),
  },
  'pool-idle': { library: 'empty', session: null, view: 'pool' },
  'pool-broken': { library: 'full', session: null, view: 'pool', pool: 'broken' },
  'pool-slots': { library: 'full', session: null, view: 'pool', pool: 'slots' },
  'plan-slots': { library: 'full', pool: 'slots', session: session('awaitingPlanReview', { plan }) },
  'pool-none': { library: 'full', session: null, view: 'pool', pool: 'none' },
  'pool-long': { library: 'long', session: null, view: 'pool', pool: 'long' },
  'pool-loading': { library: 'full', session: null, view: 'pool', pending: 'pool' },
  'pool-many': { library: 'full', session: null, view: 'pool', pool: 'many' },
  'pool-stopped': { library: 'full', session: null, view: 'pool', pool: 'stopped' },
  'resources-error': {
    library: 'full',
    session: null,
    view: 'resources',
    resourceError: { code: 'store.query', message: 'relation "resources" does not exist' },
  },
  'drop-many': { library: 'full', session: null, dropped: 'many' },
  'drop-nothing': { library: 'full', session: null, dropped: 'nothing' },
  'drop-looking': { library: 'full', session: null, pending: 'drop' },
  weighed: {
    library: 'full',
    session: null,
    settings: {
      reranker: 'bge-reranker-base',
      egress: 'local',
      matcherWeights: { keywords: 4, usage: 2.5 },
      httpApi: true,
    },
    httpApi: { url: 'http://127.0.0.1:8719', error: null },
  },
  portTaken: {
    library: 'full',
    session: null,
    settings: { httpApi: true, httpPort: 80 },
    httpApi: {
      url: null,
      error: { code: 'http.portTaken', message: 'Port 80 cannot be had.', remedy: { kind: 'otherPort', values: {} } },
    },
  },
  failed: {
    library: 'full',
    session: session('failed', {
      plan: { ...plan, steps: runningSteps },
      interruptedState: 'running',
      error: {
        code: 'session.failed',
        message: 'Every step failed. The first: worker 2 left with code 134 while embedding 64 texts',
        remedy: plainRemedy('retrySteps'),
        context: { steps: 4, code: 'inference.crashed' },
      },
    }),
  },
  stopped: {
    library: 'full',
    session: session('stopped', {
      plan: { ...plan, steps: runningSteps },
      interruptedState: 'running',
      report: { ...report, partial: true },
      reportVersions: [{ version: 1, title: report.title, partial: true, writtenAt }],
    }),
  },
}
