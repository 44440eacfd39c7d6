import type { Inquiry } from '../port'
import { refersBack } from '../question/aspects'
import { contentWords } from '../text/words'

const withoutEnd = (text: string): string => text.replace(/(?<![\s.?？。!！])[\s.?？。!！]+$/u, '')

/** A follow-up that says too little alone, or refers to what was asked before, is read behind that. */
function inContext(followUp: string, before: string): string {
  if (before.length === 0 || (contentWords(followUp).length >= 4 && !refersBack(followUp))) return followUp
  return `${withoutEnd(before)}: ${followUp}`
}

/**
 * The question to work on: what was asked, with what the person answered when asked back. An answer that carries at
 * least as much as the question itself replaces it (a chosen suggestion is a whole question); else it narrows it.
 */
export function workingQuestion(inquiry: Inquiry): string {
  const [first = inquiry.question, ...followUps] = [...(inquiry.earlier ?? []), inquiry.question]
  // What a follow-up before it refers to is in the follow-up's own reading, so only the last two are put together.
  return followUps.reduce((before, followUp) => inContext(followUp.trim(), before), clarified(first, inquiry))
}

function clarified(asked: string, { clarifications }: Inquiry): string {
  let question = asked.trim()
  for (const round of clarifications) {
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

/** The question as a heading: one line, first letter large, tokenised full stops of old collections closed up. */
export function tidyQuestion(question: string): string {
  const line = question
    .replace(/\s+/g, ' ')
    .replace(/ ([.?!,;:。？！，；：])/gu, '$1')
    .trim()
  return line.charAt(0).toUpperCase() + line.slice(1)
}
