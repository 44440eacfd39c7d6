import { randomUUID } from 'node:crypto'
import type { CallDecision, ProgramCall, ProgramCallResult, ToolAnswer, TriedCall } from '../../contract/calls/calls'
import { QuarryError, toErrorShape } from '../../contract/errors'
import { questionWithoutSecrets, type RuleBook, withoutSecrets } from '../gate'
import type { CallRequest } from './call'
import { refusedByRule } from './call-gate'
import { insertCall, settleProgramCall } from './repository/calls'
import type { DescribedTool } from './tool'
import { callDirectly, type ToolCallsOptions } from './tool-calls'

/** Calls that no step of a session makes: of other programs through `quarry mcp`, and those that a person tries rules on. */
export interface ProgramCalls {
  /** Has one of Quarry's own tools called where the gate need not ask. Throws `tool.notFound`, and what the tool throws. */
  call(request: CallRequest): Promise<ToolAnswer>
  /** Whether a program may make a call of its own, which is recorded. */
  check(call: ProgramCall): Promise<CallDecision & { readonly callId: string }>
  /** Writes what came of a checked call. Throws `input.invalid` where none waits for that. */
  record(result: ProgramCallResult): Promise<void>
  /**
   * What the gate would decide; writes nothing.
   * @param rules to decide by, in place of those that hold now
   */
  test(call: TriedCall, rules?: RuleBook): Promise<CallDecision>
}

export function createProgramCalls(options: ToolCallsOptions): ProgramCalls {
  const { database, projectId, judge, tools, now } = options
  return {
    async call(request) {
      const made = await callDirectly(options, null, request)
      if (made.kind === 'done') return { kind: 'done', callId: made.callId, output: made.output }
      return { kind: 'stopped', callId: made.callId, decision: made.decision }
    },
    async check({ question, trigger, ...call }) {
      if (call.server === 'builtin') {
        throw new QuarryError('input.invalid', 'A tool of a program is not built in.', { context: { field: 'server' } })
      }
      const tool = toolOf(call)
      const request: CallRequest = { tool: call.tool, resourceId: null, input: call.arguments, trigger }
      const judged = await judge({ tool, request, sessionId: null, question, purpose: question })
      const callId = randomUUID()
      const error = judged.decision === 'deny' ? refusedByRule(tool.name, judged) : null
      await insertCall(
        database,
        projectId,
        { sessionId: null, planId: null, stepId: null, ordinal: null },
        {
          callId,
          tool,
          resourceId: null,
          question: questionWithoutSecrets(question, call.arguments),
          trigger: undefined,
          // The program makes it: the record needs no more than to say what it was.
          input: withoutSecrets(call.arguments) as CallRequest['input'],
          inputHash: '',
          // Until the program says what came of it, nobody knows.
          state: ({ allow: 'inDoubt', ask: 'awaitingConfirmation', deny: 'denied' } as const)[judged.decision],
          error,
        },
        judged,
        now(),
      )
      const { decision, risk, steps, reasons } = judged
      return { callId, decision, risk, steps, reasons }
    },
    async record({ callId, outcome, durationMs = null, error }) {
      const message = error ?? 'The program reported an error.'
      const shape =
        outcome === 'failed'
          ? toErrorShape(new QuarryError('tool.failed', message, { context: { said: error ?? '' } }))
          : outcome === 'refused'
            ? toErrorShape(new QuarryError('tool.denied', 'The person refused it.', { context: { by: 'person' } }))
            : null
      const state = ({ succeeded: 'done', failed: 'failed', refused: 'denied' } as const)[outcome]
      if (!(await settleProgramCall(database, projectId, callId, { state, error: shape, durationMs }, now()))) {
        throw new QuarryError('input.invalid', `No checked call ${callId} waits for this outcome.`, {
          context: { field: 'callId' },
        })
      }
    },
    async test({ tool: name, arguments: input, question, resource, resourceId, ...call }, rules) {
      const own = call.server === 'builtin' ? tools.own(name) : null
      if (call.server === 'builtin' && own === null) {
        throw new QuarryError('tool.notFound', `No tool is named “${name}”.`, { context: { tool: name } })
      }
      const tool = own ?? toolOf({ tool: name, ...call })
      const request = { tool: name, resourceId: null, input }
      const { decision, risk, steps, reasons } = await judge({
        tool,
        request,
        sessionId: null,
        question,
        purpose: question,
        resource: { name: resource, id: resourceId ?? null },
        rules,
      })
      return { decision, risk, steps, reasons }
    },
  }
}

function toolOf({
  tool: name,
  server,
  description,
  inputSchema,
  readOnly,
  tier = readOnly ? 'L2' : 'L3',
}: Pick<ProgramCall, 'tool' | 'server' | 'description' | 'inputSchema' | 'readOnly' | 'tier'>): DescribedTool {
  return { name, server, description, inputSchema, tier, effect: readOnly ? 'reads' : 'changes' }
}
