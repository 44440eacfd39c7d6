import { QuarryError } from '../../contract/errors'
import { cleanText } from '../documents/clean'
import { quarryErrorIn } from '../egress/cause'
import { isPassing, unreached } from '../egress/unreached'

/** A request that failed. `retryAfter` is the server's own word for how long; null where it gave none. */
export interface FailedRequest {
  readonly error: QuarryError
  /** Whether the same request may succeed a moment later. */
  readonly isTransient: boolean
  readonly retryAfter: string | null
}

const transient = new Set([408, 425, 429, 500, 502, 503, 504])
const overflow =
  /context (?:length|size|window)|maximum context|too many tokens|prompt is too long|exceed\w* .{0,40}(?:context|tokens)/i

/** What a server's refusal means, by its status and its words. */
export function refusal(status: number, body: string, retryAfter: string | null): FailedRequest {
  const said = saidIn(body)
  const context = { status, said }
  const message = `The model server answered with ${status}${said === '' ? '.' : `: ${said}`}`
  if (status === 401 || status === 403) {
    return { error: new QuarryError('resource.needsSecret', message, { context }), isTransient: false, retryAfter }
  }
  const isTooLong = status < 500 && status !== 429 ? overflow.test(said) : false
  const code = isTooLong ? 'model.tooLong' : 'model.failed'
  return { error: new QuarryError(code, message, { context }), isTransient: transient.has(status), retryAfter }
}

/** An error that a server reports within a stream that began well. */
export function reported(error: unknown): QuarryError {
  const said = saidIn(JSON.stringify({ error }))
  return new QuarryError(overflow.test(said) ? 'model.tooLong' : 'model.failed', `The model server reported: ${said}`, {
    context: { said },
  })
}

/** A connection that could not be made, or broke. */
export function broken(cause: unknown, host: string): FailedRequest {
  const known = quarryErrorIn(cause)
  if (known !== null) return { error: known, isTransient: false, retryAfter: null }
  const error = unreached(host, cause)
  return { error, isTransient: isPassing(error), retryAfter: null }
}

/** `{ "error": { "message": "…" } }`, `{ "error": "…" }`, or the text as it is. */
function saidIn(body: string): string {
  try {
    const { error, message } = JSON.parse(body) as { error?: { message?: unknown } | string; message?: unknown }
    const said = typeof error === 'object' ? error.message : (error ?? message)
    if (typeof said === 'string') return cleanText(said, 300)
  } catch {
    // No JSON: said in words.
  }
  return cleanText(body, 300)
}
