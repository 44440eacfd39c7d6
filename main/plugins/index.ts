export type { HookReply } from './hook-replies'
export { createPluginRuns } from './plugin-runs'
export { createPluginTools, isPlugin } from './plugin-tools'
export { createSessionHooks, type HookedPlugin, type HookNotice, type SessionHooks } from './session-hooks'
