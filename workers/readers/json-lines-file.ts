import type { Readable } from 'node:stream'
import iconv from 'iconv-lite'
import { QuarryError } from '../../contract/errors'
import type { Draft, ReaderInput } from './draft'
import { encodingOf } from './encoding'
import { readJsonLines } from './json'
import { openRegularFile } from './open-file'
import { textTooLong } from './text-builder'

/** Reads a JSON Lines file line by line, however long; its encoding is that of its first bytes. */
export async function streamJsonLines(path: string, head: Uint8Array, input: ReaderInput): Promise<Draft> {
  // The head may end inside a character, which would make valid UTF-8 look like something else.
  const encoding = encodingOf(head.subarray(0, Math.max(1, head.lastIndexOf(0x0a) + 1 || head.length)))
  const { file } = await openRegularFile(path)
  try {
    const lines = linesOf(file.createReadStream({ autoClose: false }), encoding, input.maxTextLength)
    return await readJsonLines(lines, input, encoding)
  } catch (error) {
    if (error instanceof QuarryError || error instanceof RangeError) throw error
    throw new QuarryError('read.corrupt', error instanceof Error ? error.message : String(error), { cause: error })
  } finally {
    await file.close()
  }
}

/** Only the new part of a line is searched for its end: a line without end must not cost its square. */
async function* linesOf(stream: Readable, encoding: string, maxLineLength: number): AsyncGenerator<string> {
  const decoder = iconv.getDecoder(encoding)
  let parts: string[] = []
  let length = 0
  for await (const chunk of stream) {
    const text = decoder.write(chunk as Buffer)
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
