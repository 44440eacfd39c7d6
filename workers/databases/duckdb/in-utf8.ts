import { open, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { QuarryError } from '../../../contract/errors'
import { decodeText, encodingOf } from '../../readers/encoding'
import { wholeFileBytes } from '../limits'

const headBytes = 1_000_000

/**
 * A file of text as UTF-8, the only encoding that DuckDB reads: itself, or a copy in the scratch folder.
 * @throws QuarryError `resource.tooLarge`, `resource.invalid`
 */
export async function inUtf8(path: string, size: number, scratch: string): Promise<string> {
  const encoding = encodingOf(size <= wholeFileBytes ? await readFile(path) : await readHead(path))
  if (/^(?:utf-?8|ascii)$/i.test(encoding)) return path
  if (size > wholeFileBytes) {
    throw new QuarryError('resource.tooLarge', `It is stored as ${encoding} and too large to convert.`, {
      remedy: 'saveAsUtf8',
      context: { encoding, sizeBytes: size },
    })
  }
  const copy = join(scratch, 'utf-8')
  await writeFile(copy, decodeText(await readFile(path)).text)
  return copy
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    // A character that the limit cuts in two is no sign of another encoding.
    const end = buffer.lastIndexOf(10, bytesRead - 1)
    return buffer.subarray(0, end > 0 ? end : bytesRead)
  } finally {
    await file.close()
  }
}
