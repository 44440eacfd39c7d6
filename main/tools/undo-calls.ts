import { randomUUID } from 'node:crypto'
import { QuarryError, toErrorShape } from '../../contract/errors'
import type { Database } from '../store'
import { createMutex } from '../threads'
import { type JudgeCall, refusedByRule } from './call-gate'
import { endCall, insertCall, readDoneCall } from './repository/calls'
import type { DescribedTool } from './tool'
import type { ToolRegistry } from './tool-registry'

export interface UndoCallsOptions {
  readonly database: Database
  readonly projectId: string
  readonly tools: Pick<ToolRegistry, 'own'>
  readonly judge: JudgeCall
  /** ISO time. */
  now(): string
}

export interface UndoCalls {
  /**
   * Undoes a call for a person, who sees it recorded as a call of its own. Throws `file.notUndone` where it wrote nothing that
   * could be undone or is undone already, `file.changed` where others wrote since, and `tool.denied` where a rule says so.
   */
  undo(callId: string): Promise<{ readonly path: string }>
}

/** No tool of any list: nobody calls it but a person, by undoing. */
const undoing: DescribedTool = {
  name: 'undo_change',
  server: 'builtin',
  tier: 'L3',
  effect: 'changes',
  description: 'Undoes what a call wrote into a file.',
  inputSchema: {
    type: 'object',
    properties: { callId: { type: 'string' } },
    required: ['callId'],
    additionalProperties: false,
  },
}

const notUndone = (callId: string, reason: 'undone' | 'notKept'): QuarryError =>
  new QuarryError('file.notUndone', `The call ${callId} cannot be undone: ${reason}.`, { context: { callId, reason } })

export function createUndoCalls({ database, projectId, tools, judge, now }: UndoCallsOptions): UndoCalls {
  const undoingOne = createMutex()
  const undo = async (callId: string): Promise<{ readonly path: string }> => {
    const call = await readDoneCall(database, projectId, callId)
    const tool = call?.server === 'builtin' ? tools.own(call.tool) : null
    if (call === null || tool?.takeBack === undefined || call.output === null) throw notUndone(callId, 'notKept')
    if (call.isUndone) throw notUndone(callId, 'undone')
    const { sessionId, question } = call
    const input = { callId }
    const request = { tool: undoing.name, resourceId: null, input }
    const judged = await judge({ tool: undoing, request, sessionId, question: '', purpose: '' })
    if (judged.decision === 'deny') throw refusedByRule(undoing.name, judged)
    const undoId = randomUUID()
    // Who undoes has said yes.
    const asked = { ...judged, decision: 'ask', steps: Math.max(judged.steps, 1) } as const
    const written = { callId: undoId, tool: undoing, resourceId: null, question, trigger: undefined, input }
    const key = { sessionId, planId: null, stepId: null, ordinal: null }
    const begun = { ...written, inputHash: '', state: 'running', error: null } as const
    await insertCall(database, projectId, key, begun, asked, now())
    const startedMs = performance.now()
    const end = (of: Parameters<typeof endCall>[4]): Promise<void> =>
      endCall(database, projectId, undoId, input, of, performance.now() - startedMs, now())
    try {
      const output = await tool.takeBack(call.output)
      await end({ output })
      return { path: output.path }
    } catch (error) {
      await end({ error: toErrorShape(error) })
      throw error
    }
  }
  return { undo: (callId) => undoingOne.run(() => undo(callId)) }
}
