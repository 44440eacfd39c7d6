import { isAppTopic } from '../../contract/channels/app-topics'
import {
  type Channel,
  isProjectChannel,
  type Subscription,
  type Topic,
  type TopicValue,
} from '../../contract/channels/channels'
import type { StreamBatch, StreamName, StreamPiece } from '../../contract/channels/streams'
import { fromErrorShape, type QuarryError } from '../../contract/errors'
import type { Result } from '../../contract/result'
import type { Call, Dispatch } from './dispatch'

/** The way to a runtime, in this process or behind the socket. */
export interface Line {
  readonly dispatch: Dispatch
  subscribe(subscription: Subscription, listener: (value: unknown) => void): () => void
  /** True where another process owns the data folder. */
  readonly attached: boolean
  /** Calls back once when the other side went away without being asked to; never for a runtime of this process. */
  onLost(listener: (error: QuarryError) => void): void
  close(): Promise<void>
}

/** The runtime as a command sees it: every call is made in one project. */
export interface Connection extends Pick<Line, 'attached' | 'onLost' | 'close'> {
  readonly call: Call
  /** Listens to a topic until the returned function is called; the current value comes at once. */
  subscribe<Name extends Topic>(
    topic: Name,
    key: string | null,
    listener: (value: TopicValue<Name>) => void,
  ): () => void
  /** Listens to a stream from the piece after `after` on, until the returned function is called. */
  follow<Name extends StreamName>(
    stream: Name,
    sessionId: string,
    after: number,
    listener: (batch: StreamBatch<StreamPiece<Name>>) => void,
  ): () => void
  /** The same connection for another project. */
  inProject(projectId: string): Connection
}

/** A connection that calls in the first project. */
export async function connectOver(line: Line): Promise<Connection> {
  const [first] = await callOver(line, null)('project.list')
  return inProject(line, first?.id ?? null)
}

function callOver({ dispatch }: Line, projectId: string | null): Call {
  return (async (channel: Channel, input?: unknown) => {
    const envelope = { projectId: isProjectChannel(channel) ? projectId : null, input }
    const result = (await dispatch(channel, envelope)) as Result<never>
    if (result.ok) return result.value
    throw fromErrorShape(result.error)
  }) as Call
}

function inProject(line: Line, projectId: string | null): Connection {
  return {
    call: callOver(line, projectId),
    subscribe: (topic, key, listener) =>
      line.subscribe(
        { topic, projectId: isAppTopic(topic) ? null : projectId, key },
        listener as (value: unknown) => void,
      ),
    follow: (stream, key, after, listener) =>
      line.subscribe({ stream, projectId: projectId ?? '', key, after }, listener as (value: unknown) => void),
    inProject: (other) => inProject(line, other),
    attached: line.attached,
    onLost: (listener) => line.onLost(listener),
    close: () => line.close(),
  }
}
