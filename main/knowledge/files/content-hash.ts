import { createHash, hash as hashAtOnce } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { readErrorOf } from './read-error'

/** Below this many bytes one read is cheaper than a stream. */
const wholeBelowBytes = 256 * 1024

/** SHA-256 (hex) of a file, read in slices so that a large one never holds the thread. Throws `read.*`. */
export async function hashFile(path: string, sizeBytes: number, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  try {
    if (sizeBytes < wholeBelowBytes) {
      hash.update(await readFile(path, signal === undefined ? {} : { signal }))
    } else {
      for await (const slice of createReadStream(path, {
        highWaterMark: wholeBelowBytes,
        ...(signal === undefined ? {} : { signal }),
      })) {
        hash.update(slice as Buffer)
      }
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
