import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makePrivateFolder, writePrivateFile } from '../store'
import { fileErrorOf } from './file-errors'
import { hashOfBytes } from './open-target'

/** What files were before calls changed them: for their user alone, each by the hash of its bytes. */
export interface KeptBytes {
  keep(hash: string, bytes: Uint8Array): Promise<void>
  /** Null where they are no longer kept, or are not what they were. */
  read(hash: string): Promise<Buffer | null>
  /** Drops what none of these hashes names. */
  keepOnly(hashes: ReadonlySet<string>): Promise<void>
}

/** @param folder made when the first bytes are kept */
export function createKeptBytes(folder: string): KeptBytes {
  const read = async (hash: string): Promise<Buffer | null> => {
    const bytes = await readFile(join(folder, hash)).catch(() => null)
    return bytes !== null && hashOfBytes(bytes) === hash ? bytes : null
  }
  return {
    read,
    async keep(hash, bytes) {
      if ((await read(hash)) !== null) return
      const path = join(folder, hash)
      try {
        makePrivateFolder(folder)
        await writePrivateFile(path, bytes)
      } catch (error) {
        await rm(`${path}.new`, { force: true }).catch(() => undefined)
        throw fileErrorOf(error, path)
      }
    },
    async keepOnly(hashes) {
      const names = await readdir(folder).catch(() => [])
      for (const name of names) if (!hashes.has(name.replace('.new', ''))) await rm(join(folder, name), { force: true })
    },
  }
}
