import { z } from 'zod'
import { confirmationView } from '../calls/calls'
import { serviceQuestion } from '../calls/service-question'
import { errorShape } from '../error-shape'
import { sourceId } from '../library/source'
import { memberType } from '../pool/pool'
import { memberName, waitFact } from '../pool/pool-facts'
import { recallHit, recallReason } from '../recall/recall'
import { place } from '../report/place'
import { reportTemplate, reportVersion, reportView } from '../report/report'
import { branchOrigin, branchView } from './checkpoint'
import { branchMark } from './checkpoint-facts'
import { roleEngines, roleInstructions, roleMemory, workSwitches } from './engine'
import { resourceChoice } from './resource-choice'
import { clarificationFact, sessionEventFact } from './session-facts'
import { scopeItem, sessionScope } from './session-scope'
import { doneWhen } from './step-criterion'

// Over 300 lines: a session with all that it is made of; most schemas here are part of a later one.

export const sessionId = z.string().min(1).max(64)
export const stepId = z.string().min(1).max(64)

/**
 * How a question is worked on: with a look around and a plan that a person reviews; at once, by a search for each of its
 * parts; or by the language model that writes, alone, without the library.
 */
export const askMode = z.enum(['research', 'quick', 'modelOnly'])
export type AskMode = z.infer<typeof askMode>

/** A step of the plan before that is searched for anew, in these words. */
export const redoneStep = z.object({ stepId, query: z.string().trim().min(1).max(2000) })
export type RedoneStep = z.infer<typeof redoneStep>

/** A question of a session: the first one, or a follow-up. Each has a version of the report. */
export const askedQuestion = z.object({
  /** It stands by itself: what a follow-up leaves out is filled in. */
  text: z.string(),
  /** As a person typed it, where that was read as `text`. */
  typed: z.string().nullable(),
  /** `update`: answered once more by the steps of the version before, with what the library holds now. */
  mode: z.enum([...askMode.options, 'update']),
  /** Of an update: the one step that runs again; left out: all of them. */
  redo: redoneStep.optional(),
})
export type AskedQuestion = z.infer<typeof askedQuestion>

/** What is asked of a finished session. */
export const followUpQuestion = z.object({
  question: z.string().trim().min(1).max(20_000),
  mode: askMode.default('research'),
  /**
   * What a person typed, where `question` is how they want it read. Left out: Quarry fills in what the question leaves
   * out.
   */
  typed: z.string().max(20_000).optional(),
})
export type FollowUpQuestion = z.infer<typeof followUpQuestion>

/** What the next version of a report is to answer: a further question, or the last one once more. */
export type NextVersion = FollowUpQuestion | { readonly mode: 'update'; readonly redo?: RedoneStep | undefined }

/** Life of a session, as rows keep it. */
export const sessionState = z.enum([
  'coordinating',
  'awaitingClarification',
  'investigating',
  'planning',
  'awaitingPlanReview',
  'running',
  'reporting',
  'verifying',
  'done',
  'paused',
  'blockedReview',
  'stopped',
  'failed',
])
export type SessionState = z.infer<typeof sessionState>

export const stepState = z.enum([
  'pending',
  'allocating',
  'running',
  'awaitingConfirmation',
  'observed',
  'blocked',
  'failed',
  'skipped',
])
export type StepState = z.infer<typeof stepState>

/** Questions that may be asked back before Quarry works with what it has. */
export const clarificationRounds = z.number().int().min(1).max(10)
export const usualClarificationRounds = 3

export const clarificationRound = z.object({
  round: clarificationRounds,
  kind: z.enum(['emptyQuestion', 'tooBroad', 'nothingIndexed', 'unclear']),
  /** What is asked, and why. */
  prompt: clarificationFact,
  reason: clarificationFact,
  suggestions: z.array(z.string()),
  answer: z.string().nullable(),
})
export type ClarificationRound = z.infer<typeof clarificationRound>

export const theme = z.object({
  name: z.string(),
  phrases: z.array(z.string()),
  passages: z.number().int(),
  sources: z.number().int(),
})
export type Theme = z.infer<typeof theme>

export const investigationView = z.object({
  themes: z.array(theme),
  hits: z.array(recallHit),
  passagesSearched: z.number().int(),
})
export type InvestigationView = z.infer<typeof investigationView>

/** What a step needs of the pool beside its executor: a member of this type that reaches the level, 1 to 10. */
export const stepRequirement = z.object({
  type: memberType,
  /** Null where any member of the type will do. */
  capability: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,63}$/)
    .nullable(),
  level: z.number().int().min(1).max(10),
  /** Only this resource will do; null: any that fits. */
  resourceId: z.string().min(1).max(200).nullable().default(null),
  /** How the resource was chosen; left out where it was not, and of plans of older versions. */
  choice: resourceChoice.optional(),
})
export type StepRequirement = z.infer<typeof stepRequirement>

/** What a step does: it gathers evidence (passages, queries, calls), or works on what the steps that it waits for found. */
export const stepType = z.enum(['research', 'processing'])
export type StepType = z.infer<typeof stepType>

/** A step as a person edits it. */
export const planStepDraft = z.object({
  id: stepId,
  title: z.string().min(1).max(300),
  /** What is searched for in this step. */
  query: z.string().min(1).max(2000),
  dependsOn: z.array(stepId),
  skipped: z.boolean(),
  /** `research` where it is left out, and of plans of older versions. */
  type: stepType.default('research'),
  doneWhen: doneWhen.default(''),
  requirements: z.array(stepRequirement).max(8).default([]),
})
export type PlanStepDraft = z.infer<typeof planStepDraft>

/** What a step of a plan that is sent back is to need. */
export const stepNeeds = z.object({ stepId, requirements: z.array(stepRequirement).max(8) })
export type StepNeeds = z.infer<typeof stepNeeds>

/** What a person may change of a blocked step while the plan runs: leave it out, or have it need something else. */
export const stepAmendment = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('skip') }),
  z.object({ kind: z.literal('require'), requirements: z.array(stepRequirement).max(8) }),
])
export type StepAmendment = z.infer<typeof stepAmendment>

/**
 * What code can tell of a step that has run: the most that it brought. `isMet`: whether that is what its criterion asks
 * for; null where the criterion is in words of a person or a model, which no code judges.
 */
export const stepCheck = z.object({
  brought: z.enum(['nothing', 'evidence', 'answer', 'figure']),
  isMet: z.boolean().nullable(),
})
export type StepCheck = z.infer<typeof stepCheck>

export const stepView = planStepDraft.extend({
  position: z.number().int().nonnegative(),
  /** Where the step comes from: the question's own aspect, a theme of the material, a person, or a plugin. */
  origin: z.enum(['question', 'theme', 'person', 'plugin']),
  state: stepState,
  executor: memberName.nullable(),
  /** What a blocked or waiting step waits for. */
  waitsFor: waitFact.nullable(),
  /**
   * Why a blocked step is blocked: others hold what it needs, or its service does not answer (it goes on by itself), or
   * nobody has it (a person adds it, lowers the requirement, or skips the step). Null of every other step.
   */
  blockedBy: z.enum(['resource_shortage', 'dependency_not_ready', 'missing_resource']).nullable(),
  /** Members beside the executor that it holds, or held. */
  resources: z.array(memberName),
  found: z.number().int().nullable(),
  kept: z.number().int().nullable(),
  durationMs: z.number().nullable(),
  /** Null before it has run, and of a step without a criterion. */
  check: stepCheck.nullable(),
  error: errorShape.nullable(),
})
export type StepView = z.infer<typeof stepView>

/** What a version of a plan has otherwise than the one before it. */
export const planChanges = z.object({
  /** Ids of steps that it did not have. */
  added: z.array(stepId),
  /** Steps that it had, as they were. */
  changed: z.array(z.object({ id: stepId, title: z.string(), query: z.string(), type: stepType, doneWhen })),
  /** Titles of steps that are gone. */
  removed: z.array(z.string()),
})
export type PlanChanges = z.infer<typeof planChanges>

export const planView = z.object({
  version: z.number().int().positive(),
  /** Of a plan that waits for review; absent of the first version. */
  changes: planChanges.optional(),
  steps: z.array(stepView),
  /** The remark with which a person sent the last version back. */
  remark: z.string().nullable(),
  approvedAt: z.string().nullable(),
})
export type PlanView = z.infer<typeof planView>

/** One sentence that a step of the newest plan kept, at its own place, and why that was found. */
export const stepEvidence = z.object({
  stepId,
  sentence: z.string(),
  place,
  /** Relevance of the sentence to the step's query, 0..1. */
  score: z.number(),
  /** Null of what no recall found: the answer of a query or call. */
  reason: recallReason.nullable(),
})
export type StepEvidence = z.infer<typeof stepEvidence>

/** A sentence that a person wants kept, at its place. */
const pinnedEvidence = z.object({ sentence: z.string(), place })

/** What a person decides of evidence: for every next version of the session's report. */
export const evidenceChoice = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('neverUse'), sourceId, isNever: z.boolean() }),
  /** What a version of the report cites by this number. */
  z.object({ kind: z.literal('pin'), version: z.number().int().positive(), n: z.number().int().positive() }),
  /** Pinned evidence by the key of its place (`keyOfPlace`). */
  z.object({ kind: z.literal('unpin'), placeKey: z.string().max(200_000) }),
])
export type EvidenceChoice = z.infer<typeof evidenceChoice>

export const sessionSettings = z.object({
  clarify: z.boolean(),
  /** Absent: the usual number. */
  clarificationRounds: clarificationRounds.optional(),
  autoAccept: z.boolean(),
  /** Whether a paused session goes on by itself once what it waits for is free. Absent: yes. */
  resumesByItself: z.boolean().optional(),
  /** What reasons in single roles. Absent: the session's engine. */
  roleEngines: roleEngines.optional(),
  /** What models are told beside their prompts. Absent: nothing. */
  roleInstructions: roleInstructions.optional(),
  /** How its roles get at what the project remembers. Absent: as usual. */
  roleMemory: roleMemory.optional(),
  /** How it works. Absent: everything is on. */
  ...workSwitches.partial().shape,
  /** Whether its language model may ask to write files. Absent: as the project has it. */
  writesFiles: z.boolean().optional(),
  /** The form of its reports. Absent: a report. */
  template: reportTemplate.optional(),
  /** What alone it may use. Absent: all of the project. */
  scope: sessionScope.optional(),
  /** Sources that it never uses. */
  neverUse: z.array(sourceId).max(1000).optional(),
  /** Evidence that each next version keeps. */
  pinned: z.array(pinnedEvidence).max(100).optional(),
})
export type SessionSettings = z.infer<typeof sessionSettings>

export const sessionSummary = z.object({
  id: sessionId,
  title: z.string(),
  question: z.string(),
  state: sessionState,
  stepsDone: z.number().int(),
  stepsTotal: z.number().int(),
  archived: z.boolean(),
  /** Whether it waits until fewer sessions work. */
  isQueued: z.literal(true).optional(),
  /** Whether a step of it waits for a person to allow a call. */
  asksPermission: z.literal(true).optional(),
  /** Whether it began at a checkpoint of another session. */
  isBranch: z.literal(true).optional(),
  /** Where that was, as long as it has that session's title. */
  branchMark: branchMark.optional(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type SessionSummary = z.infer<typeof sessionSummary>

/** A line of a session's log; the stream `sessionEvents` sends them. */
export const sessionEventView = z.object({
  /** From 1 within the session. */
  sequence: z.number().int(),
  at: z.string(),
  type: z.string(),
  state: sessionState,
  detail: sessionEventFact.nullable(),
})
export type SessionEventView = z.infer<typeof sessionEventView>

/** A line of the log of all sessions of a project. Lines are numbered in the order in which they were written, with gaps. */
export const projectEventView = sessionEventView.extend({ sessionId })
export type ProjectEventView = z.infer<typeof projectEventView>

/** An error that ended work of a session, with where it happened. */
export const errorSnapshot = z.object({
  sessionId,
  at: z.string(),
  state: sessionState,
  error: errorShape,
  /** Of Quarry's own code; null where the error brought none. */
  stack: z.string().nullable(),
})
export type ErrorSnapshot = z.infer<typeof errorSnapshot>

/** How far the work of a session is within its state; null where nothing is counted. */
export const sessionProgress = z
  .object({
    done: z.number().int().nonnegative(),
    total: z.number().int().nonnegative().nullable(),
    /** What a language model is writing just now, as it arrives: not checked yet. */
    draft: z.string().optional(),
  })
  .nullable()
export type SessionProgress = z.infer<typeof sessionProgress>

/** One whole session as the window shows it. Main streams it anew whenever it changes. */
export const sessionView = sessionSummary.extend({
  settings: sessionSettings,
  engine: z.string(),
  /** What its language model used so far; null where it has none. */
  modelUse: z.object({ turns: z.number().int(), tokens: z.number().int() }).nullable(),
  clarifications: z.array(clarificationRound),
  investigation: investigationView.nullable(),
  plan: planView.nullable(),
  /** What steps wait for a person to allow, the oldest first. */
  confirmations: z.array(confirmationView),
  /** What services ask a person while their calls run, the oldest first; none of it outlives its call. */
  questions: z.array(serviceQuestion),
  /** By step in the plan's order, best first: at most 200, each step's best before any step's rest. */
  evidence: z.array(stepEvidence),
  /** The session's question, then its follow-ups: each is answered by the version of the report of its place. */
  asked: z.array(askedQuestion),
  /** The newest version. */
  report: reportView.nullable(),
  /** All versions, oldest first. */
  reportVersions: z.array(reportVersion),
  error: errorShape.nullable(),
  /** The state in which it failed, stopped or paused, so that a retry knows where it goes on. */
  interruptedState: sessionState.nullable(),
  /**
   * What is being done now, with its counts when the session was read; `sessionProgress` has them as they move. Null where
   * a person must act or nothing runs.
   */
  activity: z
    .object({ key: z.string(), done: z.number(), total: z.number().nullable(), startedAt: z.string() })
    .nullable(),
  sourcesIndexed: z.number().int(),
  /** Sources that were indexed after the newest version was written. */
  sourcesSince: z.number().int(),
  /** Sources that the session or its project never uses. */
  neverUsed: z.array(z.object({ sourceId, name: z.string(), scope: z.enum(['session', 'project']) })),
  /** What alone it may use; empty: all of the project. */
  scopedTo: z.array(scopeItem),
  /** Where it comes from; null where it is no branch. */
  branchedFrom: branchOrigin.nullable(),
  /** Sessions that go on from a checkpoint of this one, oldest first. */
  branches: z.array(branchView),
})
export type SessionView = z.infer<typeof sessionView>
