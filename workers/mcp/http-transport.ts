import { SSEClientTransport, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client'
import { QuarryError } from '../../contract/errors'
import type { McpPlace } from '../../contract/resources/mcp'
import { quarryErrorIn } from '../egress/cause'
import { unreached } from '../egress/unreached'

/** Bytes that a server may send between two pieces of work. */
const maxBytesBetween = 16 * 1024 * 1024

/** A connection whose server may send only so much. */
export interface HttpTransport {
  readonly transport: Transport
  /** Why a request of it failed, where no answer came: the protocol's library keeps only the words. */
  failure(): QuarryError | null
  /** What it may send is counted from here on. */
  beginWork(): void
}

/** Streamable HTTP, or the two-way SSE of the protocol's first version. Redirects stay within the server's origin. */
export function createHttpTransport(place: McpPlace & { readonly transport: 'http' | 'sse' }): HttpTransport {
  let bytes = 0
  let failure: QuarryError | null = null
  const ask = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    try {
      return await fetch(input, init)
    } catch (error) {
      // Who was told to stop says nothing of the server.
      const isStopped = init?.signal?.aborted === true
      failure =
        quarryErrorIn(error) ??
        (isStopped ? null : unreached(new URL(input instanceof Request ? input.url : input).host, error))
      throw error
    }
  }
  const bounded = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const response = await ask(input, init)
    if (response.body === null) return response
    const counted = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          bytes += chunk.byteLength
          if (bytes <= maxBytesBetween) controller.enqueue(chunk)
          else {
            failure = new QuarryError('resource.tooLarge', 'The server sends without end.')
            controller.error(failure)
          }
        },
      }),
    )
    const { status, statusText, headers } = response
    return new Response(counted, { status, statusText, headers })
  }
  const url = new URL(place.url)
  const options = { fetch: bounded, requestInit: { headers: { ...place.headers } } }
  return {
    transport:
      place.transport === 'sse'
        ? new SSEClientTransport(url, options)
        : new StreamableHTTPClientTransport(url, {
            ...options,
            // Begun anew with the next piece of work: a server that is gone is not asked for ever.
            reconnectionOptions: {
              initialReconnectionDelay: 1000,
              maxReconnectionDelay: 30_000,
              reconnectionDelayGrowFactor: 2,
              maxRetries: 2,
            },
          }),
    failure: () => failure,
    beginWork() {
      bytes = 0
      failure = null
    },
  }
}
