import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { QuarryError } from '../../contract/errors'
import { openRegular } from '../system'

/** A folder with more is no tool whose every file a change could be seen in before each call. */
const maxFiles = 2000
const maxBytes = 50 * 1024 * 1024

/** SHA-256 over the names and bytes of all files in a folder. Links are named, not followed. Throws `resource.tooLarge`. */
export async function hashOfFolder(folder: string): Promise<string> {
  const hash = createHash('sha256')
  let files = 0
  let bytes = 0
  const add = async (directory: string, within: string): Promise<void> => {
    const entries = await readdir(directory, { withFileTypes: true })
    for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
      const [path, name] = [join(directory, entry.name), `${within}/${entry.name}`]
      hash.update(`${name}\0${entry.isDirectory() ? 'd' : entry.isFile() ? 'f' : 'o'}\0`)
      if (entry.isDirectory()) await add(path, name)
      if (!entry.isFile()) continue
      if (++files > maxFiles) throw tooLarge()
      const file = await openRegular(path)
      // A link by now: what it leads to is no part of the folder.
      if (file === null) continue
      await pipeline(file.createReadStream(), async (chunks: AsyncIterable<Buffer>) => {
        for await (const chunk of chunks) {
          bytes += chunk.length
          if (bytes > maxBytes) throw tooLarge()
          hash.update(chunk)
        }
      })
      hash.update('\0')
    }
  }
  await add(folder, '')
  return hash.digest('hex')
}

const tooLarge = (): QuarryError =>
  new QuarryError('resource.tooLarge', `A tool's folder may have ${maxFiles} files of ${maxBytes} bytes in all.`)
