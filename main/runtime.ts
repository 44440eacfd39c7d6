import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { QuarryError, toErrorShape } from '../contract/errors'
import {
  type AppParts,
  type Connection,
  connectOver,
  createAppHandlers,
  createDispatch,
  createProjectHandlers,
  createTopics,
  type Dispatch,
  type ProjectHandlers,
  type ProjectParts,
  type Topics,
} from './api'
import { createModelFiles } from './clients'
import { createOpenedParts, createOpenProjects, type OpenProjects, openProject, type SharedParts } from './composition'
import { createConnectionLog, hearAttempts, watchProcesses } from './connections'
import { keptFolder } from './files'
import { createHttpToken, type HttpBySetting, serveBySetting, serveHttp } from './http'
import { createRerankers, createSearchModels, removeVectorFiles, startInference } from './inference'
import { createReaderPool } from './knowledge/reading'
import type { Presence } from './learner'
import { openLog } from './log'
import { createPool } from './pool'
import { programLaunchers, type StartWorkProcess, startChildProcess } from './processes'
import { createProjects } from './projects'
import { createAdmission, readSessionIds } from './research'
import { createDiscoverers, removeSecretsOfProject, sweepScratch } from './resources'
import { createSecrets, type Keyring } from './secrets'
import { openSettings, type Settings } from './settings'
import { serveSocket } from './socket'
import { makePrivateFolder, openStore, startDailyDump } from './store'
import { atWork, createProcessorShare, diagnose, type RuntimePaths } from './system'
import { createMutex, createOccupancy } from './threads'
import { version } from './version'

/** Everything running: answers calls, streams topics, and closes in order. */
export interface RunningQuarry {
  readonly dispatch: Dispatch
  readonly topics: Topics
  /** The app's own. */
  readonly settings: Pick<Settings, 'get' | 'subscribe'>
  /** In the first project. */
  readonly connection: Connection
  /** Loads model and vectors ahead of the first question. */
  warmUp(): void
  /** Titles of sessions that work right now: told before quitting. */
  workingSessions(): Promise<string[]>
  close(): Promise<void>
}

export interface StartOptions {
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
  /** Starts the processes that open foreign files and servers. Default: child processes of this one. */
  readonly startProcess?: StartWorkProcess | undefined
  /** Whether a program (an MCP server) may start. Default: it may, as who types a command that needs it names it. */
  readonly mayStartProgram?: SharedParts['mayStartProgram'] | undefined
  /** Paints the figures of Word documents. Default: they have none, their tables and lists say the same. */
  readonly paintPictures?: AppParts['paintPictures']
  /** Whether it serves the HTTP API while the settings say so. Default: no, a command does so itself. */
  readonly servesHttp?: boolean | undefined
  /** Who is at the machine. Default: nobody knows, and nothing is learned in the background. */
  readonly presence?: Presence | undefined
  /** Told of each line that is added to the log of a session. */
  readonly onSessionEvent?: SharedParts['onSessionEvent'] | undefined
}

// Over 300 lines: how the rooms of the app meet, read from top to bottom.

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
  startProcess: start = startChildProcess,
  mayStartProgram = async () => true,
  paintPictures,
  servesHttp = false,
  presence,
  onSessionEvent = () => undefined,
}: StartOptions): Promise<RunningQuarry> {
  const { keep, closing, closeAll } = createOpenedParts()
  // What fails because its store is being closed under it is no news.
  const log = keep(openLog(paths.data, onBackgroundError))
  const reportError = (error: unknown): void => {
    if (closing.aborted) return
    const { code, message } = toErrorShape(error)
    log.write({
      event: 'background_error',
      code,
      message,
      stack: error instanceof Error ? (error.stack ?? null) : null,
    })
    onBackgroundError(error)
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
    log.write({
      event: 'app_started',
      version,
      platform: `${process.platform}-${process.arch}`,
      runtime: process.version,
    })
    keep({ close: () => log.write({ event: 'app_stopped' }) })
    const vectorsDirectory = join(paths.data, 'vectors')
    makePrivateFolder(vectorsDirectory)
    const settings = keep(
      await openSettings({ database, directory: paths.data, environment: process.env, onError: reportError }),
    )
    const connections = keep(createConnectionLog(database, reportError))
    keep({ close: hearAttempts(({ by = 'quarry', ...attempt }) => connections.note(attempt, { process: by })) })
    const startProcess = watchProcesses(start, connections)
    const searchModelsFolder = join(paths.data, 'models')
    const isFixed = process.env.QUARRY_MODEL !== undefined
    const encoder = isFixed ? null : settings.get().encoder
    const modelDirectory = encoder === null ? paths.model : join(searchModelsFolder, encoder)
    const inference = keep(
      await startInference({ modelDirectory, workersDir: paths.workers }).catch((error: unknown) => {
        throw encoder === null ? error : ofChosenEncoder(error, encoder)
      }),
    )
    const { id, dimensions } = inference.model
    const searchModels = createSearchModels({
      folder: searchModelsFolder,
      workersDir: paths.workers,
      inUse: { id, dimensions, name: encoder },
      isFixed,
    })
    const rerankers = keep(
      createRerankers({
        folder: searchModelsFolder,
        workersDir: paths.workers,
        chosen: () => settings.get().reranker,
        onError: reportError,
      }),
    )
    const readers = keep(createReaderPool({ workersDir: paths.workers, start: startProcess }))
    const discovering = keep(
      createDiscoverers({ workersDir: paths.workers, start: startProcess, egress: () => 'offline' }),
    )
    sweepScratch().catch(reportError)
    const secrets = createSecrets({ directory: paths.data, keyring, environment: process.env })
    const { executors, orchestrators, reviewers, staffLevels } = settings.get()
    const pool = keep(await createPool({ database, executors, orchestrators, reviewers, staffLevels }))
    const admission = createAdmission(() => settings.get().sessionsAtOnce)
    settings.subscribe(() => {
      const { executors: executor, orchestrators: orchestrator, reviewers: reviewer } = settings.get()
      pool.setStaff({ executor, orchestrator, reviewer, levels: settings.get().staffLevels })
      admission.admit()
    })
    const dumps = keep(startDailyDump(database, paths.data, reportError))
    let recallMs: number | null = null
    const recalling = createOccupancy()
    const shared: SharedParts = {
      database,
      dataDirectory: paths.data,
      vectorsDirectory,
      workersDir: paths.workers,
      inference,
      rerankers,
      log,
      onSessionEvent,
      modelFolders: [...new Set([dirname(paths.model), paths.models, searchModelsFolder])],
      readers,
      discovering,
      startProcess,
      mayStartProgram,
      secrets,
      pool,
      admission,
      modelFiles: keep(createModelFiles({ workersDir: paths.workers, start: startProcess })),
      closing,
      presence: presence ?? null,
      learnerTurns: createMutex(),
      forgetRemoved: () => dumps.forgetRemoved(),
      async noteRecall(answer) {
        const end = recalling.begin()
        try {
          recallMs = (await answer).tookMs
          return await answer
        } finally {
          end()
        }
      },
      onBackgroundError: reportError,
    }
    const whenShown = shown ?? Promise.resolve()
    const open: OpenProjects = createOpenProjects(async (projectId) => {
      await projects.get(projectId)
      const project = await openProject(projectId, await settings.ofProject(projectId), shared)
      // A command works with all of it from its first call on; a window shows what there is first.
      const started = whenShown.then(() => project.start({ resumeSessions }))
      if (shown === undefined) await started
      else started.catch(reportError)
      return project
    }, reportError)
    const projects = keep(
      createProjects({
        database,
        running: async (projectId) => (await (await open.ifOpen(projectId))?.workingSessions())?.length ?? 0,
        closeProject: open.closeProject,
        async forget(projectId) {
          await removeSecretsOfProject(database, secrets, projectId)
          removeVectorFiles(vectorsDirectory, projectId)
          await rm(keptFolder(paths.data, projectId), { recursive: true, force: true })
          for (const sessionId of await readSessionIds(database, projectId)) await pool.forgetSession(sessionId)
        },
        onRemoved: () => dumps.forgetRemoved(),
        release: async (projectId, sourceIds) => (await open.get(projectId)).library.release(sourceIds),
        async onMoved(from, to, { passageIds }) {
          ;(await open.get(from)).library.movedOver({ addedPassages: [], removedPassages: passageIds })
          ;(await open.get(to)).library.movedOver({ addedPassages: passageIds, removedPassages: [] })
        },
        onBackgroundError: reportError,
      }),
    )
    keep(open)
    // Closed before the sessions: what they then give up waiting for keeps its place.
    keep({ close: () => pool.quiesce() })
    const processorShare = createProcessorShare()
    let http: HttpBySetting | null = null
    const app: AppParts = {
      paintPictures,
      pool,
      projects,
      log,
      rerankers,
      searchModels,
      samplesDirectory: paths.samples,
      connections,
      status: async () => ({
        cpuShare: processorShare(),
        memoryMb: Math.round(process.memoryUsage.rss() / 1024 / 1024),
        recallMs,
        storeMs: store.latencyMs(),
        inferenceQueue: inference.queueDepth(),
        work: atWork({ reading: readers.work(), embedding: inference.work(), recalling: recalling.now() }),
        encoder: inference.model.id,
        programsOffline: (await programLaunchers()).offline.length > 0,
        httpApi: http?.status() ?? { url: null, error: null },
      }),
      doctor: () => diagnose({ paths, store, inference, version }),
    }
    const handlersOf = new WeakMap<ProjectParts, ProjectHandlers>()
    const dispatch = createDispatch({
      app: createAppHandlers(app),
      async inProject(projectId, call) {
        const { project, release } = await open.hold(projectId)
        try {
          const handlers = handlersOf.get(project) ?? createProjectHandlers(project, app)
          handlersOf.set(project, handlers)
          return await call(handlers)
        } finally {
          release()
        }
      },
    })
    const topics = createTopics(app, open.hold, reportError)
    keep(await serveSocket({ dataDirectory: paths.data, version, dispatch, subscribe: topics.subscribe }))
    const [first] = await projects.list()
    if (first !== undefined) await open.get(first.id)
    const begin = async (): Promise<void> => {
      await whenShown
      if (closing.aborted) return
      for (const projectId of await projects.unfinished()) await open.get(projectId)
      await projects.resumeRemovals()
      await pool.dropOldJournal()
    }
    if (shown === undefined) await begin()
    else begin().catch(reportError)
    const connection = await connectOver({
      dispatch,
      subscribe: topics.subscribe,
      attached: false,
      onLost: () => {},
      close: closeAll,
    })
    if (servesHttp) {
      const token = createHttpToken(paths.data)
      http = keep(serveBySetting(settings, (port) => serveHttp({ connection, token, version, port })))
    }
    return {
      dispatch,
      topics,
      settings,
      connection,
      warmUp() {
        inference.warm()
        open
          .all()
          .then((opened) => {
            for (const project of opened) project.warmUp()
          })
          .catch(reportError)
      },
      workingSessions: async () => (await Promise.all((await open.all()).map((one) => one.workingSessions()))).flat(),
      close: closeAll,
    }
  } catch (error) {
    // Why it could not start counts, not what closing says on top of it.
    await closeAll().catch(onBackgroundError)
    throw error
  }
}

/** What kept the encoder that a person chose from starting, with the way back. Nothing goes on with another by itself: that would embed the whole library anew. */
function ofChosenEncoder(error: unknown, encoder: string): unknown {
  if (!(error instanceof QuarryError) || !error.code.startsWith('model.')) return error
  const context = { ...error.context, encoder }
  return new QuarryError(error.code, error.message, { remedy: 'restoreEncoder', context, cause: error })
}
