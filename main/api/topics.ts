import type { Subscription, Topic, TopicValue } from '../../contract/channels'
import { QuarryError } from '../../contract/errors'
import type { Runtime } from './runtime-parts'
import { streamTopic, type TopicSource } from './topic-stream'

export interface Topics {
  /** Streams a topic's values, the present one first, until the returned function is called. */
  subscribe(subscription: Subscription, listener: (value: unknown) => void): () => void
  /** Sends a value of a topic that has no state of its own. */
  announce<Name extends 'intake' | 'command'>(topic: Name, value: TopicValue<Name>): void
}

/** How often the footer's figures are read, in milliseconds. */
const statusIntervalMs = 1000

/** All topics of the contract over the runtime's parts. Read errors go to `onError` and the stream goes on. */
export function createTopics(runtime: Runtime, onError: (error: unknown) => void): Topics {
  const announcements = { intake: new Set<(value: unknown) => void>(), command: new Set<(value: unknown) => void>() }
  const sourceOf = (topic: Exclude<Topic, 'intake' | 'command'>, key: string | null): TopicSource<unknown> => {
    switch (topic) {
      case 'library':
        return {
          read: async () => runtime.library.progress(),
          onChange: (changed) => runtime.library.subscribe(changed),
        }
      case 'sessions':
        return { read: () => runtime.research.list({}), onChange: (changed) => runtime.research.subscribe(changed) }
      case 'session': {
        if (key === null) throw new QuarryError('input.invalid', 'The topic `session` needs a session id.')
        return {
          read: () => runtime.research.view(key),
          onChange: (changed) =>
            both(
              runtime.research.subscribe((id) => id === key && changed()),
              onSettledLibrary(changed),
            ),
        }
      }
      case 'pool':
        return { read: async () => runtime.pool.view(), onChange: (changed) => runtime.pool.subscribe(changed) }
      case 'resources':
        return {
          read: () => runtime.resources.summary(),
          onChange: (changed) => runtime.resources.subscribe(changed),
        }
      case 'settings':
        return { read: async () => runtime.settings.get(), onChange: (changed) => runtime.settings.subscribe(changed) }
      case 'status':
        return {
          read: () => runtime.status(),
          onChange: (changed) => {
            const timer = setInterval(changed, statusIntervalMs)
            return () => clearInterval(timer)
          },
        }
    }
  }
  /** What a report cites may have changed or gone; while files are under way that is told at their end. */
  const onSettledLibrary = (changed: () => void): (() => void) => {
    let seen: number | null = null
    return runtime.library.subscribe(({ revision }, inFlight) => {
      if (inFlight.length > 0 || revision === seen) return
      if (seen !== null) changed()
      seen = revision
    })
  }
  return {
    subscribe({ topic, key }, listener) {
      if (topic === 'intake' || topic === 'command') {
        announcements[topic].add(listener)
        return () => announcements[topic].delete(listener)
      }
      return streamTopic(sourceOf(topic, key), listener, onError)
    },
    announce(topic, value) {
      for (const listener of announcements[topic]) listener(value)
    },
  }
}

const both = (stopOne: () => void, stopOther: () => void) => (): void => {
  stopOne()
  stopOther()
}
