import { cue } from '../aspects'
import { askedThings, describedThings } from './asked-things'
import type { Subject } from './named-subject'
import {
  timeOf,
  withOtherGroups,
  withOtherName,
  withOtherOfItsKind,
  withOtherPlace,
  withOtherSuperlative,
  withOtherTime,
} from './replaced-phrase'

/** The question before, and what it and its answer name. */
export interface Before {
  readonly question: string
  readonly subject: Subject | null
  /** What the answer names: `Chur` to “Which site …?”; null where it names nothing, or several things. */
  readonly answer: string | null
}

export const withoutEnd = (text: string): string => text.trim().replace(/(?<![\s.?？。!！])[\s.?？。!！]+$/u, '')

const openings =
  /^(?:(?:and|but|so|then|ok|okay|also|no|sorry|now|actually|thanks|hm+|right|i meant|i mean|we meant)\b[\s,.:;–—-]*)+/i
export const withoutOpening = (asked: string): string => asked.replace(openings, '')
const about = /^(?:what|how) about /i
const same = /^(?:the )?same (?:thing |question )?(?:for|in|at|by|with|of) /i
const manner = /,? (?:instead|then|please|too|as well|again|exactly)$/i
const showing = /^(?:show|give|tell)(?: me)? (?=(?:the|only|just)\s)/i
const asksItself =
  /^(?:who|whom|whose|what|which|when|where|why|how|do|does|did|can|could|will|would|should|may|might|must|is|are|was|were|has|have|had|list|show|name|give|count|compare)(?:['’]s)?\b/i
/** `at what reading`, `for which site`: asks by itself. */
const asksBehind = /^\p{L}+ (?:what|which|whom|whose|how (?:many|much|long|often))\b/iu
export const isAsking = (text: string): boolean => asksItself.test(text) || asksBehind.test(text)
const adverbial =
  /^(?:in|on|at|with|without|for|from|under|during|after|before|when|while|if|as|by|through|below|above|between|outside|inside|among|since|until|excluding|including|over)\b/i
/** `those that were late`, and not `those pumps`. */
const alone = String.raw`(?:those|these)(?=[?.]?$| (?:is|are|was|were|has|have|had|do|does|did|in|at|on|from|for|with|that|which|who|cost)\b)`
const pronoun = new RegExp(String.raw`\b(?:it|its|they|them|their|theirs|${alone}|he|him|his|she|her|hers)\b`, 'i')
const referring = new RegExp(
  String.raw`\b(its|their|theirs|his|her(?= \p{L})|it|they|them|${alone}|he|him|she|her)\b`,
  'giu',
)
const demonstrative =
  /\b(?:that|this|there|else|others?)$|\bof (?:that|this)\b|\b(?:who|what|where) else\b|^(?:why|how|who|what|when|where) (?:is|was|does|did|told \p{L}+) (?:that|this)\b/iu
/** `is it possible to`, `how long does it take`: the pronoun means nothing before it. */
const meansNothing = /\bit (?:is |was )?(?:possible|necessary|true|worth|take|matter|depend|rain|snow)\b/i
const ofThing = new RegExp(
  `^(?:(?:what|which)(?:['’]s| is| are| was| were) )?(?:the )?(?:[\\p{L}-]+ )?(?:${cue})$`,
  'iu',
)
/** `Who was the contractor?`: of something that is not named. */
const definiteAlone =
  /^(?:who|what|when|where|which)(?:['’]s| is| are| was| were) (?:the|its) (?:[\p{L}-]+ )?[\p{L}-]+$/iu

/** `all of them, not just the late ones`: takes something back, and no rule knows what. */
const excepts = /,|\bnot\b/i

/** Whether a follow-up refers to something before it. */
export const refersBefore = (asked: string): boolean => pronoun.test(asked) || demonstrative.test(withoutEnd(asked))

/** A follow-up as a whole question; null where no rule fills it. */
export function fillEnglish(asked: string, before: Before): string | null {
  const { subject } = before
  const question = withoutEnd(before.question)
  const rest = withoutOpening(asked).replace(about, '').replace(same, '').replace(showing, '').trim()
  const bare = withoutEnd(rest)
    .replace(manner, '')
    .replace(/^(?:only|just) (?=(?:for|in|at|on|from|with)\b)/i, '')
  if (bare === '') return null
  const whole =
    onlyAsking(bare, question) ?? amongThem(bare, question) ?? compared(bare, question) ?? anew(bare, question)
  if (whole !== null) return `${whole}?`
  if (isAsking(bare)) return asking(rest, bare, before)
  if (excepts.test(bare)) return null
  const replaced = inItsPlace(bare, question)
  if (replaced !== null) return `${replaced}?`
  if (pronoun.test(bare)) return withReferents(rest, before)
  if (adverbial.test(bare)) return `${withOtherPlace(question, bare) ?? `${question} ${bare}`}?`
  if (subject === null || !isThing(bare)) return null
  if (ofThing.test(bare)) return `What are the ${bare.replace(/^the\s/i, '').toLowerCase()} of ${subject.named}?`
  // Another thing of which the same is asked.
  return `${question.slice(0, subject.start)}${bare}${question.slice(subject.end)}?`
}

/** `a refrigerator`: nothing that is arranged, narrowed or added up. */
const isThing = (bare: string): boolean =>
  /^[\p{L}\p{N}'’-]{1,40}(?: [\p{L}\p{N}'’-]{1,40}){0,4}$/u.test(bare) &&
  !/\b(?:ones?|each|those|only|just|all|for|by|in|at|on|from|per|with|split|compare|sort|order|group|average|total|alone)\b/i.test(
    bare,
  )

/** A question with a question word of its own: what it refers to is filled in. Null where it refers to nothing that is known. */
function asking(rest: string, bare: string, before: Before): string | null {
  const { subject, question } = before
  if (meansNothing.test(bare)) return null
  const time = timeOf(question)
  const timed =
    time === null ? rest : rest.replace(/\b(?:in )?(?:that|the same) (?:year|month|quarter|season|period)\b/i, time)
  const placed =
    before.answer === null ? timed : timed.replace(/\bthere(?=[?.]?$| (?:cost|in|during)\b)/i, `at ${before.answer}`)
  if (pronoun.test(placed)) return withReferents(placed, before)
  if (placed !== rest) return placed
  if (subject === null || bare.toLowerCase().includes(subject.name.toLowerCase())) return null
  return ofThing.test(bare) || definiteAlone.test(bare) ? `${bare} of ${subject.named}?` : null
}

/** `Which ones?`, `List them`, `How many?`: the same things, asked for otherwise; `Why?`: the same, by another question word. */
function onlyAsking(bare: string, question: string): string | null {
  const why = /^(why|when|where|how)(?: (?:is|was) (?:that|it|this)| so)?$/i.exec(bare)?.[1]
  const told =
    /^(?:what|when|where|why|how) ((?:is|are|was|were|do|does|did|can|could|will|would|should|has|have|had)\s.*)$/i.exec(
      question,
    )?.[1]
  if (why !== undefined) return told === undefined || /^\S+ the \S+$/i.test(told) ? null : `${why} ${told}`
  const things = askedThings(question)
  if (things === null) return null
  const { noun, said } = things
  const rest = said === '' ? '' : ` ${said}`
  if (/^(?:which|what)(?: ones)?(?: (?:are|were) (?:they|those|these))?$/i.test(bare)) return `Which ${noun}${rest}`
  if (/^(?:list|show|name|give)(?: me)? (?:them|those|these|the list)(?: all)?$/i.test(bare))
    return `List the ${describedThings(things)}`
  return /^how many(?: (?:is|are|were|was) (?:that|there|those|they|it))?(?: in (?:total|all))?$/i.test(bare)
    ? `How many ${noun}${rest}`
    : null
}

/** `How many of those were late?`, `who did most of those?`: the things of the question before in the place of the pronoun. */
function amongThem(bare: string, question: string): string | null {
  const things = askedThings(question)
  if (things === null) return null
  const described = describedThings(things)
  const among =
    /^(how many|which|what|list|show(?: me)?)(?: of)? (?:those|them|these|(?:the|those|these) ones|ones)\b ?(.*)$/i.exec(
      bare,
    )
  if (among !== null) return `${among[1]} of the ${described} ${among[2]}`.trim()
  // `only the open ones`
  const kind = /^(?:only|just) (?:(?:the|those|these) )?(\p{L}+) ones$/iu.exec(bare)?.[1]
  if (kind !== undefined && inItsPlace(kind, question) === null)
    return question.replace(things.noun, `${kind} ${things.noun}`)
  const ofThem = /\bof (?:those|these|them)\b/i
  return ofThem.test(bare) && !excepts.test(bare) ? bare.replace(ofThem, `of the ${described}`) : null
}

/** `Is that more than in 2023?`: the same in both years. */
function compared(bare: string, question: string): string | null {
  const other =
    /^(?:is|was|are|were) (?:that|it|this|they) (?:more|less|fewer|higher|lower|bigger|smaller) than (.+)$/i.exec(
      bare,
    )?.[1]
  if (other === undefined) return null
  const own = timeOf(question)
  const years = [own ?? '', other].map((time) => /^in ((?:19|20)\d\d)$/i.exec(time)?.[1])
  if (own === null || years.includes(undefined)) return null
  return `${question.replace(own, `in ${years.toSorted().join(' and ')}`)} per year`
}

/** `how many in 2023?`: another time or place of the same. */
function anew(bare: string, question: string): string | null {
  const [, how, fragment = ''] =
    /^(how (?:many|much)|which|who|what) ((?:in|at|on|for|from|by|during) .+)$/i.exec(bare) ?? []
  if (how === undefined || asksItself.test(fragment)) return null
  const things = askedThings(question)
  const counted =
    things === null || !/^how many$/i.test(how)
      ? question
      : `How many ${things.noun} ${things.said.replace(/^that\s/i, '')}`.trim()
  return inItsPlace(fragment, counted) ?? `${counted} ${fragment}`
}

/** What takes the place of a phrase of the question before: a time, a name, a group, a superlative. */
function inItsPlace(bare: string, question: string): string | null {
  const fragment = bare
    .replace(/^(?:only|just) (?:(?:the|those|these) )?(?:ones )?/i, '')
    .replace(/^the (\S{1,30}) ones$/i, '$1')
    .replace(/ ones$/i, '')
  return (
    withOtherTime(question, fragment) ??
    withOtherGroups(question, fragment) ??
    withOtherSuperlative(question, fragment) ??
    withOtherName(question, fragment) ??
    withOtherOfItsKind(question, fragment)
  )
}

/** The question with what is meant in the place of each pronoun. Null where nothing is there to be meant. */
function withReferents(question: string, { question: before, subject, answer }: Before): string | null {
  const things = askedThings(before)
  const several = things === null ? subject?.named : `the ${describedThings(things).replace(/^the\s/i, '')}`
  const one = answer ?? (things !== null && /^which/i.test(things.asking) ? several : subject?.named)
  const isPerson = subject !== null && /\p{Lu}/u.test(subject.name) && !/^who\b/i.test(before)
  const whose = answer ?? (isPerson ? subject.named : undefined)
  const isSeveral = things !== null && answer === null && /^(?:how many|list|show)/i.test(things.asking)
  const meant = (word: string): string | undefined => {
    if (/^(?:he|him|his|she|her|hers)$/i.test(word)) return whose
    return /^(?:they|them|their|theirs|those|these)$/i.test(word) && isSeveral ? several : one
  }
  let isWhole = true
  const filled = question.replace(referring, (word, _kind, at: number) => {
    const named = meant(word)
    const isOwner = /^(?:its|their|theirs|his|her)$/i.test(word) && !/^her$/i.test(question.slice(at).trim())
    if (named === undefined || (isOwner && named.split(' ').length > 5)) isWhole = false
    return isOwner ? `${named}${/s$/i.test(named ?? '') ? '’' : '’s'}` : (named ?? '')
  })
  return isWhole ? filled : null
}
