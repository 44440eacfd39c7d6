import { subjectWords } from '../question/subject'
import { contentStems } from '../text/words'

/** More than these are no question but a text. */
const mostKeywords = 24
/** A cue with more words of its own says what is asked about, too. */
const mostOfCue = 2
/** Chinese words of measure and time, and those left over where words are parted. */
const leftOver =
  /^(?:[年月日号时分秒天台个次下上中里第年]|一下|以上|以下|未|再|先|遇到|提到|年以来|[一两二三四五六七八九十百千几]+[个台次条种名位只件张]|哪位|哪年|[一-龥][的了]|找出来?|出来|分别)$/u

/**
 * Words that tell what a question is about, each once, in its order; numbers alone are none, nor words that say what is to
 * be done (`said`).
 */
export function keywordsOf(question: string, said: string): string[] {
  const cue = contentStems(said)
  const seen = new Set<string>(cue.size <= mostOfCue ? cue : [])
  return subjectWords(question)
    .filter(({ surface }) => /\p{L}/u.test(surface) && !leftOver.test(surface))
    .filter(({ stem }) => !seen.has(stem) && seen.add(stem))
    .map(({ surface }) => surface)
    .slice(0, mostKeywords)
}
