import { setTimeout as pause } from 'node:timers/promises'
import { QuarryError } from '../../contract/errors'
import type { ModelRequest, ModelTask, ModelTold, ModelTurn } from '../../contract/models/language-model'
import { waitMs } from '../requests/send'
import { readStream } from './read-stream'
import { broken, type FailedRequest, refusal } from './server-error'

/** A server that asks for more patience than this is told of instead. */
const longestAskedMs = 30_000
/** Of a server's refusal. */
const maxRefusalBytes = 4000

type Chat = Extract<ModelTask['ask'], { kind: 'chat' }>

/**
 * Has a model answer, streamed, trying again where the failure may pass: an answer changes nothing, so that asking twice
 * does no harm. A schema or a parameter that the server refuses is left out. Throws `model.failed`, `model.tooLong`, `model.unusable` where
 * the model knows no tools,
 * `resource.unreachable`, `resource.timeout`, `resource.tooLarge`, `resource.needsSecret`, `egress.denied` and the
 * signal's reason.
 */
export async function chat(
  task: ModelTask,
  { model, request }: Chat,
  tell: (told: ModelTold) => void,
  signal: AbortSignal,
): Promise<ModelTurn> {
  let asked: AskedRequest = request
  for (let attempt = 0; ; attempt++) {
    try {
      return await ask(task, model, asked, (text) => tell({ kind: 'text', text }), signal)
    } catch (error) {
      signal.throwIfAborted()
      const failed = error instanceof Refused ? error.failed : broken(error, new URL(task.server).host)
      const wait = waitMs(attempt, failed.retryAfter, Date.now(), longestAskedMs + 1)
      const without = error instanceof Refused ? error.withoutRefused(asked) : null
      if (without !== null) asked = without
      else if (!failed.isTransient || attempt + 1 >= task.limits.maxAttempts || wait > longestAskedMs)
        throw failed.error
      else await pause(wait, undefined, { signal })
      tell({ kind: 'again' })
    }
  }
}

/** The server answered with a status that is no success. */
class Refused extends Error {
  constructor(
    readonly failed: FailedRequest,
    /** What the server said. */
    readonly said = '',
  ) {
    super(failed.error.message)
  }

  /** The request without what its server seems not to know; null where it says nothing of the kind. */
  withoutRefused(asked: AskedRequest): AskedRequest | null {
    const { status } = this.failed.error.context as { status?: number }
    if (status === undefined || status >= 500 || status === 429) return null
    if (asked.schema !== null && /response_format|json_schema|schema|grammar/i.test(this.said))
      return { ...asked, schema: null }
    // Of the models of some servers that think first.
    if (!asked.limitsCompletion && /max_completion_tokens/.test(this.said)) return { ...asked, limitsCompletion: true }
    if (!asked.isAsWarmAsUsual && /\btemperature\b/i.test(this.said)) return { ...asked, isAsWarmAsUsual: true }
    return null
  }
}

interface AskedRequest extends ModelRequest {
  /** The answer's limit goes by its newer name. */
  readonly limitsCompletion?: boolean
  /** The model takes no temperature of ours. */
  readonly isAsWarmAsUsual?: boolean
}

async function ask(
  { server, apiKey, limits }: ModelTask,
  model: string,
  { messages, maxTokens, schema, tools = [], limitsCompletion, isAsWarmAsUsual }: AskedRequest,
  onText: (text: string) => void,
  signal: AbortSignal,
): Promise<ModelTurn> {
  const tooSlow = new AbortController()
  const timer = setTimeout(() => {
    const seconds = limits.firstByteMs / 1000
    tooSlow.abort(new QuarryError('resource.timeout', `The model did not begin to answer within ${seconds} seconds.`))
  }, limits.firstByteMs)
  const ended = new AbortController()
  try {
    const response = await fetch(new URL('chat/completions', server), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream',
        ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify({
        model,
        messages,
        [limitsCompletion ? 'max_completion_tokens' : 'max_tokens']: maxTokens,
        // The same evidence should read the same way twice.
        ...(isAsWarmAsUsual ? {} : { temperature: 0 }),
        stream: true,
        stream_options: { include_usage: true },
        ...(schema === null
          ? {}
          : { response_format: { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema } } }),
        ...(tools.length === 0 ? {} : { tools: tools.map((tool) => ({ type: 'function', function: tool })) }),
      }),
      redirect: 'manual',
      signal: AbortSignal.any([signal, tooSlow.signal, ended.signal]),
    })
    if (!response.ok) {
      const said = await beginning(response)
      const failed = refusal(response.status, said, response.headers.get('retry-after'))
      if (tools.length > 0 && response.status !== 429 && /\btools?\b|function.?call/i.test(said)) {
        const context = { ...failed.error.context, reason: 'noTools' }
        const error = new QuarryError('model.unusable', failed.error.message, { context })
        throw new Refused({ ...failed, error, isTransient: false })
      }
      throw new Refused(failed, said)
    }
    clearTimeout(timer)
    return { ...(await readStream(response, limits, onText)), constrained: schema !== null }
  } finally {
    clearTimeout(timer)
    // Whatever is still under way is wanted no more: the server stops thinking.
    ended.abort()
  }
}

async function beginning(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  if (response.body !== null) {
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      text += decoder.decode(chunk, { stream: true })
      if (text.length > maxRefusalBytes) break
    }
  }
  return text.slice(0, maxRefusalBytes)
}
