import { setTimeout as pause } from 'node:timers/promises'
import type { ApiCallLimits } from '../../contract/calls/api-call'
import { QuarryError } from '../../contract/errors'
import { quarryErrorIn } from '../egress/cause'
import { isPassing, unreached } from '../egress/unreached'
import type { BuiltRequest } from './build-request'

export interface Received {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Uint8Array
  /** Whether the response had more bytes. */
  readonly cut: boolean
}

/** Methods whose repetition changes nothing more (RFC 9110, 9.2.2). */
const idempotent = new Set(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY'])
/** Answers that say: later. */
const passing = new Set([429, 502, 503, 504])
const redirects = new Set([301, 302, 303, 307, 308])
const maxRedirects = 5
const firstWaitMs = 500
const longestWaitMs = 15_000

/**
 * Sends a request, follows redirects within its origin, and repeats it where that is harmless and may help. Throws
 * `resource.unreachable`, `tool.failed`, `egress.denied` and the signal's reason; any status is an answer.
 */
export async function send(request: BuiltRequest, limits: ApiCallLimits, signal: AbortSignal): Promise<Received> {
  const mayRepeat = idempotent.has(request.method)
  for (let attempt = 0; ; attempt++) {
    const isLast = !mayRepeat || attempt >= limits.maxRetries
    try {
      const received = await sendOnce(request, limits, signal)
      if (isLast || !passing.has(received.status)) return received
      await pause(waitMs(attempt, received.headers.get('retry-after')), undefined, { signal })
    } catch (error) {
      const known = quarryErrorIn(error)
      if (signal.aborted || known !== null) throw known ?? error
      const failure = unreached(new URL(request.url).host, error)
      if (isLast || !isPassing(failure)) throw failure
      await pause(waitMs(attempt, null), undefined, { signal })
    }
  }
}

async function sendOnce(request: BuiltRequest, limits: ApiCallLimits, signal: AbortSignal): Promise<Received> {
  let { url } = request
  for (let step = 0; ; step++) {
    const address = new URL(url)
    for (const [name, value] of request.secretQuery) address.searchParams.append(name, value)
    const response = await fetch(address, {
      method: request.method,
      headers: request.headers,
      body: request.body,
      redirect: 'manual',
      signal,
    })
    const target = redirects.has(response.status) ? response.headers.get('location') : null
    if (target === null) return await read(response, limits.maxResponseBytes)
    await response.body?.cancel()
    const next = new URL(target, url)
    // A request with a body, or one that changes something, was meant for this address alone.
    const isFollowed = next.origin === url.origin && ['GET', 'HEAD'].includes(request.method) && step < maxRedirects
    if (!isFollowed) {
      throw new QuarryError('tool.failed', `The server points to ${next.origin}, which was not asked.`, {
        context: { said: `→ ${next.origin}`, status: response.status },
      })
    }
    url = next
  }
}

async function read(response: Response, maxBytes: number): Promise<Received> {
  const chunks: Uint8Array[] = []
  let size = 0
  let cut = false
  if (response.body !== null) {
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      const rest = maxBytes - size
      chunks.push(chunk.subarray(0, rest))
      size += Math.min(rest, chunk.byteLength)
      if (chunk.byteLength > rest) {
        cut = true
        break
      }
    }
  }
  return { status: response.status, headers: response.headers, bytes: Buffer.concat(chunks), cut }
}

/** As the server asks, in seconds or by a date, else twice as long as before. */
export function waitMs(
  attempt: number,
  retryAfter: string | null,
  nowMs = Date.now(),
  longestMs = longestWaitMs,
): number {
  const seconds = retryAfter === null ? Number.NaN : Number(retryAfter)
  const asked = Number.isNaN(seconds) ? Date.parse(retryAfter ?? '') - nowMs : seconds * 1000
  return Math.min(longestMs, Math.max(0, Number.isNaN(asked) ? firstWaitMs * 2 ** attempt : asked))
}
