import { z } from 'zod'
import type { PluginHook } from '../../contract/resources/plugin'
import { stepType } from '../../contract/session/session'
import { doneWhen } from '../../contract/session/step-criterion'

const note = z.string().trim().min(1).max(500)
/** What a hook around a reply says: notes for the session's activity, or why it must not go on. */
const said = z.object({ notes: z.array(note).max(10).default([]), veto: note.optional() })

/** A step as a plugin returns it; without a known id it is a new one. */
const changedStep = z.object({
  id: z.string().max(64).optional(),
  title: z.string().trim().min(1).max(300),
  query: z.string().trim().min(1).max(2000),
  dependsOn: z.array(z.string().max(64)).max(50).default([]),
  type: stepType.optional(),
  doneWhen: doneWhen.optional(),
})

/**
 * What each hook may return (docs/plugins.md); nothing (null) changes nothing. Whatever else it returns is a failure of the
 * plugin.
 */
export const hookReplies = {
  'memory.beforeStore': z.union([
    z.strictObject({ drop: z.literal(true) }),
    z.strictObject({
      text: z.string().trim().min(1).max(2000).optional(),
      tags: z.array(z.string().trim().min(1).max(40)).max(10).optional(),
    }),
  ]),
  /** Ids of the memories that the session is given, in that order. */
  'memory.recall': z.array(z.string().max(64)).max(1000),
  'workflow.beforeReply': said.strict(),
  /** `steps`: of the planner, the plan as it should be. */
  'workflow.afterReply': said.extend({ steps: z.array(changedStep).min(1).max(50).optional() }).strict(),
} as const satisfies Record<PluginHook, z.ZodType>

/** What each hook is called as: the gate reads names, and “reply” or “store” in one would say that it sends or writes. */
export const hookCalls = {
  'memory.beforeStore': { tool: 'memory.before', given: ['memory'] },
  'memory.recall': { tool: 'memory.recall', given: ['question', 'memories'] },
  'workflow.beforeReply': { tool: 'workflow.before', given: ['role', 'question', 'context'] },
  'workflow.afterReply': { tool: 'workflow.after', given: ['role', 'question', 'reply'] },
} as const satisfies Record<PluginHook, { readonly tool: string; readonly given: readonly string[] }>

export type HookReply<Hook extends PluginHook> = z.infer<(typeof hookReplies)[Hook]>
