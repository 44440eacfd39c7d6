import type { Topic, TopicValue } from '../contract/channels'
import { fromErrorShape, type QuarryError } from '../contract/errors'
import { readerVersions } from '../contract/reader-versions'
import type { Result } from '../contract/result'
import { type Connection, createDispatch, createHandlers, createTopics, type Dispatch, type Topics } from './api'
import { createChooseResource, keepPoolInStep } from './composition'
import { createSimilarityIndex, startInference } from './inference'
import { createLibrary, type Library } from './knowledge'
import { createReaderPool } from './knowledge/reading'
import { createOpenedParts } from './opened-parts'
import { createPool } from './pool'
import { createExtractiveEngine, createPassageSampler } from './reasoning'
import { createRecall } from './recall'
import { createCitationIndex, createResearch } from './research'
import { createDiscoverers, createResources, createScanner, libraryFolders } from './resources'
import { createSecrets, type Keyring } from './secrets'
import { openSettings } from './settings'
import { serveSocket } from './socket'
import { openStore, startDailyDump } from './store'
import { createProcessorShare, diagnose, type RuntimePaths } from './system'
import { createRecallTool } from './tools'

export const version: string = __QUARRY_VERSION__

/** Everything running: answers calls, streams topics, and closes in order. */
export interface RunningQuarry {
  readonly dispatch: Dispatch
  readonly topics: Topics
  readonly connection: Connection
  /** Loads model and vectors ahead of the first question. */
  warmUp(): void
  /** Titles of sessions that work right now: told before quitting. */
  workingSessions(): Promise<string[]>
  close(): Promise<void>
}

const projectId = 'default'

interface StartOptions {
  readonly paths: RuntimePaths
  /** Called with errors of background work that no call waits for. */
  readonly onBackgroundError: (error: unknown) => void
  /** Called once if the store dies while it is open and does not come back by itself: nothing works any more. */
  readonly onStoreLost?: ((error: QuarryError) => void) | undefined
  /** Whether sessions that the last run left working go on by themselves. */
  readonly resumeSessions: boolean
  /** What is at work by itself (watching, resources, sessions of the last run) waits for this: the window shows first. */
  readonly shown?: Promise<void> | undefined
  /** The desktop's keyring; without one secrets come from the environment, or are kept for this run alone. */
  readonly keyring?: (() => Promise<Keyring | null>) | undefined
}

/**
 * Composition root, of the desktop app and of the headless command alike: opens the store (which holds the data
 * folder's lock), starts the threads and wires the rooms. What was opened before a failure is closed again.
 */
export async function startRuntime({
  paths,
  onBackgroundError,
  onStoreLost,
  resumeSessions,
  shown,
  keyring = async () => null,
}: StartOptions): Promise<RunningQuarry> {
  const { keep, closing, closeAll } = createOpenedParts()
  // What fails because its store is being closed under it is no news.
  const reportError = (error: unknown): void => {
    if (!closing.aborted) onBackgroundError(error)
  }
  try {
    const store = keep(
      await openStore({
        directory: paths.data,
        workersDir: paths.workers,
        templateDirectory: paths.template,
        onFailure: (error) => {
          reportError(error)
          // After a full disk the store opens its files anew with the next statement.
          if (!closing.aborted && error.code !== 'store.diskFull') onStoreLost?.(error)
        },
      }),
    )
    const { database } = store
    const settings = await (await openSettings(database)).ofProject(projectId)
    const inference = keep(await startInference({ modelDirectory: paths.model, workersDir: paths.workers }))
    const readers = keep(createReaderPool({ workersDir: paths.workers }))
    const similarity = keep(
      await createSimilarityIndex({
        database,
        inference,
        workersDir: paths.workers,
        projectId,
        maxBytes: settings.get().similarityMemoryMb * 1024 * 1024,
      }),
    )
    const recall = keep(createRecall({ database, inference, similarity, projectId }))
    const citations = createCitationIndex(database, projectId)
    const library = keep(
      await createLibrary({
        database,
        readers,
        inference,
        projectId,
        citations,
        readerVersions,
        onIndexChanged: (change) => {
          similarity.changed(change)
          recall.invalidate()
        },
        onBackgroundError: reportError,
      }),
    )
    const { discoverers } = keep(createDiscoverers({ workersDir: paths.workers, egress: () => settings.get().egress }))
    const resources = keep(
      createResources({
        database,
        inference,
        secrets: createSecrets({ directory: paths.data, keyring, environment: process.env }),
        projectId,
        discoverers,
        scanner: createScanner({
          workersDir: paths.workers,
          discoverers,
          projectFolders: () => libraryFolders(database, projectId),
        }),
        onLibraryChanged: (listener) => onRevision(library, listener),
        weights: () => settings.get().matcherWeights,
        onBackgroundError: reportError,
      }),
    )
    const pool = keep(await createPool({ database, executors: settings.get().executors }))
    keep(keepPoolInStep(resources, pool, reportError))
    let egress = settings.get().egress
    settings.subscribe(() => {
      if (settings.get().egress !== egress) resources.lookAgain()
      egress = settings.get().egress
    })
    const engine = createExtractiveEngine({
      recall: (query, options) => recall.recall(query, options),
      embed: (texts, options) => inference.embed(texts, options),
      covers: (text) => inference.covers(text),
      readSourceText: (sourceId) => library.extractedText(sourceId),
      librarySummary: () => library.summary(),
      samplePassages: createPassageSampler({ database, projectId }),
    })
    const research = keep(
      await createResearch({
        database,
        engine,
        pool,
        projectId,
        librarySummary: () => library.summary(),
        readResource: (resourceId) => resources.get(resourceId),
        tools: [createRecallTool(recall)],
        onCallEnded: ({ tool: _tool, resourceId, error, ...call }) => {
          if (resourceId === null) return
          const outcome = error === null ? ({ success: true } as const) : ({ success: false, error } as const)
          void resources.recordUse({ resourceId, ...call, ...outcome }).catch(reportError)
        },
        chooseResource: createChooseResource(resources),
      }),
    )
    // Closed before the sessions: what they then give up waiting for keeps its place.
    keep({ close: () => pool.quiesce() })
    settings.subscribe(() => pool.setExecutors(settings.get().executors))
    const dumps = keep(startDailyDump(database, paths.data, reportError))
    let recallMs: number | null = null
    const timedRecall = {
      ...recall,
      async recall(...parameters: Parameters<typeof recall.recall>) {
        const answer = await recall.recall(...parameters)
        recallMs = answer.tookMs
        return answer
      },
    }
    /** What is removed leaves the dumps, too. Where that fails it is done at the next start: the removal holds. */
    const thenForgotten = async <Value>(removal: Promise<Value>): Promise<Value> => {
      const value = await removal
      await dumps.forgetRemoved().catch(reportError)
      return value
    }
    const processorShare = createProcessorShare()
    const parts = {
      library: {
        ...library,
        remove: (sourceIds: readonly string[]) => thenForgotten(library.remove(sourceIds)),
        removeRoot: (root: string) => thenForgotten(library.removeRoot(root)),
      },
      research: {
        ...research,
        async remove(sessionId: string) {
          await thenForgotten(research.remove(sessionId))
          await resources.forgetSession(sessionId)
        },
      },
      pool,
      resources: {
        ...resources,
        async remove(resourceIds: readonly string[]) {
          const removed = await resources.remove(resourceIds)
          await citations.forgetRemovedResources()
          return removed
        },
      },
      recall: timedRecall,
      settings,
      samplesDirectory: paths.samples,
      status: async () => ({
        cpuShare: processorShare(),
        memoryMb: Math.round(process.memoryUsage.rss() / 1024 / 1024),
        recallMs,
        storeMs: store.latencyMs(),
        inferenceQueue: inference.queueDepth(),
        egress: settings.get().egress,
        engine: engine.name,
        encoder: inference.model.id,
      }),
      doctor: () => diagnose({ paths, store, inference, version }),
    }
    const dispatch = createDispatch(createHandlers(parts))
    const topics = createTopics(parts, reportError)
    keep(await serveSocket({ dataDirectory: paths.data, version, dispatch, subscribe: topics.subscribe }))
    const begin = async (): Promise<void> => {
      await shown
      if (closing.aborted) return
      library.start()
      await resources.start()
      if (resumeSessions) await research.resumeAll()
      await pool.dropOldJournal()
    }
    // A command works with all of it from its first call on.
    if (shown === undefined) await begin()
    else begin().catch(reportError)
    return {
      dispatch,
      topics,
      connection: localConnection(dispatch, topics, closeAll),
      warmUp() {
        inference.warm()
        similarity.warm()
        void resources.warm()
      },
      async workingSessions() {
        const working = new Set(['coordinating', 'investigating', 'planning', 'running', 'reporting', 'verifying'])
        return (await research.list({})).filter(({ state }) => working.has(state)).map(({ title }) => title)
      },
      close: closeAll,
    }
  } catch (error) {
    // Why it could not start counts, not what closing says on top of it.
    await closeAll().catch(onBackgroundError)
    throw error
  }
}

/** Calls back when the library is another than before, not whenever a file moved on a little. */
function onRevision(library: Library, listener: () => void): () => void {
  let seen: number | null = null
  return library.subscribe(({ revision }) => {
    if (revision === seen) return
    if (seen !== null) listener()
    seen = revision
  })
}

function localConnection(dispatch: Dispatch, topics: Topics, close: () => Promise<void>): Connection {
  return {
    call: (async (channel: string, input?: unknown) => {
      const result = (await dispatch(channel, input)) as Result<never>
      if (result.ok) return result.value
      throw fromErrorShape(result.error)
    }) as Connection['call'],
    subscribe: <Name extends Topic>(topic: Name, key: string | null, listener: (value: TopicValue<Name>) => void) =>
      topics.subscribe({ topic, key }, listener as (value: unknown) => void),
    attached: false,
    onLost: () => {},
    close,
  }
}
