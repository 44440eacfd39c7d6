import { contentWords } from '../language'
import { identifierWords, likeness } from '../text2sql'
import type { Mention } from './mentions'

/** What introduces the words that something is looked for by. */
const introducing =
  /(?:\b(?:about|on|regarding|concerning|mention(?:s|ing)?|contain(?:s|ing)?|called|named|titled|entitled|headed|(?:with|for|of) the (?:words?|terms?|phrase|topic|subject|title|name)|the (?:words?|terms?|phrase|topic|subject)(?! of)|keywords?|matching|relat(?:ed|ing) to|deal(?:s|ing)? with|hits for|results for|search(?:es)? for|look(?:s|ing)? for)\s+|关于|有关|叫做?)/giu

/** Where such words end. */
const ending =
  /(?=[?？。.,;:，；]|\s(?:and|or|which|that|who|whose|is|are|was|were|in|at|by|from|since|before|after|between|during|going|listed|do|does|did|have|has|had|there|with|for|according|currently|right|now|so|this|last)\b|$|的)/iu

/** What a question is about where it says so: what follows “on”, “about”, “called” and their like. Null where nothing does. */
export function topicOf(text: string): { readonly text: string; readonly start: number; readonly end: number } | null {
  for (const match of text.matchAll(introducing)) {
    const start = match.index + match[0].length
    const length = text.slice(start).search(ending)
    const said = text
      .slice(start, length < 0 ? text.length : start + length)
      .replace(/^(?:(?:the|an?|any|all|words?|terms?|phrase|topics?|subjects?|tags?|titles?)\s+)+/i, '')
    // “on 5 March”, “on this list”: no topic.
    const isTopic = /\p{L}/u.test(said) && said.length <= 80 && contentWords(said).length > 0
    const isTime =
      /^(?:\d|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december|christmas|it|them|average|record|file|hold|sale)\b/i.test(
        said,
      )
    if (isTopic && !isTime) return { text: said.trim(), start, end: start + said.length }
  }
  return null
}

const askingWords = identifierWords(
  'get list show fetch search find look query call use api tool server ask tell print return display give count number many much 查询 搜索 请问',
)

/** Words of a question that neither the tool nor what is used already explains, as they stand there. */
export function leftover(
  text: string,
  mentions: readonly Mention[],
  toolWords: readonly string[],
  used: ReadonlySet<Mention>,
): string {
  const isUsed = (start: number): boolean => [...used].some((one) => start >= one.start && start < one.end)
  const isName = (start: number): boolean =>
    mentions.some((one) => one.kind === 'name' && start >= one.start && start < one.end)
  const explained = [...toolWords, ...askingWords]
  const words = contentWords(text).filter(
    ({ surface, start }) =>
      !isUsed(start) &&
      (isName(start) || !identifierWords(surface).some((word) => explained.some((other) => likeness(word, other) > 0))),
  )
  return words
    .map(({ surface }, at) => (at === 0 || /\p{Script=Han}/u.test(surface) ? surface : ` ${surface}`))
    .join('')
}
