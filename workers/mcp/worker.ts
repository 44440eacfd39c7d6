import '../egress/chosen'
import { type CallToolResult, SdkError, SdkErrorCode } from '@modelcontextprotocol/client'
import type { ServiceReply } from '../../contract/calls/service-question'
import type { ErrorShape } from '../../contract/error-shape'
import { QuarryError, toErrorShape } from '../../contract/errors'
import type { McpAnswer, McpNotice, McpReply, McpTask, McpTold } from '../../contract/resources/mcp'
import { quarryErrorIn } from '../egress/cause'
import { notify, serveWork } from '../process/serve-work'
import { CallClock } from './call-clock'
import { listOffered } from './listing'
import { contentsValue, promptValue, resultValue } from './result'
import { type AskPerson, connectServer, type ServerConnection } from './server-connection'
import { ServerLog } from './server-log'

/** The library has no call without a timer of its own: Node's longest. */
const longestTimerMs = 2 ** 31 - 1

/** The connection stays for the next piece of work. */
let held: { readonly key: string; readonly connection: ServerConnection } | null = null

const say = (notice: McpNotice): void => notify(notice)
const log = new ServerLog(say)

const keyOf = ({ place, roots }: McpTask): string => JSON.stringify([place, roots])
const isConnected = (task: McpTask): boolean => held?.key === keyOf(task) && held.connection.isOpen()

async function connectionFor(
  task: McpTask,
  tell: (told: McpTold) => void,
  signal: AbortSignal,
): Promise<ServerConnection> {
  if (held !== null && isConnected(task)) return held.connection
  await held?.connection.close()
  held = null
  log.keepSecret(secretsOf(task))
  const connection = await connectServer(task, log, () => say({ kind: 'ended' }), signal)
  held = { key: keyOf(task), connection }
  const { name, version } = connection.client.getServerVersion() ?? {}
  log.add('notice', `connected: ${name ?? ''} ${version ?? ''}`)
  tell({ kind: 'connected' })
  return connection
}

/** What it was given besides what finds programs. */
const secretsOf = ({ place }: McpTask): string[] =>
  Object.entries(place.transport === 'stdio' ? place.env : place.headers).flatMap(([name, value]) =>
    /^(?:PATH|PATHEXT|SystemRoot)$/.test(name) ? [] : [value],
  )

/** Questions that a person was not asked yet to the end. */
const open = new Map<number, (answer: ServiceReply) => void>()
let questions = 0

/** Hands questions to whoever has the work done, and stops the call's time meanwhile. */
function asker(tell: (told: McpTold) => void, clock: CallClock): AskPerson {
  return async (request, signal) => {
    questions++
    const question = questions
    clock.stop()
    const withdraw = (): void => {
      tell({ kind: 'withdrawn', question })
      open.get(question)?.({ action: 'cancel' })
    }
    signal.addEventListener('abort', withdraw, { once: true })
    try {
      return await new Promise((resolve) => {
        open.set(question, resolve)
        tell({ kind: 'asks', question, request })
      })
    } finally {
      open.delete(question)
      signal.removeEventListener('abort', withdraw)
      clock.go()
    }
  }
}

const onReply = (reply: unknown): void => {
  const { question, answer } = reply as McpReply
  open.get(question)?.(answer)
}

serveWork<McpTask, McpTold, McpAnswer>(async (task, tell, interrupted) => {
  tell({ kind: 'began' })
  if (task.ask.kind === 'ping' && task.place.transport === 'stdio' && !isConnected(task)) {
    return { kind: 'pinged', isRunning: false, listChanged: false }
  }
  let connection: ServerConnection | null = null
  try {
    connection = await connectionFor(task, tell, interrupted)
    connection.beginWork()
    return await answerOf(connection, task, tell, interrupted)
  } catch (error) {
    const isDown = connection === null || !connection.isOpen()
    return { kind: 'failed', error: errorOf(error, connection, interrupted), isDown, listChanged: false }
  } finally {
    log.flush()
  }
}, onReply)

async function answerOf(
  connection: ServerConnection,
  { ask, timeoutMs, maxResultBytes }: McpTask,
  tell: (told: McpTold) => void,
  signal: AbortSignal,
): Promise<McpAnswer> {
  const { client } = connection
  const options = { signal, timeout: timeoutMs }
  if (ask.kind === 'list') {
    connection.takeListChanged()
    return { kind: 'listed', listing: await listOffered(client, options), listChanged: connection.takeListChanged() }
  }
  if (ask.kind === 'ping') {
    await client.ping(options)
    return { kind: 'pinged', isRunning: true, listChanged: connection.takeListChanged() }
  }
  connection.takeRefused()
  if (ask.kind === 'read' || ask.kind === 'prompt') {
    const texts =
      ask.kind === 'read'
        ? contentsValue((await client.readResource({ uri: ask.uri }, options)).contents, maxResultBytes)
        : promptValue(
            await client.getPrompt({ name: ask.prompt, arguments: { ...ask.arguments } }, options),
            maxResultBytes,
          )
    const result = { ...texts, refused: connection.takeRefused() }
    return { kind: 'called', result, listChanged: connection.takeListChanged() }
  }
  const called = await callTool(connection, ask, timeoutMs, tell, signal)
  const result = { ...resultValue(called, maxResultBytes), refused: connection.takeRefused() }
  return { kind: 'called', result, listChanged: connection.takeListChanged() }
}

/** A call in its time, which stands still while the server asks a person. */
async function callTool(
  connection: ServerConnection,
  ask: Extract<McpTask['ask'], { kind: 'call' }>,
  timeoutMs: number,
  tell: (told: McpTold) => void,
  signal: AbortSignal,
): Promise<CallToolResult> {
  const clock = new CallClock(timeoutMs)
  connection.answerBy(ask.mayAsk ? asker(tell, clock) : null)
  try {
    return await connection.client.callTool(
      { name: ask.tool, arguments: { ...ask.arguments } },
      {
        signal: AbortSignal.any([signal, clock.signal]),
        timeout: longestTimerMs,
        onprogress: ({ progress, total }) => {
          clock.extend()
          tell({ kind: 'progress', done: progress, total: total ?? null })
        },
      },
    )
  } catch (error) {
    throw clock.signal.aborted && !signal.aborted ? clock.signal.reason : error
  } finally {
    clock.end()
    connection.answerBy(null)
    for (const settle of open.values()) settle({ action: 'cancel' })
  }
}

function errorOf(error: unknown, connection: ServerConnection | null, interrupted: AbortSignal): ErrorShape {
  const end = connection?.end()
  const known = end?.failure ?? quarryErrorIn(error)
  if (interrupted.aborted) return { code: 'cancelled', message: 'Cancelled.' }
  if (known !== null) return toErrorShape(known)
  const message = error instanceof Error ? error.message : String(error)
  const said = end?.lastWords.slice(-500) ?? ''
  const because = said === '' ? message : `${message} (${said})`
  if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout) {
    return toErrorShape(new QuarryError('resource.timeout', because))
  }
  const isDown = connection === null || !connection.isOpen()
  return toErrorShape(
    isDown
      ? new QuarryError('resource.unreachable', `The server does not answer: ${because}`)
      : new QuarryError('tool.failed', `The server refused: ${because}`, { context: { said: message.slice(0, 500) } }),
  )
}
