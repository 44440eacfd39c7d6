import { type Draft, draftOf, type TextInput } from '../draft'
import { TextBuilder } from '../text-builder'
import { RstBlocks } from './blocks'
import { RstInline } from './inline'
import { documentLines } from './lines'
import { fieldOf } from './lists'
import { namesOf } from './names'
import { TitleLevels } from './titles'

/** Fields at the head of a document that say something of it, and not of how its page is made. */
const kept = new Set(['author', 'authors', 'date', 'version'])

/** Characters that substitutions may put into a short document; into a long one, as many more as it has itself. */
const leastSubstitutable = 100_000

/**
 * Reads reStructuredText, of docutils and of Sphinx, into plain text that quotes well: no marks, no link targets.
 * Broken markup is no error: what cannot be told from text is text.
 */
export function readRestructuredText(input: TextInput): Draft {
  const builder = new TextBuilder(input.maxTextLength)
  const lines = documentLines(input.text)
  const metadata: Record<string, unknown> = {}
  const from = readHead(lines, metadata)
  const inline = new RstInline(namesOf(input.text, lines), leastSubstitutable + input.text.length)
  new RstBlocks(builder, inline, new TitleLevels(), input.maxTextLength).read(from === 0 ? lines : lines.slice(from))
  return draftOf(builder, {
    mediaType: 'text',
    reader: 'restructured-text',
    title: builder.headings.find(({ level }) => level === 1)?.text ?? null,
    encoding: input.encoding,
    metadata,
  })
}

/** Fields before anything else speak to the program that makes the page; answers where they end. */
function readHead(lines: readonly string[], metadata: Record<string, unknown>): number {
  let from = 0
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!
    const field = fieldOf(line)
    if (field !== null) {
      const name = field.name.toLowerCase()
      if (kept.has(name) && field.text !== '') metadata[name] = field.text
    } else if (line !== '' && !(line.startsWith(' ') && from > 0)) break
    if (line !== '') from = at + 1
  }
  return from
}
