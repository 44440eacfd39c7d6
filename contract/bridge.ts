import type { z } from 'zod'
import type { AppSettings } from './app'
import type {
  Channel,
  ChannelInput,
  ChannelOutput,
  DesktopChannel,
  DesktopChannels,
  Topic,
  TopicValue,
} from './channels'
import type { Result } from './result'

type CallName<Name extends string> = Name extends `${infer Room}.${infer Verb}` ? `${Room}${Capitalize<Verb>}` : never

/** Named functions only: `library.add` is `libraryAdd`. Nothing generic reaches the window. */
export type QuarryBridge = {
  [Name in Channel as CallName<Name>]: ChannelInput<Name> extends void
    ? () => Promise<Result<ChannelOutput<Name>>>
    : (input: ChannelInput<Name>) => Promise<Result<ChannelOutput<Name>>>
} & {
  [Name in DesktopChannel as CallName<Name>]: (
    input: z.input<DesktopChannels[Name]['input']>,
  ) => Promise<Result<z.output<DesktopChannels[Name]['output']>>>
} & {
  /** Listens to a topic until the returned function is called. */
  subscribe<Name extends Topic>(
    topic: Name,
    key: string | null,
    listener: (value: TopicValue<Name>) => void,
  ): () => void
  /** The real paths of dropped files; an empty string for what has none. */
  pathsOf(files: readonly File[]): string[]
  readonly platform: string
  /** The settings as the last window knew them, for as long as the library is opening; null at the first start. */
  readonly remembered: AppSettings | null
}
