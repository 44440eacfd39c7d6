import type { ChatHistoryItem } from 'node-llama-cpp'
import { QuarryError } from '../../contract/errors'
import type { ModelMessage, ModelRequest, ModelTurn } from '../../contract/models/language-model'
import { isLooping, spoken } from '../models/read-stream'
import { grammarOf } from './grammar'
import type { LoadedModel } from './load-model'

/**
 * Has a loaded model answer. Throws `model.tooLong`, `model.unusable` where tools are offered (they are asked for as JSON
 * instead), `model.failed`, and the signal's reason.
 * @param onText called with each piece as it comes
 */
export async function answer(
  { model, chat }: LoadedModel,
  { messages, maxTokens, schema, tools = [] }: ModelRequest,
  onText: (text: string) => void,
  signal: AbortSignal,
): Promise<ModelTurn> {
  if (tools.length > 0) {
    const context = { reason: 'noTools' }
    throw new QuarryError('model.unusable', 'A model in a file is asked for calls as JSON.', { context })
  }
  const history = messages.map(itemOf)
  const { contextText } = chat.chatWrapper.generateContextState({ chatHistory: history })
  const promptTokens = contextText.tokenize(model.tokenizer).length
  if (promptTokens + maxTokens >= chat.sequence.contextSize) {
    const message = `Prompt and answer have ${promptTokens + maxTokens} tokens, the context ${chat.sequence.contextSize}.`
    throw new QuarryError('model.tooLong', message)
  }
  const grammar = schema === null ? null : await grammarOf(model.llama, schema)
  const looping = new AbortController()
  const before = chat.sequence.tokenMeter.usedOutputTokens
  let text = ''
  let checkedAt = 0
  const { response, metadata } = await chat.generateResponse(history, {
    maxTokens,
    // The same evidence should read the same way twice, and citations repeat themselves.
    temperature: 0,
    repeatPenalty: false,
    // Thoughts are no part of the answer, and would take the tokens of it.
    budgets: { thoughtTokens: 0 },
    // Never makes room by forgetting: what is too long was refused.
    contextShift: { size: 1 },
    signal: AbortSignal.any([signal, looping.signal]),
    stopOnAbortSignal: true,
    onTextChunk(piece) {
      text += piece
      onText(piece)
      if (text.length - checkedAt <= 200) return
      checkedAt = text.length
      if (isLooping(text)) looping.abort()
    },
    ...(grammar === null ? {} : { grammar }),
  })
  signal.throwIfAborted()
  return {
    text: spoken(response),
    finish: looping.signal.aborted ? 'loop' : metadata.stopReason === 'maxTokens' ? 'length' : 'stop',
    usage: { promptTokens, answerTokens: chat.sequence.tokenMeter.usedOutputTokens - before },
    constrained: grammar !== null,
  }
}

const itemOf = ({ role, content }: ModelMessage): ChatHistoryItem =>
  role === 'assistant' ? { type: 'model', response: [content] } : { type: role, text: content }
