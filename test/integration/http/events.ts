import { createParser, type EventSourceMessage } from 'eventsource-parser'

/** Messages of a stream of server-sent events, as they come; ends with the stream, and lets go of it when left. */
export async function* messagesOf(response: Response): AsyncGenerator<EventSourceMessage> {
  const arrived: EventSourceMessage[] = []
  const parser = createParser({ onEvent: (message) => arrived.push(message) })
  const decoder = new TextDecoder()
  for await (const chunk of response.body!) {
    parser.feed(decoder.decode(chunk as Uint8Array, { stream: true }))
    yield* arrived.splice(0)
  }
}

/** The first messages of a stream, which is left then. */
export async function take(response: Response, count: number): Promise<EventSourceMessage[]> {
  const taken: EventSourceMessage[] = []
  for await (const message of messagesOf(response)) {
    taken.push(message)
    if (taken.length === count) break
  }
  return taken
}
