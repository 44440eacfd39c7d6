import type { Topic, TopicValue } from '../../contract/channels'
import type { QuarryError } from '../../contract/errors'
import type { Call } from './dispatch'

/** The runtime as a command sees it, in this process or behind the socket. */
export interface Connection {
  readonly call: Call
  /** Listens to a topic until the returned function is called; the current value comes at once. */
  subscribe<Name extends Topic>(
    topic: Name,
    key: string | null,
    listener: (value: TopicValue<Name>) => void,
  ): () => void
  /** True where another process owns the data folder. */
  readonly attached: boolean
  /** Calls back once when the other side went away without being asked to; never for a runtime of this process. */
  onLost(listener: (error: QuarryError) => void): void
  close(): Promise<void>
}
