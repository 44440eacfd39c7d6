import { QuarryError } from '../../contract/errors'
import { openRegular } from '../system'

/** The largest PDF that is handed to the window whole, in bytes. */
const maxPdfBytes = 512 * 1024 * 1024

/** The bytes of a source's own file. Throws `read.notFound`, `read.forbidden`, and `read.tooLarge`. */
export async function readOriginal(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const remedy = 'textShownInstead'
  try {
    const file = await openRegular(path)
    // A link that stands in its place leads to what nobody gave.
    if (file === null) throw new QuarryError('read.notFound', 'The file was moved or deleted.', { remedy })
    try {
      // Asked before it is read: a file that has grown beyond memory must not come in to be refused.
      if ((await file.stat()).size > maxPdfBytes) {
        throw new QuarryError('read.tooLarge', 'The file is too large to display.')
      }
      return await file.readFile()
    } finally {
      await file.close()
    }
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      throw new QuarryError('read.notFound', 'The file was moved or deleted.', { remedy, cause })
    }
    if (code === 'EACCES' || code === 'EPERM') {
      throw new QuarryError('read.forbidden', 'Quarry no longer has permission to read the file.', { remedy, cause })
    }
    throw cause
  }
}
