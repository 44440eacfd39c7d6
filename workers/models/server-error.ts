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
  const message = `The model server answered with status ${status}${said === '' ? ' and no message.' : `: ${said}`}`
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
  return new QuarryError(
    overflow.test(said) ? 'model.tooLong' : 'model.failed',
    `The model server reported: ${said || 'an error'}`,
    {
      context: { said },
    },
  )
}

/** A connection that could not be made, or broke. */
export function broken(cause: unknown, host: string): FailedRequest {
  const known = quarryErrorIn(cause)
  if (known !== null) return { error: known, isTransient: false, retryAfter: null }
  const error = unreached(host, cause)
  return { error, isTransient: isPassing(error), retryAfter: null }
}

/**
 * `{ "error": { "message": "…" } }`, `{ "error": "…" }`, every text of another JSON, or the text as it is. Empty where a server
 * says nothing: of a page of HTML, too, which is for a browser.
 */
export function saidIn(body: string): string {
  let parsed: unknown
  try {
    parsed = JSON.parse(body)
  } catch {
    return /^\s*</.test(body) ? '' : cleanText(body, 300)
  }
  const { error, message } = (parsed ?? {}) as { error?: { message?: unknown } | string | null; message?: unknown }
  const said = typeof error === 'object' ? error?.message : (error ?? message)
  return cleanText(typeof said === 'string' && said.trim() !== '' ? said : textsIn(parsed).join(', '), 300)
}

/** Not its names: `{"error":{}}` says nothing. */
function textsIn(value: unknown): string[] {
  if (value === null || typeof value !== 'object')
    return typeof value === 'string' && value.trim() !== '' ? [value] : []
  return Object.values(value).flatMap(textsIn)
}
