import { isAskingVerb } from '../text/asking-verbs'
import { vagueWords } from '../text/stop-words'
import { contentStems, type Word, wordsOf } from '../text/words'

const auxiliary = /^(?:do|does|did|can|could|will|would|should|may|might|must)$/i
const asking = /^(?:what|which|who)$/i

/** `does a pump move heat`, `what limits it`: the verb that is asked with is how it is asked, not what is asked of. */
export function subjectWords(question: string): Word[] {
  const words = wordsOf(question)
  let isAsked = false
  let hasSubject = false
  return words.filter((word, at) => {
    if (auxiliary.test(word.surface)) {
      isAsked = true
      hasSubject = false
    }
    if (word.isStop) return false
    const isVerb =
      isAskingVerb(word) && (word.isHan || (isAsked && hasSubject) || asking.test(words[at - 1]?.surface ?? ''))
    hasSubject = true
    if (isVerb) isAsked = false
    return !isVerb && !vagueWords.has(word.surface.toLowerCase())
  })
}

/** True for a query that is a part of the question itself: what it asks, asked alone. */
export function isPartOf(question: string, query: string): boolean {
  const asked = contentStems(question)
  const wanted = [...contentStems(query)]
  return wanted.length > 0 && wanted.filter((stem) => asked.has(stem)).length / wanted.length >= 0.8
}
