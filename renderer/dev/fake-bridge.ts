import type { QuarryBridge } from '../../contract/bridge'
import type { Topic, TopicValue } from '../../contract/channels'
import type { Result } from '../../contract/result'
import type { SessionView } from '../../contract/session'
import type { DropItem } from '../../contract/source'
import { createFakeResources } from './fake-resources'
import * as fixtures from './fixtures'
import { pdfFixture } from './pdf-fixture'
import { pool } from './pool-fixtures'
import { offers } from './resource-fixtures'
import { scenarios } from './scenarios'

// Stands in for the preload while the window is worked on in a plain browser: same calls, made-up answers.

const answered = <Value>(value: Value): Promise<Result<Value>> => Promise.resolve({ ok: true, value })

export function createFakeBridge(name: string, change: Partial<typeof fixtures.settings>): QuarryBridge {
  const scenario = scenarios[name] ?? scenarios.empty!
  const held = fixtures.library(scenario.library)
  let settings = { ...fixtures.settings, ...change }
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
      : fixtures.otherSessions
  const removal = { sources: 1, passages: 41, notes: 0, citingReports: 2, sessions: 0 }
  const nothing = () => answered<void>(undefined)
  const items: DropItem[] = [
    ['cranfield-abstracts', 'folder', 1400, 12, 4_200_000, null, [offers.folder]],
    ['fay-riddell-1958.pdf', 'document', 1, 0, 812_000, null, []],
    ['tunnel.sqlite', 'resource', 0, 0, 4_812_000, null, [offers.sqlite]],
    ['runs-1958.csv', 'document', 1, 0, 41_000, null, [offers.csv]],
    ['materials-api.yaml', 'resource', 0, 0, 88_000, null, [offers.api]],
    ['mcp.json', 'resource', 0, 0, 900, null, offers.servers],
    ['qwen3-8b.gguf', 'resource', 0, 0, 2_100_000_000, null, [offers.model]],
    ['orders.url', 'resource', 0, 0, 90, null, [offers.locked]],
    ['broken.sqlite', 'unreadable', 0, 0, 12_000, 'read.corrupt', [offers.broken]],
    ['locked.pdf', 'unreadable', 0, 0, 90_000, 'read.encrypted', []],
  ].map(([itemName, becomes, files, ignored, sizeBytes, code, resources]) => ({
    path: `/drop/${itemName}`,
    name: itemName as string,
    becomes: becomes as DropItem['becomes'],
    mediaType: becomes === 'document' ? (String(itemName).endsWith('.csv') ? 'table' : 'pdf') : null,
    files: files as number,
    ignored: ignored as number,
    sizeBytes: sizeBytes as number,
    byMediaType: becomes === 'folder' ? { text: 1200, pdf: 180, table: 20 } : {},
    truncated: false,
    alreadyIndexed: 0,
    reason: code ? { code: code as 'read.encrypted', message: String(code) } : null,
    resources: resources as DropItem['resources'],
  }))
  const resources = createFakeResources(
    scenario.resources ?? (scenario.library === 'empty' ? 0 : scenario.library === 'many' ? 10_000 : 12),
    scenario.resourceError ?? null,
    (summary) => send('resources', summary),
  )
  if (scenario.view) settings.layout = { ...settings.layout, openView: scenario.view }
  return {
    ...resources.calls,
    libraryInspect: () => answered(items),
    libraryAdd: () => answered({ added: 1401, unchanged: 0, ignored: 12, resources: [] }),
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
    libraryBytes: () => answered(pdfFixture()),
    libraryRetry: nothing,
    libraryRetryFailed: () => answered({ retried: 2 }),
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
    libraryCitedBy: () =>
      answered(
        fixtures.report.citations.slice(0, 2).map((citation) => ({
          sessionId: session().id,
          sessionTitle: session().title,
          n: citation.n,
          sentence: citation.citedText,
          start: citation.locator.start,
          end: citation.locator.end,
        })),
      ),
    recallSearch: () => answered({ hits: fixtures.hits, paths: ['dense', 'keyword'], notes: [], tookMs: 6.2 }),
    sessionStart: () => answered({ sessionId: session().id }),
    sessionList: ({ archived }) => answered(archived ? [] : summaries),
    sessionView: ({ sessionId }) => answered({ ...session(), id: sessionId }),
    sessionAnswer: nothing,
    sessionAcceptPlan: nothing,
    sessionSendBackPlan: nothing,
    sessionStop: nothing,
    sessionRetry: nothing,
    sessionResume: nothing,
    sessionAmendStep: nothing,
    sessionRename: nothing,
    sessionArchive: nothing,
    sessionPreviewRemoval: () => answered({ steps: 5, citations: 12, running: true }),
    sessionRemove: nothing,
    sessionExport: () => answered({ fileName: 'report.md', text: '# Report' }),
    poolView: () => answered(pool(scenario.pool ?? (scenario.library === 'empty' ? 'idle' : 'full'))),
    poolClear: nothing,
    poolStop: nothing,
    poolStart: nothing,
    poolReport: () =>
      answered({
        at: new Date().toISOString(),
        mode: 'serving',
        types: [],
        allocations: [],
        warnings: [],
        bottleneck: null,
      }),
    poolCheck: () => answered({ status: 'satisfiable' }),
    poolTimeline: () => answered({ spans: [], total: 0 }),
    settingsGet: () =>
      scenario.startError ? Promise.resolve({ ok: false, error: scenario.startError }) : answered(settings),
    settingsSet: (next) => {
      settings = { ...settings, ...(next as Partial<typeof settings>) }
      send('settings', settings)
      return answered(settings)
    },
    appDoctor: () => answered(fixtures.doctor),
    appStatus: () => answered(fixtures.status),
    desktopChooseFiles: () => answered(['/drop/cranfield-abstracts']),
    desktopSaveReport: () => answered({ path: 'report.md' }),
    desktopShowInFolder: nothing,
    desktopRetryStart: () =>
      scenario.startError
        ? new Promise((settle) => setTimeout(settle, 400, { ok: false, error: scenario.startError }))
        : nothing(),
    desktopCopyText: nothing,
    subscribe(topic, _key, listener) {
      const of = listeners.get(topic) ?? new Set()
      listeners.set(topic, of.add(listener as (value: never) => void))
      if (topic === 'library') queueMicrotask(() => send('library', held))
      return () => of.delete(listener as (value: never) => void)
    },
    pathsOf: (files) => files.map((file) => `/drop/${file.name}`),
    platform: 'linux',
    remembered: null,
  }
}
