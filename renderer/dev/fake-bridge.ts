import type { QuarryBridge } from '../../contract/channels/bridge'
import type { Topic, TopicValue } from '../../contract/channels/channels'
import type { SessionView } from '../../contract/session/session'
import { calls } from './call-fixtures'
import { connections } from './connection-fixtures'
import { documentsOf, domainMaps, domains, projectFacts } from './domain-fixtures'
import { dropped } from './drop-fixtures'
import { answered, createFakeResources, never } from './fake-resources'
import * as fixtures from './fixtures'
import { answers, given, longMemories, memories } from './memory-fixtures'
import { metricsOfAnswers } from './metrics-fixtures'
import * as models from './model-fixtures'
import { pdfFixture } from './pdf-fixture'
import { pool } from './pool-fixtures'
import { previewOf } from './preview-fixtures'
import { scenarios } from './scenarios'
import { serviceOf } from './service-fixtures'

// Stands in for the preload while the window is worked on in a plain browser: same calls, made-up answers.

export function createFakeBridge(name: string, change: Partial<typeof fixtures.settings>): QuarryBridge {
  const scenario = scenarios[name] ?? scenarios.empty!
  const held = fixtures.library(scenario.library)
  let settings = { ...fixtures.settings, ...scenario.settings, ...change }
  if (scenario.session) settings.layout = { ...settings.layout, openSession: scenario.session.id }
  if (scenario.tab) settings.layout = { ...settings.layout, rightTab: scenario.tab }
  const listeners = new Map<string, Set<(value: never) => void>>()
  const send = <Name extends Topic>(topic: Name, value: TopicValue<Name>): void => {
    for (const listener of listeners.get(topic) ?? []) listener(value as never)
  }
  const session = (): SessionView => scenario.session ?? fixtures.session('done')
  const summaries = scenario.session
    ? [fixtures.summaryOf(scenario.session), ...fixtures.otherSessions]
    : scenario.library === 'empty'
      ? []
      : scenario.library === 'long'
        ? fixtures.otherSessions.map((one) => ({ ...one, title: fixtures.longName }))
        : fixtures.otherSessions
  const removal = { sources: 1, passages: 41, notes: 0, annotations: 3, citingReports: 2, sessions: 0 }
  const nothing = () => answered<void>(undefined)
  const resources = createFakeResources(
    scenario.resources ?? (scenario.library === 'empty' ? 0 : scenario.library === 'many' ? 10_000 : 12),
    scenario,
    (summary) => send('resources', summary),
  )
  if (scenario.view) settings.layout = { ...settings.layout, openView: scenario.view }
  const bridge: QuarryBridge = {
    ...resources.calls,
    libraryInspect: () => (scenario.pending === 'drop' ? never : answered(dropped(scenario.dropped ?? 'every'))),
    libraryAdd: () => answered({ added: 1401, unchanged: 0, ignored: 12, resources: [], models: [] }),
    libraryAddNote: () => answered(fixtures.source(77)),
    libraryList: ({ offset, limit, filter }) => {
      const found = held.sources.filter(
        (source) =>
          (!filter?.text || source.name.includes(filter.text)) &&
          (!filter?.states || filter.states.includes(source.state)),
      )
      return answered({ sources: found.slice(offset, offset + limit), total: found.length })
    },
    librarySummary: () => answered(held.summary),
    libraryText: ({ sourceId, around = 0, length = 40_000 }) => {
      const offset = Math.max(0, Math.floor(around - length / 2))
      return answered({
        source: { ...fixtures.source(Number(sourceId.split('-')[1]) || 0), id: sourceId },
        text: fixtures.longText.slice(offset, offset + length),
        offset,
        totalLength: fixtures.longText.length,
        pageStarts: [],
        headings: [],
        fileState: 'same',
      })
    },
    libraryPageBoxes: () =>
      answered([
        {
          page: 2,
          widthPoints: 612,
          heightPoints: 792,
          boxes: [
            { x: 72, y: 117, width: 402, height: 13 },
            { x: 72, y: 132, width: 408, height: 13 },
            { x: 72, y: 147, width: 205, height: 13 },
          ],
        },
      ]),
    libraryFigures: () => answered([]),
    libraryFigurePictures: () => answered({ pictures: [], unshown: 'absent' }),
    libraryBytes: () => answered(pdfFixture()),
    libraryRetry: nothing,
    libraryRetryFailed: () => answered({ retried: 2 }),
    libraryKeepRedacted: nothing,
    libraryPause: ({ paused }) => {
      held.summary = { ...held.summary, paused }
      send('library', held)
      return nothing()
    },
    libraryRescan: () => answered({ changed: 0, missing: 0 }),
    libraryPreviewRemoval: () => answered(removal),
    libraryRemove: () => answered(removal),
    libraryRemoveRoot: () => answered(removal),
    libraryPreviewRootRemoval: () => answered(removal),
    libraryAddSample: () => answered({ added: 12 }),
    libraryWork: () => answered(fixtures.sourceWork),
    libraryDescribeWork: () => answered(fixtures.sourceWork),
    libraryVersions: () => answered(fixtures.versions),
    libraryCitedBy: () =>
      answered(
        fixtures.report.citations.slice(0, 2).flatMap(({ n, place, citedText }) => {
          if (place.kind !== 'source') return []
          const { id, title } = session()
          return [
            {
              sessionId: id,
              sessionTitle: title,
              version: 1,
              n,
              sentence: citedText,
              start: place.start,
              end: place.end,
            },
          ]
        }),
      ),
    libraryFacets: () => answered(fixtures.facets),
    libraryLabel: nothing,
    libraryRenameLabel: nothing,
    libraryRemoveLabel: nothing,
    libraryAnnotations: ({ sourceId }) =>
      answered(fixtures.foundAnnotations.map((annotation) => ({ ...annotation, sourceId }))),
    libraryAnnotate: () => answered(fixtures.foundAnnotations[0]!),
    libraryEditAnnotation: () => answered(fixtures.foundAnnotations[0]!),
    libraryRemoveAnnotation: nothing,
    domainsMap: () => answered(domainMaps[scenario.domains ?? 'few']),
    domainsDocuments: ({ domainId, offset, limit }) => {
      const { domains: all } = domainMaps[scenario.domains ?? 'few']
      const total = all.find((one) => one.domainId === domainId)?.documents ?? 0
      return answered({ documents: documentsOf(total).slice(offset, offset + limit), total })
    },
    domainsEdit: () => answered(domains[0]!),
    domainsMerge: nothing,
    domainsRemove: nothing,
    domainsRebuild: nothing,
    domainsStop: nothing,
    recallSearch: () =>
      answered({
        hits: fixtures.foundHits,
        annotations: [],
        domains: [],
        answers: [],
        paths: ['dense', 'keyword'],
        notes: [],
        tookMs: 6.2,
      }),
    queriesRead: () => answered({ kind: 'read', reading: fixtures.readAs }),
    queriesCorrect: ({ reading }) => answered(reading),
    queriesList: () =>
      answered([
        {
          queryId: 'known',
          resourceId: 'database:tunnel',
          resourceName: 'tunnel.sqlite',
          question: fixtures.readAs.values.question ?? '',
          reading: fixtures.readAs,
          uses: 3,
          correctedAt: '2026-11-20T10:00:00Z',
        },
      ]),
    queriesForget: nothing,
    sessionStart: () => answered({ sessionId: session().id }),
    sessionList: ({ archived }) => answered(archived ? [] : summaries),
    sessionView: ({ sessionId }) => answered({ ...session(), id: sessionId }),
    sessionAnswer: nothing,
    sessionFollowUp: nothing,
    sessionUpdate: nothing,
    sessionChooseEvidence: nothing,
    sessionSetScope: nothing,
    recallIntent: () => answered(fixtures.intent),
    sessionUnderstand: () =>
      answered({ question: 'How do theory and tunnel agree at low density in hypersonic flow?' }),
    sessionReport: () => answered(fixtures.report),
    sessionEditReport: nothing,
    sessionOrigins: () => answered(fixtures.origins),
    sessionAcceptPlan: nothing,
    sessionSendBackPlan: nothing,
    sessionStop: nothing,
    sessionRetry: nothing,
    sessionResume: nothing,
    sessionErrors: () => answered(session().state === 'failed' ? fixtures.errorSnapshots : []),
    projectDiagnostics: () => answered({ fileName: '', text: '' }),
    sessionTurns: () => answered(fixtures.turns),
    sessionEngines: () => answered(models.engines),
    modelsFit: ({ engine }) => models.modelFit(engine),
    modelsExamine: () => never,
    modelsEndExam: nothing,
    sessionRerun: ({ place }) => answered(fixtures.rerun(place)),
    sessionConfirmations: () => answered([]),
    sessionAnswerConfirmation: nothing,
    sessionAnswerQuestion: nothing,
    sessionPreviewConfirmation: ({ input }) => answered(previewOf(input)),
    projectExportFolder: () => answered({ path: '/home/ada/exports' }),
    desktopShowExports: nothing,
    desktopChooseExportFolder: nothing,
    sessionSetWritesFiles: nothing,
    callsUndo: () => answered({ path: '/home/ada/papers/notes.md' }),
    sessionCheckConfirmation: () => answered({ decision: 'ask', risk: 0.6, steps: 1, reasons: [] }),
    rulesList: () =>
      answered([
        {
          path: '/home/ada/.quarry/rules.json',
          isOfProject: false,
          rules: [],
          problems: [{ line: 4, problem: { kind: 'jsonSignMissing', values: { sign: ',' } } }],
        },
        {
          path: '/home/ada/.quarry/rules/default.json',
          isOfProject: true,
          rules: [
            { line: 4, name: 'add_note, 2026-11-22', decide: 'allow', tool: 'add_note', server: 'Notes' },
            { line: 10, decide: 'deny', tool: 'sql_query', arguments: { sql: '*customers*' } },
          ],
          problems: [],
        },
      ]),
    rulesRemove: nothing,
    rulesCheck: ({ decide, tool, arguments: rows }) => {
      const problems = rows.flatMap(({ path, pattern }, row) =>
        pattern === ''
          ? [{ field: `arguments.${row}`, problem: { kind: 'ruleFieldEmpty' as const, values: { field: path } } }]
          : [],
      )
      const rule = { decide, ...(tool === '' ? {} : { tool }) }
      return answered({ rule: problems.length === 0 ? rule : null, problems })
    },
    rulesSave: nothing,
    rulesTry: () => answered({ isByDraft: false, decision: { decision: 'allow', risk: 0, steps: 0, reasons: [] } }),
    callsList: () => answered({ calls, total: calls.length }),
    callsExport: () => answered({ fileName: 'quarry-calls.csv', text: '' }),
    projectMetrics: () =>
      answered({
        sessions: {},
        answers: metricsOfAnswers,
        models: { turns: 0, promptTokens: 0, answerTokens: 0 },
        calls: { total: 0, p50Ms: null, p95Ms: null, tools: [] },
        pool: [],
      }),
    callsRate: nothing,
    callsPurge: nothing,
    callsCheck: () => answered({ callId: 'call', decision: 'allow', risk: 0, steps: 0, reasons: [] }),
    callsRecord: nothing,
    toolsCall: () => answered({ kind: 'done', callId: 'call', output: {} }),
    rulesTest: () =>
      answered({
        decision: 'deny',
        risk: 1,
        steps: 0,
        reasons: [
          {
            score: 1,
            weight: 'floor',
            fact: {
              kind: 'ruleDecides',
              values: {
                decision: 'deny',
                rule: 'No customers',
                file: '/home/ada/.quarry/rules/default.json',
                line: 10,
              },
            },
          },
          { score: 0.6, weight: 'default', fact: { kind: 'toolWrites', values: { tool: 'add_note' } } },
        ],
      }),
    rulesGrants: () =>
      answered([
        {
          sessionId: 'session-1',
          sessionTitle: 'Which wind tunnels measured the heat flux?',
          tool: 'add_note',
          server: 'Notes',
          resourceId: 'mcp_server:notes',
          resourceName: 'Notes',
          at: '2026-11-22T09:00:00.000Z',
        },
      ]),
    rulesRevoke: nothing,
    memoryList: ({ text, offset, limit }) => {
      const all = scenario.memory === 'long' ? longMemories : scenario.memory === 'none' ? [] : memories
      const found = all.filter((one) => one.text.toLowerCase().includes(text?.toLowerCase() ?? ''))
      return answered({ memories: found.slice(offset, offset + limit), total: found.length })
    },
    memoryAdd: () => answered(memories[0]!),
    memoryEdit: () => answered(memories[0]!),
    memoryRemove: () => answered({ removed: 1 }),
    memoryAnswers: () =>
      answered(
        scenario.memory === 'none' ? { answers: [], total: 0 } : { answers: [...answers], total: answers.length },
      ),
    learnerQuestions: () => answered({ questions: [], total: 0 }),
    learnerRemove: () => answered({ removed: 1 }),
    learnerPause: nothing,
    learnerAsk: () => answered({ asked: [], ended: 'done' }),
    learnerStop: nothing,
    memoryRemoveAnswers: () => answered({ removed: 1 }),
    sessionGiven: () => answered(scenario.memory === undefined ? [] : [...given]),
    sessionAmendStep: nothing,
    sessionCheckpoints: () => answered([]),
    sessionCheckpoint: () => never,
    sessionBranch: () => answered({ sessionId: session().id }),
    sessionRename: nothing,
    sessionArchive: nothing,
    sessionPreviewRemoval: () => answered({ steps: 5, citations: 12, memories: 2, running: true }),
    sessionRemove: nothing,
    sessionExport: () => answered({ fileName: 'report.md', text: '# Report', encoding: 'utf8' }),
    poolView: () =>
      scenario.pending === 'pool'
        ? never
        : answered(pool(scenario.pool ?? (scenario.library === 'empty' ? 'idle' : 'full'))),
    poolSetResource: nothing,
    poolClear: nothing,
    poolStop: nothing,
    poolStart: nothing,
    poolTimeline: () => answered({ spans: [], total: 0 }),
    settingsGet: () =>
      scenario.startError ? Promise.resolve({ ok: false, error: scenario.startError }) : answered(settings),
    settingsSet: (next) => {
      settings = { ...settings, ...(next as Partial<typeof settings>) }
      send('settings', settings)
      return answered(settings)
    },
    modelsRerankers: () => answered(scenario.settings?.reranker ? ['bge-reranker-base', 'ms-marco-MiniLM-L-6-v2'] : []),
    modelsEncoders: () =>
      answered({ names: [], inUse: { id: 'quarry-use-lite-en', dimensions: 512, name: null }, isFixed: false }),
    modelsChooseEncoder: nothing,
    settingsFile: () => answered(fixtures.settingsFile),
    settingsWriteDown: nothing,
    projectFacts: () => answered(projectFacts),
    projectEditFacts: () => answered(projectFacts),
    projectList: () => answered(fixtures.projects),
    projectCreate: ({ name }) => answered({ ...fixtures.projects[1]!, id: 'new', name }),
    projectRename: () => answered(fixtures.projects[0]!),
    projectArchive: () => answered(fixtures.projects[0]!),
    projectPreviewRemoval: () =>
      answered({ sources: 1388, notes: 3, sessions: 12, reports: 9, resources: 4, running: 1 }),
    projectRemove: nothing,
    projectMoveSources: () => answered({ moved: 1, alreadyThere: 0 }),
    appConnections: () => answered({ connections, total: connections.length }),
    appDoctor: () => answered(fixtures.doctor),
    appStatus: () =>
      answered({
        ...fixtures.status,
        httpApi: scenario.httpApi ?? fixtures.status.httpApi,
        work:
          scenario.library === 'ingesting' || (scenario.library === 'full' && scenario.view === 'pool')
            ? fixtures.backgroundWork
            : [],
      }),
    desktopChooseFiles: () => answered(['/drop/cranfield-abstracts']),
    desktopSaveReport: () => answered({ path: 'report.md' }),
    desktopSaveDiagnostics: () => answered({ path: 'quarry-diagnostics.yaml' }),
    desktopSaveRows: () => answered({ path: 'rows.csv' }),
    desktopSaveCalls: () => answered({ path: 'quarry-calls.csv' }),
    desktopShowInFolder: nothing,
    desktopRetryStart: () =>
      scenario.startError
        ? new Promise((settle) => setTimeout(settle, 400, { ok: false, error: scenario.startError }))
        : nothing(),
    desktopCopyHttpToken: nothing,
    desktopRenewHttpToken: nothing,
    desktopCopyText: nothing,
    subscribe(topic, _projectId, key, listener) {
      const of = listeners.get(topic) ?? new Set()
      listeners.set(topic, of.add(listener as (value: never) => void))
      if (topic === 'service') queueMicrotask(() => (listener as (value: unknown) => void)(serviceOf(key ?? '')))
      if (topic === 'library') queueMicrotask(() => send('library', held))
      if (topic === 'recall' && scenario.pending !== 'words')
        queueMicrotask(() =>
          send('recall', {
            hits: scenario.searched === undefined ? fixtures.foundHits : [],
            annotations: scenario.searched === undefined ? fixtures.foundAnnotations : [],
            domains: [],
            answers: scenario.searched === undefined ? fixtures.foundAnswers : [],
            notes: [],
            isWhole: scenario.pending !== 'meaning',
            tookMs: 6.2,
            error: scenario.searched === 'failed' ? { code: 'inference.crashed', message: '' } : null,
          }),
        )
      if (topic === 'settingsFile') {
        const { problems, fixed } = fixtures.settingsFile
        const bare = { ...fixtures.settingsFile, exists: false, problems: [], fixed: [] }
        queueMicrotask(() =>
          send('settingsFile', scenario.settings === undefined ? bare : { ...bare, exists: true, problems, fixed }),
        )
      }
      if (topic === 'models') queueMicrotask(() => send('models', models.modelsState))
      if (topic === 'sessionProgress' && scenario.progress)
        queueMicrotask(() => send('sessionProgress', scenario.progress ?? null))
      return () => of.delete(listener as (value: never) => void)
    },
    follow(_stream, _projectId, _sessionId, after, listener) {
      const pieces = fixtures.sessionEvents(session().state).slice(after)
      queueMicrotask(() => listener({ pieces, isCaughtUp: true } as never))
      return () => {}
    },
    tokensOf: (files) => files.map((file) => `/drop/${file.name}`),
    platform: 'linux',
    remembered: null,
  }
  if (!scenario.opening) return bridge
  // What is asked of a library that is still being opened waits.
  const waiting = Object.entries(bridge).map(([call, value]) => [
    call,
    typeof value === 'function' ? () => never : value,
  ])
  return {
    ...(Object.fromEntries(waiting) as QuarryBridge),
    tokensOf: bridge.tokensOf,
    subscribe: () => () => {},
    follow: () => () => {},
    remembered: scenario.opening === 'remembered' ? settings : null,
  }
}
