import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writePrivateFile } from '../store'
import { createMutex } from '../threads'

/** The token of the HTTP API: a file that only its user can read, as the socket's is. A program needs no more than it. */
export interface HttpToken {
  readonly file: string
  /** Makes one where there is none. */
  read(): Promise<string>
  /** Makes another: the one before opens nothing any more, here and wherever else the library is served. */
  renew(): Promise<string>
  /** Compares in constant time. */
  is(given: string): Promise<boolean>
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

export function createHttpToken(dataDirectory: string): HttpToken {
  const file = join(dataDirectory, 'http-token')
  /** Read for each request, so that a renewed token holds at once, whoever renewed it. */
  const stored = async (): Promise<string | null> => {
    try {
      // An empty one was cut off half-way.
      return (await readFile(file, 'utf8')) || null
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
      throw error
    }
  }
  const makeAnother = async (): Promise<string> => {
    const token = randomBytes(32).toString('hex')
    await writePrivateFile(file, token)
    return token
  }
  // Two first readers get the same token, not one each of which only the second is any good.
  const mutex = createMutex()
  return {
    file,
    read: () => mutex.run(async () => (await stored()) ?? (await makeAnother())),
    renew: () => mutex.run(makeAnother),
    async is(given) {
      const token = await stored()
      return token !== null && timingSafeEqual(digest(given), digest(token))
    },
  }
}
