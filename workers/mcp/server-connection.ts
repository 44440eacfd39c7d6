import { pathToFileURL } from 'node:url'
import { Client, ProtocolError, ProtocolErrorCode, type Transport } from '@modelcontextprotocol/client'
import type { SamplingAnswer, ServiceReply, ServiceRequest } from '../../contract/calls/service-question'
import type { QuarryError } from '../../contract/errors'
import type { McpPlace, McpTask } from '../../contract/resources/mcp'
import { plainContent, readElicitation } from './elicitation'
import { createHttpTransport } from './http-transport'
import { readSampling, whyNot } from './sampling'
import type { ServerLog } from './server-log'
import { StdioTransport } from './stdio-transport'

/** A connection to one server. */
export interface ServerConnection {
  readonly client: Client
  isOpen(): boolean
  /** What the server may send is counted from here on. */
  beginWork(): void
  /** Why the connection ended, and what the server said last; null where nothing is known. */
  end(): { readonly failure: QuarryError | null; readonly lastWords: string }
  /** Whether the server lists other things than it did; asked once. */
  takeListChanged(): boolean
  /** Who answers what the server asks a person from now on; null: nobody. */
  answerBy(ask: AskPerson | null): void
  /** What the server asked for and was refused since this was asked last. */
  takeRefused(): string[]
  close(): Promise<void>
}

/** Hands a question to a person. It is aborted where the server takes the question back, or is gone. */
export type AskPerson = (request: ServiceRequest, signal: AbortSignal) => Promise<ServiceReply>

/** What a server may ask of a person or a model: only a person could allow it. */
const isRefused = (method: string): boolean => /^(?:sampling|elicitation)\//.test(method)
const keptRefusals = 20
/** What the protocol's own examples answer with where a person declines. */
const declinedCode = -1

/** Connects, and shakes hands within the task's time. Throws `resource.*`, `egress.denied`, and the signal's reason. */
export async function connectServer(
  { place, roots, timeoutMs }: McpTask,
  log: ServerLog,
  onEnded: () => void,
  signal: AbortSignal,
): Promise<ServerConnection> {
  const { transport, beginWork, end } = transportOf(place, log)
  let isOpen = true
  let listChanged = false
  let refused: string[] = []
  const client = new Client(
    { name: 'quarry', version: '1' },
    {
      capabilities: {
        elicitation: { form: {} },
        sampling: {},
        ...(roots.length === 0 ? {} : { roots: { listChanged: false } }),
      },
    },
  )
  let ask: AskPerson | null = null
  if (roots.length > 0) {
    const listed = roots.map((root) => ({ uri: pathToFileURL(root).href }))
    client.setRequestHandler('roots/list', () => ({ roots: listed }))
  }
  for (const kind of ['tools', 'resources', 'prompts'] as const) {
    client.setNotificationHandler(`notifications/${kind}/list_changed`, () => {
      listChanged = true
      log.add('notice', `list changed: ${kind}`)
    })
  }
  client.setNotificationHandler('notifications/message', ({ params: { level, logger, data } }) => {
    log.add(
      'message',
      `${[level, logger].filter(Boolean).join(' ')}: ${typeof data === 'string' ? data : JSON.stringify(data)}`,
    )
  })
  client.onclose = () => {
    isOpen = false
    onEnded()
  }
  const refuse = (method: string): void => {
    if (refused.length < keptRefusals) refused.push(method)
    log.add('notice', `refused: ${method}`)
  }
  client.setRequestHandler('elicitation/create', async ({ method, params }, { mcpReq }) => {
    const elicitation = readElicitation(params)
    if (ask === null || elicitation === null) {
      refuse(method)
      return { action: ask === null ? 'cancel' : 'decline' }
    }
    log.add('notice', `asked a person: ${method}`)
    const answer = await ask({ kind: 'form', ...elicitation }, mcpReq.signal)
    if (answer.action === 'accept') return { action: 'accept', content: plainContent(answer.content) }
    return { action: answer.action === 'decline' ? 'decline' : 'cancel' }
  })
  client.setRequestHandler('sampling/createMessage', async ({ method, params }, { mcpReq }) => {
    if (ask !== null) log.add('notice', `asked a person: ${method}`)
    // Values are entered in forms alone.
    const answer = (await ask?.(readSampling(params), mcpReq.signal)) as SamplingAnswer | undefined
    if (answer?.action === 'complete') {
      const { text, model, isCut } = answer
      return {
        role: 'assistant',
        content: { type: 'text', text },
        model,
        stopReason: isCut ? ('maxTokens' as const) : ('endTurn' as const),
      }
    }
    const problem = answer?.problem
    // What a person was asked is in the record, with their answer.
    if (answer === undefined || problem !== undefined) refuse(method)
    throw new ProtocolError(declinedCode, whyNot[problem ?? answer?.action ?? 'decline'], { kind: 'declined' })
  })
  client.fallbackRequestHandler = async ({ method }) => {
    if (!isRefused(method)) throw new ProtocolError(ProtocolErrorCode.MethodNotFound, 'Method not found.')
    refuse(method)
    throw new ProtocolError(declinedCode, 'Declined: nobody allowed this.', { kind: 'declined' })
  }
  try {
    await client.connect(transport, { signal, timeout: timeoutMs })
  } catch (error) {
    await client.close()
    const { failure, lastWords } = end()
    // Why a program did not start it says itself.
    if (error instanceof Error && lastWords !== '') error.message += ` (${lastWords.slice(-500)})`
    throw failure ?? error
  }
  return {
    client,
    isOpen: () => isOpen,
    beginWork,
    end,
    takeListChanged() {
      const taken = listChanged
      listChanged = false
      return taken
    },
    answerBy(asker) {
      ask = asker
    },
    takeRefused() {
      const taken = refused
      refused = []
      return taken
    },
    close: () => client.close(),
  }
}

type Transported = Pick<ServerConnection, 'beginWork' | 'end'> & { readonly transport: Transport }

function transportOf(place: McpPlace, log: ServerLog): Transported {
  if (place.transport !== 'stdio') {
    const { transport, beginWork, failure } = createHttpTransport(place)
    return { transport, beginWork, end: () => ({ failure: failure(), lastWords: '' }) }
  }
  const transport = new StdioTransport(place, log)
  const end = (): ReturnType<ServerConnection['end']> => ({
    failure: transport.failure,
    lastWords: transport.lastWords(),
  })
  return { transport, beginWork: () => transport.beginWork(), end }
}
