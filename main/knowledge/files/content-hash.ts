import { createHash, hash as hashAtOnce } from 'node:crypto'
import { QuarryError } from '../../../contract/errors'
import { openRegular } from '../../system'
import { readErrorOf } from './read-error'

/** Bytes that are read at once. */
const sliceBytes = 256 * 1024

/** SHA-256 (hex) of a file, read in slices so that a large one never holds the thread. Throws `read.*`. */
export async function hashFile(path: string, sizeBytes: number, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  const slice = Buffer.allocUnsafe(Math.min(sliceBytes, sizeBytes + 1))
  try {
    const file = await openRegular(path)
    if (file === null) throw new QuarryError('read.unsupported', 'This is not a regular file.', { context: { path } })
    try {
      for (;;) {
        signal?.throwIfAborted()
        const { bytesRead } = await file.read(slice, 0, slice.length)
        if (bytesRead === 0) break
        hash.update(slice.subarray(0, bytesRead))
      }
    } finally {
      await file.close()
    }
  } catch (error) {
    signal?.throwIfAborted()
    throw readErrorOf(error, path)
  }
  return hash.digest('hex')
}

/** SHA-256 (hex) of a text's UTF-8 bytes. */
export function hashText(text: string): string {
  return hashAtOnce('sha256', text)
}
