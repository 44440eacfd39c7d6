import type { AnswerPlace } from '../../../contract/report/place'
import { checkAgainstAnswers, textOfAnswer } from './answers'
import { checkByRules, type RulesVerdict } from './rules'

/** Checks a sentence by its figures, names and words: against texts of sources, the cells of answers, or the text of both. */
export function checkCited(sentence: string, cited: readonly (string | AnswerPlace)[]): RulesVerdict {
  const answers = cited.filter((one) => typeof one !== 'string')
  if (answers.length > 0 && answers.length === cited.length) return checkAgainstAnswers(sentence, answers)
  const texts = cited.map((one) => (typeof one === 'string' ? one : textOfAnswer(one)))
  return checkByRules(sentence, texts)
}
