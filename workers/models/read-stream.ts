import { createParser } from 'eventsource-parser'
import { QuarryError } from '../../contract/errors'
import type { ModelLimits, ModelTurn } from '../../contract/models/language-model'
import { reported, saidIn } from './server-error'
import { createCallCollector } from './tool-calls'

/** A piece of `chat/completions`, streamed (`delta`) or whole (`message`), as far as it is read. Foreign: anything may lack. */
interface Piece {
  readonly error?: unknown
  readonly choices?: readonly {
    readonly delta?: { readonly content?: unknown; readonly tool_calls?: unknown }
    readonly message?: { readonly content?: unknown; readonly tool_calls?: unknown }
    readonly finish_reason?: unknown
  }[]
  readonly usage?: { readonly prompt_tokens?: unknown; readonly completion_tokens?: unknown } | null
}

/**
 * Reads an answer to its end, as it streams or whole. Throws a plain error where it breaks off or falls silent, so
 * that it is asked for again; `model.failed` where it is none, `resource.tooLarge`, and what the server reports in it.
 * @param onText called with each piece as it arrives
 */
export async function readStream(
  response: Response,
  { silenceMs, maxResponseBytes }: Pick<ModelLimits, 'silenceMs' | 'maxResponseBytes'>,
  onText: (text: string) => void,
): Promise<Omit<ModelTurn, 'constrained'>> {
  let text = ''
  let finish: ModelTurn['finish'] | null = null
  let usage: ModelTurn['usage'] = null
  const called = createCallCollector()
  let isDone = false
  let checkedAt = 0
  const take = (data: string): void => {
    if (data.trim() === '[DONE]') {
      isDone = true
      return
    }
    const { error, choices, usage: counted } = pieceOf(data)
    if (error !== undefined && error !== null) throw reported(error)
    const [choice] = choices ?? []
    const content = choice?.delta?.content ?? choice?.message?.content
    if (typeof content === 'string' && content !== '') {
      text += content
      onText(content)
    }
    // The arguments of a call are no text, but they are a sign of life.
    if (called.take(choice?.delta?.tool_calls ?? choice?.message?.tool_calls)) onText('')
    if (typeof choice?.finish_reason === 'string') finish = choice.finish_reason === 'length' ? 'length' : 'stop'
    if (typeof counted?.prompt_tokens === 'number' && typeof counted.completion_tokens === 'number')
      usage = { promptTokens: counted.prompt_tokens, answerTokens: counted.completion_tokens }
  }
  const isStreamed = /^text\/event-stream/i.test(response.headers.get('content-type') ?? '')
  const parser = createParser({ onEvent: ({ data }) => take(data) })
  const decoder = new TextDecoder()
  let whole = ''
  let size = 0
  for await (const chunk of withinSilence(response, silenceMs)) {
    size += chunk.byteLength
    if (size > maxResponseBytes) throw new QuarryError('resource.tooLarge', 'The answer of the model is too large.')
    const part = decoder.decode(chunk, { stream: true })
    if (isStreamed) parser.feed(part)
    else whole += part
    if (text.length - checkedAt > 200) {
      checkedAt = text.length
      if (isLooping(text)) return { text: spoken(text), finish: 'loop', usage, ...called.all() }
    }
    if (isDone) break
  }
  if (!isStreamed) take(whole)
  if (finish === null && !isDone) throw new Error('The answer broke off.')
  return { text: spoken(text), finish: finish ?? 'stop', usage, ...called.all() }
}

function pieceOf(data: string): Piece {
  try {
    const piece: unknown = JSON.parse(data)
    if (typeof piece === 'object' && piece !== null) return piece as Piece
  } catch {
    // Told below.
  }
  throw new QuarryError('model.failed', 'The model server sent something that is no answer.', {
    context: { said: saidIn(data), reason: 'noAnswer' },
  })
}

/** Chunks of a response until it ends, or is silent for so long. What reads no further has the connection closed. */
async function* withinSilence(response: Response, silenceMs: number): AsyncGenerator<Uint8Array> {
  if (response.body === null) return
  const reader = response.body.getReader()
  let timer: NodeJS.Timeout | undefined
  try {
    for (;;) {
      const silence = new Promise<never>((_, reject) => {
        const error = new Error(`The model said nothing for ${silenceMs / 1000} seconds.`)
        timer = setTimeout(() => reject(error), silenceMs)
      })
      const { done, value } = await Promise.race([reader.read(), silence])
      clearTimeout(timer)
      if (done) return
      yield value
    }
  } finally {
    clearTimeout(timer)
    reader.cancel().catch(() => {})
  }
}

/** What was said, without what some models think aloud before it. */
export function spoken(text: string): string {
  const thought = /^\s*<think>[\s\S]*?(?:<\/think>|$)/.exec(text)
  const said = thought === null ? text : text.slice(thought[0].length)
  return said.replaceAll('\0', '').toWellFormed().trim()
}

/** Characters at the end that are looked for in what was said before them, and in how much of that. */
const tailLength = 50
const windowLength = 3000
/** A refrain of so many times is no style. */
const mostOften = 8

/** Whether a text ends in a loop: models that are small, or run cold, repeat themselves without end. */
export function isLooping(text: string): boolean {
  if (text.length < tailLength * mostOften) return false
  const before = text.slice(-windowLength)
  const tail = before.slice(-tailLength)
  return before.split(tail).length > mostOften
}
