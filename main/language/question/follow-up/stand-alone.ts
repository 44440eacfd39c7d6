import { capitalise } from '../../text/capitalise'
import { hanShare } from '../../text/language'
import { contentStems, contentWords } from '../../text/words'
import { askedThings } from './asked-things'
import { chinesePronoun, fillChinese } from './chinese'
import { fillEnglish, isAsking, refersBefore, withoutEnd, withoutOpening } from './english'
import { namedPhrases, subjectOf } from './named-subject'

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Characters of what is read; a longer question says by itself what it is about. */
const longestFollowUp = 400
const longestBefore = 2000

/**
 * A follow-up as a question that stands by itself: pronouns and what it leaves out are filled in from the question before
 * (which stands by itself, too) and from what its answer named. Behind what no rule can fill stands in brackets what that
 * question named, and the one that the conversation began with (`topic`).
 */
export function standAlone(
  followUp: string,
  earlier: string,
  answer: string | null = null,
  topic: string | null = null,
): string {
  const asked = oneLine(followUp)
  const before = oneLine(earlier)
  if (asked.length > longestFollowUp || before.length > longestBefore) return followUp.trim()
  if (asked === '' || before === '' || asked === before) return asked
  const subject = subjectOf(before)
  const isHan = hanShare(asked) >= 0.25
  const filled = isHan
    ? subject && fillChinese(asked, before, subject)
    : fillEnglish(asked, { question: before, subject, answer })
  if (filled !== null) return capitalise(filled)
  const isNamed = subject !== null && asked.toLowerCase().includes(subject.name.toLowerCase())
  const whole = isHan ? asked : capitalise(withoutOpening(asked))
  if (isNamed || isWhole(whole, isHan)) return whole
  if (isHan || contentWords(asked).length === 0) return `${withoutEnd(before)}${isHan ? '：' : ': '}${asked}`
  const own = contentStems(asked)
  const named = [...namedPhrases(before, 4), ...(topic === null ? [] : namedPhrases(topic, 2))].filter((phrase) => {
    const stems = [...contentStems(phrase)]
    const isNew = !stems.every((stem) => own.has(stem))
    for (const stem of stems) own.add(stem)
    return isNew
  })
  return named.length === 0 ? whole : `${withoutEnd(whole)} (about: ${named.join(', ')})?`
}

/** Matches what `standAlone` put behind a question that no rule could fill. */
export const understoodInPart = / \(about: [^()?]{1,400}\)(?=[ .?!]{0,3}$)/u

/** `the alarm`, `the overspend`: which one, the question before says. */
const definite =
  /\b(?:that|this|the(?!\s+(?:most|least|fewest|best|worst|first|last|total|average|same|\p{L}+est)\b))\s+\p{L}/iu

/** Whether a follow-up asks by itself for something of its own. */
function isWhole(asked: string, isHan: boolean): boolean {
  const words = contentWords(asked).length
  if (isHan) return words >= 4 && !chinesePronoun.test(asked)
  if (refersBefore(asked) || (!isAsking(asked) && words < 5)) return false
  if (words >= (definite.test(asked) ? 4 : 2)) return true
  const things = askedThings(asked)
  return (
    things !== null && things.said !== '' && !/^(?:ones?|was|were|is|are)$/i.test(things.noun) && !definite.test(asked)
  )
}
