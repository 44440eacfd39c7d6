import type { Hash } from 'node:crypto'
import iconv from 'iconv-lite'
import { QuarryError } from '../../contract/errors'
import type { Draft, ReaderInput } from './draft'
import { encodingOf } from './encoding'
import { readJsonLines } from './json'
import type { OpenFile } from './open-file'
import type { Progress } from './progress'
import { textTooLong } from './text-builder'

/** Reads a JSON Lines file line by line, however long; its encoding is that of its first bytes. `hash` gets all. */
export async function streamJsonLines(
  file: OpenFile,
  head: Uint8Array,
  input: ReaderInput,
  hash: Hash,
  progress: Progress,
): Promise<Draft> {
  // The head may end inside a character, which would make valid UTF-8 look like something else.
  const encoding = encodingOf(head.subarray(0, Math.max(1, head.lastIndexOf(0x0a) + 1 || head.length)))
  try {
    return await readJsonLines(linesOf(file, encoding, input.maxTextLength, hash, progress), input, encoding)
  } catch (error) {
    if (error instanceof QuarryError || error instanceof RangeError) throw error
    throw new QuarryError('read.corrupt', error instanceof Error ? error.message : String(error), { cause: error })
  }
}

/** Only the new part of a line is searched for its end: a line without end must not cost its square. */
async function* linesOf(
  file: OpenFile,
  encoding: string,
  maxLineLength: number,
  hash: Hash,
  progress: Progress,
): AsyncGenerator<string> {
  const decoder = iconv.getDecoder(encoding)
  let parts: string[] = []
  let length = 0
  let bytes = 0
  for (const slice of file.slices()) {
    hash.update(slice)
    bytes += slice.length
    progress({ kind: 'bytesRead', values: { done: bytes, total: file.sizeBytes } })
    const text = decoder.write(slice)
    let from = 0
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', from)) {
      parts.push(text.slice(from, end))
      yield parts.join('')
      parts = []
      length = 0
      from = end + 1
    }
    parts.push(text.slice(from))
    length += text.length - from
    if (length > maxLineLength) throw textTooLong(maxLineLength)
  }
  yield parts.join('') + (decoder.end() ?? '')
}
