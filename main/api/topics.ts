import { type AppTopic, isAppTopic } from '../../contract/channels/app-topics'
import type { ProjectTopic, Subscription, Topic, TopicValue } from '../../contract/channels/channels'
import type { StreamPiece, StreamSubscription } from '../../contract/channels/streams'
import { QuarryError } from '../../contract/errors'
import { type SearchQuery, searchQuery } from '../../contract/recall/search'
import { asTyped } from '../recall'
import { type AppendSource, followStream } from './append-stream'
import type { AppParts, ProjectParts } from './runtime-parts'
import { streamTopic, type TopicSource } from './topic-stream'

/** Topics that have no state of their own. */
const announcedTopics = ['intake', 'command', 'openedSession'] as const
type AnnouncedTopic = (typeof announcedTopics)[number]
const isAnnounced = (topic: Topic): topic is AnnouncedTopic => (announcedTopics as readonly string[]).includes(topic)

export interface Topics {
  /** Streams a topic's values, the present one first, or a stream's pieces, until the returned function is called. */
  subscribe(subscription: Subscription, listener: (value: unknown) => void): () => void
  /** Sends a value of a topic that has no state of its own. */
  announce<Name extends AnnouncedTopic>(topic: Name, value: TopicValue<Name>): void
}

/** In milliseconds, where not as usual: what a model writes is on the screen within 100 ms, also right after a count. */
const intervals: Partial<Record<Topic, number>> = { sessionProgress: 50 }

/** How often the footer's figures are read, in milliseconds. */
const statusIntervalMs = 1000

/**
 * All topics and streams of the contract over the app's parts and a project's, which is opened where it is not and stays
 * open while somebody listens. Read errors go to
 * `onError` and the stream goes on.
 */
export function createTopics(
  app: AppParts,
  holdProject: (projectId: string) => Promise<{ readonly project: ProjectParts; release(): void }>,
  onError: (error: unknown) => void,
): Topics {
  const announcements = new Map(announcedTopics.map((topic) => [topic, new Set<(value: unknown) => void>()]))
  const appSources: Record<Exclude<AppTopic, AnnouncedTopic>, TopicSource<unknown>> = {
    pool: { read: async () => app.pool.view(), onChange: (changed) => app.pool.subscribe(changed) },
    projects: { read: () => app.projects.list(), onChange: (changed) => app.projects.subscribe(changed) },
    status: {
      read: () => app.status(),
      onChange: (changed) => {
        const timer = setInterval(changed, statusIntervalMs)
        return () => clearInterval(timer)
      },
    },
  }
  /** Streams once the project is open; what hinders that is told by every call as well. */
  const streamOfProject = (projectId: string, stream: (project: ProjectParts) => () => void): (() => void) => {
    const stopping = new AbortController()
    holdProject(projectId)
      .then(({ project, release }) => {
        if (stopping.signal.aborted) {
          release()
          return
        }
        const stop = stream(project)
        stopping.signal.addEventListener('abort', () => {
          stop()
          release()
        })
      })
      .catch(onError)
    return () => stopping.abort()
  }
  return {
    subscribe(wanted, listener) {
      if ('stream' in wanted) {
        return streamOfProject(wanted.projectId, (project) =>
          followStream(piecesOf(project, wanted), wanted.after, listener, onError),
        )
      }
      const { topic, projectId, key } = wanted
      if (isAnnounced(topic)) {
        announcements.get(topic)?.add(listener)
        return () => announcements.get(topic)?.delete(listener)
      }
      if (isAppTopic(topic)) return streamTopic(appSources[topic], listener, onError)
      return streamOfProject(projectId ?? '', (project) =>
        streamTopic(sourceOf(project, topic, key), listener, onError, intervals[topic]),
      )
    },
    announce(topic, value) {
      for (const listener of announcements.get(topic) ?? []) listener(value)
    },
  }
}

function sourceOf(project: ProjectParts, topic: ProjectTopic, key: string | null): TopicSource<unknown> {
  const { domains, exams, learner, library, search, research, resources, services, settings } = project
  switch (topic) {
    case 'library':
      return { read: async () => library.progress(), onChange: (changed) => library.subscribe(changed) }
    case 'sessions':
      return { read: () => research.list({}), onChange: (changed) => research.subscribe(changed) }
    case 'recall':
      return asTyped(search, typedQueryOf(keyOf(key)))
    case 'session': {
      const id = keyOf(key)
      return {
        read: () => research.view(id),
        onChange: (changed) =>
          both(
            research.subscribe((one) => one === id && changed()),
            onSettledLibrary(library, changed),
          ),
      }
    }
    case 'sessionProgress': {
      const id = keyOf(key)
      return {
        read: async () => research.progress(id),
        // Rows that changed may have ended what was counted.
        onChange: (changed) =>
          both(
            research.subscribeProgress((one) => one === id && changed()),
            research.subscribe((one) => one === id && changed()),
          ),
      }
    }
    case 'resources':
      return { read: () => resources.summary(), onChange: (changed) => resources.subscribe(changed) }
    case 'service': {
      const id = keyOf(key)
      return { read: () => services.view(id), onChange: (changed) => services.follow(id, changed) }
    }
    case 'domains':
      return { read: () => domains.map(), onChange: (changed) => domains.subscribe(changed) }
    case 'learner':
      return { read: () => learner.view(), onChange: (changed) => learner.subscribe(changed) }
    case 'models':
      return { read: async () => exams.state(), onChange: (changed) => exams.subscribe(changed) }
    case 'settings':
      return { read: async () => settings.get(), onChange: (changed) => settings.subscribe(changed) }
    case 'settingsFile':
      return { read: async () => settings.fileView(), onChange: (changed) => settings.subscribe(changed) }
  }
}

function piecesOf({ research }: ProjectParts, { stream, key }: StreamSubscription): AppendSource<StreamPiece> {
  switch (stream) {
    case 'sessionEvents':
      return {
        readAfter: (after, limit) => research.events(key, after, limit),
        onAppend: (appended) => research.subscribe((one) => one === key && appended()),
      }
    case 'threadEvents':
      return {
        readAfter: (after, limit) => research.threadEvents(key, after, limit),
        onAppend: (appended) => research.subscribe((one) => one === key && appended()),
      }
    case 'threadDrafts':
      return {
        readAfter: async (after, limit) => research.drafts(key, after, limit),
        onAppend: (appended) => research.subscribeProgress((one) => one === key && appended()),
      }
    case 'projectEvents':
      return {
        readAfter: (after, limit) => research.projectEvents(after, limit),
        onAppend: (appended) => research.subscribe(appended),
      }
  }
}

/** What a report cites may have changed or gone; while files are under way that is told at their end. */
function onSettledLibrary(library: ProjectParts['library'], changed: () => void): () => void {
  let seen: number | null = null
  return library.subscribe(({ revision }, inFlight) => {
    if (inFlight.length > 0 || revision === seen) return
    if (seen !== null) changed()
    seen = revision
  })
}

const both = (stopOne: () => void, stopOther: () => void) => (): void => {
  stopOne()
  stopOther()
}

function typedQueryOf(key: string): SearchQuery {
  const parsed = searchQuery.safeParse(jsonOf(key))
  if (parsed.success) return parsed.data
  throw new QuarryError('input.invalid', 'The key of this topic is a query as JSON.', { cause: parsed.error })
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function keyOf(key: string | null): string {
  if (key === null) throw new QuarryError('input.invalid', 'This topic needs its key.')
  return key
}
