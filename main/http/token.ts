import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openPrivateFile } from '../store'

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
      return await readFile(file, 'utf8')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
      throw error
    }
  }
  const renew = async (): Promise<string> => {
    const token = randomBytes(32).toString('hex')
    const opened = await openPrivateFile(file)
    await opened.writeFile(token).finally(() => opened.close())
    return token
  }
  return {
    file,
    read: async () => (await stored()) ?? renew(),
    renew,
    async is(given) {
      const token = await stored()
      return token !== null && token !== '' && timingSafeEqual(digest(given), digest(token))
    },
  }
}
