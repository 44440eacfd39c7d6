import { QuarryError } from '../../contract/errors'
import type { ModelTask, ServedModel } from '../../contract/models/language-model'
import { cleanText } from '../documents/clean'
import { listOf, own } from '../documents/tree'
import { broken, refusal } from './server-error'

const maxModels = 500
const timeoutMs = 10_000

/**
 * The models that a server offers (`models`), with the context in which it runs them, as far as it says so: vLLM beside
 * the model, llama.cpp in `/props`, LM Studio in `/api/v0/models`, Ollama in `/api/ps`; hosted ones beside the model. Throws as `chat` does.
 */
export async function listModels(task: ModelTask, signal: AbortSignal): Promise<ServedModel[]> {
  const listed = listOf(own(await get(task, 'models', signal), 'data')).slice(0, maxModels)
  const contexts = await contextsBeside(task, listed, signal)
  return listed.flatMap((model) => {
    const name = cleanText(own(model, 'id'), 200)
    const said = besideModel(model) ?? contexts.get(name) ?? contexts.get('') ?? null
    return name === '' ? [] : [{ name, contextTokens: said }]
  })
}

/** Contexts by model; under '' that of a server that runs one model. */
async function contextsBeside(
  task: ModelTask,
  listed: readonly unknown[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  const contexts = new Map<string, number>()
  const note = (name: unknown, tokens: unknown): void => {
    const context = contextOf(tokens)
    if (context !== null) contexts.set(cleanText(name, 200), context)
  }
  // Each of these is one server's own; another answers with 404, or not at all.
  const ask = (path: string): Promise<unknown> =>
    get(task, path, signal).catch((error) => {
      signal.throwIfAborted()
      if (error instanceof QuarryError) return null
      throw error
    })
  // Only these programs have pages of their own, and all of them have the API at their root.
  if (new URL(task.server).pathname !== '/v1/') return contexts
  if (listed.some((model) => own(model, 'owned_by') === 'llamacpp')) {
    note('', own(own(await ask('/props'), 'default_generation_settings'), 'n_ctx'))
  } else if (listed.some((model) => besideModel(model) === null)) {
    for (const model of listOf(own(await ask('/api/ps'), 'models')))
      note(own(model, 'name'), own(model, 'context_length'))
    for (const model of listOf(own(await ask('/api/v0/models'), 'data')))
      note(own(model, 'id'), own(model, 'loaded_context_length'))
  }
  return contexts
}

/** vLLM, OpenRouter, Mistral and Groq each have a name of their own for it. */
function besideModel(model: unknown): number | null {
  for (const key of ['max_model_len', 'context_length', 'max_context_length', 'context_window']) {
    const tokens = contextOf(own(model, key))
    if (tokens !== null) return tokens
  }
  return null
}

const contextOf = (tokens: unknown): number | null =>
  typeof tokens === 'number' && Number.isInteger(tokens) && tokens >= 256 && tokens <= 100_000_000 ? tokens : null

async function get({ server, apiKey, limits }: ModelTask, path: string, signal: AbortSignal): Promise<unknown> {
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(new URL(path, server), {
      headers: { accept: 'application/json', ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }) },
      redirect: 'manual',
      signal: AbortSignal.any([signal, timeout]),
    })
    let text = ''
    const decoder = new TextDecoder()
    if (response.body !== null) {
      for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
        text += decoder.decode(chunk, { stream: true })
        if (text.length > limits.maxResponseBytes)
          throw new QuarryError('resource.tooLarge', 'The list of models is too large.')
      }
    }
    if (!response.ok) throw refusal(response.status, text, null).error
    return JSON.parse(text)
  } catch (error) {
    signal.throwIfAborted()
    if (timeout.aborted) throw new QuarryError('resource.timeout', 'The model server did not answer in time.')
    if (error instanceof SyntaxError) throw new QuarryError('model.failed', 'The model server sent no JSON.')
    throw broken(error, new URL(server).host).error
  }
}
