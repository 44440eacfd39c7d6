import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { writePrivateFile } from '../store'
import { createMutex } from '../threads'

const content = z.object({ version: z.literal(1), secrets: z.record(z.string(), z.base64()) })

export interface SealedFile {
  /** Null where it holds none of this name. */
  read(key: string): Promise<Uint8Array | null>
  /** Null removes it. */
  write(key: string, sealed: Uint8Array | null): Promise<void>
}

/**
 * Secrets as the keyring sealed them, by key: useless without the keyring. For its user's eyes only, and replaced as a
 * whole, so that a power cut leaves the old one or the new one. Reads and writes come one after the other.
 */
export function createSealedFile(path: string): SealedFile {
  const mutex = createMutex()

  async function readAll(): Promise<Record<string, string>> {
    let text: string
    try {
      text = await readFile(path, 'utf8')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
      throw error
    }
    return content.parse(JSON.parse(text)).secrets
  }

  const writeAll = (secrets: Record<string, string>): Promise<void> =>
    writePrivateFile(path, JSON.stringify({ version: 1, secrets } satisfies z.infer<typeof content>))

  return {
    read: (key) =>
      mutex.run(async () => {
        const sealed = new Map(Object.entries(await readAll())).get(key)
        return sealed === undefined ? null : Buffer.from(sealed, 'base64')
      }),
    write: (key, sealed) =>
      mutex.run(async () => {
        const secrets = new Map(Object.entries(await readAll()))
        if (sealed === null) {
          if (!secrets.delete(key)) return
        } else secrets.set(key, Buffer.from(sealed).toString('base64'))
        await writeAll(Object.fromEntries(secrets))
      }),
  }
}
