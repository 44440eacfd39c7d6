import { z } from 'zod'
import type { ClarificationRound } from '../../../contract/session/session'
import { languageOf } from '../../language'
import { workingQuestion } from '../extractive/working-question'
import type { Inquiry } from '../port'
import { askForJson } from './ask-for-json'
import { clarifyInEnglish } from './prompts/clarify.en'
import { clarifyInChinese } from './prompts/clarify.zh-CN'
import type { SessionModel } from './session-model'

const answerTokens = 300

const form = z.object({
  isClear: z.boolean(),
  ask: z.string().max(500),
  choices: z.array(z.string().trim().min(1).max(300)).max(6),
})

/**
 * Has a model say whether a question can be worked on; null where it can. Throws `model.unusable` where there is no answer
 * to that in what it says, and what a turn throws.
 */
export async function assessWithModel(
  model: SessionModel,
  inquiry: Inquiry,
  signal: AbortSignal,
): Promise<Omit<ClarificationRound, 'answer'> | null> {
  const language = languageOf(workingQuestion(inquiry))
  const words = language === 'zh-CN' ? clarifyInChinese : clarifyInEnglish
  const rounds = inquiry.clarifications.flatMap(({ prompt, answer }) =>
    prompt.kind === 'modelAsks' && answer !== null ? [{ asked: prompt.values.text, answer }] : [],
  )
  const { isClear, ask, choices } = await askForJson(
    model,
    {
      turn: {
        role: 'clarify',
        about: '',
        prompt: `clarify/${words.version}/${language}`,
        messages: [
          { role: 'system', content: words.system },
          { role: 'user', content: words.user({ question: workingQuestion(inquiry), rounds }) },
        ],
        maxTokens: answerTokens,
      },
      form,
      problemOf: ({ isClear: clear, ask: text }) => (clear || text.trim() !== '' ? null : 'ask: a question is needed.'),
      again: words.again,
    },
    signal,
  )
  if (isClear) return null
  return {
    round: inquiry.clarifications.length + 1,
    kind: 'unclear',
    prompt: { kind: 'modelAsks', values: { text: ask.trim() } },
    reason: { kind: 'modelIsUnsure', values: { model: model.name } },
    suggestions: choices,
  }
}
