import { contentWords } from '../../text/words'
import { chineseCue } from '../aspects'
import { withoutEnd } from './english'
import type { Subject } from './named-subject'

export const chinesePronoun = /[它他她]们?|^(?:这|那)(?=有|是|会|能|怎|为|和|与)|其(?![他它她实中余次间])/u
const chineseOpening = /^(?:那么|那|然后|还有|另外|以及|而且|并且|可是|但是)[，,、\s]*/u
const chineseAdverbial = /^(?:在|当|如果|对于|从|到)|(?:时|时候|期间|情况下|以后|之后|以前|之前|天|季|月|年|里|上|下)$/u
const chineseCueAtEnd = new RegExp(`(?:${chineseCue}|成本|效率|价格|作者|定义)$`, 'u')
const chinesePredicate = /^(?:有|是|会|能|可以|要|需要|用|怎|如何|多少|何时|什么时候|在哪|由谁|属于)/u

export function fillChinese(asked: string, before: string, { name, start, end }: Subject): string | null {
  const isPronoun = chinesePronoun.exec(asked)
  if (isPronoun !== null) {
    const isOwner = isPronoun[0] === '其'
    return asked.replace(chinesePronoun, isOwner ? `${name}的` : name).replace(chineseOpening, '')
  }
  const rest = asked.replace(chineseOpening, '')
  const topic = /^([^？?]{1,20})呢[？?]?$/u.exec(rest)?.[1]
  if (topic !== undefined) {
    if (topic.includes(name)) return rest
    if (chineseAdverbial.test(topic)) return `${topic}，${withoutEnd(before)}？`
    if (chineseCueAtEnd.test(topic)) return `${name}的${topic}是什么？`
    return `${before.slice(0, start)}${topic}${before.slice(end)}`
  }
  if (rest.includes(name) || contentWords(rest).length >= 4) return null
  return chinesePredicate.test(rest) ? `${name}${rest}` : null
}
