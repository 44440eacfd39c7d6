import { get } from 'node:http'
import { QuarryError } from '../../contract/errors'
import type { ModelProbeOptions } from '../../contract/models/model-probe'

export type JsonAnswer =
  | { readonly kind: 'json'; readonly value: unknown }
  /** Nothing listens there. */
  | { readonly kind: 'nobody' }
  /** Something answers, and it is not what was asked for. */
  | { readonly kind: 'other' }
  | { readonly kind: 'needsKey' }

const absent = new Set(['ECONNREFUSED', 'EADDRNOTAVAIL', 'ENETUNREACH', 'EHOSTUNREACH', 'EAFNOSUPPORT', 'EINVAL'])

/**
 * One GET, without cookies, redirects or a proxy. Throws `resource.timeout` and `resource.tooLarge`, and
 * `egress.denied` where the thread may not go.
 */
export function getJson(url: string, { timeoutMs, maxBytes }: ModelProbeOptions): Promise<JsonAnswer> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent: false, headers: { accept: 'application/json' } }, (response) => {
      const status = response.statusCode ?? 0
      const isJson = /\bjson\b/i.test(response.headers['content-type'] ?? '')
      if (status === 401 || status === 403) {
        settle(() => resolve({ kind: isJson ? 'needsKey' : 'other' }))
      } else if (status !== 200) {
        settle(() => resolve({ kind: 'other' }))
      } else {
        collect(response)
      }
    })
    const timer = setTimeout(() => {
      settle(() => reject(new QuarryError('resource.timeout', `It did not answer within ${timeoutMs} ms.`)))
    }, timeoutMs)
    const settle = (answer: () => void): void => {
      clearTimeout(timer)
      // After the answer: what the socket still says then is of no use.
      answer()
      request.destroy()
    }
    const collect = (response: NodeJS.ReadableStream): void => {
      const chunks: Buffer[] = []
      let size = 0
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
        chunks.push(chunk)
        if (size > maxBytes) {
          settle(() => reject(new QuarryError('resource.tooLarge', `Its response exceeds ${maxBytes} bytes.`)))
        }
      })
      response.on('error', fail)
      response.on('end', () => settle(() => resolve(parsed(Buffer.concat(chunks).toString('utf8')))))
    }
    const fail = (error: NodeJS.ErrnoException): void => {
      if (error instanceof QuarryError) settle(() => reject(error))
      else settle(() => resolve({ kind: absent.has(error.code ?? '') ? 'nobody' : 'other' }))
    }
    request.on('error', fail)
  })
}

function parsed(text: string): JsonAnswer {
  try {
    return { kind: 'json', value: JSON.parse(text) }
  } catch {
    // A page, not an interface: another program listens there.
    return { kind: 'other' }
  }
}
