import { useCallback, useRef, useSyncExternalStore } from 'react'
import { isAppTopic } from '../../contract/channels/app-topics'
import type { Topic, TopicValue } from '../../contract/channels/channels'
import type { StreamName, StreamPiece } from '../../contract/channels/streams'
import type { ErrorShape } from '../../contract/error-shape'
import { useCurrentProject } from './current-project'
import { keepEqual } from './keep-equal'
import { quarry, toShape } from './quarry'

/** A topic as a view sees it: nothing yet, main's newest value, or why there is none. */
export type TopicState<Value> =
  | { status: 'loading' }
  | { status: 'ready'; value: Value }
  | { status: 'failed'; error: ErrorShape }

const loading = { status: 'loading' } as const

interface Channel {
  readonly id: string
  /** Asks main, and publishes what comes until the returned function is called. */
  readonly begin: (publish: (state: TopicState<unknown>) => void) => () => void
  state: TopicState<unknown>
  listeners: Set<() => void>
  close: (() => void) | null
}

/** What a view first shows comes by call, as a topic speaks only when something changes. */
const firstValue: Partial<Record<Topic, (key: string | null) => Promise<unknown>>> = {
  library: async () => ({ summary: await quarry.librarySummary(), inFlight: [] }),
  sessions: () => quarry.sessionList({}),
  session: (key) => quarry.sessionView({ sessionId: key ?? '' }),
  domains: () => quarry.domainsMap(),
  pool: () => quarry.poolView(),
  resources: () => quarry.resourcesSummary(),
  status: () => quarry.appStatus(),
  settings: () => quarry.settingsGet(),
  projects: () => quarry.projectList(),
}

const channels = new Map<string, Channel>()

function open(id: string, begin: Channel['begin']): Channel {
  const known = channels.get(id)
  if (known) return known
  const channel: Channel = { id, begin, state: loading, listeners: new Set(), close: null }
  channels.set(id, channel)
  return channel
}

function publish(channel: Channel, state: TopicState<unknown>): void {
  channel.state = state
  for (const listener of channel.listeners) listener()
}

function start(channel: Channel): void {
  channel.close = channel.begin((state) => publish(channel, state))
}

function beginTopic(topic: Topic, projectId: string | null, key: string | null): Channel['begin'] {
  return (publish) => {
    let streamed = false
    let closed = false
    let last: unknown
    const stop = quarry.subscribe(topic, projectId, key, (value) => {
      streamed = true
      last = keepEqual(last, value)
      publish({ status: 'ready', value: last })
    })
    firstValue[topic]?.(key).then(
      (value) => {
        if (streamed || closed) return
        last = value
        publish({ status: 'ready', value })
      },
      (error: unknown) => {
        if (!streamed && !closed) publish({ status: 'failed', error: toShape(error) })
      },
    )
    return () => {
      closed = true
      stop()
    }
  }
}

function beginStream(stream: StreamName, projectId: string, sessionId: string): Channel['begin'] {
  return (publish) => {
    let all: readonly StreamPiece[] = []
    return quarry.follow(stream, projectId, sessionId, 0, ({ pieces, isCaughtUp }) => {
      all = [...all, ...pieces]
      if (isCaughtUp) publish({ status: 'ready', value: all })
    })
  }
}

/** Asks for everything anew: after a failed start main had nothing to stream from. */
export function restartTopics(): void {
  for (const channel of channels.values()) {
    // One of a project that is no longer shown is asked for when it is shown again.
    if (channel.close === null || channel.listeners.size === 0) continue
    channel.close()
    publish(channel, loading)
    start(channel)
  }
}

function listen(channel: Channel, listener: () => void): () => void {
  channel.listeners.add(listener)
  if (channel.close === null) start(channel)
  return () => {
    channel.listeners.delete(listener)
    // Left for a moment, so that a view that remounts does not subscribe anew.
    setTimeout(() => {
      if (channel.listeners.size > 0 || channel.close === null) return
      channel.close()
      channel.close = null
      channels.delete(channel.id)
    }, 1000)
  }
}

function useChannel(id: string, begin: Channel['begin']): TopicState<unknown> {
  const beginNow = useRef(begin)
  beginNow.current = begin
  const subscribe = useCallback((listener: () => void) => listen(open(id, beginNow.current), listener), [id])
  const snapshot = useCallback(() => open(id, beginNow.current).state, [id])
  return useSyncExternalStore(subscribe, snapshot)
}

/** Main's newest value of a topic; `session` takes the session's id as key. */
export function useTopic<Name extends Topic>(topic: Name, key: string | null = null): TopicState<TopicValue<Name>> {
  const current = useCurrentProject()
  const projectId = isAppTopic(topic) ? null : current
  const id = `${topic}:${projectId ?? ''}:${key ?? ''}`
  return useChannel(id, beginTopic(topic, projectId, key)) as TopicState<TopicValue<Name>>
}

/** All pieces of a stream of a session that there are, and each new one; loading until all of them came. */
export function useStream<Name extends StreamName>(
  stream: Name,
  sessionId: string,
): TopicState<readonly StreamPiece<Name>[]> {
  const projectId = useCurrentProject()
  const id = `${stream}:${projectId}:${sessionId}`
  return useChannel(id, beginStream(stream, projectId, sessionId)) as TopicState<readonly StreamPiece<Name>[]>
}

/** The value of a topic, or null while there is none. For places that have nothing to say about failure. */
export function useTopicValue<Name extends Topic>(topic: Name, key: string | null = null): TopicValue<Name> | null {
  const state = useTopic(topic, key)
  return state.status === 'ready' ? state.value : null
}
