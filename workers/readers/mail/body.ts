import { joinLines } from '../join-lines'
import { linesOf } from '../lines'
import { addParagraphs } from '../plain-text'
import type { TextBuilder } from '../text-builder'

/** From here on a message is a change of files, whose lines stand as they are. */
const patchStart = /^(?:diff --git |Index: |--- a\/)/
const quoteMark = /^>[ >]*/

/** Lines that messages of a mailbox have said in their own words, by a number each. */
export class SaidLines {
  readonly #said = new Set<number>()

  add(line: string): void {
    this.#said.add(numberOf(line.trim()))
  }

  has(line: string): boolean {
    return this.#said.has(numberOf(line.trim()))
  }
}

/**
 * Adds a message's text: wrapped lines become paragraphs, a quotation begins with `>`, lines of a patch stay as they are.
 * A quotation of what an earlier message said is left out, for that message says it.
 */
export function addMessageText(builder: TextBuilder, text: string, said: SaidLines): void {
  let own: string[] = []
  let quoted: string[] = []
  let isPatch = false
  const flushOwn = (): void => {
    if (own.length > 0) addParagraphs(builder, own.join('\n'))
    own = []
  }
  const flushQuoted = (): void => {
    if (quoted.some((line) => !said.has(line)))
      builder.add('paragraph', `> ${quoted.reduce((all, line) => joinLines(all, line), '')}`)
    quoted = []
  }
  for (const line of linesOf(text)) {
    if (isPatch) builder.line(line)
    else if (line.startsWith('>')) {
      flushOwn()
      const plain = line.replace(quoteMark, '').trim()
      if (plain === '') flushQuoted()
      else quoted.push(plain)
    } else {
      flushQuoted()
      isPatch = patchStart.test(line)
      if (isPatch) {
        flushOwn()
        builder.line(line)
      } else own.push(line)
      if (line.trim() !== '') said.add(line)
    }
  }
  flushQuoted()
  flushOwn()
}

/** FNV-1a. */
function numberOf(line: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < line.length; at++) hash = Math.imul(hash ^ line.charCodeAt(at), 0x01000193)
  return hash
}
