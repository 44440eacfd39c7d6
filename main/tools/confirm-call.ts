import { isDeepStrictEqual } from 'node:util'
import type { CallDecision, ConfirmationAnswer, WrittenRule } from '../../contract/calls/calls'
import type { FilePreview } from '../../contract/calls/file-change'
import { QuarryError, toErrorShape } from '../../contract/errors'
import { unfitIn } from '../gate'
import type { Database } from '../store'
import { type JudgeCall, refusedByRule } from './call-gate'
import { type QuestionedCall, readQuestionedCall } from './repository/confirmations'
import { allowingRule } from './repository/precedents'
import type { ToolRegistry } from './tool-registry'

export interface ConfirmCallOptions {
  readonly database: Database
  readonly projectId: string
  readonly tools: ToolRegistry
  readonly judge: JudgeCall
  /** Writes a rule that the person can see and take back. */
  readonly addRule: (rule: WrittenRule) => Promise<void>
  readonly now: () => string
}

/** What stands between a person's yes and the call: what they saw must be what runs. */
export interface ConfirmCall {
  /** What the gate says of the call of an open question with other arguments. Throws `session.wrongState` where it is not open. */
  check(sessionId: string, confirmationId: string, input: Readonly<Record<string, unknown>>): Promise<CallDecision>
  /**
   * What the call of an open question would do with these arguments; null of a tool that cannot say. Throws
   * `session.wrongState` where it is not open.
   */
  preview(
    sessionId: string,
    confirmationId: string,
    input: Readonly<Record<string, unknown>>,
  ): Promise<FilePreview | null>
  /**
   * Makes sure that an allowance is of what the person saw, and writes its rule where it holds always. Throws
   * `confirmation.changed` where the call is riskier than what they saw, `tool.denied` where a rule denies it.
   */
  confirm(sessionId: string, confirmationId: string, answer: ConfirmationAnswer): Promise<void>
}

export function createConfirmCall({
  database,
  projectId,
  tools,
  judge,
  addRule,
  now,
}: ConfirmCallOptions): ConfirmCall {
  const readCall = async (sessionId: string, confirmationId: string): Promise<QuestionedCall> => {
    const call = await readQuestionedCall(database, projectId, sessionId, confirmationId)
    if (call !== null) return call
    throw new QuarryError('session.wrongState', 'This question was already answered or no longer exists.', {
      context: { sessionId, confirmationId },
    })
  }
  const judgeAgain = async (
    sessionId: string,
    { tool: name, resourceId, question, trigger, reason }: QuestionedCall,
    input: Readonly<Record<string, unknown>>,
  ): Promise<CallDecision> => {
    const tool = await tools.find(name, resourceId, new AbortController().signal)
    if (reason === 'missing') checkGiven(tool.inputSchema, input)
    const request = { tool: name, resourceId, input, ...(trigger === null ? {} : { trigger }) }
    const call = { tool, request, sessionId, question, purpose: question }
    const { decision, risk, steps, reasons } = await judge(call)
    // A person is being asked: what may run unasked takes their one yes, too.
    return { decision, risk, steps: Math.max(steps, 1), reasons }
  }
  return {
    check: async (sessionId, confirmationId, input) =>
      judgeAgain(sessionId, await readCall(sessionId, confirmationId), input),
    async preview(sessionId, confirmationId, input) {
      const { tool: name, resourceId } = await readCall(sessionId, confirmationId)
      const tool = await tools.find(name, resourceId, new AbortController().signal)
      try {
        return (await tool.preview?.(input)) ?? null
      } catch (error) {
        return { kind: 'failure', error: toErrorShape(error) }
      }
    },
    async confirm(sessionId, confirmationId, { answer, scope, input, seen }) {
      if (answer === 'deny') return
      const call = await readCall(sessionId, confirmationId)
      const judged = await judgeAgain(sessionId, call, input ?? call.input)
      if (judged.decision === 'deny') throw refusedByRule(call.tool, judged)
      const { risk } = judged
      // Other arguments are another call: how often that is asked about is for the gate alone to say.
      const isEdited = call.reason === 'asks' && input !== null && !isDeepStrictEqual(input, call.input)
      const steps = isEdited ? judged.steps : Math.max(judged.steps, call.steps)
      if (risk > seen.risk || steps > Math.max(seen.steps, 1)) {
        throw new QuarryError('confirmation.changed', 'The call is riskier than what was confirmed.', {
          context: { tool: call.tool },
        })
      }
      if (scope !== 'always') return
      const origin = { projectId, tool: call.tool, server: call.server, resourceId: call.resourceId }
      await addRule({ name: `${call.tool}, ${now().slice(0, 10)}`, ...allowingRule(origin) })
    },
  }
}

/** A call that lacked arguments runs with all of them. Throws `input.invalid` with the first that does not fit. */
function checkGiven(schema: unknown, input: unknown): void {
  const [unfit] = unfitIn(schema, input)
  if (unfit === undefined) return
  throw new QuarryError('input.invalid', `The argument “${unfit.argument}” does not fit (${unfit.problem}).`, {
    context: { problem: 'input', field: unfit.argument },
  })
}
