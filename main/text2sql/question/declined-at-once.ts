import type { DeclinedQuestion } from '../../../contract/databases/declined-question'
import { understoodInPart } from '../../language'
import type { Join } from '../query/joins'
import type { DatabaseProfile } from '../schema/profile'
import { canonical } from '../words/words'

type Reason = DeclinedQuestion['reason']

/** Why no query answers a question, by how it is asked: reasons, advice, changes. Null of what may be answered. */
export function declinedAtOnce(
  question: string,
  profile: DatabaseProfile,
  joins: readonly Join[],
): { readonly reason: Reason; readonly words: readonly string[] } | null {
  if (question.length > 600) return { reason: 'tooLong', words: [] }
  const isOpen =
    /^\s*(?:how (?:(?:do|does|did)(?! [\p{L} ]{3,40}? (?:break|split) (?:down|up) (?:by|per)\b)|can|could|should|would|is|are)|why|explain|describe|should|can you(?! (?:please |kindly )?(?:list|show|give|tell|find|count|name|get|provide|display|return)\b)|could you explain|do|does|did|is|are|was|were|has|have|had|will|would(?! you (?:please |kindly )?(?:list|show|give|tell|find|count|name|get)\b))\b/iu.exec(
      question,
    )
  if (isOpen !== null) return { reason: 'explanation', words: [] }
  // How much of the rent is unpaid is no sum of rents, and what is bought together stands in two rows.
  if (
    /^\s*how much of (?:the|our|all|their)\b|\b(?:appear|occur|bought|sold|ordered|used|play|go|come)(?:s|ed|ing)? together\b/iu.test(
      question,
    )
  )
    return { reason: 'tooMuch', words: [] }
  // Who reports to somebody is told by rows that refer to rows of their own table, or by a text.
  const isChain = joins.some(({ from, to }) => from.table === to.table)
  const isNamed = profile.tables.some(({ columns }) =>
    columns.some(({ type, words }) => type === 'text' && words.includes(canonical('report'))),
  )
  if (/\bwho (?:all )?reports? (?:directly )?to \p{L}/iu.test(question) && !isChain && !isNamed)
    return { reason: 'notJoined', words: ['reports to'] }
  if (asksForChange.test(question)) return { reason: 'change', words: [] }
  // "Which sellers' customers": the sellers are asked for, or their customers.
  if (/^\s*which (?:\p{L}{1,20} ){0,2}\p{L}{2,20}(?:'s|s'|’s|s’) \p{L}/iu.test(question))
    return { reason: 'tooMuch', words: [] }
  // A follow-up with what the question before named: nobody knows what of it counts.
  if (understoodInPart.test(question)) return { reason: 'unread', words: [question.replace(understoodInPart, '')] }
  const [said] = comparedOrOnly.flatMap((pattern) => pattern.exec(question)?.[0] ?? [])
  if (said !== undefined) return { reason: 'beyondRules', words: [said.trim()] }
  return null
}

/** Rows compared with others that nothing names, and rows that have nothing but what is said. */
const comparedOrOnly: readonly RegExp[] = [
  // "Of smokers and non-smokers": of each, and not of those who do not smoke.
  /\b(\p{L}{3,20}) (?:and|vs\.?|versus|or) non-?\1\b/iu,
  // "In the city of the shop they rented from"
  /\b(?:in|from|at) the (?:city|town|country|state|region|district|department|team|place) of the \p{L}{2,20} (?:they|he|she|it|that|which|where|who)\b/iu,
  // "More than twice the average of their category"
  /\b(?:twice|double|triple|half|(?:two|three|four|five|ten|\d{1,3}) times) (?:as (?:many|much|\p{L}{3,12})|(?:the|their|its|an?) (?:average|mean|median|usual)|that of)\b|平均\p{Script=Han}{0,6}的?(?:[两二三四五十\d]倍|一半)/iu,
  // 各种产品的运单里，被投诉的占百分之多少: a share within each.
  /(?:各|每)[^，,]{1,10}(?:里|中|当中|之中)[，,]被[^，,]{1,8}的?占/u,
  // "The average asking rent is higher than the average over all flats"
  /\baverage [\p{L} ]{3,40}? (?:is )?(?:higher|lower|larger|smaller|greater|longer|shorter) than (?:the|an) average (?:over|of|across|for|in)\b/iu,
  // "What income can we expect next year?"
  /\b(?:can|should|will|could|may|might) (?:we|i|they|one) (?:expect|anticipate|reckon with)\b/iu,
  // "How many have an active policy but have never had a claim": what hangs on the one is not told from what hangs on the other.
  /^\s*how many\b[^?]{3,60}\b(?:have|has|had|with) (?:an?|any|some|at least one) [\p{L} ]{3,40},? but (?:have|has|had) never\b/iu,
  /没有[^，。？]{1,8}的[^，。？]{1,6}[里中](?:一共|总共)?有(?:多少|几)/u,
  // "At least one book that got one star and at least one book that got none": of two books.
  /\bat least one (\p{L}{2,20}) (?:that|which|who) [^?]{3,100} and at least one \1\b/iu,
  // "Which campaigns have reached their goal?": what was raised is held against it.
  /\b(?:reach|meet|met|exceed|surpass|achiev|miss|hit|fulfil)(?:e?d|l?ed|e|es|s)? (?:its|their|his|her) (?:goals?|targets?|quotas?|budgets?)\b/iu,
  // "Returned to a different branch"
  /\b(?:to|in|at|from) (?:a different|another) \p{L}{3,20}(?=[ .?!]{0,3}$)/iu,
  // "In the same city as Ada"
  /\bthe same (?:\p{L}{1,20} ){1,2}(?:as|like)\b|同一个?\p{Script=Han}{1,4}的?|一样的/iu,
  // "Who live in the same city?"
  /\b(?:in|on|at|from|for|by|share|have|had) the same \p{L}{2,20}(?=[ .?!]{0,3}$)/iu,
  // "Who made only purchases?"
  /\b(?:make|made|buy|bought|place|placed|sell|sold|order|ordered|use|used|have|has|had|give|gave|write|wrote|take|took|teach|taught|lead|led|gets?|got|receives?|received|earns?|earned|contains?|holds?|held|speaks?|offers?|offered|supply|supplies|supplied|rents?|rented|visits?|visited|attends?|attended|stays?|stayed|pays?|paid|works?|worked|wins?|won|books?|booked|plays?|played|makes|buys|places|sells|orders|uses|gives|writes|takes|teaches|leads) (?:only|exclusively|nothing but) (?!\d{1,9}(?!-\p{L})|(?:an?|one|two|three|four|five|in|on|at|for|from|during|once|twice|after|before|since|until)(?![-\p{L}]))(?=[\p{L}\d])/iu,
]

/** "Discharge patient 7": what is to be done, and not what is so. */
const asksForChange =
  /^\s*(?:please )?(?:(?:add|insert|update|delete|remove|cancel|create|rename|assign|discharge|admit|refund|approve|reject|merge|reopen|publish|unpublish|deactivate|activate|reschedule|prescribe|invite|notify|promote|enable|disable) (?!of |in |to |by |from |per |up |an? (?:list|table|report|chart|graph|overview|summary|ranking)\b)(?:\p{L}|\d|["#])|(?:change|mark|increase|decrease|reduce|raise|reset|archive|register|transfer|move|close|release|schedule|book|set|block|double|extend|renew|send|put|switch) (?:the|all|an?|every|each|this|that|these|those|my|our) )/iu
