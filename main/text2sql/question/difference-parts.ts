import { monthNames } from '../../language'

const month = monthNames.join('|')
const years = '(?:19|20)\\d\\d'
/** A time as it is written once it is a date: a year, a quarter, a half, a month, a day. */
const time = `(?:(?:the )?(?:first|second|third|fourth) (?:quarter|half) of ${years}|[QH][1-4] ${years}|(?:${month}) ${years}|${years}-\\d\\d-\\d\\d|${years})`
const times = new RegExp(`\\b${time}\\b`, 'giu')
const hanTimes = /(?:19|20)\d\d ?年(?:第?[一二三四1-4]季度|[上下]半年|\d{1,2}月(?:\d{1,2}日)?)?/gu
/** What may stand around the second time without saying more than the first part of the question does. */
const besides = /\b(?:in|on|during|of|the|those|that|it|was|were|did|had|from|and|one|ones)\b|[^\p{L}]/giu

/**
 * "How many more X in A than in B?", "the difference between X in A and in B", A 的 X 比 B 多多少: the questions for the figure of each
 * time, so that the second is to be taken from the first. Null where something else is asked, or more than the times differ.
 */
export function partsOfDifference(question: string): readonly [string, string] | null {
  const asked = question.trim().replace(/[?？.。!]{1,5}$/u, '')
  return /\p{Script=Han}/u.test(asked) ? inChinese(asked) : inEnglish(asked)
}

function inEnglish(asked: string): readonly [string, string] | null {
  const more = /^(?:by )?how (many|much) (more|fewer|less) (.{3,200}?) than (.{4,80})$/iu.exec(asked)
  if (more !== null) {
    const [, many = '', side = '', head = '', tail = ''] = more
    const parts = ofBoth(`How ${many} ${head}`, tail)
    return parts === null ? null : /more/i.test(side) ? parts : [parts[1], parts[0]]
  }
  const level = /^how much (higher|lower|larger|smaller|greater) (is|was|were|are) (.{3,200}?) than (.{4,80})$/iu.exec(
    asked,
  )
  if (level !== null) {
    const [, side = '', verb = '', head = '', tail = ''] = level
    const parts = ofBoth(`What ${verb} ${head}`, tail)
    return parts === null ? null : /^(?:lower|smaller)$/i.test(side) ? [parts[1], parts[0]] : parts
  }
  const differs = /^(?:by )?how much (?:do|does|did) (.{3,200}?) differ (?:from|to|between) (.{4,80})$/iu.exec(asked)
  if (differs !== null) return ofBoth(`What is ${differs[1]}`, differs[2]!)
  const between =
    /^(?:what (?:is|was) )?(?:the )?difference (?:between|in|of) (.{3,200}?) (?:and|between|from|to) (.{4,80})$/iu.exec(
      asked,
    )
  return between === null ? null : ofBoth(`What is ${between[1]}`, between[2]!)
}

/** A question of one time, and the same of the other; null where the rest of the second part says more. */
function ofBoth(head: string, tail: string): readonly [string, string] | null {
  const [first, ...more] = head.match(times) ?? []
  const [second, ...others] = tail.match(times) ?? []
  if (first === undefined || second === undefined || more.length + others.length > 0) return null
  const said = new Set(head.toLowerCase().split(/[^\p{L}]+/u))
  const rest = tail.replace(second, ' ').replace(besides, ' ').toLowerCase().split(/\s+/)
  if (rest.some((word) => word !== '' && !said.has(word))) return null
  return [head, head.replace(first, second.replace(/^the /i, /^the /i.test(first) ? 'the ' : ''))]
}

function inChinese(asked: string): readonly [string, string] | null {
  const found =
    /^(.{4,60}?)比(.{4,40}?)(多|少|高|低|增加|减少|增长|下降)了?(?:多少|几)(?:[个名位家条座辆本件张台只项部次元])?$/u.exec(
      asked,
    )
  if (found === null) return null
  const [, head = '', tail = '', side = ''] = found
  const [first, ...more] = head.match(hanTimes) ?? []
  const [second, ...others] = tail.match(hanTimes) ?? []
  if (first === undefined || second === undefined || more.length + others.length > 0) return null
  const rest = tail.replace(second, '').replace(/^的/, '')
  if (rest !== '' && !head.endsWith(rest)) return null
  // Where no other figure is named, what it all comes to, or how many there are.
  const isFigure = /总|合计|平均|最[高低大小]|数/u.test(head)
  const isSum = /(?:费用?|金额|额|款|收入|成本|支出|利润|量)$/u.test(head)
  const ofAll = (said: string): string => head.replace(/的(?=[^的]{1,20}$)/u, said)
  const whole = isFigure || isSum ? `${isFigure ? head : ofAll('的总')}是多少？` : `${ofAll('有多少')}？`
  const parts = [whole, whole.replace(first, second)] as const
  return /[少低减降]/u.test(side) ? [parts[1], parts[0]] : parts
}
