import type { ErrorShape } from '../../contract/error-shape'
import { QuarryError, toErrorShape } from '../../contract/errors'
import type { PluginHook } from '../../contract/resources/plugin'
import type { DirectCall } from '../tools'
import { type HookReply, hookCalls, hookReplies } from './hook-replies'

/** A plugin that is on. */
export interface HookedPlugin {
  readonly resourceId: string
  readonly name: string
}

/** What became of a hook, for the session's activity. */
export type HookNotice =
  | { readonly kind: 'noted'; readonly plugin: string; readonly note: string }
  | {
      readonly kind: 'changed'
      readonly plugin: string
      readonly added: readonly string[]
      readonly dropped: readonly string[]
    }
  /** How many memories a session was given, of those that bear on its words. */
  | { readonly kind: 'remembered'; readonly plugin: string; readonly given: number; readonly of: number }
  | { readonly kind: 'failed'; readonly plugin: string; readonly hook: PluginHook; readonly error: ErrorShape }

export interface SessionHooksOptions {
  /** The plugins that have a hook, in the order in which they are asked: by name. */
  having(hook: PluginHook): Promise<readonly HookedPlugin[]>
  /** Calls the hook through the gate. */
  readonly call: DirectCall
  readonly note: (sessionId: string, notice: HookNotice) => Promise<void>
}

/** What plugins do around sessions. Each is asked in turn, and is given what the one before made of it. */
export interface SessionHooks {
  /**
   * Asks each plugin that has a hook. What one answers is handed to `take`; one that fails or may not be called is noted, and the
   * others are asked. Throws what `take` throws, and the store's errors.
   */
  ask<Hook extends PluginHook>(
    sessionId: string,
    hook: Hook,
    inputOf: () => Readonly<Record<string, unknown>>,
    take: (reply: HookReply<Hook>, plugin: HookedPlugin) => Promise<void> | void,
  ): Promise<void>
  note(sessionId: string, notice: HookNotice): Promise<void>
}

/** What a plugin, its files or the gate may end a hook with: the session goes on without it. */
const isOfPlugin = (error: unknown): error is QuarryError =>
  error instanceof QuarryError && /^(?:plugin|tool|resource|input)\./.test(error.code)

export function createSessionHooks({ having, call, note }: SessionHooksOptions): SessionHooks {
  return {
    async ask(sessionId, hook, inputOf, take) {
      for (const plugin of await having(hook)) {
        const request = { tool: hookCalls[hook].tool, resourceId: plugin.resourceId, input: inputOf() }
        let output: unknown
        try {
          output = await call(sessionId, request)
        } catch (error) {
          if (!isOfPlugin(error)) throw error
          await note(sessionId, { kind: 'failed', plugin: plugin.name, hook, error: toErrorShape(error) })
          continue
        }
        if (output !== null) await take(hookReplies[hook].parse(output) as HookReply<typeof hook>, plugin)
      }
    },
    note,
  }
}
