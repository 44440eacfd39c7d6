import { z } from 'zod'
import { appSettings, machineStatus } from '../app/app'
import { projectId, projectSummary } from '../app/project'
import { settingsFileView } from '../app/settings-file'
import { domainMap } from '../library/domain'
import { learnerView } from '../library/learner'
import { librarySummary, sourceView } from '../library/source'
import { modelsState } from '../models/model-exam'
import { poolView } from '../pool/pool'
import { searchedAsTyped } from '../recall/search'
import { resourcesSummary } from '../resources/resource'
import { serviceView } from '../resources/service'
import { sessionId, sessionProgress, sessionSummary, sessionView } from '../session/session'
import { type AppTopic, isAppTopic } from './app-topics'
import { callChannels } from './calls'
import { desktopChannels } from './desktop'
import { libraryChannels } from './library'
import { memoryChannels } from './memory'
import { projectChannels } from './project'
import { resourceChannels } from './resources'
import { sessionChannels } from './session'
import { streamSubscription } from './streams'

/**
 * The one map of calls: each channel's input and output. The window reaches it over IPC, a command over the
 * socket; both parse the input here, in main. A call is made in a project, but for those whose scope is the app.
 */
export const channels = {
  ...libraryChannels,
  ...sessionChannels,
  ...memoryChannels,
  ...callChannels,
  ...resourceChannels,
  ...projectChannels,
} as const

export type Channels = typeof channels
/** Channels that are called in a project; the others belong to the app. */
type InProject<Of> = { [Name in keyof Of]: Of[Name] extends { scope: 'app' } ? never : Name }[keyof Of]
export type ProjectChannel = InProject<Channels>
export const isProjectChannel = (channel: Channel): channel is ProjectChannel => !('scope' in channels[channel])
export type Channel = keyof Channels
export type ChannelInput<Name extends Channel> = z.input<Channels[Name]['input']>
export type ChannelOutput<Name extends Channel> = z.output<Channels[Name]['output']>

export { desktopChannels }
export type DesktopChannels = typeof desktopChannels
export type DesktopChannel = keyof DesktopChannels
export type ProjectDesktopChannel = InProject<DesktopChannels>

/** What every call carries beside its channel. */
export const callEnvelope = z.object({
  /** Null for the app's own channels. */
  projectId: projectId.nullable(),
  input: z.unknown().optional(),
})
export type CallEnvelope = z.infer<typeof callEnvelope>

/** What main streams to whoever subscribed: each topic's value is whole, newest wins. */
export const topics = {
  library: z.object({ summary: librarySummary, inFlight: z.array(sourceView) }),
  sessions: z.array(sessionSummary),
  session: sessionView,
  /** Apart from the session, which is read from rows only when they changed: this moves many times a second. */
  sessionProgress,
  pool: poolView,
  resources: resourcesSummary,
  /** Of the resource that is its key. Whoever follows it has it checked. */
  service: serviceView,
  domains: domainMap,
  learner: learnerView,
  status: machineStatus,
  models: modelsState,
  settings: appSettings,
  settingsFile: settingsFileView,
  /** Of the query that is its key, `searchQuery` as JSON, as it is typed. */
  recall: searchedAsTyped,
  projects: z.array(projectSummary),
  /** Tokens of the paths of a start, or a second one: the window shows the drop sheet for them. */
  intake: z.object({ tokens: z.array(z.string()) }),
  /** A session that a person opened outside the window, by its notification. */
  openedSession: z.object({ projectId, sessionId }),
  command: z.enum([
    'newSession',
    'search',
    'searchPage',
    'palette',
    'shortcuts',
    'help',
    'addFiles',
    'addFolder',
    'about',
    'settings',
    'resources',
    'match',
    'scan',
    'pool',
    'calls',
    'memory',
    'domains',
  ]),
} as const
export type Topics = typeof topics
export type Topic = keyof Topics
export type ProjectTopic = Exclude<Topic, AppTopic>
export type TopicValue<Name extends Topic> = z.output<Topics[Name]>

/** Topics of one session or resource, whose id is their key, or of one query. */
const keyedTopics: ReadonlySet<Topic> = new Set(['session', 'sessionProgress', 'service', 'recall'])

/** Asks main to stream a topic, of a project but for those of the app; one of a session or query needs its key. */
const topicSubscription = z
  .object({
    topic: z.enum(Object.keys(topics) as [Topic, ...Topic[]]),
    projectId: projectId.nullable(),
    key: z.string().min(1).max(20_000).nullable(),
  })
  .refine(({ topic, projectId }) => isAppTopic(topic) || projectId !== null, 'This topic is one of a project.')
  .refine(({ topic, key }) => !keyedTopics.has(topic) || key !== null, 'This topic needs its key.')

/** What may be asked for over the wire: a topic, or a stream. */
export const subscription = z.union([topicSubscription, streamSubscription])
export type Subscription = z.infer<typeof subscription>
