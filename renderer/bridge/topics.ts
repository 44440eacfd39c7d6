import { useCallback, useSyncExternalStore } from 'react'
import { isAppTopic } from '../../contract/channel-names'
import type { Topic, TopicValue } from '../../contract/channels'
import type { ErrorShape } from '../../contract/errors'
import { useCurrentProject } from './current-project'
import { quarry, toShape } from './quarry'

/** A topic as a view sees it: nothing yet, main's newest value, or why there is none. */
export type TopicState<Value> =
  | { status: 'loading' }
  | { status: 'ready'; value: Value }
  | { status: 'failed'; error: ErrorShape }

const loading = { status: 'loading' } as const

interface Channel {
  readonly id: string
  readonly topic: Topic
  /** Null of a topic of the app. */
  readonly projectId: string | null
  readonly key: string | null
  state: TopicState<unknown>
  listeners: Set<() => void>
  close: (() => void) | null
}

/** What a view first shows comes by call, as a topic speaks only when something changes. */
const firstValue: Partial<Record<Topic, (key: string | null) => Promise<unknown>>> = {
  library: async () => ({ summary: await quarry.librarySummary(), inFlight: [] }),
  sessions: () => quarry.sessionList({}),
  session: (key) => quarry.sessionView({ sessionId: key ?? '' }),
  pool: () => quarry.poolView(),
  resources: () => quarry.resourcesSummary(),
  status: () => quarry.appStatus(),
  settings: () => quarry.settingsGet(),
  projects: () => quarry.projectList(),
}

const channels = new Map<string, Channel>()

function open(topic: Topic, project: string, key: string | null): Channel {
  const projectId = isAppTopic(topic) ? null : project
  const id = `${topic}:${projectId ?? ''}:${key ?? ''}`
  const known = channels.get(id)
  if (known) return known
  const channel: Channel = { id, topic, projectId, key, state: loading, listeners: new Set(), close: null }
  channels.set(id, channel)
  return channel
}

function publish(channel: Channel, state: TopicState<unknown>): void {
  channel.state = state
  for (const listener of channel.listeners) listener()
}

function start(channel: Channel): void {
  const { topic, projectId, key } = channel
  let streamed = false
  let closed = false
  const stop = quarry.subscribe(topic, projectId, key, (value) => {
    streamed = true
    publish(channel, { status: 'ready', value })
  })
  channel.close = () => {
    closed = true
    stop()
  }
  firstValue[topic]?.(key).then(
    (value) => {
      if (!streamed && !closed) publish(channel, { status: 'ready', value })
    },
    (error: unknown) => {
      if (!streamed && !closed) publish(channel, { status: 'failed', error: toShape(error) })
    },
  )
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

function listen(topic: Topic, projectId: string, key: string | null, listener: () => void): () => void {
  const channel = open(topic, projectId, key)
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

/** Main's newest value of a topic; `session` takes the session's id as key. */
export function useTopic<Name extends Topic>(topic: Name, key: string | null = null): TopicState<TopicValue<Name>> {
  const projectId = useCurrentProject()
  const subscribe = useCallback(
    (listener: () => void) => listen(topic, projectId, key, listener),
    [topic, projectId, key],
  )
  const snapshot = useCallback(() => open(topic, projectId, key).state, [topic, projectId, key])
  return useSyncExternalStore(subscribe, snapshot) as TopicState<TopicValue<Name>>
}

/** The value of a topic, or null while there is none. For places that have nothing to say about failure. */
export function useTopicValue<Name extends Topic>(topic: Name, key: string | null = null): TopicValue<Name> | null {
  const state = useTopic(topic, key)
  return state.status === 'ready' ? state.value : null
}
