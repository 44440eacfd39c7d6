import { z } from 'zod'
import { annotation, annotationId, annotationNote, textRange } from './annotation'
import { appSettings, machineStatus } from './app'
import { type AppTopic, isAppTopic } from './app-topics'
import { sourceWork, work } from './bibliography'
import {
  callDecision,
  callFilter,
  callRating,
  callRecord,
  confirmationAnswer,
  openConfirmation,
  programCall,
  programCallResult,
  ruleFileView,
  sessionGrant,
  toolAnswer,
  triedCall,
} from './calls'
import { branchMode, checkpoint, checkpointId } from './checkpoint'
import { checkpointView } from './checkpoint-view'
import { citationOrigin } from './citation-origin'
import { connectionRecord } from './connections'
import { doctorReport } from './doctor'
import { domainDocuments, domainEdit, domainMap, domainMerge, domainPage, domainView, onDomain } from './domain'
import { engineName, roleEngines, roleMemory } from './engine'
import { errorShape } from './errors'
import { intent } from './intent'
import { knownQuery, questionReading } from './known-query'
import { language } from './language'
import { learnerQuestion, learnerRun, learnerView } from './learner'
import { answerView, givenContext, memoryId, memoryView, writtenMemory } from './memory'
import { projectMetrics } from './metrics'
import { knownModel, modelExam, modelFit, modelsState } from './model-exam'
import { modelTurnView } from './model-turn'
import { pluginHash } from './plugin'
import { pooledResource, poolSpan, poolView } from './pool'
import { movedSources, projectId, projectName, projectRemoval, projectSummary } from './project'
import { factsEdit, projectFacts } from './project-facts'
import { queryRead } from './query-reading'
import { reportEdit, reportFormat, reportTemplate, reportView } from './report'
import { answerPlace, rerunAnswer } from './rerun'
import {
  matchAnswer,
  matchHistory,
  resourceId,
  resourceOffer,
  resourceStatus,
  resourceSummary,
  resourcesSummary,
  resourceType,
  takenResource,
  universalResource,
} from './resource'
import { searchAnswer, searchedAsTyped, searchQuery } from './search'
import { serviceView } from './service'
import {
  askMode,
  errorSnapshot,
  evidenceChoice,
  followUpQuestion,
  planStepDraft,
  redoneStep,
  sessionId,
  sessionProgress,
  sessionSettings,
  sessionSummary,
  sessionView,
  stepAmendment,
  stepId,
} from './session'
import { settingsFileView } from './settings-file'
import {
  deletionPreview,
  dropItem,
  label,
  labelKind,
  libraryFacets,
  librarySummary,
  pageBoxes,
  sourceFilter,
  sourceId,
  sourceText,
  sourceVersions,
  sourceView,
} from './source'
import { streamSubscription } from './streams'

const none = z.void()
const path = z.string().min(1).max(8192)
const onSession = z.object({ sessionId })
const onQuestion = z.object({ resourceId, question: z.string().trim().min(1).max(4000) })
const confirmationId = z.string().min(1).max(64)
const onReport = onSession.extend({ version: z.number().int().positive() })
/** A version of the report, the newest where none is named. Quarry's own words in it are in `language`, else in the report's. */
const reportExport = onReport.partial({ version: true }).extend({ format: reportFormat, language: language.optional() })
const rememberedPage = z.object({
  text: z.string().max(500).optional(),
  offset: z.number().int().nonnegative(),
  limit: z.number().int().min(1).max(500),
})
const rememberedIds = z.object({ ids: z.array(memoryId).min(1).max(10_000).nullable() })
const onResource = z.object({ resourceId })
const resourceIds = z.object({ resourceIds: z.array(resourceId).min(1).max(10_000) })
/** A pasted connection string or a whole document; an OpenAPI text may be tens of megabytes. */
const pastedText = z.object({ text: z.string().min(1).max(50_000_000) })
/** A need, in words. */
export const matchQuery = z.string().trim().min(1).max(4000)

/**
 * The one map of calls: each channel's input and output. The window reaches it over IPC, a command over the
 * socket; both parse the input here, in main. A call is made in a project, but for those whose scope is the app.
 */
export const channels = {
  /** The window names paths by tokens: of what a person dropped, pasted, chose, or started Quarry with. */
  'library.inspect': { input: z.object({ paths: z.array(path).min(1).max(10_000) }), output: z.array(dropItem) },
  'library.add': {
    input: z.object({ paths: z.array(path).min(1).max(10_000) }),
    output: z.object({
      added: z.number().int(),
      unchanged: z.number().int(),
      ignored: z.number().int(),
      /** The whole resources (not their parts) that the paths became beside documents. */
      resources: z.array(takenResource),
    }),
  },
  /**
   * With `notSecretsOf` the note takes the place of one that was made of the same text: a person says that what was redacted
   * there is no secret. Of that one nothing is kept that could be shown again, so the text comes once more.
   */
  'library.addNote': {
    input: z.object({
      title: z.string().max(300).optional(),
      text: z.string().min(1).max(5_000_000),
      notSecretsOf: sourceId.optional(),
    }),
    output: sourceView,
  },
  'library.list': {
    input: z.object({
      offset: z.number().int().nonnegative(),
      limit: z.number().int().min(1).max(500),
      filter: sourceFilter.optional(),
    }),
    output: z.object({ sources: z.array(sourceView), total: z.number().int() }),
  },
  'library.summary': { input: none, output: librarySummary },
  'library.facets': { input: none, output: libraryFacets },
  /** Gives sources a tag or collection, or takes it from them. One that no source has is no more. */
  'library.label': {
    input: z.object({
      kind: labelKind,
      name: label,
      sourceIds: z.array(sourceId).min(1).max(10_000),
      /** Whether they have it from now on. */
      has: z.boolean(),
    }),
    output: none,
  },
  /** Takes the name of another one: both are one then. */
  'library.renameLabel': { input: z.object({ kind: labelKind, name: label, to: label }), output: none },
  'library.removeLabel': { input: z.object({ kind: labelKind, name: label }), output: none },
  'library.text': {
    input: z.object({
      sourceId,
      around: z.number().int().nonnegative().optional(),
      length: z.number().int().min(1).max(400_000).optional(),
    }),
    output: sourceText,
  },
  'library.pageBoxes': {
    input: z.object({ sourceId, start: z.number().int().nonnegative(), end: z.number().int().nonnegative() }),
    output: z.array(pageBoxes),
  },
  /** The bytes of a PDF source, to be drawn in the window. */
  'library.bytes': { input: z.object({ sourceId }), output: z.instanceof(Uint8Array) },
  'library.retry': { input: z.object({ sourceIds: z.array(sourceId).min(1).max(10_000) }), output: none },
  'library.keepRedacted': { input: z.object({ sourceId }), output: none },
  'library.retryFailed': { input: none, output: z.object({ retried: z.number().int() }) },
  'library.pause': { input: z.object({ paused: z.boolean() }), output: none },
  'library.rescan': { input: none, output: z.object({ changed: z.number().int(), missing: z.number().int() }) },
  'library.previewRemoval': {
    input: z.object({ sourceIds: z.array(sourceId).min(1).max(100_000) }),
    output: deletionPreview,
  },
  'library.remove': { input: z.object({ sourceIds: z.array(sourceId).min(1).max(100_000) }), output: deletionPreview },
  'library.removeRoot': { input: z.object({ root: path }), output: deletionPreview },
  'library.previewRootRemoval': { input: z.object({ root: path }), output: deletionPreview },
  'library.addSample': { input: none, output: z.object({ added: z.number().int() }) },
  /** What a source is as a work: its authors, year, title, … */
  'library.work': { input: z.object({ sourceId }), output: sourceWork },
  /** Keeps what a person says that it is; null forgets it. Answers what is known then. */
  'library.describeWork': { input: z.object({ sourceId, work: work.nullable() }), output: sourceWork },
  /** A person's highlights and notes on a source, in the order of its text. */
  'library.annotations': { input: z.object({ sourceId }), output: z.array(annotation) },
  'library.annotate': {
    input: z.object({ sourceId, range: textRange.nullable(), note: annotationNote }),
    output: annotation,
  },
  'library.editAnnotation': { input: z.object({ annotationId, note: annotationNote }), output: annotation },
  'library.removeAnnotation': { input: z.object({ annotationId }), output: none },
  /** Of these sources those that have other versions in the library. */
  'library.versions': {
    input: z.object({ sourceIds: z.array(sourceId).min(1).max(200) }),
    output: z.array(sourceVersions),
  },
  'library.citedBy': {
    input: z.object({ sourceId }),
    output: z.array(
      z.object({
        sessionId,
        sessionTitle: z.string(),
        /** Version of the report. */
        version: z.number().int(),
        n: z.number().int(),
        sentence: z.string(),
        start: z.number().int(),
        end: z.number().int(),
      }),
    ),
  },

  'recall.search': { input: searchQuery, output: searchAnswer },
  /** How a question is understood. */
  'recall.intent': { input: z.object({ question: z.string().max(20_000) }), output: intent },

  'domains.map': { input: none, output: domainMap },
  /** The nearest to the centre first. */
  'domains.documents': { input: domainPage, output: domainDocuments },
  'domains.edit': { input: domainEdit, output: domainView },
  'domains.merge': { input: domainMerge, output: none },
  'domains.remove': { input: onDomain, output: none },
  /** Answers once they are found. */
  'domains.rebuild': { input: none, output: none },
  'domains.stop': { input: none, output: none },

  'session.start': {
    input: z.object({
      question: z.string().max(20_000),
      /** Default: as the project's settings have it. */
      mode: askMode.optional(),
      settings: sessionSettings.optional(),
      /** The form of the session's reports. */
      template: reportTemplate.optional(),
      /** Default: as the project's settings have it. */
      engine: engineName.optional(),
      /** In single roles. Default: `engine`, else as the project's settings have it. */
      roleEngines: roleEngines.optional(),
      /** How single roles get at what the project remembers. Default: as the project's settings have it. */
      roleMemory: roleMemory.optional(),
    }),
    output: z.object({ sessionId }),
  },
  /** How a question on a database would be read; asks nothing of it. */
  'queries.read': { input: onQuestion, output: questionReading },
  /** Keeps how a person wants questions of this kind read, once the query has run. */
  'queries.correct': { input: onQuestion.extend({ reading: queryRead }), output: queryRead },
  'queries.list': { input: none, output: z.array(knownQuery) },
  'queries.forget': { input: knownQuery.pick({ queryId: true }), output: none },
  'memory.list': {
    input: rememberedPage,
    output: z.object({ memories: z.array(memoryView), total: z.number().int() }),
  },
  'memory.add': { input: writtenMemory, output: memoryView },
  'memory.edit': { input: writtenMemory.extend({ memoryId }), output: memoryView },
  /** Null: all of the project. */
  'memory.remove': { input: rememberedIds, output: z.object({ removed: z.number().int() }) },
  /** What finished sessions answered. */
  'memory.answers': {
    input: rememberedPage,
    output: z.object({ answers: z.array(answerView), total: z.number().int() }),
  },
  'memory.removeAnswers': { input: rememberedIds, output: z.object({ removed: z.number().int() }) },
  'learner.view': { input: none, output: learnerView },
  /** What the background learner asked, the last asked first. */
  'learner.questions': {
    input: z.object({ offset: z.number().int().nonnegative(), limit: z.number().int().min(1).max(500) }),
    output: z.object({ questions: z.array(learnerQuestion), total: z.number().int() }),
  },
  /** With what was kept of them; null: all of the project. They are not asked again. */
  'learner.remove': {
    input: z.object({ ids: z.array(memoryId).min(1).max(1000).nullable() }),
    output: z.object({ removed: z.number().int() }),
  },
  'learner.pause': { input: z.object({ paused: z.boolean() }), output: none },
  /** Asks so many questions now, whatever the budget; answers once they are asked. */
  'learner.ask': { input: z.object({ questions: z.number().int().min(1).max(1000) }), output: learnerRun },
  'learner.stop': { input: none, output: none },
  'session.list': { input: z.object({ archived: z.boolean().optional() }), output: z.array(sessionSummary) },
  'session.view': { input: onSession, output: sessionView },
  'session.answer': { input: onSession.extend({ answer: z.string().max(20_000).nullable() }), output: none },
  /** Of a finished session: what follows is the report's next version. */
  'session.followUp': { input: onSession.extend(followUpQuestion.shape), output: none },
  /** Answers the last question of a finished session once more, by the same steps, or with one of them in other words. */
  'session.update': { input: onSession.extend({ redo: redoneStep.optional() }), output: none },
  /** Holds from the next version on. */
  'session.chooseEvidence': { input: onSession.extend({ choice: evidenceChoice }), output: none },
  /** How a follow-up would be read: with what it leaves out filled in from the question before. */
  'session.understand': {
    input: onSession.extend({ question: z.string().max(20_000) }),
    output: z.object({ question: z.string() }),
  },
  /** What was called, the newest first. */
  'calls.list': {
    input: z.object({
      filter: callFilter,
      offset: z.number().int().nonnegative(),
      limit: z.number().int().min(1).max(500),
    }),
    output: z.object({ calls: z.array(callRecord), total: z.number().int() }),
  },
  /** At most 100,000 calls, as one file's text. */
  'calls.export': {
    input: z.object({ filter: callFilter, format: z.enum(['csv', 'json']) }),
    output: z.object({ fileName: z.string(), text: z.string() }),
  },
  'calls.rate': { input: callRating, output: none },
  /** Removes calls of deleted sessions and of other programs. */
  'calls.purge': { input: none, output: none },
  /** May this run? Decides and records, and runs nothing. */
  'calls.check': { input: programCall, output: callDecision.extend({ callId: z.string() }) },
  /** What came of a call that was checked, once. */
  'calls.record': { input: programCallResult, output: none },
  /** Has one of Quarry's own tools called, through the gate. */
  'tools.call': {
    input: z.object({
      tool: z.string().min(1).max(64),
      resourceId: resourceId.nullable(),
      input: z.record(z.string(), z.unknown()),
    }),
    output: toolAnswer,
  },
  /** Files of rules, as they are now, with everything that is wrong with them. */
  'rules.list': { input: none, output: z.array(ruleFileView) },
  'rules.remove': { input: z.object({ path, line: z.number().int().positive() }), output: none },
  /** What the gate would decide on a call. Runs and records nothing. */
  'rules.test': { input: triedCall, output: callDecision },
  /** What is allowed for a session, the newest first. */
  'rules.grants': { input: none, output: z.array(sessionGrant) },
  /** Takes back what was allowed for a session: the next such call asks again. */
  'rules.revoke': {
    input: sessionGrant.pick({ sessionId: true, tool: true, server: true, resourceId: true }),
    output: none,
  },
  /** A version of the report, the newest where none is named. */
  'session.report': { input: onReport.partial({ version: true }), output: reportView },
  /** `edits`: how many edits of the version the person saw. An edited sentence is checked against what it cites. */
  'session.editReport': {
    input: onReport.extend({ edits: z.number().int().nonnegative(), edit: reportEdit }),
    output: none,
  },
  /** Which steps found what a version of the report cites. */
  'session.origins': { input: onReport, output: z.array(citationOrigin) },
  'session.acceptPlan': { input: onSession.extend({ steps: z.array(planStepDraft).min(1).max(50) }), output: none },
  'session.sendBackPlan': { input: onSession.extend({ remark: z.string().min(1).max(4000) }), output: none },
  'session.stop': { input: onSession, output: none },
  'session.retry': { input: onSession, output: none },
  'session.resume': { input: onSession, output: none },
  /** Of an answer that the session keeps: asks the same again, where that only reads. */
  'session.rerun': { input: onSession.extend({ place: answerPlace }), output: rerunAnswer },
  /** What a language model was asked in the session, word by word. */
  'session.turns': { input: onSession, output: z.array(modelTurnView) },
  /** Errors that ended its work, the newest first, at most 100. */
  'session.errors': { input: onSession, output: z.array(errorSnapshot) },
  /** What the engine was given of what the project remembers, for each part of a version. */
  'session.given': { input: onReport, output: z.array(givenContext) },
  /** Language models that sessions can be asked with, each with its last exam. */
  'session.engines': { input: none, output: z.array(knownModel) },
  'models.fit': { input: z.object({ engine: engineName }), output: modelFit },
  /** Answers when the exam is over, null where it was ended; its progress is the topic `models`. */
  'models.examine': { input: z.object({ engine: engineName }), output: modelExam.nullable() },
  'models.endExam': { input: none, output: none },
  /** What steps of all sessions of the project wait for a person to allow, the oldest first. */
  'session.confirmations': { input: none, output: z.array(openConfirmation) },
  /** Allows or denies a call that a step waits for; the step goes on with the answer. */
  'session.answerConfirmation': {
    input: onSession.extend({ confirmationId }).extend(confirmationAnswer.shape),
    output: none,
  },
  /** What the gate says of a call that a step waits for, with the arguments as a person changed them. */
  'session.checkConfirmation': {
    input: onSession.extend({ confirmationId, input: z.record(z.string(), z.unknown()) }),
    output: callDecision,
  },
  /** Of a blocked step, while the session waits for a person; `session.resume` then goes on. */
  'session.amendStep': { input: onSession.extend({ stepId, change: stepAmendment }), output: none },
  /** Moments of the session to which a person can go back, oldest first. */
  'session.checkpoints': { input: onSession, output: z.array(checkpoint) },
  /** What the session knew at one of them. */
  'session.checkpoint': { input: onSession.extend({ checkpointId }), output: checkpointView },
  /** Starts a session that goes on from there; this one stays as it is. */
  'session.branch': { input: onSession.extend({ checkpointId, mode: branchMode }), output: z.object({ sessionId }) },
  'session.rename': { input: onSession.extend({ title: z.string().min(1).max(300) }), output: none },
  'session.archive': { input: onSession.extend({ archived: z.boolean() }), output: none },
  'session.previewRemoval': {
    input: onSession,
    output: z.object({
      steps: z.number().int(),
      citations: z.number().int(),
      memories: z.number().int(),
      running: z.boolean(),
    }),
  },
  'session.remove': { input: onSession, output: none },
  /** As one file: Markdown, self-contained HTML, Word (its bytes in base64), or its cited sources as references. */
  'session.export': {
    input: reportExport,
    output: z.object({ fileName: z.string(), text: z.string(), encoding: z.enum(['utf8', 'base64']) }),
  },

  /** What a pasted text (connection string, `mcpServers` JSON, API description) would become. */
  'resources.inspectText': { input: pastedText, output: z.array(resourceOffer) },
  'resources.addText': { input: pastedText, output: z.object({ added: z.array(takenResource) }) },
  'resources.list': {
    input: z.object({
      type: resourceType.optional(),
      status: resourceStatus.optional(),
      text: z.string().max(500).optional(),
      /** Parts of one resource; null for whole ones only; left out for both. */
      parentId: resourceId.nullable().optional(),
      offset: z.number().int().nonnegative(),
      limit: z.number().int().min(1).max(500),
    }),
    output: z.object({
      resources: z.array(resourceSummary),
      total: z.number().int(),
      /** Counts under the same filter without its type. */
      byType: z.record(resourceType, z.number().int()),
    }),
  },
  'resources.get': { input: onResource, output: universalResource },
  'resources.summary': { input: none, output: resourcesSummary },
  'resources.match': {
    input: z.object({
      query: matchQuery,
      maxResources: z.number().int().min(1).max(50).default(5),
      types: z.array(resourceType).min(1).optional(),
    }),
    output: matchAnswer,
  },
  'resources.feedback': {
    input: z.object({ matchId: z.string().min(1).max(64), resourceId, feedback: z.enum(['helpful', 'unhelpful']) }),
    output: none,
  },
  'resources.history': {
    input: z.object({ resourceId: resourceId.optional(), limit: z.number().int().min(1).max(200) }),
    output: matchHistory,
  },
  /** Forgets what was learned, of one resource or of all. */
  'resources.forgetHistory': {
    input: z.object({ resourceId: resourceId.optional() }),
    output: z.object({ forgotten: z.number().int() }),
  },
  /** A person has read what an update removed: no history mentions it from then on. */
  'resources.dismissRemovedUses': { input: none, output: none },
  'resources.setActive': {
    /** `approved`: hash of the plugin that a person saw; a plugin is switched on with no other. */
    input: onResource.extend({ active: z.boolean(), approved: pluginHash.optional() }),
    output: none,
  },
  /** Looks again now. */
  'resources.refresh': { input: onResource, output: universalResource },
  /** The service behind a resource, as it is in this run. */
  'resources.service': { input: onResource, output: serviceView },
  /** Asks the service whether it is there, where that is allowed. */
  'resources.check': { input: onResource, output: serviceView },
  /** Of an MCP server. A program starts once a person allowed it. */
  'resources.restart': { input: onResource, output: serviceView },
  /** Of an MCP server: it starts again with the next call. */
  'resources.stop': { input: onResource, output: serviceView },
  'resources.unlock': {
    input: onResource.extend({ secrets: z.record(z.string().min(1).max(200), z.string().max(10_000)) }),
    output: universalResource,
  },
  'resources.remove': { input: resourceIds, output: z.object({ removed: z.number().int() }) },
  /** Looks for what is already on the machine; takes nothing in. */
  'resources.scan': {
    input: none,
    output: z.object({
      offers: z.array(resourceOffer),
      /** Places that were looked at. */
      looked: z.array(z.string()),
      failures: z.array(z.object({ place: z.string(), error: errorShape })),
    }),
  },
  /** Takes offers of the last scan or `inspectText` in. */
  'resources.take': { input: resourceIds, output: z.object({ added: z.array(takenResource) }) },

  'pool.view': { scope: 'app', input: none, output: poolView },
  /** Gives a member in error back to the pool: a person has looked at it. */
  'pool.clear': { scope: 'app', input: z.object({ memberId: z.string().min(1).max(300) }), output: none },
  /** Hands out nothing more; what is held finishes. */
  'pool.stop': { scope: 'app', input: none, output: none },
  'pool.start': { scope: 'app', input: none, output: none },
  /** Spans that touch a stretch of the last hour: more of them than the view holds. */
  'pool.timeline': {
    scope: 'app',
    input: z.object({ from: z.iso.datetime(), until: z.iso.datetime() }),
    output: z.object({ spans: z.array(poolSpan), total: z.number().int() }),
  },
  /** Sets slots and levels of a resource in the pool; null: as by itself. */
  'pool.setResource': { input: onResource.extend({ chosen: pooledResource.nullable() }), output: none },
  'settings.get': { input: none, output: appSettings },
  'settings.set': { input: appSettings.partial(), output: appSettings },
  /** A text for whoever helps: checks, counts, settings, errors and the log, without names of sources or anything of them. */
  'project.diagnostics': { input: none, output: z.object({ fileName: z.string(), text: z.string() }) },
  /** Cross-encoders in `models` of the data folder. */
  'models.rerankers': { input: none, output: z.array(z.string()) },
  'settings.file': { input: none, output: settingsFileView },
  /** Into `settings.yaml`: all that is not as it comes. */
  'settings.writeDown': { input: none, output: none },
  /** What the project is: found in its sources, and as a person wrote it. */
  'project.facts': { input: none, output: projectFacts },
  'project.editFacts': { input: factsEdit, output: projectFacts },
  'project.list': { scope: 'app', input: none, output: z.array(projectSummary) },
  'project.create': { scope: 'app', input: z.object({ name: projectName }), output: projectSummary },
  'project.rename': { scope: 'app', input: z.object({ projectId, name: projectName }), output: projectSummary },
  'project.archive': { scope: 'app', input: z.object({ projectId, archived: z.boolean() }), output: projectSummary },
  'project.previewRemoval': { scope: 'app', input: z.object({ projectId }), output: projectRemoval },
  /** It is gone at once for everybody; what it holds is removed piece by piece, at the next start where need be. */
  'project.remove': { scope: 'app', input: z.object({ projectId }), output: none },
  /** How the project's calls, sessions and language models did, and how the pool is used. */
  'project.metrics': { input: none, output: projectMetrics },
  /** To another project, with all that was read of them. */
  'project.moveSources': {
    input: z.object({ sourceIds: z.array(sourceId).min(1).max(10_000), to: projectId }),
    output: movedSources,
  },
  /** Everything that was allowed or refused to connect, in all projects, the newest first. */
  'app.connections': {
    scope: 'app',
    input: z.object({ offset: z.number().int().nonnegative(), limit: z.number().int().min(1).max(500) }),
    output: z.object({ connections: z.array(connectionRecord), total: z.number().int() }),
  },
  'app.doctor': { scope: 'app', input: none, output: doctorReport },
  'app.status': { scope: 'app', input: none, output: machineStatus },
} as const

export type Channels = typeof channels
/** Channels that are called in a project; the others belong to the app. */
export type ProjectChannel = {
  [Name in Channel]: Channels[Name] extends { scope: 'app' } ? never : Name
}[Channel]
export const isProjectChannel = (channel: Channel): channel is ProjectChannel => !('scope' in channels[channel])
export type Channel = keyof Channels
export type ChannelInput<Name extends Channel> = z.input<Channels[Name]['input']>
export type ChannelOutput<Name extends Channel> = z.output<Channels[Name]['output']>

/** Channels that only the window has: they need the desktop. */
export const desktopChannels = {
  /** Tokens of what was chosen. */
  'desktop.chooseFiles': { scope: 'app', input: z.object({ folders: z.boolean() }), output: z.array(z.string()) },
  /** Asks where to, then writes the report. Null where the person cancelled. */
  'desktop.saveReport': {
    input: reportExport.extend({ format: z.enum([...reportFormat.options, 'pdf']) }),
    output: z.object({ path: z.string() }).nullable(),
  },
  /** Asks where to, then writes recorded calls. Null where the person cancelled. */
  'desktop.saveCalls': {
    input: channels['calls.export'].input,
    output: z.object({ path: z.string() }).nullable(),
  },
  /** Saves `project.diagnostics` where the person wants it. Null where they cancelled. */
  'desktop.saveDiagnostics': { input: none, output: z.object({ path: z.string() }).nullable() },
  'desktop.showInFolder': { input: z.object({ sourceId }), output: none },
  /** Starts again after a failed start; fails with why the new one failed. */
  'desktop.retryStart': { scope: 'app', input: none, output: none },
  /** Copies the token of the HTTP API; the window never has it. */
  'desktop.copyHttpToken': { scope: 'app', input: none, output: none },
  /** Makes another and copies it: the one before is refused from then on. */
  'desktop.renewHttpToken': { scope: 'app', input: none, output: none },
  'desktop.copyText': { scope: 'app', input: z.object({ text: z.string().max(10_000_000) }), output: none },
} as const
export type DesktopChannels = typeof desktopChannels
export type DesktopChannel = keyof DesktopChannels
export type ProjectDesktopChannel = {
  [Name in DesktopChannel]: DesktopChannels[Name] extends { scope: 'app' } ? never : Name
}[DesktopChannel]

/** What every call carries beside its channel. */
export const callEnvelope = z.object({
  /** Null for the app's own channels. */
  projectId: projectId.nullable(),
  input: z.unknown().optional(),
})
export type CallEnvelope = z.infer<typeof callEnvelope>

/** What main streams to whoever subscribed: each topic's value is whole, newest wins. */
export const topics = {
  library: z.object({ summary: librarySummary, inFlight: z.array(sourceView) }),
  sessions: z.array(sessionSummary),
  session: sessionView,
  /** Apart from the session, which is read from rows only when they changed: this moves many times a second. */
  sessionProgress,
  pool: poolView,
  resources: resourcesSummary,
  /** Of the resource that is its key. Whoever follows it has it checked. */
  service: serviceView,
  domains: domainMap,
  learner: learnerView,
  status: machineStatus,
  models: modelsState,
  settings: appSettings,
  settingsFile: settingsFileView,
  /** Of the query that is its key, `searchQuery` as JSON, as it is typed. */
  recall: searchedAsTyped,
  projects: z.array(projectSummary),
  /** Tokens of the paths of a start, or a second one: the window shows the drop sheet for them. */
  intake: z.object({ tokens: z.array(z.string()) }),
  command: z.enum([
    'newSession',
    'search',
    'searchPage',
    'palette',
    'shortcuts',
    'help',
    'addFiles',
    'addFolder',
    'about',
    'settings',
    'resources',
    'match',
    'scan',
    'pool',
    'calls',
    'memory',
    'domains',
  ]),
} as const
export type Topics = typeof topics
export type Topic = keyof Topics
export type ProjectTopic = Exclude<Topic, AppTopic>
export type TopicValue<Name extends Topic> = z.output<Topics[Name]>

/** Topics of one session or resource, whose id is their key, or of one query. */
const keyedTopics: ReadonlySet<Topic> = new Set(['session', 'sessionProgress', 'service', 'recall'])

/** Asks main to stream a topic, of a project but for those of the app; one of a session or query needs its key. */
const topicSubscription = z
  .object({
    topic: z.enum(Object.keys(topics) as [Topic, ...Topic[]]),
    projectId: projectId.nullable(),
    key: z.string().min(1).max(20_000).nullable(),
  })
  .refine(({ topic, projectId }) => isAppTopic(topic) || projectId !== null, 'This topic is one of a project.')
  .refine(({ topic, key }) => !keyedTopics.has(topic) || key !== null, 'This topic needs its key.')

/** What may be asked for over the wire: a topic, or a stream. */
export const subscription = z.union([topicSubscription, streamSubscription])
export type Subscription = z.infer<typeof subscription>
