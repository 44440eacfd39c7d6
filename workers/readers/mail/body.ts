import { joinLines } from '../join-lines'
import { linesOf } from '../lines'
import { addParagraphs } from '../plain-text'
import type { TextBuilder } from '../text-builder'

/** From here on a message is a change of files, whose lines stand as they are. */
const patchStart = /^(?:diff --git |Index: |--- a\/)/
const quoteMark = /^>[ >]*/

/** From here on a message is what it answers, written below the answer as some programs do. */
const answeredStart = /^(?:-{2,} ?(?:Original Message|Forwarded message|原始邮件)|(?:Sent|发送时间): )/i

/** Characters of a paragraph from which on it is a footer, if so many messages of a mailbox before it said the same. */
const footer = { characters: 40, messages: 3 }

/** Lines that messages of a mailbox have said in their own words, and how often, by a number each. */
export class SaidLines {
  readonly #times = new Map<number, number>()

  add(line: string): void {
    const number = numberOf(line.trim())
    this.#times.set(number, (this.#times.get(number) ?? 0) + 1)
  }

  /** So many messages, at most, said all of the lines. */
  times(lines: readonly string[]): number {
    return lines.reduce((least, line) => Math.min(least, this.#times.get(numberOf(line.trim())) ?? 0), Number.MAX_VALUE)
  }
}

/**
 * Adds a message's text: wrapped lines become paragraphs, a quotation begins with `>`, lines of a patch stay as they are.
 * A quotation of what an earlier message said is left out, for that message says it, and so is a footer of all messages.
 */
export function addMessageText(builder: TextBuilder, text: string, said: SaidLines): void {
  let kept: string[] = []
  let paragraph: string[] = []
  let isQuoted = false
  let isAnswered = false
  let isPatch = false
  const own: string[] = []
  const flush = (): void => {
    addParagraphs(builder, kept.join('\n'))
    kept = []
  }
  const end = (): void => {
    const times = said.times(paragraph)
    const isFooter = paragraph.join('').length >= footer.characters && times >= footer.messages
    if (paragraph.length === 0 || isFooter || ((isQuoted || isAnswered) && times > 0)) {
      paragraph = []
    } else if (isQuoted) {
      flush()
      builder.add('paragraph', `> ${paragraph.reduce((all, line) => joinLines(all, line), '')}`)
    } else {
      kept.push(...paragraph, '')
    }
    paragraph = []
  }
  for (const line of linesOf(text)) {
    isPatch ||= patchStart.test(line)
    if (isPatch) {
      end()
      flush()
      builder.line(line)
      continue
    }
    isAnswered ||= answeredStart.test(line)
    const isQuotedNow = line.startsWith('>')
    const plain = isQuotedNow ? line.replace(quoteMark, '').trim() : line
    if (plain.trim() === '' || isQuotedNow !== isQuoted) end()
    isQuoted = isQuotedNow
    if (plain.trim() === '') continue
    paragraph.push(plain)
    if (!isQuoted && !isAnswered) own.push(line)
  }
  end()
  flush()
  for (const line of new Set(own)) said.add(line)
}

/** FNV-1a. */
function numberOf(line: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < line.length; at++) hash = Math.imul(hash ^ line.charCodeAt(at), 0x01000193)
  return hash
}
