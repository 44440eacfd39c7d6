import { z } from 'zod'
import { errorShape } from '../error-shape'
import { resourceId, toolTier } from '../resources/resource'
import { lackingCall } from './asked-field'
import { riskFact, rulesProblem } from './gate-facts'
import { callExchange } from './service-question'

/** The risks from which a person is asked, and asked in two steps, where they set no others. */
export const usualThresholds = { askFrom: 0.6, twoStepsFrom: 0.8 } as const

/** One reason of a risk, as the gate found it. */
const callReason = z.object({
  /** 0..1: from 0.6 a person is asked, from 0.8 in two steps, unless set otherwise. */
  score: z.number(),
  /** `default`: a rule that allows lifts it. `risk`: none does. `floor`: no threshold does either. */
  weight: z.enum(['default', 'risk', 'floor']),
  /** Whether a person is asked because of it; left out of what older versions decided. */
  asks: z.boolean().optional(),
  fact: riskFact,
})

/** What the gate says of a call. */
export const callDecision = z.object({
  decision: z.enum(['allow', 'ask', 'deny']),
  /** The largest score of the reasons, 0..1. */
  risk: z.number(),
  /** How many times a person must say yes. */
  steps: z.number().int().min(0).max(2),
  /** The weightiest first. */
  reasons: z.array(callReason),
})
export type CallDecision = z.infer<typeof callDecision>

/** A call like one that is asked for, made or refused before. */
export const similarCall = z.object({
  at: z.string(),
  question: z.string(),
  decision: z.enum(['allowed', 'refused']),
  /** Null where it did not run, or did not end. */
  succeeded: z.boolean().nullable(),
})
export type SimilarCall = z.infer<typeof similarCall>

const callInput = z.record(z.string(), z.unknown())

/** A call of a tool that a step wants to make, and that a person must allow. */
export const confirmationView = z.object({
  id: z.string(),
  stepId: z.string(),
  /** The gate asks; the call changes something, was cut off, and may have happened; or required arguments are missing. */
  reason: z.enum(['asks', 'inDoubt', 'missing']),
  /** What is missing, and where the other arguments are from. */
  lacking: lackingCall.optional(),
  tool: z.string(),
  /** `builtin`, or whose tool it is. */
  server: z.string(),
  tier: toolTier,
  effect: z.enum(['reads', 'changes']),
  resourceId: resourceId.nullable(),
  /** Null where it is called on none, or that one is gone. */
  resourceName: z.string().nullable(),
  input: callInput,
  risk: callDecision.shape.risk,
  /** How many times they must say yes. */
  steps: callDecision.shape.steps,
  reasons: callDecision.shape.reasons,
  /** At most five, the most alike first. */
  similarCalls: z.array(similarCall),
  /** Whether allowing it for the session, or always, would spare the next question. */
  canRemember: z.boolean(),
  askedAt: z.string(),
})
export type ConfirmationView = z.infer<typeof confirmationView>

/** One that is open, with the session whose step waits for it. */
export const openConfirmation = confirmationView.extend({ sessionId: z.string() })
export type OpenConfirmation = z.infer<typeof openConfirmation>

export const confirmationAnswer = z.object({
  answer: z.enum(['allow', 'deny']),
  remark: z.string().max(4000).nullable(),
  /** How long an allowance holds: this call, calls of this tool in this session, or always (it becomes a rule). */
  scope: z.enum(['once', 'session', 'always']),
  /** The arguments as the person changed them; null where they left them. */
  input: callInput.nullable(),
  /** What the person saw when they said yes: a call that has become riskier since is not run. */
  seen: z.object({ risk: z.number(), steps: z.number().int() }),
})
export type ConfirmationAnswer = z.infer<typeof confirmationAnswer>

const pattern = z.string().min(1).max(500)

/** A rule as a file writes it (docs/rules.md). */
export const writtenRule = z.strictObject({
  /** What the rule is called where a call is shown. */
  name: z.string().min(1).max(200).optional(),
  decide: z.enum(['allow', 'ask', 'deny']),
  tool: pattern.optional(),
  server: pattern.optional(),
  tier: z.union([toolTier, z.array(toolTier).min(1)]).optional(),
  resource: pattern.optional(),
  /** Patterns of values by the path of the argument. */
  arguments: z.record(pattern, pattern).optional(),
})
export type WrittenRule = z.infer<typeof writtenRule>

/** A file of rules; one with problems gives no rule at all. */
export const ruleFileView = z.object({
  path: z.string(),
  /** Whether it holds for this project alone. */
  isOfProject: z.boolean(),
  /** Each with the line in which it begins, from 1. */
  rules: z.array(writtenRule.extend({ line: z.number().int() })),
  problems: z.array(z.object({ line: z.number().int(), problem: rulesProblem })),
})
export type RuleFileView = z.infer<typeof ruleFileView>

const feedback = z.enum(['good', 'neutral', 'bad'])

/** A call as the record keeps it. Of a deleted session only the tool, the decision and the time are left. */
export const callRecord = z.object({
  callId: z.string(),
  /** Null of a deleted session, and of a program that called by itself. */
  sessionId: z.string().nullable(),
  caller: z.enum(['session', 'program']),
  at: z.string(),
  endedAt: z.string().nullable(),
  durationMs: z.number().nullable(),
  tool: z.string(),
  server: z.string(),
  tier: toolTier,
  effect: z.enum(['reads', 'changes']),
  resourceId: resourceId.nullable(),
  resourceName: z.string().nullable(),
  question: z.string(),
  /** Without secrets. */
  input: callInput,
  /** Null of a call that an older version made. */
  decision: callDecision.shape.decision.nullable(),
  /** Who let it run or stopped it; `program`: it says that its person did. Null where nobody did yet, or it is not known. */
  decidedBy: z.enum(['gate', 'rule', 'person', 'program']).nullable(),
  /** A person's, with their answer. */
  remark: z.string().nullable(),
  risk: z.number().nullable(),
  reasons: callDecision.shape.reasons,
  state: z.enum(['running', 'done', 'failed', 'denied', 'awaitingConfirmation', 'inDoubt']),
  error: errorShape.nullable(),
  /** What its service asked a person while it ran. */
  exchanges: z.array(callExchange),
  feedback: feedback.nullable(),
  /** Of a call that wrote a file: whether that can be undone, or was. Null of every other call. */
  undo: z.enum(['possible', 'undone']).nullable(),
})
export type CallRecord = z.infer<typeof callRecord>

export const callFilter = z.object({
  /** Part of its name. */
  tool: z.string().max(200).optional(),
  sessionId: z.string().max(64).optional(),
  resourceId: resourceId.optional(),
  decision: callDecision.shape.decision.optional(),
  state: callRecord.shape.state.optional(),
  /** From then on, and before then. */
  from: z.iso.datetime({ offset: true }).optional(),
  until: z.iso.datetime({ offset: true }).optional(),
})
export type CallFilter = z.infer<typeof callFilter>

/** What a person says of a recorded call. */
export const callRating = z.object({ callId: z.string().max(64), feedback: feedback.nullable() })

/** A call that another program wants to make of a tool that is not Quarry's. Whatever it says of the tool is only data. */
export const programCall = z.object({
  tool: z.string().min(1).max(200).describe('Name of the tool.'),
  server: z.string().min(1).max(200).describe('Name of the server or program that has the tool.'),
  description: z.string().max(20_000).default('').describe('What the tool says of itself.'),
  inputSchema: z.record(z.string(), z.unknown()).default({}).describe('JSON Schema of its arguments.'),
  readOnly: z.boolean().default(false).describe('Whether the tool says that it only reads.'),
  tier: toolTier.optional().describe('L2 by default where it only reads, else L3.'),
  arguments: callInput.describe('The arguments of the call.'),
  question: z.string().min(1).max(20_000).describe('What the person asked for, in their words.'),
  trigger: z
    .object({ source: z.string().max(500), text: z.string().max(200_000) })
    .optional()
    .describe('The text of a document, page or result that led to the call, if one did, and where it is from.'),
})
export type ProgramCall = z.output<typeof programCall>

/** What came of a call that was checked. */
export const programCallResult = z.object({
  callId: z.string().min(1).max(64).describe('As check_call answered.'),
  outcome: z.enum(['succeeded', 'failed', 'refused']).describe('refused: the person did not allow it.'),
  durationMs: z.number().nonnegative().optional(),
  error: z.string().max(2000).optional().describe('Why it failed.'),
})
export type ProgramCallResult = z.output<typeof programCallResult>

/** A call of one of Quarry's own tools that a program has made: its output, or why it did not run. */
export const toolAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('done'), callId: z.string(), output: z.unknown() }),
  z.object({ kind: z.literal('stopped'), callId: z.string(), decision: callDecision }),
])
export type ToolAnswer = z.infer<typeof toolAnswer>

/**
 * A call that a person tries rules on, in the words of rule files or as `calls.export` writes it. Of Quarry's own tools
 * (`server` is `builtin`) what it says of the tool does not count.
 */
export const triedCall = z
  .object({
    tool: z.string().min(1).max(200),
    server: z.string().min(1).max(200).default('builtin'),
    tier: toolTier.optional(),
    resource: z.string().max(500).nullish(),
    resourceName: z.string().max(500).nullish(),
    resourceId: z.string().max(500).nullish(),
    arguments: callInput.optional(),
    input: callInput.optional(),
    description: z.string().max(20_000).default(''),
    inputSchema: z.record(z.string(), z.unknown()).default({}),
    effect: z.enum(['reads', 'changes']).optional(),
    readOnly: z.boolean().optional(),
    question: z.string().max(20_000).default(''),
  })
  .transform(({ resource, resourceName, input, arguments: given, effect, readOnly, ...call }) => ({
    ...call,
    readOnly: readOnly ?? effect === 'reads',
    resource: resource ?? resourceName ?? null,
    arguments: given ?? input ?? {},
  }))
export type TriedCall = z.output<typeof triedCall>

/** What a person allowed for one session, until it ends or they take it back. */
export const sessionGrant = z.object({
  sessionId: z.string(),
  sessionTitle: z.string(),
  tool: z.string(),
  server: z.string(),
  resourceId: resourceId.nullable(),
  resourceName: z.string().nullable(),
  at: z.string(),
})
export type SessionGrant = z.infer<typeof sessionGrant>
