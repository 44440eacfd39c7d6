import type { ServerResponse } from 'node:http'
import type { StreamBatch, StreamPiece } from '../../contract/channels/streams'

export interface StreamLimits {
  /** Between two signs of life, at each of which the token is looked at again. */
  readonly heartbeatMs: number
  /** Bytes that may wait to be taken before a stream pauses. */
  readonly maxWaitingBytes: number
  /** How long a client may leave them before it is cut off. */
  readonly patienceMs: number
}

interface Followed {
  /** Listens from the piece after `after` on, until the returned function is called. */
  follow(after: number, listener: (batch: StreamBatch<StreamPiece>) => void): () => void
  /** The same of what is sent without an id, in between; what a slow client has no room for is left out. */
  readonly followBeside?: ((listener: (batch: StreamBatch<StreamPiece>) => void) => () => void) | undefined
  /** Whether whoever listens still may. */
  mayGoOn(): Promise<boolean>
  readonly after: number
}

/** Why a stream is ended by Quarry. A client that reconnects with the last id loses and repeats nothing. */
export type StreamEnd = 'slow' | 'unauthorized' | 'closing'

/**
 * Sends the pieces of an append-only stream as server-sent events, numbered by their sequence. While a client does not
 * take what was sent nothing more is read for it; one that takes nothing for too long is cut off.
 * @returns ends the stream and says why
 */
export function serveEvents(
  response: ServerResponse,
  { follow, followBeside, mayGoOn, after }: Followed,
  limits: StreamLimits,
): (why: StreamEnd) => void {
  let last = after
  /** Stops what is under way: following, or waiting until the client has taken what was sent. */
  let leave = (): void => {}
  let stopBeside = (): void => {}
  const isOver = (): boolean => response.writableEnded || response.destroyed
  const messageOf = (piece: StreamPiece): string =>
    `${'event' in piece ? `event: ${piece.event}\n` : ''}data: ${JSON.stringify(piece)}\n\n`

  const waitForClient = (): void => {
    const patience = setTimeout(() => end('slow'), limits.patienceMs)
    response.once('drain', begin)
    leave = () => {
      clearTimeout(patience)
      response.off('drain', begin)
    }
  }
  const begin = (): void => {
    leave()
    let isPaused = false
    const stop = follow(last, ({ pieces }) => {
      for (const piece of pieces) {
        if (isPaused || isOver()) return
        response.write(`id: ${piece.sequence}\n${messageOf(piece)}`)
        last = piece.sequence
        if (response.writableLength <= limits.maxWaitingBytes) continue
        isPaused = true
        stop()
        waitForClient()
      }
    })
    leave = stop
  }
  const end = (why: StreamEnd): void => {
    leave()
    stopBeside()
    clearInterval(heartbeat)
    if (isOver()) return
    response.end(`event: end\ndata: ${JSON.stringify({ reason: why })}\n\n`)
    // Who takes nothing does not take this either.
    const drop = setTimeout(() => response.destroy(), limits.patienceMs)
    response.once('close', () => clearTimeout(drop))
  }
  const heartbeat = setInterval(() => {
    mayGoOn().then(
      (may) => {
        if (!may) end('unauthorized')
        else if (!isOver()) response.write(': alive\n\n')
      },
      () => end('closing'),
    )
  }, limits.heartbeatMs)
  response.once('close', () => {
    leave()
    stopBeside()
    clearInterval(heartbeat)
  })
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write('retry: 2000\n\n')
  begin()
  stopBeside =
    followBeside?.(({ pieces }) => {
      for (const piece of pieces) {
        if (!isOver() && response.writableLength <= limits.maxWaitingBytes) response.write(messageOf(piece))
      }
    }) ?? stopBeside
  return end
}
