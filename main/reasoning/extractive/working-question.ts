import type { Inquiry } from '../port'
import { contentWords } from '../text/words'

/**
 * The question to work on: what was asked, with what the person answered when asked back. An answer that carries at
 * least as much as the question itself replaces it (a chosen suggestion is a whole question); else it narrows it.
 */
export function workingQuestion(inquiry: Inquiry): string {
  let question = inquiry.question.trim()
  for (const round of inquiry.clarifications) {
    const answer = round.answer?.trim() ?? ''
    if (answer.length === 0) continue
    const asked = contentWords(question)
    const answered = contentWords(answer)
    const stems = new Set(answered.map((word) => word.stem))
    const repeats = asked.length > 0 && asked.filter((word) => stems.has(word.stem)).length / asked.length >= 0.5
    if (round.kind === 'emptyQuestion' || asked.length === 0 || (repeats && answered.length >= asked.length))
      question = answer
    else question = `${question.replace(/[\s.?？。!！]+$/u, '')}: ${answer}`
  }
  return question
}

/** The question as a heading: one line, first letter large, tokenised full stops of old collections closed up. */
export function tidyQuestion(question: string): string {
  const line = question
    .replace(/\s+/g, ' ')
    .replace(/\s+([.?!,;:。？！，；：])/gu, '$1')
    .trim()
  return line.charAt(0).toUpperCase() + line.slice(1)
}
