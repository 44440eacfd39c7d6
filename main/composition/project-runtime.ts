import { isDeepStrictEqual } from 'node:util'
import { countUnderWay } from '../../contract/library/source'
import { followStream, type ProjectParts } from '../api'
import { createModelExams } from '../exams'
import { createFacts, textOfFacts } from '../facts'
import { createFileTools, createKeptBytes, keptFolder, makeExportFolder, usualExportFolder } from '../files'
import { logSession } from '../log'
import { createMemoryTools, createProjectMemory } from '../memory'
import { poolOfProject } from '../pool'
import { createExtractiveEngine, createPassageSampler, type ExtractivePorts, readLibraryContext } from '../reasoning'
import { createSearch } from '../recall'
import { chartToSvg } from '../report'
import { createResearch } from '../research'
import { createResources, createScanner, libraryFolders, makeScratch } from '../resources'
import { createRuleFiles } from '../safety'
import { egressOf, type Settings } from '../settings'
import { noteRemoval } from '../store'
import { createDatabaseQuestions, createKnownQueries, createResultQuestions } from '../text2sql'
import { createMutex } from '../threads'
import {
  type CallLimits,
  createCallGate,
  createCallMeanings,
  createCallRecords,
  createOwnTools,
  readKeptHashes,
  readOutput,
} from '../tools'
import { createChooseResource } from './choose-resource'
import { createFindResources } from './find-resources'
import { createLikeliestDatabases } from './likeliest-databases'
import { createOpenedParts } from './opened-parts'
import { createPluginsHaving } from './plugins-having'
import { openLearner } from './project-learner'
import { codePortsOf, onRevision, openLibrary } from './project-library'
import { openServices } from './project-services'
import { keepPoolInStep } from './resources-in-pool'
import { createServiceQuestions } from './service-questions'
import { createSessionModels } from './session-models'
import type { OpeningProject, SharedParts } from './shared-parts'
import { createToolMeanings } from './tool-meanings'

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

const workingStates = new Set(['coordinating', 'investigating', 'planning', 'running', 'reporting', 'verifying'])
/** What these wait for may come by itself, while the project is open. */
const resumableStates = new Set(['paused', 'blockedReview'])

// Over 300 lines: how the rooms of a project meet, read from top to bottom.

/** Opens the rooms of one project over what is shared. What was opened before a failure is closed again. */
export async function openProject(projectId: string, settings: Settings, shared: SharedParts): Promise<ProjectRuntime> {
  const { database, workersDir, inference, readers, secrets, onBackgroundError } = shared
  const { keep, closing, closeAll } = createOpenedParts()
  const opening: OpeningProject = { projectId, settings, shared, keep }
  try {
    const { library, recall, ownRecall, similarity, reembedding, citations, domains } = await openLibrary(opening)
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
    let egress = egressOf(settings.get())
    keep({
      close: settings.subscribe(() => {
        const allowed = egressOf(settings.get())
        if (!isDeepStrictEqual(allowed, egress)) resources.lookAgain()
        egress = allowed
      }),
    })
    const now = (): string => new Date().toISOString()
    const calls = createCallRecords(database, projectId)
    const { select, toolProviders, languageModels, mcpServers, computations, breakers, serviceStates } = openServices(
      opening,
      { resources, pool, calls, databases },
    )
    const isLeftAlone = (resourceId: string): boolean => breakers.of(resourceId).state === 'open'
    const services = createServiceQuestions(resources, toolProviders, isLeftAlone, createToolMeanings(inference))
    const quoting: ExtractivePorts = {
      recall: (query, options) => recall.recall(query, options),
      embed: (texts, options) => inference.embed(texts, options),
      covers: (text) => inference.covers(text),
      readSources: (sourceIds, around, options) => recall.readSources(sourceIds, around, options),
      readSourceText: (sourceId) => library.extractedText(sourceId),
      code: codePortsOf(recall),
      librarySummary: () => library.summary(),
      samplePassages: createPassageSampler({ database, projectId }),
      draftCall: services.draftCall,
    }
    const engine = createExtractiveEngine(quoting)
    const known = createKnownQueries({ database, projectId })
    const results = createResultQuestions({ databases, makeScratch, now })
    const questions = createDatabaseQuestions({
      known,
      list: createLikeliestDatabases(resources, isLeftAlone),
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
      library: (words, limits, signal) => readLibraryContext({ ...quoting, domains }, words, limits, now(), signal),
      hooks: () => research.hooks,
      forgetRemoved: () => shared.forgetRemoved().catch(onBackgroundError),
      onBackgroundError,
      now: () => new Date(),
    })
    const exportFolder = (): string => settings.get().exportFolder ?? usualExportFolder(shared.dataDirectory, projectId)
    const callLimits = async (): Promise<CallLimits> => ({
      egress: { mode: settings.get().egress, hosts: settings.get().egressHosts },
      thresholds: settings.get(),
      roots: await libraryFolders(database, projectId),
      rules: await rules.book(),
    })
    const meanings = keep(createCallMeanings({ database, projectId, encoder: inference, onBackgroundError }))
    const judge = createCallGate({ database, projectId, limits: callLimits, readResource: resources.get, meanings })
    const learner = openLearner(opening, { library, domains, ownRecall, judge, quoting, answers: memory.answers })
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
      pathOf: (sourceId) => library.originalPath(sourceId),
      hasMemories: memory.hasMemories,
      redact: (texts) => readers.redact(texts),
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
        readResource: resources.get,
        select,
        results,
        callLimits,
        callMeanings: meanings,
        addRule: (rule) => rules.add(rule),
        breakers,
        tools: [
          ...createOwnTools({
            recall,
            library,
            resources,
            questions,
            results,
            runCode: computations.run,
            answerOf: (callId) => readOutput(database, projectId, callId),
            // For programs; a report draws in the language of its reader.
            drawSvg: (chart) => chartToSvg(chart, 'en'),
            now: () => new Date(),
          }),
          ...createMemoryTools(memory),
          ...createFileTools({
            dataDirectory: shared.dataDirectory,
            projectId,
            roots: () => libraryFolders(database, projectId),
            exportFolder,
            now,
          }),
        ],
        writesFiles: () => settings.get().writesFiles,
        toolProviders,
        findResources: createFindResources(questions, services, resources, isLeftAlone),
        onChosen: (choice) => void resources.recordChoice(choice).catch(onBackgroundError),
        decliningDatabases: async (question, signal) => (await questions.find(question, signal)).declining(),
        passedOverDatabases: questions.passedOver,
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
        for (const piece of pieces) {
          logSession(shared.log, piece)
          shared.onSessionEvent(projectId, piece)
        }
      },
      onBackgroundError,
    )
    keep({ close: stopLogging })
    /** What is removed leaves dumps and files of vectors, too. Where that fails it is done at the next start: the removal holds. */
    /** What files were before calls of deleted sessions changed them goes with those. */
    const dropUnneededBytes = async (): Promise<void> => {
      const kept = createKeptBytes(keptFolder(shared.dataDirectory, projectId))
      await kept.keepOnly(await readKeptHashes(database, projectId)).catch(onBackgroundError)
    }
    const thenForgotten = async <Value>(removal: Promise<Value>): Promise<Value> => {
      const value = await removal
      leavingFile.run(() => similarity.refreshFile()).catch(onBackgroundError)
      await shared.forgetRemoved().catch(onBackgroundError)
      return value
    }
    // Whoever removes does not wait for vectors to load; closing waits for them to leave.
    const leavingFile = createMutex()
    keep({ close: () => leavingFile.idle() })
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
          await dropUnneededBytes()
          await shared.forgetRemoved().catch(onBackgroundError)
          await resources.forgetSession(sessionId)
        },
      },
      pool,
      citations,
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
      search: createSearch({ database, projectId, recall, domains, answersTo: memory.answersTo }),
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
      openExportFolder: () => makeExportFolder(exportFolder()),
      async start({ resumeSessions }) {
        if (closing.aborted) return
        await dropUnneededBytes()
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
