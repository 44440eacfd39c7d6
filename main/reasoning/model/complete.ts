import type { SamplingRequest } from '../../../contract/calls/sampling'
import { QuarryError } from '../../../contract/errors'
import type { ModelTurn } from '../../../contract/models/language-model'
import { languageOf } from '../../language'
import { fenceLines } from './fence'
import { completionInEnglish } from './prompts/completion.en'
import { completionInChinese } from './prompts/completion.zh-CN'
import type { TurnRequest } from './session-model'

/**
 * The turn in which a language model answers for a program: what the program says stands between marks, word for word, and
 * nothing else is added.
 * @param about the step whose call wants it
 */
export function completionTurn({ system, messages, maxTokens }: SamplingRequest, about: string): TurnRequest {
  const language = languageOf(messages.at(-1)?.text ?? '')
  const words = language === 'zh-CN' ? completionInChinese : completionInEnglish
  const { fence, text } = fenceLines('program', [
    ...(system === '' ? [] : [`system: ${system}`]),
    ...messages.map((message) => `${message.role}: ${message.text}`),
  ])
  return {
    role: 'research',
    about,
    prompt: `completion/${words.version}/${language}`,
    messages: [
      { role: 'system', content: words.system(fence) },
      { role: 'user', content: text },
    ],
    maxTokens,
    schema: null,
  }
}

/** Why an answer is none: it is empty, or turns in a circle. */
export function readCompletion({ text, finish }: Pick<ModelTurn, 'text' | 'finish'>): QuarryError | null {
  if (text.trim() !== '' && finish !== 'loop') return null
  const reason = finish === 'loop' ? 'loop' : 'empty'
  return new QuarryError('model.unusable', `The answer cannot be used: ${reason}.`, { context: { reason } })
}
