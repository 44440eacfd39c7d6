import { contentWords } from '../language'

/** What introduces the words that something is looked for by. */
const introducing =
  /(?:\b(?:about|on|regarding|concerning|mention(?:s|ing)?|contain(?:s|ing)?|called|named|titled|entitled|headed|(?:with|for|of) the (?:words?|terms?|phrase|topic|subject|title|name)|the (?:words?|terms?|phrase|topic|subject)(?! of)|keywords?|matching|relat(?:ed|ing) to|deal(?:s|ing)? with|hits for|results for|search(?:es)? for|look(?:s|ing)? for)\s+|关于|有关|叫做?)/giu

/** Where such words end. */
const ending =
  /(?=[?？。.,;:，；]|\s(?:and|or|which|that|who|whose|is|are|was|were|in|at|by|from|since|before|after|between|during|going|listed|do|does|did|have|has|had|there|with|for|according|currently|right|now|so|this|last)\b|$|的)/iu

/** Words that a question says it is about, and where. */
export interface Topic {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** What a question is about where it says so: what follows “on”, “about”, “called” and their like. Null where nothing does. */
export function topicOf(text: string): Topic | null {
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
