import type { z } from 'zod'
import type { AppSettings } from '../app/app'
import type { Result } from '../result'
import type {
  Channel,
  ChannelInput,
  ChannelOutput,
  DesktopChannel,
  DesktopChannels,
  ProjectChannel,
  ProjectDesktopChannel,
  Topic,
  TopicValue,
} from './channels'
import type { StreamBatch, StreamName, StreamPiece } from './streams'

type CallName<Name extends string> = Name extends `${infer Room}.${infer Verb}` ? `${Room}${Capitalize<Verb>}` : never

/** Named functions only: `library.add` is `libraryAdd`, with the project after its input. Nothing generic reaches the window. */
export type QuarryBridge = {
  [Name in ProjectChannel as CallName<Name>]: (
    input: ChannelInput<Name>,
    projectId: string,
  ) => Promise<Result<ChannelOutput<Name>>>
} & {
  [Name in Exclude<Channel, ProjectChannel> as CallName<Name>]: ChannelInput<Name> extends void
    ? () => Promise<Result<ChannelOutput<Name>>>
    : (input: ChannelInput<Name>) => Promise<Result<ChannelOutput<Name>>>
} & {
  [Name in ProjectDesktopChannel as CallName<Name>]: (
    input: z.input<DesktopChannels[Name]['input']>,
    projectId: string,
  ) => Promise<Result<z.output<DesktopChannels[Name]['output']>>>
} & {
  [Name in Exclude<DesktopChannel, ProjectDesktopChannel> as CallName<Name>]: (
    input: z.input<DesktopChannels[Name]['input']>,
  ) => Promise<Result<z.output<DesktopChannels[Name]['output']>>>
} & {
  /** Listens to a topic (of a project, but for those of the app) until the returned function is called. */
  subscribe<Name extends Topic>(
    topic: Name,
    projectId: string | null,
    key: string | null,
    listener: (value: TopicValue<Name>) => void,
  ): () => void
  /** Listens to a stream of a session from the piece after `after` on, until the returned function is called. */
  follow<Name extends StreamName>(
    stream: Name,
    projectId: string,
    sessionId: string,
    after: number,
    listener: (batch: StreamBatch<StreamPiece<Name>>) => void,
  ): () => void
  /** Tokens by which dropped or pasted files are inspected and added; none for what has no path. */
  tokensOf(files: readonly File[]): string[]
  readonly platform: string
  /** The settings as the last window knew them, for as long as the library is opening; null at the first start. */
  readonly remembered: AppSettings | null
}
