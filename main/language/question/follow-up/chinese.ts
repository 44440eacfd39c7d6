import { contentWords } from '../../text/words'
import { chineseCue } from '../aspects'
import { withoutEnd } from './english'
import type { Subject } from './named-subject'

export const chinesePronoun = /[它他她]们?|^(?:这|那)(?=有|是|会|能|怎|为|和|与)|其(?![他它她实中余次间])/u
const chineseOpening = /^(?:那么|那|然后|还有|另外|以及|而且|并且|可是|但是)[，,、\s]*/u
const chineseAdverbial = /^(?:在|当|如果|对于|从|到)|(?:时|时候|期间|情况下|以后|之后|以前|之前|天|季|月|年|里|上|下)$/u
const chineseCueAtEnd = new RegExp(`(?:${chineseCue}|成本|效率|价格|作者|定义)$`, 'u')
const chinesePredicate = /^(?:有|是|会|能|可以|要|需要|用|怎|如何|多少|何时|什么时候|在哪|由谁|属于)/u

const year = '(?:19|20)\\d{2} ?年'
const month = '\\d{1,2} ?月份?'
const quarter = '第[一二三四]季度'
const time = new RegExp(`${year}(?:的?(?:${month}|${quarter}))?|${month}|${quarter}|[今去前本上]年|[本上]个?月`, 'u')
const partOfYear = new RegExp(`^(?:${month}|${quarter})$`, 'u')
const yearOf = new RegExp(`^${year}`, 'u')

/** 2022年 for 2023年; 4月 for 2023年3月 keeps the year. Null where either says no time. */
function withOtherTime(before: string, topic: string): string | null {
  const there = time.exec(before)
  if (there === null || time.exec(topic)?.[0] !== topic) return null
  const kept = partOfYear.test(topic) ? (yearOf.exec(there[0])?.[0] ?? '') : ''
  return `${before.slice(0, there.index)}${kept}${topic}${before.slice(there.index + there[0].length)}`
}

const counted =
  /^([^，,。？?]{0,30}?)(?:一共|总共|共)?有(?:多少|几)[个张份名条次位家台本项座辆只场种件]?([^，,。？?]{1,30})[？?]?$/u

/** 其中有多少逾期？: of what the question before counts. */
function amongThem(asked: string, before: string): string | null {
  const rest = /^其中([^？?]{1,40})[？?]?$/u.exec(asked)?.[1]
  const [, scope = '', things] = counted.exec(before) ?? []
  if (rest === undefined || things === undefined) return null
  const of = scope === '' || /[的里中]$/u.test(scope) ? scope : `${scope}的`
  return `${of}${things}中${rest}？`
}

export function fillChinese(asked: string, before: string, { name, start, end }: Subject): string | null {
  const among = amongThem(asked.replace(chineseOpening, ''), before)
  if (among !== null) return among
  const isPronoun = chinesePronoun.exec(asked)
  if (isPronoun !== null) {
    const isOwner = isPronoun[0] === '其'
    return asked.replace(chinesePronoun, isOwner ? `${name}的` : name).replace(chineseOpening, '')
  }
  const rest = asked.replace(chineseOpening, '')
  const topic = /^([^？?]{1,20})呢[？?]?$/u.exec(rest)?.[1]
  if (topic !== undefined) {
    const timed = withOtherTime(before, topic)
    if (timed !== null) return timed
    if (topic.includes(name)) return rest
    if (chineseAdverbial.test(topic)) return `${topic}，${withoutEnd(before)}？`
    if (chineseCueAtEnd.test(topic)) return `${name}的${topic}是什么？`
    return `${before.slice(0, start)}${topic}${before.slice(end)}`
  }
  if (rest.includes(name) || contentWords(rest).length >= 4) return null
  return chinesePredicate.test(rest) ? `${name}${rest}` : null
}
