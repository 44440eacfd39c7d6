import { z } from 'zod'
import { callDecision, confirmationAnswer, openConfirmation } from '../calls/calls'
import { filePreview } from '../calls/file-change'
import { questionAnswer } from '../calls/service-question'
import { language } from '../language'
import { givenContext } from '../library/memory'
import { knownModel, modelExam, modelFit } from '../models/model-exam'
import { modelTurnView } from '../models/model-turn'
import { encodersView, searchModelName } from '../recall/search-models'
import { citationOrigin } from '../report/citation-origin'
import { reportEdit, reportFormat, reportTemplate, reportView } from '../report/report'
import { answerPlace, rerunAnswer } from '../report/rerun'
import { branchMode, checkpoint, checkpointId } from '../session/checkpoint'
import { checkpointView } from '../session/checkpoint-view'
import { engineName, roleEngines, roleMemory, workSwitches } from '../session/engine'
import {
  askMode,
  errorSnapshot,
  evidenceChoice,
  followUpQuestion,
  planStepDraft,
  redoneStep,
  sessionId,
  sessionSettings,
  sessionSummary,
  sessionView,
  stepAmendment,
  stepId,
  stepNeeds,
} from '../session/session'
import { sessionScope } from '../session/session-scope'
import { none } from './inputs'

const onSession = z.object({ sessionId })
const confirmationId = z.string().min(1).max(64)
const onReport = onSession.extend({ version: z.number().int().positive() })
/** A version of the report, the newest where none is named. Quarry's own words in it are in `language`, else in the report's. */
export const reportExport = onReport
  .partial({ version: true })
  .extend({ format: reportFormat, language: language.optional() })

/** Sessions, and the language models that they can have. */
export const sessionChannels = {
  'session.start': {
    input: z.object({
      question: z.string().max(20_000),
      /** Default: as the project's settings have it. */
      mode: askMode.optional(),
      settings: sessionSettings.omit({ writesFiles: true }).optional(),
      /** Whether its language model may ask to write files. Default: as the project's settings have it. */
      writesFiles: z.boolean().optional(),
      /** What alone it may use. Default: all of the project. */
      scope: sessionScope.optional(),
      /** The form of the session's reports. */
      template: reportTemplate.optional(),
      /** Default: as the project's settings have it. */
      engine: engineName.optional(),
      /** In single roles. Default: `engine`, else as the project's settings have it. */
      roleEngines: roleEngines.optional(),
      /** How single roles get at what the project remembers. Default: as the project's settings have it. */
      roleMemory: roleMemory.optional(),
      /** How it works. Default: as the project's settings have it. */
      ...workSwitches.partial().shape,
    }),
    output: z.object({ sessionId }),
  },
  'session.list': { input: z.object({ archived: z.boolean().optional() }), output: z.array(sessionSummary) },
  'session.view': { input: onSession, output: sessionView },
  'session.answer': { input: onSession.extend({ answer: z.string().max(20_000).nullable() }), output: none },
  /** Of a finished session: what follows is the report's next version. */
  'session.followUp': { input: onSession.extend(followUpQuestion.shape), output: none },
  /** Answers the last question of a finished session once more, by the same steps, or with one of them in other words. */
  'session.update': { input: onSession.extend({ redo: redoneStep.optional() }), output: none },
  /** Holds from the next version on. */
  'session.chooseEvidence': { input: onSession.extend({ choice: evidenceChoice }), output: none },
  /** What alone it may use for what is asked next; null: all of the project. */
  'session.setScope': { input: onSession.extend({ scope: sessionScope.nullable() }), output: none },
  /** Whether its language model may ask to write files from now on. */
  'session.setWritesFiles': { input: onSession.extend({ writesFiles: z.boolean() }), output: none },
  /** How a follow-up would be read: with what it leaves out filled in from the question before. */
  'session.understand': {
    input: onSession.extend({ question: z.string().max(20_000) }),
    output: z.object({ question: z.string() }),
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
  'session.sendBackPlan': {
    input: onSession.extend({
      remark: z.string().min(1).max(4000),
      /** What a person changed of the needs of steps; steps that are left out keep theirs. */
      needs: z.array(stepNeeds).max(50).optional(),
    }),
    output: none,
  },
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
  /** What steps of all sessions of the project wait for a person to allow, the oldest first. */
  'session.confirmations': { input: none, output: z.array(openConfirmation) },
  /** Allows or denies a call that a step waits for; the step goes on with the answer. */
  'session.answerConfirmation': {
    input: onSession.extend({ confirmationId }).extend(confirmationAnswer.shape),
    output: none,
  },
  /** Answers what a service asks while its call runs, with what was entered by the names of its fields. */
  'session.answerQuestion': {
    input: onSession.extend({ questionId: z.string().min(1).max(64), answer: questionAnswer }),
    output: none,
  },
  /** What the gate says of a call that a step waits for, with the arguments as a person changed them. */
  'session.checkConfirmation': {
    input: onSession.extend({ confirmationId, input: z.record(z.string(), z.unknown()) }),
    output: callDecision,
  },
  /** What such a call would do to a file, with the arguments as a person changed them; null of a call that writes none. */
  'session.previewConfirmation': {
    input: onSession.extend({ confirmationId, input: z.record(z.string(), z.unknown()) }),
    output: filePreview.nullable(),
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
  'models.fit': { input: z.object({ engine: engineName }), output: modelFit },
  /** Answers when the exam is over, null where it was ended; its progress is the topic `models`. */
  'models.examine': { input: z.object({ engine: engineName }), output: modelExam.nullable() },
  'models.endExam': { input: none, output: none },
  /** Cross-encoders in `models` of the data folder. */
  'models.rerankers': { input: none, output: z.array(z.string()) },
  /** Encoders in `models` of the data folder. */
  'models.encoders': { input: none, output: encodersView },
  /** Loads an encoder to see that it works, then has it used from the next start on; null: the built-in one. */
  'models.chooseEncoder': { input: z.object({ name: searchModelName.nullable() }), output: none },
} as const
