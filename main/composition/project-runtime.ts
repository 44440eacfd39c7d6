import { isDeepStrictEqual } from 'node:util'
import { readerVersions } from '../../contract/reader-versions'
import type { RecallAnswer } from '../../contract/recall'
import { countUnderWay } from '../../contract/source'
import { followStream, type ProjectParts } from '../api'
import {
  createApiCalls,
  createApiTools,
  createComputations,
  createLanguageModels,
  createMcpServers,
  createMcpTools,
  createUserTools,
  type McpServersOptions,
  type ModelFiles,
  toolsInListing,
} from '../clients'
import { createDomains } from '../domains'
import { createModelExams } from '../exams'
import { createFacts, textOfFacts } from '../facts'
import { createSimilarityIndex, type Inference, type Rerankers } from '../inference'
import { createLibrary, type Library } from '../knowledge'
import type { ReaderPool } from '../knowledge/reading'
import { createLearner, forgetLearned, type Presence } from '../learner'
import { type Log, logSession } from '../log'
import { createMemoryTools, createProjectMemory } from '../memory'
import { createPluginRuns, createPluginTools, isPlugin } from '../plugins'
import { type Pool, poolOfProject } from '../pool'
import { programLaunchers, type StartWorkProcess } from '../processes'
import { createExtractiveEngine, createPassageSampler, type ExtractivePorts } from '../reasoning'
import { createRecall, createSearch, type Recall } from '../recall'
import { type Admission, createCitationIndex, createResearch } from '../research'
import { createDatabaseSelect, createResources, createScanner, type Discovering, libraryFolders } from '../resources'
import { createRuleFiles } from '../safety'
import type { Secrets } from '../secrets'
import { createServices } from '../services'
import { egressOf, type Settings } from '../settings'
import { type Database, noteRemoval } from '../store'
import { createDatabaseQuestions, createKnownQueries } from '../text2sql'
import type { Mutex } from '../threads'
import { createBreakers, createCallRecords, createOwnTools, readOutput, type ToolProvider } from '../tools'
import { createChooseResource } from './choose-resource'
import { openReembedding } from './former-vectors'
import { createOpenedParts } from './opened-parts'
import { createPluginsHaving } from './plugins-having'
import { keepPoolInStep } from './resources-in-pool'
import { createServiceQuestions } from './service-questions'
import { createSessionModels } from './session-models'

/** What all projects of a process use: one store, one set of threads, one pool. */
export interface SharedParts {
  readonly database: Database
  readonly dataDirectory: string
  /** A private folder for the files that vectors are kept in. */
  readonly vectorsDirectory: string
  readonly workersDir: string
  readonly inference: Inference
  /** Folders with models, each in a folder of its own. */
  readonly rerankers: Rerankers
  readonly modelFolders: readonly string[]
  readonly readers: ReaderPool
  readonly discovering: Discovering
  /** Starts the processes that speak to services. */
  readonly startProcess: StartWorkProcess
  readonly mayStartProgram: McpServersOptions['mayStart']
  readonly secrets: Secrets
  readonly pool: Pool
  readonly admission: Admission
  /** Of all projects: two models at once rarely fit a machine. */
  readonly modelFiles: ModelFiles
  /** Aborted once the whole process closes. */
  readonly closing: AbortSignal
  /** Drops what was removed from the daily dumps, too. */
  readonly forgetRemoved: () => Promise<void>
  /** Notes that a recall is under way, and how long it took. */
  readonly noteRecall: (answer: Promise<RecallAnswer>) => Promise<RecallAnswer>
  /** Who is at the machine; null where nothing says so. */
  readonly presence: Presence | null
  /** Learners of all projects take turns. */
  readonly learnerTurns: Mutex
  readonly log: Pick<Log, 'write'>
  readonly onBackgroundError: (error: unknown) => void
}

/** A project that is open: answers, and works once it is started. */
export interface ProjectRuntime extends ProjectParts {
  /** Begins what goes on by itself: the queue, watching, resources, and sessions that the last run left working. */
  start(options: { readonly resumeSessions: boolean }): Promise<void>
  /** Loads vectors ahead of the first question. */
  warmUp(): void
  /** Whether anything goes on by itself that closing would cut off: files, embedding, sessions that work or wait to resume. */
  isAtWork(): Promise<boolean>
  /** Titles of sessions that work right now. */
  workingSessions(): Promise<string[]>
  close(): Promise<void>
}

/** Resources that a model is told of when it plans. */
const mostAskable = 20
const apiNeed = { type: 'api', capability: 'api_call' } as const
const toolNeed = { type: 'tool', capability: 'tool_call' } as const

const workingStates = new Set(['coordinating', 'investigating', 'planning', 'running', 'reporting', 'verifying'])
/** What these wait for may come by itself, while the project is open. */
const resumableStates = new Set(['paused', 'blockedReview'])

/** Opens the rooms of one project over what is shared. What was opened before a failure is closed again. */
export async function openProject(projectId: string, settings: Settings, shared: SharedParts): Promise<ProjectRuntime> {
  const { database, workersDir, inference, readers, secrets, onBackgroundError } = shared
  const { keep, closing, closeAll } = createOpenedParts()
  try {
    const maxBytes = settings.get().similarityMemoryMb * 1024 * 1024
    const similarity = keep(
      await createSimilarityIndex({
        database,
        inference,
        workersDir,
        projectId,
        maxBytes,
        directory: shared.vectorsDirectory,
        onFileError: onBackgroundError,
      }),
    )
    const reembedding = keep(
      await openReembedding({
        database,
        projectId,
        model: inference.model,
        modelFolders: shared.modelFolders,
        workersDir,
        maxBytes,
        onBackgroundError,
      }),
    )
    const cited = createCitationIndex(database, projectId)
    const citations: typeof cited = {
      ...cited,
      async forgetSources(transaction, sourceIds) {
        await cited.forgetSources(transaction, sourceIds)
        await forgetLearned(transaction, projectId, sourceIds)
      },
    }
    const ownRecall = keep(
      createRecall({
        database,
        inference,
        similarity,
        projectId,
        reembedding: reembedding.state,
        reranker: shared.rerankers.current,
      }),
    )
    const recall: Recall = { ...ownRecall, recall: (...asked) => shared.noteRecall(ownRecall.recall(...asked)) }
    const library = keep(
      createLibrary({
        database,
        readers,
        inference,
        projectId,
        citations,
        readerVersions,
        recognise: () => settings.get().ocrLanguages,
        reembedding: {
          ...reembedding,
          async end() {
            await reembedding.end()
            recall.invalidate()
          },
        },
        onIndexChanged: () => {
          similarity.changed()
          reembedding.changed()
          recall.invalidate()
        },
        onBackgroundError,
      }),
    )
    const domains = keep(
      createDomains({
        database,
        projectId,
        workersDir,
        model: inference.model.id,
        onLibraryChanged: (listener) => onRevision(library, listener),
        async isIndexing() {
          const { byState, answeredMeanwhile } = await library.summary()
          return countUnderWay(byState) > 0 || answeredMeanwhile !== undefined
        },
        forgetRemoved: () => shared.forgetRemoved().catch(onBackgroundError),
        onBackgroundError,
        now: () => new Date(),
      }),
    )
    const { discoverers, databases } = shared.discovering.within(() => egressOf(settings.get()))
    const resources = keep(
      createResources({
        database,
        inference,
        secrets,
        projectId,
        discoverers,
        scanner: createScanner({
          workersDir,
          discoverers,
          projectFolders: () => libraryFolders(database, projectId),
        }),
        onLibraryChanged: (listener) => onRevision(library, listener),
        weights: () => settings.get().matcherWeights,
        onBackgroundError,
      }),
    )
    const pool = poolOfProject(shared.pool, projectId)
    const membership = keepPoolInStep(resources, pool, {
      of: (resourceId) => settings.get().poolResources[resourceId],
      subscribe: (listener) => settings.subscribe(listener),
    })
    keep({
      close() {
        // The pool of a process that ends keeps its members as they are; that of one that goes on loses these.
        if (shared.closing.aborted) membership.close()
        else membership.leave()
      },
    })
    let recognised = settings.get().ocrLanguages
    keep({
      close: settings.subscribe(() => {
        const languages = settings.get().ocrLanguages
        const isMore = languages.some((language) => !recognised.includes(language))
        recognised = languages
        if (isMore) library.recogniseMore().catch(onBackgroundError)
      }),
    })
    let egress = egressOf(settings.get())
    keep({
      close: settings.subscribe(() => {
        const allowed = egressOf(settings.get())
        if (!isDeepStrictEqual(allowed, egress)) resources.lookAgain()
        egress = allowed
      }),
    })
    const service = { workersDir, start: shared.startProcess, secrets, egress: () => egressOf(settings.get()) }
    const now = (): string => new Date().toISOString()
    const apiCalls = keep(createApiCalls(service))
    const mcpServers = keep(
      createMcpServers({
        ...service,
        mayStart: shared.mayStartProgram,
        launchers: programLaunchers,
        mayUseNetwork: (resourceId) => settings.get().programNetwork.includes(resourceId),
        roots: () => libraryFolders(database, projectId),
      }),
    )
    const languageModels = keep(
      createLanguageModels({
        ...service,
        files: shared.modelFiles,
        fileContextTokens() {
          const { contextTokens, messageTokens } = settings.get()
          return Math.min(contextTokens ?? messageTokens, messageTokens)
        },
      }),
    )
    const computations = keep(createComputations(service))
    const userTools = keep(
      createUserTools({ ...service, launchers: programLaunchers, mayStart: shared.mayStartProgram, now }),
    )
    const pluginRuns = keep(createPluginRuns(service))
    const pluginTools = createPluginTools(pluginRuns, now)
    const folderTools: ToolProvider = {
      types: ['tool'],
      toolsOf: (resource, wanted) => (isPlugin(resource) ? pluginTools : userTools).toolsOf(resource, wanted),
      hooksOf: (resource) => pluginTools.hooksOf?.(resource) ?? [],
    }
    const toolProviders = [createApiTools(apiCalls, now), createMcpTools(mcpServers, now), folderTools]
    const calls = createCallRecords(database, projectId)
    const breakers = keep(
      createBreakers({
        onChanged(resourceId, state, error) {
          if (state === 'open') pool.blockResource(resourceId, error)
          else pool.healResource(resourceId)
          if (state === 'open') void switchOffPlugin(resourceId).catch(onBackgroundError)
          serviceStates.circuitChanged(resourceId, state !== 'closed')
        },
        onCall: (resourceId) => serviceStates.used(resourceId),
      }),
    )
    /** A service may be back in a minute; a plugin that fails fails again. */
    const switchOffPlugin = async (resourceId: string): Promise<void> => {
      if (isPlugin(await resources.get(resourceId))) await resources.setActive(resourceId, false)
    }
    const select = createDatabaseSelect({ resources, secrets, databases })
    const serviceStates = keep(
      createServices({
        resources,
        mcpServers,
        apiCalls,
        languageModels,
        select,
        egress: service.egress,
        breakers,
        approvals: (server, listing) =>
          calls.approvals(server.resourceId, server.name, toolsInListing(server, listing, mcpServers, now)),
        onBackgroundError,
      }),
    )
    const isLeftAlone = (resourceId: string): boolean => breakers.of(resourceId).state === 'open'
    const services = createServiceQuestions(resources, toolProviders, isLeftAlone)
    const quoting: ExtractivePorts = {
      recall: (query, options) => recall.recall(query, options),
      embed: (texts, options) => inference.embed(texts, options),
      covers: (text) => inference.covers(text),
      readSources: (sourceIds, around, options) => recall.readSources(sourceIds, around, options),
      readSourceText: (sourceId) => library.extractedText(sourceId),
      code: {
        recallCode: async (query, options) =>
          (await recall.recall(query, { ...options, filter: { types: ['code'] } })).hits,
        codeAmong: recall.codeAmong,
        readCode: recall.readCode,
      },
      librarySummary: () => library.summary(),
      samplePassages: createPassageSampler({ database, projectId }),
      draftCall: services.draftCall,
    }
    const engine = createExtractiveEngine(quoting)
    const known = createKnownQueries({ database, projectId })
    const questions = createDatabaseQuestions({
      known,
      async list() {
        const filter = { type: 'database', status: 'ready', parentId: null, offset: 0, limit: 50 } as const
        return (await resources.list(filter)).resources.filter(({ resourceId }) => !isLeftAlone(resourceId))
      },
      get: (resourceId) => resources.get(resourceId),
      select,
    })
    const rules = createRuleFiles(shared.dataDirectory, projectId)
    const facts = createFacts({
      database,
      projectId,
      redact: (texts) => readers.redact(texts),
      forgetRemoved: () => shared.forgetRemoved().catch(onBackgroundError),
    })
    const memory = createProjectMemory({
      database,
      projectId,
      model: inference.model,
      embed: (texts, options) => inference.embed(texts, options),
      covers: (text) => inference.covers(text),
      redact: (texts) => readers.redact(texts),
      readReport: (sessionId, version) => research.report(sessionId, version),
      verify: (report, signal) => engine.verifyReport(report, { signal }),
      settings: () => settings.get(),
      async facts(texts) {
        const isChinese = texts.some((text) => /\p{Script=Han}/u.test(text))
        return textOfFacts(await facts.read(), isChinese ? 'zh-CN' : 'en')
      },
      hooks: () => research.hooks,
      forgetRemoved: () => shared.forgetRemoved().catch(onBackgroundError),
      onBackgroundError,
      now: () => new Date(),
    })
    const { draftCall: _, ...fromLibrary } = quoting
    const learner = keep(
      createLearner({
        database,
        projectId,
        presence: shared.presence,
        engine: createExtractiveEngine({
          ...fromLibrary,
          // Nobody asked: it counts neither as use nor before what somebody waits for.
          recall: (query, options) => ownRecall.recall(query, options),
          embed: (texts, options) => inference.embed(texts, { ...options, priority: 'bulk' }),
        }),
        recall: ownRecall.recall,
        answers: memory.answers,
        settings: () => settings.get(),
        async isBusy() {
          if (shared.admission.isBusy()) return true
          const { byState, paused, answeredMeanwhile } = await library.summary()
          if ((!paused && countUnderWay(byState) > 0) || answeredMeanwhile !== undefined) return true
          return readsAnything(database)
        },
        onChanged(listener) {
          const stops = [
            settings.subscribe(() => listener(false)),
            onRevision(library, () => listener(true)),
            domains.subscribe(() => listener(true)),
          ]
          return () => {
            for (const stop of stops) stop()
          }
        },
        inTurn: shared.learnerTurns.run,
        forgetRemoved: () => shared.forgetRemoved().catch(onBackgroundError),
        onBackgroundError,
        now: () => new Date(),
      }),
    )
    const models = createSessionModels({
      resources,
      languageModels: {
        ...languageModels,
        generate(server, ...asked) {
          serviceStates.used(server.resourceId)
          return languageModels.generate(server, ...asked)
        },
      },
      settings,
      base: engine,
      readSources: recall.readSources,
      hasMemories: memory.hasMemories,
    })
    const exams = keep(createModelExams({ database, resources, languageModels, models, now }))
    const research = keep(
      createResearch({
        database,
        engine,
        models,
        pool,
        admission: shared.admission,
        projectId,
        librarySummary: () => library.summary(),
        sourceDates: (ids) => library.dates(ids),
        memory,
        pluginsHaving: createPluginsHaving(resources),
        readResource: (resourceId) => resources.get(resourceId),
        select,
        callLimits: async () => ({
          egress: { mode: settings.get().egress, hosts: settings.get().egressHosts },
          roots: await libraryFolders(database, projectId),
          rules: await rules.book(),
        }),
        addRule: (rule) => rules.add(rule),
        breakers,
        tools: [
          ...createOwnTools({
            recall,
            library,
            resources,
            questions,
            runCode: computations.run,
            answerOf: (callId) => readOutput(database, projectId, callId),
            now: () => new Date(),
          }),
          ...createMemoryTools(memory),
        ],
        toolProviders,
        async findResource(question, signal) {
          const resourceId = await questions.find(question, signal)
          if (resourceId !== null) return { type: 'database', capability: 'sql_query', resourceId }
          const found = await services.find(question, signal)
          if (found === null) return null
          const need = found.type === 'api' ? apiNeed : toolNeed
          return { ...need, resourceId: found.resourceId }
        },
        async askableResources() {
          const filter = { status: 'ready', parentId: null, offset: 0, limit: mostAskable } as const
          const kinds = (['database', 'api', 'mcp_server'] as const).map((type) => resources.list({ ...filter, type }))
          return (await Promise.all(kinds))
            .flatMap((page) => page.resources)
            .filter(({ resourceId }) => !isLeftAlone(resourceId))
            .slice(0, mostAskable)
        },
        onCallEnded: ({ tool, resourceId, error, ...call }) => {
          const { sessionId } = call
          const durationMs = Math.round(call.durationMs)
          shared.log.write({ event: 'tool_called', sessionId, tool, resourceId, durationMs, code: error?.code ?? null })
          if (resourceId === null) return
          const outcome = error === null ? ({ success: true } as const) : ({ success: false, error } as const)
          void resources.recordUse({ resourceId, ...call, ...outcome }).catch(onBackgroundError)
        },
        chooseResource: createChooseResource(resources, isLeftAlone),
      }),
    )
    const logged = {
      readAfter: research.projectEvents,
      onAppend: (appended: () => void) => research.subscribe(appended),
    }
    const stopLogging = followStream(
      logged,
      await research.lastProjectEvent(),
      ({ pieces }) => {
        for (const piece of pieces) logSession(shared.log, piece)
      },
      onBackgroundError,
    )
    keep({ close: stopLogging })
    /** What is removed leaves dumps and files of vectors, too. Where that fails it is done at the next start: the removal holds. */
    const thenForgotten = async <Value>(removal: Promise<Value>): Promise<Value> => {
      const value = await removal
      leavingFile = leavingFile.then(() => similarity.refreshFile()).catch(onBackgroundError)
      await shared.forgetRemoved().catch(onBackgroundError)
      return value
    }
    // Whoever removes does not wait for vectors to load; closing waits for them to leave.
    let leavingFile = Promise.resolve()
    keep({ close: () => leavingFile })
    return {
      projectId,
      library: {
        ...library,
        remove: (sourceIds) => thenForgotten(library.remove(sourceIds)),
        removeRoot: (root) => thenForgotten(library.removeRoot(root)),
        removeAnnotation: (annotationId) => thenForgotten(library.removeAnnotation(annotationId)),
      },
      research: {
        ...research,
        async remove(sessionId) {
          await research.remove(sessionId)
          await shared.forgetRemoved().catch(onBackgroundError)
          await resources.forgetSession(sessionId)
        },
      },
      pool,
      resources: {
        ...resources,
        async setActive(resourceId, active, approved) {
          await resources.setActive(resourceId, active, approved)
          if (active) breakers.forget(resourceId)
          else await serviceStates.forget([resourceId])
        },
        async refresh(resourceId) {
          // A server that is looked at again starts anew, also one that is left alone after a crash.
          await mcpServers.end(resourceId)
          return resources.refresh(resourceId)
        },
        async remove(resourceIds) {
          const removed = await resources.remove(resourceIds)
          await serviceStates.forget(resourceIds)
          await citations.forgetRemovedResources()
          return removed
        },
      },
      search: createSearch({ database, projectId, recall, domains }),
      domains,
      facts,
      learner,
      memory,
      rules,
      calls,
      exams,
      services: serviceStates,
      queries: {
        ...known,
        read: (resourceId, question) => questions.read(resourceId, question, closing),
        correct: (resourceId, question, reading) => questions.correct(resourceId, question, reading, closing),
        async forget(queryId) {
          await known.forget(queryId)
          await database.transaction(noteRemoval)
          await shared.forgetRemoved().catch(onBackgroundError)
        },
      },
      settings,
      async start({ resumeSessions }) {
        if (closing.aborted) return
        library.start()
        domains.start()
        await resources.start()
        if (resumeSessions) await research.resumeAll()
        await learner.start()
      },
      warmUp() {
        ;(reembedding.state()?.former?.similarity ?? similarity).warm()
        void resources.warm()
      },
      async isAtWork() {
        const { byState, paused, answeredMeanwhile } = await library.summary()
        if ((!paused && countUnderWay(byState) > 0) || answeredMeanwhile !== undefined) return true
        const { vectorizing, looking } = await resources.summary()
        if (vectorizing !== null || looking.length > 0) return true
        return (await research.list({})).some(({ state }) => workingStates.has(state) || resumableStates.has(state))
      },
      workingSessions: async () =>
        (await research.list({})).filter(({ state }) => workingStates.has(state)).map(({ title }) => title),
      close: closeAll,
    }
  } catch (error) {
    // Why it could not open counts, not what closing says on top of it.
    await closeAll().catch(onBackgroundError)
    throw error
  }
}

/** Whether a file of any project is being read. */
async function readsAnything(database: Database): Promise<boolean> {
  const reading = await database.query(`select project_id from sources where state in ('reading', 'embedding') limit 1`)
  return reading.length > 0
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
