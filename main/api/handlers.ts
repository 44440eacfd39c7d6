import { workOf } from '../../contract/session/engine'
import { callsToCsv } from '../report'
import { withChosenServer } from './choose-server'
import { diagnosticsOf } from './diagnostics-file'
import type { AppHandlers, ProjectHandlers } from './dispatch'
import { exportReport, readReport } from './exported-report'
import { inspectDrop, takeDrop } from './intake'
import { readOriginal } from './original-file'
import type { AppParts, ProjectParts } from './runtime-parts'

/** Calls in one export at most. */
const exportedCalls = 100_000

/** Answers the channels of one project. */
export function createProjectHandlers(project: ProjectParts, app: AppParts): ProjectHandlers {
  const {
    calls,
    citations,
    domains,
    exams,
    facts,
    learner,
    library,
    memory,
    research,
    resources,
    rules,
    search,
    services,
    settings,
    pool,
    queries,
  } = project
  const intake = { library, resources, searchModels: app.searchModels }
  return {
    'library.inspect': ({ paths }) => inspectDrop(intake, paths),
    'library.add': ({ paths }) => takeDrop(intake, paths),
    'library.addNote': (note) => library.addNote(note),
    'library.list': (page) => library.list(page),
    'library.summary': async () => library.summary(),
    'library.facets': () => library.facets(),
    'library.label': (change) => library.label(change),
    'library.renameLabel': (change) => library.renameLabel(change),
    'library.removeLabel': (change) => library.removeLabel(change),
    'library.text': ({ sourceId, ...window }) => library.text(sourceId, window),
    'library.pageBoxes': ({ sourceId, start, end }) => library.pageBoxes(sourceId, start, end),
    'library.figures': ({ sourceId, start, end }) => library.figures(sourceId, start, end),
    'library.figurePictures': ({ sourceId, start }) => library.figurePictures(sourceId, start),
    'library.bytes': async ({ sourceId }) => readOriginal(await library.originalPath(sourceId)),
    'library.retry': ({ sourceIds }) => library.retry(sourceIds),
    'library.keepRedacted': ({ sourceId }) => library.keepRedacted(sourceId),
    'library.retryFailed': async () => ({ retried: await library.retryAllFailed() }),
    'library.pause': async ({ paused }) => (paused ? library.pause() : library.resume()),
    'library.rescan': () => library.rescan(),
    'library.previewRemoval': ({ sourceIds }) => library.previewDeletion(sourceIds),
    'library.remove': ({ sourceIds }) => library.remove(sourceIds),
    'library.previewRootRemoval': ({ root }) => library.previewRootRemoval(root),
    'library.removeRoot': ({ root }) => library.removeRoot(root),
    'library.addSample': async () => {
      const { added } = await takeDrop(intake, [app.samplesDirectory])
      return { added }
    },
    'library.work': ({ sourceId }) => library.work(sourceId),
    'library.describeWork': ({ sourceId, work }) => library.describeWork(sourceId, work),
    'library.annotations': ({ sourceId }) => library.annotations(sourceId),
    'library.annotate': (given) => library.annotate(given),
    'library.editAnnotation': (given) => library.editAnnotation(given),
    'library.removeAnnotation': ({ annotationId }) => library.removeAnnotation(annotationId),
    'library.versions': ({ sourceIds }) => library.versions(sourceIds),
    'library.citedBy': ({ sourceId }) => library.citedBy(sourceId),

    'recall.search': (asked) => search.search(asked),
    'recall.intent': ({ question }) => search.understand(question),

    'project.facts': () => facts.read(),
    'project.editFacts': (edit) => facts.edit(edit),
    'project.exportFolder': async () => ({ path: await project.openExportFolder() }),
    'domains.map': () => domains.map(),
    'domains.documents': ({ domainId, ...page }) => domains.documents(domainId, page),
    'domains.edit': (edit) => domains.edit(edit),
    'domains.merge': ({ domainId, into }) => domains.merge(domainId, into),
    'domains.remove': ({ domainId }) => domains.remove(domainId),
    'domains.rebuild': () => domains.rebuild(),
    'domains.stop': async () => domains.stop(),

    'calls.list': ({ filter, ...page }) => calls.list(filter, page),
    'calls.export': async ({ filter, format }) => {
      const found = (await calls.list(filter, { offset: 0, limit: exportedCalls })).calls
      const text = format === 'csv' ? callsToCsv(found) : `${JSON.stringify(found, null, 2)}\n`
      return { fileName: `quarry-calls.${format}`, text }
    },
    'calls.rate': (rating) => calls.rate(rating),
    'calls.undo': ({ callId }) => research.undoCalls.undo(callId),
    'calls.purge': () => calls.purge(),
    'calls.check': (call) => research.programCalls.check(call),
    'calls.record': (result) => research.programCalls.record(result),
    'tools.call': (request) => research.programCalls.call(request),
    'rules.list': () => rules.list(),
    'rules.remove': (seen) => rules.remove(seen),
    'rules.check': async (draft) => rules.check(draft),
    'rules.save': (change) => rules.save(change),
    'rules.try': async ({ change, call }) => {
      const { book, file, line } = await rules.bookWith(change)
      const decision = await research.programCalls.test(call, book)
      const isByDraft = decision.reasons.some(
        ({ fact }) => fact.kind === 'ruleDecides' && fact.values.file === file && fact.values.line === line,
      )
      return { decision, isByDraft }
    },
    'rules.test': (call) => research.programCalls.test(call),
    'rules.grants': () => calls.grants(),
    'rules.revoke': (grant) => calls.revoke(grant),

    'queries.read': ({ resourceId, question }) => queries.read(resourceId, question),
    'queries.correct': ({ resourceId, question, reading }) => queries.correct(resourceId, question, reading),
    'queries.list': () => queries.list(),
    'queries.forget': ({ queryId }) => queries.forget(queryId),
    'memory.list': (page) => memory.memories.list(page),
    'memory.add': (written) => memory.memories.add(written),
    'memory.edit': ({ memoryId, ...written }) => memory.memories.edit(memoryId, written),
    'memory.remove': async ({ ids }) => ({ removed: await memory.memories.remove(ids) }),
    'memory.answers': (page) => memory.answers.list(page),
    'learner.questions': (page) => learner.questions(page),
    'learner.remove': async ({ ids }) => ({ removed: await learner.remove(ids) }),
    'learner.pause': ({ paused }) => learner.setPaused(paused),
    'learner.ask': ({ questions }) => learner.ask(questions),
    'learner.stop': async () => learner.stop(),
    'memory.removeAnswers': async ({ ids }) => ({ removed: await memory.answers.remove(ids) }),
    'session.start': async ({ question, mode, settings: chosen, writesFiles, scope, template, ...asked }) => {
      const { engine, roleEngines, roleMemory } = asked
      const { engine: usual, roleEngines: usualRoles, roleMemory: usualMemory, askMode, ...project } = settings.get()
      const { clarify, autoAccept, resumesByItself, clarificationRounds, roleInstructions } = project
      // Who chooses an engine for a session wants that one in all of its roles.
      const roles = { ...(engine === undefined ? usualRoles : {}), ...roleEngines }
      const sessionId = await research.start({
        question,
        mode: mode ?? askMode,
        settings: {
          clarificationRounds,
          roleInstructions,
          roleMemory: { ...usualMemory, ...roleMemory },
          ...(chosen ?? { clarify, autoAccept, resumesByItself }),
          ...workOf(asked, workOf(chosen ?? {}, project)),
          ...(writesFiles !== undefined && { writesFiles }),
          ...(template !== undefined && { template }),
          ...(scope !== undefined && { scope }),
          roleEngines: roles,
        },
        engine: engine ?? usual,
      })
      return { sessionId }
    },
    'session.turns': ({ sessionId }) => research.turns(sessionId),
    'session.errors': ({ sessionId }) => research.errors(sessionId, 100),
    'session.given': ({ sessionId, version }) => research.given(sessionId, version),
    'session.engines': () => exams.list(),
    'models.fit': ({ engine }) => exams.fit(engine),
    'models.examine': ({ engine }) => exams.examine(engine),
    'models.endExam': async () => exams.stop(),
    'session.list': ({ archived }) => research.list(archived === undefined ? {} : { archived }),
    'session.view': ({ sessionId }) => research.view(sessionId),
    'session.answer': ({ sessionId, answer }) => research.answer(sessionId, answer),
    'session.followUp': ({ sessionId, ...question }) => research.followUp(sessionId, question),
    'session.update': ({ sessionId, redo }) => research.update(sessionId, redo),
    'session.chooseEvidence': ({ sessionId, choice }) => research.chooseEvidence(sessionId, choice),
    'session.setScope': ({ sessionId, scope }) => research.setScope(sessionId, scope),
    'session.setWritesFiles': ({ sessionId, writesFiles }) => research.setWritesFiles(sessionId, writesFiles),
    'session.understand': async ({ sessionId, question }) => ({
      question: await research.understand(sessionId, question),
    }),
    'session.report': ({ sessionId, version }) => readReport(research, sessionId, version),
    'session.editReport': ({ sessionId, version, edits, edit }) =>
      research.editReport({ sessionId, version }, edits, edit),
    'session.origins': ({ sessionId, version }) => research.origins(sessionId, version),
    'session.acceptPlan': ({ sessionId, steps }) => research.acceptPlan(sessionId, steps),
    'session.sendBackPlan': ({ sessionId, remark, needs }) => research.sendBackPlan(sessionId, remark, needs),
    'session.stop': ({ sessionId }) => research.stop(sessionId),
    'session.retry': ({ sessionId }) => research.retry(sessionId),
    'session.resume': ({ sessionId }) => research.resume(sessionId),
    'session.rerun': ({ sessionId, place }) => research.rerun(sessionId, place),
    'session.confirmations': () => research.confirmations(),
    'session.answerQuestion': ({ sessionId, questionId, answer }) =>
      research.answerQuestion(sessionId, questionId, answer),
    'session.answerConfirmation': ({ sessionId, confirmationId, ...answer }) =>
      research.answerConfirmation(sessionId, confirmationId, answer),
    'session.checkConfirmation': ({ sessionId, confirmationId, input }) =>
      research.checkConfirmation(sessionId, confirmationId, input),
    'session.previewConfirmation': ({ sessionId, confirmationId, input }) =>
      research.previewConfirmation(sessionId, confirmationId, input),
    'session.amendStep': ({ sessionId, stepId, change }) => research.amendStep(sessionId, stepId, change),
    'session.checkpoints': ({ sessionId }) => research.checkpoints(sessionId),
    'session.checkpoint': ({ sessionId, checkpointId }) => research.checkpoint(sessionId, checkpointId),
    'session.branch': async ({ sessionId, checkpointId, mode }) => ({
      sessionId: await research.branch(sessionId, checkpointId, mode),
    }),
    'session.rename': ({ sessionId, title }) => research.rename(sessionId, title),
    'session.archive': ({ sessionId, archived }) => research.archive(sessionId, archived),
    'session.previewRemoval': ({ sessionId }) => research.previewRemoval(sessionId),
    'session.remove': ({ sessionId }) => research.remove(sessionId),
    'session.export': async ({ sessionId, version, format, language }) =>
      exportReport(await readReport(research, sessionId, version), library, {
        format,
        language,
        paintPictures: app.paintPictures,
      }),

    'resources.inspectText': ({ text }) => resources.inspectText(text),
    'resources.addText': async ({ text }) => ({ added: await resources.addText(text) }),
    'resources.list': (filter) => resources.list(filter),
    'resources.get': ({ resourceId }) => resources.get(resourceId),
    'resources.summary': () => resources.summary(),
    'resources.match': ({ query, maxResources, types, keep }) => resources.match(query, { maxResources, types, keep }),
    'resources.feedback': ({ matchId, resourceId, feedback }) => resources.feedback(matchId, resourceId, feedback),
    'resources.history': ({ resourceId, limit }) => resources.history({ resourceId, limit }),
    'resources.forgetHistory': ({ resourceId }) => resources.forgetHistory(resourceId),
    'resources.dismissRemovedUses': () => resources.dismissRemovedUses(),
    'resources.setActive': ({ resourceId, active, approved }) => resources.setActive(resourceId, active, approved),
    'resources.refresh': ({ resourceId }) => resources.refresh(resourceId),
    'resources.check': ({ resourceId }) => services.check(resourceId),
    'resources.restart': ({ resourceId }) => services.restart(resourceId),
    'resources.stop': ({ resourceId }) => services.stop(resourceId),
    'resources.secrets': ({ resourceId }) => resources.secretsOf(resourceId),
    'resources.unlock': ({ resourceId, secrets }) => resources.unlock(resourceId, secrets),
    'resources.removeSecret': ({ resourceId, name }) => resources.removeSecret(resourceId, name),
    'resources.setServer': async ({ resourceId, choice }) => {
      const { apiServers } = settings.get()
      await settings.set({ apiServers: await withChosenServer(resources.get, apiServers, resourceId, choice) })
    },
    'resources.previewRemoval': async ({ resourceId }) => ({
      citingReports: await citations.countReportsCitingResource(resourceId),
    }),
    'resources.remove': ({ resourceIds }) => resources.remove(resourceIds),
    'resources.scan': () => resources.scan(),
    'resources.take': async ({ resourceIds }) => ({ added: await resources.take(resourceIds) }),

    'pool.setResource': async ({ resourceId, chosen }) => {
      const { [resourceId]: _before, ...others } = settings.get().poolResources
      await settings.set({ poolResources: chosen === null ? others : { ...others, [resourceId]: chosen } })
    },
    'settings.get': async () => settings.get(),
    'settings.set': (changes) => settings.set(changes),
    'project.diagnostics': () => diagnosticsOf(project, app),
    'models.rerankers': () => app.rerankers.list(),
    'models.encoders': () => app.searchModels.encoders(),
    async 'models.chooseEncoder'({ name }) {
      if (name !== null) await app.searchModels.tryEncoder(name)
      await settings.set({ encoder: name })
    },
    'settings.file': async () => settings.fileView(),
    'settings.writeDown': () => settings.writeDown(),
    'project.metrics': async () => ({
      ...(await research.metrics()),
      calls: await calls.metrics(),
      pool: pool.getStatusReport().types,
    }),
    'project.moveSources': ({ sourceIds, to }) => app.projects.moveSources(project.projectId, to, sourceIds),
  }
}

/** Answers the channels of the app as a whole. */
export function createAppHandlers(app: AppParts): AppHandlers {
  const { pool, projects } = app
  return {
    'pool.view': async () => pool.view(),
    'pool.clear': async ({ memberId }) => pool.clear(memberId),
    'pool.stop': async () => pool.stop(),
    'pool.start': async () => pool.start(),
    'pool.timeline': async ({ from, until }) => pool.timeline(from, until),
    'project.list': () => projects.list(),
    'project.create': ({ name }) => projects.create(name),
    'project.rename': ({ projectId, name }) => projects.rename(projectId, name),
    'project.archive': ({ projectId, archived }) => projects.archive(projectId, archived),
    'project.previewRemoval': ({ projectId }) => projects.previewRemoval(projectId),
    'project.remove': ({ projectId }) => projects.remove(projectId),
    'app.connections': (page) => app.connections.list(page),
    'app.doctor': () => app.doctor(),
    'app.status': () => app.status(),
  }
}
