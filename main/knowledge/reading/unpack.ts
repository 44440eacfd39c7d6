import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Extract, type PackedExtract, type Passage, packedPassageFields } from '../../../contract/extract'

/** Passages made between two turns of the event loop: a few milliseconds' work. */
const passagesPerTurn = 4000

/** The extract with its passages as objects, made in portions so that the main thread stays free. */
export async function unpackExtract(packed: PackedExtract): Promise<Extract> {
  const { passages: fields, headingPaths, languages, ...rest } = packed
  const passages: Passage[] = []
  const count = fields.length / packedPassageFields
  for (let ordinal = 0; ordinal < count; ordinal++) {
    if (ordinal > 0 && ordinal % passagesPerTurn === 0) await nextTurn()
    const at = ordinal * packedPassageFields
    const start = fields[at]!
    const end = fields[at + 1]!
    const page = fields[at + 2]!
    passages.push({
      ordinal,
      start,
      end,
      page: page === 0 ? null : page,
      lineStart: fields[at + 3]!,
      lineEnd: fields[at + 4]!,
      headingPath: [...(headingPaths[fields[at + 6]!] ?? [])],
      text: packed.text.slice(start, end),
      words: fields[at + 5]!,
      language: languages[fields[at + 7]!] ?? null,
    })
  }
  return { ...rest, passages }
}
