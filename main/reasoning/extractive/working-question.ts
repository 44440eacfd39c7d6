import { contentWords, understoodInPart } from '../../language'
import type { Inquiry } from '../port'

const withoutEnd = (text: string): string => text.replace(/(?<![\s.?？。!！])[\s.?？。!！]+$/u, '')

/** Emphasis behind a question word: it asks nothing, and its words would be looked for. */
const emphasis = /(?<=\b(why|how|what|who|where|when))\s+(on earth|in the world|the (hell|heck|devil))\b/i

/** How much or how it is to be told, behind the question: no source says so. */
const manner =
  /(?:[,;–—] ?| )(?:please|thanks|step[- ]by[- ]step|in (?:(?:more|great|full|some) )?detail|in (?:short|brief|a few words|a nutshell|a sentence)|briefly|in (?:simple|plain) (?:words|terms|language))$/i
const chineseManner =
  /[，,、]? ?请?(?:一步一步|逐步|分步骤?|详细|简要|简单|具体)地?(?:说明|解释|介绍|列出|描述|讲讲|告诉我)(?:一下)?$/u

/**
 * The question to work on: what was asked, with what the person answered when asked back. An answer that carries at
 * least as much as the question itself replaces it (a chosen suggestion is a whole question); else it narrows it.
 */
export function workingQuestion(inquiry: Inquiry): string {
  let question = withoutManner(inquiry.question.trim().replace(emphasis, ''))
  // The rounds were about the first question; a follow-up stands by itself.
  if (inquiry.earlier?.length) return question
  for (const round of inquiry.clarifications) {
    const answer = round.answer?.trim() ?? ''
    if (answer.length === 0) continue
    const own = contentWords(question)
    const answered = contentWords(answer)
    const stems = new Set(answered.map((word) => word.stem))
    const repeats = own.length > 0 && own.filter((word) => stems.has(word.stem)).length / own.length >= 0.5
    if (round.kind === 'emptyQuestion' || own.length === 0 || (repeats && answered.length >= own.length))
      question = answer
    else question = `${withoutEnd(question)}: ${answer}`
  }
  return question
}

function withoutManner(question: string): string {
  let plain = withoutEnd(question)
  const end = question.slice(plain.length)
  // “…, in detail, please”
  for (let more = 0; more < 2; more += 1) plain = plain.replace(manner, '').replace(chineseManner, '')
  return contentWords(plain).length === 0 ? question : plain + end
}

/** The question as a heading: one line, first letter large, tokenised full stops of old collections closed up. */
export function tidyQuestion(question: string): string {
  const line = question
    .replace(understoodInPart, '')
    .replace(/\s+/g, ' ')
    .replace(/ ([.?!,;:。？！，；：])/gu, '$1')
    .trim()
  return line.charAt(0).toUpperCase() + line.slice(1)
}
