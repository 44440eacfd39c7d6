import { setTimeout as pause } from 'node:timers/promises'
import { QuarryError } from '../../contract/errors'
import type { ModelRequest, ModelTask, ModelTold, ModelTurn } from '../../contract/language-model'
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
 * does no harm. A schema that the server refuses is left out. Throws `model.failed`, `model.tooLong`, `model.unusable` where
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
  let asked = request
  for (let attempt = 0; ; attempt++) {
    try {
      return await ask(task, model, asked, (text) => tell({ kind: 'text', text }), signal)
    } catch (error) {
      signal.throwIfAborted()
      const failed = error instanceof Refused ? error.failed : broken(error, new URL(task.server).host)
      const wait = waitMs(attempt, failed.retryAfter, Date.now(), longestAskedMs + 1)
      if (asked.schema !== null && error instanceof Refused && error.isOfSchema) asked = { ...asked, schema: null }
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
    /** Whether it seems to be about the schema, which not every server knows. */
    readonly isOfSchema: boolean,
  ) {
    super(failed.error.message)
  }
}

async function ask(
  { server, apiKey, limits }: ModelTask,
  model: string,
  { messages, maxTokens, schema, tools = [] }: ModelRequest,
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
    const response = await fetch(new URL('/v1/chat/completions', server), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream',
        ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify({
        model,
        messages,
        max_tokens: maxTokens,
        // The same evidence should read the same way twice.
        temperature: 0,
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
        throw new Refused({ ...failed, error, isTransient: false }, false)
      }
      const isOfSchema = response.status < 500 && /response_format|json_schema|schema|grammar/i.test(said)
      throw new Refused(failed, isOfSchema)
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
