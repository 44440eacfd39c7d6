import type { ChoiceReason } from '../../contract/session/resource-choice'
import type { Words } from '../words'
import { readingInWords } from './queries'
import { memberKind } from './terms'

/** Why a step uses a resource. */
export const choices: Words<ChoiceReason> = {
  chosenByPerson: () => 'chosen by you',
  chosenByModel: () => 'chosen by the language model',
  preferredBefore: ({ question }) => `you chose it for “${question}”`,
  readsAsQuery: ({ reading }, speech) => `reads as: ${readingInWords(reading, speech)}`,
  readsAsCall: ({ operation }) => `reads as a call of “${operation}”`,
  namedInQuestion: () => 'named in the question',
  comesNearest: ({ reason, words }, { fact }) =>
    `comes nearest, but ${fact({ kind: 'questionDeclined', values: { reason, words, instead: [] } })}`,
  matchedStep: ({ reasons: { matchedWords } }, { format }) =>
    matchedWords.length === 0
      ? 'matches the meaning of the step'
      : `matching words: ${format.list(matchedWords.map((word) => `“${word}”`))}`,
  onlyOne: ({ type }) => `the only ${memberKind[type]} available`,
  answersAlike: ({ others }) => (others === 1 ? 'one other fits equally well' : `${others} others fit equally well`),
  tooManyAlike: ({ alike }) => `${alike.length} fit equally well: choose which to ask, otherwise none is asked`,
}
