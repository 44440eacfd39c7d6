import { z } from 'zod'
import {
  callDecision,
  callFilter,
  callRating,
  callRecord,
  programCall,
  programCallResult,
  ruleFileView,
  sessionGrant,
  toolAnswer,
  triedCall,
  writtenRule,
} from '../calls/calls'
import { checkedDraft, ruleChange, ruleDraft, ruleTrial, ruleTrialResult } from '../calls/rule-draft'
import { knownQuery, questionReading } from '../databases/known-query'
import { queryRead } from '../databases/query-reading'
import { resourceId } from '../resources/resource'
import { none, page, path } from './inputs'

const onQuestion = z.object({ resourceId, question: z.string().trim().min(1).max(4000) })

/** Calls of tools: what was called, the rules that decide, and readings of questions that a person corrected. */
export const callChannels = {
  /** What was called, the newest first. */
  'calls.list': {
    input: page.extend({
      filter: callFilter,
    }),
    output: z.object({ calls: z.array(callRecord), total: z.number().int() }),
  },
  /** At most 100,000 calls, as one file's text. */
  'calls.export': {
    input: z.object({ filter: callFilter, format: z.enum(['csv', 'json']) }),
    output: z.object({ fileName: z.string(), text: z.string() }),
  },
  'calls.rate': { input: callRating, output: none },
  /** Undoes what a call wrote into a file, and records that. */
  'calls.undo': { input: z.object({ callId: callRecord.shape.callId }), output: z.object({ path: z.string() }) },
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
  /** Throws `file.changed` where the rule is no longer as it was seen. */
  'rules.remove': { input: z.object({ path, line: z.number().int().positive(), rule: writtenRule }), output: none },
  /** Reads a draft of a rule as a file would be; writes nothing. */
  'rules.check': { input: ruleDraft, output: checkedDraft },
  /** Writes a rule. Throws `file.changed` where the rule that it replaces is no longer as it was seen. */
  'rules.save': { input: ruleChange, output: none },
  /** What the gate would decide on a call with a draft in place. Runs, records and writes nothing. */
  'rules.try': { input: ruleTrial, output: ruleTrialResult },
  /** What the gate would decide on a call. Runs and records nothing. */
  'rules.test': { input: triedCall, output: callDecision },
  /** What is allowed for a session, the newest first. */
  'rules.grants': { input: none, output: z.array(sessionGrant) },
  /** Takes back what was allowed for a session: the next such call asks again. */
  'rules.revoke': {
    input: sessionGrant.pick({ sessionId: true, tool: true, server: true, resourceId: true }),
    output: none,
  },
  /** How a question on a database would be read; asks nothing of it. */
  'queries.read': { input: onQuestion, output: questionReading },
  /** Keeps how a person wants questions of this kind read, once the query has run. */
  'queries.correct': { input: onQuestion.extend({ reading: queryRead }), output: queryRead },
  'queries.list': { input: none, output: z.array(knownQuery) },
  'queries.forget': { input: knownQuery.pick({ queryId: true }), output: none },
} as const
