import type { IncomingMessage } from 'node:http'
import { HttpRefusal } from './refusal'

/**
 * Refuses what a page in a browser sends. A page of another site says its origin, and one that had its own name lead here
 * (DNS rebinding) says that name.
 */
export function requireLocal({ headers }: IncomingMessage, port: string): void {
  // Port 80 goes without saying.
  const host = headers.host?.replace(/^[^:]+$/, '$&:80')
  if (host !== `127.0.0.1:${port}` && host !== `localhost:${port}`) {
    throw new HttpRefusal(403, 'http.forbidden', 'The Host header names another server.')
  }
  if (headers.origin !== undefined) throw new HttpRefusal(403, 'http.forbidden', 'Web pages are not served.')
}

/** What a request shows as its token; empty where it shows none. */
export const bearerOf = ({ headers }: IncomingMessage): string =>
  /^Bearer ([\x21-\x7e]{1,200})$/i.exec(headers.authorization ?? '')?.[1] ?? ''

const windowMs = 60_000

/** Counts wrong tokens of the last minute. Who has the right one is never held up by others. */
export function createFailureCount(most: number): () => HttpRefusal {
  let times: number[] = []
  return () => {
    const now = performance.now()
    times = [...times.filter((time) => time > now - windowMs).slice(-most), now]
    if (times.length <= most) {
      return new HttpRefusal(401, 'http.unauthorized', 'Send “Authorization: Bearer” with the token.', {
        'www-authenticate': 'Bearer',
      })
    }
    return new HttpRefusal(429, 'http.tooMany', 'Too many requests without the token.', {
      'retry-after': String(windowMs / 1000),
      connection: 'close',
    })
  }
}
