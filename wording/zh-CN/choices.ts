import type { ChoiceReason } from '../../contract/session/resource-choice'
import type { Words } from '../words'
import { readingInWords } from './queries'
import { memberKind } from './terms'

/** Why a step uses a resource. */
export const choices: Words<ChoiceReason> = {
  chosenByPerson: () => '由你选择',
  chosenByModel: () => '由语言模型选择',
  preferredBefore: ({ question }) => `你曾为“${question}”选择它`,
  readsAsQuery: ({ reading }, speech) => `读作：${readingInWords(reading, speech)}`,
  readsAsCall: ({ operation }) => `读作调用“${operation}”`,
  namedInQuestion: () => '问题中提到了它',
  comesNearest: ({ reason, words }, { fact }) =>
    `最接近，但${fact({ kind: 'questionDeclined', values: { reason, words, instead: [] } })}`,
  matchedStep: ({ reasons: { matchedWords } }) =>
    matchedWords.length === 0 ? '与步骤的含义相符' : `匹配的词：${matchedWords.map((word) => `“${word}”`).join('、')}`,
  onlyOne: ({ type }) => `唯一可用的${memberKind[type]}`,
  answersAlike: ({ others }) => `另有 ${others} 个同样合适`,
  tooManyAlike: ({ alike }) => `有 ${alike.length} 个同样合适：请选择要查询哪些，否则都不查询`,
}
