import {
  type Background,
  contentWords,
  isAskingVerb,
  occurrence,
  profileText,
  type TextProfile,
  vagueWords,
  type Word,
} from '../../language'
import type { Evidence } from '../port'

/** Participles and measures of asking: that no sentence repeats them says nothing. */
const weak =
  /^(\p{L}+(ed|ing)|possible|necessary|appropriate|suitable|best|better|new|far|much|good|quickly|well|(high|low|larg|small|great|long|short)est|most|least|average|total|maximum|minimum)$/iu
const weakHan =
  /^(发生|出现|进行|具有|拥有|认为|成为|得到|受到|开始|结束|经历|担任|需要|导致|造成|产生|存在|表示|最后|最终|一共|总共|目前|现在|当时|后来|时候|时间|地方|地点|人物|名称|是否|成功|位居|何职|多快|何年|哪年|哪国|最高|最低|最大|最小|最多|最少|最长|最短|平均)$/

/** Question words that name something, with where they stand. */
function namingWords(question: string): Word[] {
  return contentWords(question).filter((word) => {
    const lower = word.surface.toLowerCase()
    if (vagueWords.has(lower) || isAskingVerb(word)) return false
    return word.isHan ? word.stem.length >= 2 && !weakHan.test(word.stem) : !weak.test(lower)
  })
}

const heldIn = (evidence: readonly Evidence[]): TextProfile =>
  profileText(
    evidence
      .flatMap(({ sentence, place }) => [
        sentence,
        ...(place.kind === 'source' ? [place.sourceTitle ?? '', ...place.headingPath] : [place.resourceName]),
      ])
      .join('\n'),
  )

/** Share in 0..1 of the question's naming words that the sentences, or the titles and headings above them, mention. */
export function shareMentioned(question: string, evidence: readonly Evidence[]): number {
  const words = namingWords(question)
  const profile = heldIn(evidence)
  return words.length === 0 ? 1 : words.filter((word) => occurrence(word, profile) >= 0.5).length / words.length
}

/** Share of a library's passages from which on a word is what all of it is about: an answer need not repeat that. */
const commonFrom = 0.2

/**
 * Terms of the question that no cited sentence, title or heading mentions, as the question words them; neighbours are joined.
 * @param background of the whole library, where it is known
 */
export function missingTerms(
  question: string,
  cited: readonly Evidence[],
  most: number,
  background: Background | null,
): string[] {
  const profile = heldIn(cited)
  const missing = namingWords(question).filter(
    (word) => occurrence(word, profile) < 0.5 && (background?.share(word.stem) ?? 0) < commonFrom,
  )
  const terms: string[] = []
  let last: Word | null = null
  for (const word of missing) {
    const between = last === null ? null : question.slice(last.end, word.start)
    if (last !== null && between !== null && /^[\s-]?$/.test(between) && terms.length > 0)
      terms[terms.length - 1] = `${terms.at(-1)}${between}${word.surface}`
    else terms.push(word.surface)
    last = word
  }
  return [...new Set(terms)].slice(0, most)
}
