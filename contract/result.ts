import type { ErrorShape } from './error-shape'

/** What every call over a process boundary answers. */
export type Result<Value> = { ok: true; value: Value } | { ok: false; error: ErrorShape }
