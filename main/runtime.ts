import type { Topic, TopicValue } from '../contract/channels'
import { fromErrorShape } from '../contract/errors'
import { readerVersions } from '../contract/reader-versions'
import type { Result } from '../contract/result'
import { type Connection, createDispatch, createHandlers, createTopics, type Dispatch, type Topics } from './api'
import { diagnose } from './doctor'
import { createSimilarityIndex, startInference } from './inference'
import { createLibrary } from './knowledge'
import { createReaderPool } from './knowledge/reading'
import type { RuntimePaths } from './paths'
import { createPool } from './pool'
import { createExtractiveEngine, createPassageSampler } from './reasoning'
import { createRecall } from './recall'
import { createResearch } from './research'
import { openSettings } from './settings'
import { serveSocket } from './socket'
import { dumpDaily, openStore } from './store'

export const version: string = __QUARRY_VERSION__

/** Everything running: answers calls, streams topics, and closes in order. */
export interface RunningQuarry {
  readonly dispatch: Dispatch
  readonly topics: Topics
  readonly connection: Connection
  /** Titles of sessions that work right now: told before quitting. */
  workingSessions(): Promise<string[]>
  close(): Promise<void>
}

const projectId = 'default'

interface StartOptions {
  readonly paths: RuntimePaths
  /** Called with errors of background work that no call waits for. */
  readonly onBackgroundError: (error: unknown) => void
  /** Whether sessions that the last run left working go on by themselves. */
  readonly resumeSessions: boolean
}

/**
 * Composition root, of the desktop app and of the headless command alike: opens the store (which holds the data
 * folder's lock), starts the threads and wires the rooms. What was opened before a failure is closed again.
 */
export async function startRuntime({ paths, onBackgroundError, resumeSessions }: StartOptions): Promise<RunningQuarry> {
  const opened: { close(): Promise<void> | void }[] = []
  const keep = <Part extends { close(): Promise<void> | void }>(part: Part): Part => {
    opened.push(part)
    return part
  }
  const closing = new AbortController()
  // What fails because its store is being closed under it is no news.
  const reportError = (error: unknown): void => {
    if (!closing.signal.aborted) onBackgroundError(error)
  }
  const closeEach = async (): Promise<void> => {
    closing.abort()
    const failures: unknown[] = []
    // One that fails must not keep the others open: the store comes last, and with it the folder's lock.
    for (const part of opened.toReversed()) {
      try {
        await part.close()
      } catch (error) {
        failures.push(error)
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Not everything could be closed in order.')
  }
  let closed: Promise<void> | null = null
  const closeAll = (): Promise<void> => {
    closed ??= closeEach()
    return closed
  }
  try {
    const store = keep(
      await openStore({
        directory: paths.data,
        workersDir: paths.workers,
        templateDirectory: paths.template,
        onFailure: reportError,
      }),
    )
    const { database } = store
    const settings = await openSettings(database)
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
    const library = keep(
      await createLibrary({
        database,
        readers,
        inference,
        projectId,
        readerVersions,
        maintainStore: (signal) => store.maintain(signal),
        onIndexChanged: (change) => {
          similarity.changed(change)
          recall.invalidate()
        },
        onBackgroundError: reportError,
      }),
    )
    const pool = keep(await createPool({ database, executors: settings.get().executors }))
    const engine = createExtractiveEngine({
      recall: (query, options) => recall.recall(query, options),
      embed: (texts, options) => inference.embed(texts, options),
      covers: (text) => inference.covers(text),
      readSourceText: (sourceId) => library.extractedText(sourceId),
      librarySummary: () => library.summary(),
      samplePassages: createPassageSampler({ database, projectId }),
    })
    const research = keep(
      await createResearch({ database, engine, pool, projectId, librarySummary: () => library.summary() }),
    )
    settings.subscribe(() => pool.setExecutors(settings.get().executors))
    let recallMs: number | null = null
    const timedRecall = {
      ...recall,
      async recall(...parameters: Parameters<typeof recall.recall>) {
        const answer = await recall.recall(...parameters)
        recallMs = answer.tookMs
        return answer
      },
    }
    const parts = {
      library,
      research,
      pool,
      recall: timedRecall,
      settings,
      samplesDirectory: paths.samples,
      status: async () => ({
        memoryMb: Math.round(process.memoryUsage.rss() / 1024 / 1024),
        recallMs,
        storeMs: store.latencyMs(),
        inferenceQueue: inference.queueDepth(),
        egress: 'offline' as const,
        engine: engine.name,
        encoder: inference.model.id,
      }),
      doctor: () => diagnose({ paths, store, inference, version }),
    }
    const dispatch = createDispatch(createHandlers(parts))
    const topics = createTopics(parts, reportError)
    keep(await serveSocket({ dataDirectory: paths.data, version, dispatch, subscribe: topics.subscribe }))
    library.start()
    if (resumeSessions) await research.resumeAll()
    dumpDaily(database, paths.data, new Date()).catch(reportError)
    return {
      dispatch,
      topics,
      connection: localConnection(dispatch, topics, closeAll),
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
