import { realpathSync, statSync } from 'node:fs'
import { dirname, resolve, sep } from 'node:path'
import type { UnshownPicture } from '../../../contract/library/source'
import { OpenFile } from '../open-file'
import { hasScheme } from './picture-in-data'
import { mostPictureBytes } from './shown-picture'

/** A web page, and where its pictures may lie. */
export interface PageOnDisk {
  readonly path: string
  /** Folder that they lie in, at any depth. */
  readonly folder: string
  /** When the page was read, in ms. */
  readonly readAtMs: number
}

/**
 * The bytes of a picture that lies beside a web page, or why it is not shown. Whatever the reference says: nothing outside the
 * folder is opened, nor asked for, as a name of another machine would be. A picture that changed since the page was read is none
 * of it. Throws QuarryErrors `read.*`.
 */
export function pictureBeside(reference: string, page: PageOnDisk): Uint8Array | UnshownPicture {
  if (hasScheme(reference)) return 'elsewhere'
  const name = nameOf(reference)
  if (name === null) return 'absent'
  const path = resolve(dirname(page.path), name)
  if (!isWithin(path, page.folder)) return 'elsewhere'
  try {
    const real = realpathSync(path)
    if (!isWithin(real, realpathSync(page.folder))) return 'elsewhere'
    const { mtimeMs, ctimeMs, size } = statSync(real)
    if (size > mostPictureBytes) return 'tooLarge'
    if (Math.max(mtimeMs, ctimeMs) > page.readAtMs) return 'changed'
    const file = OpenFile.open(real, mostPictureBytes)
    try {
      return file.bytes(new Uint8Array())
    } finally {
      file.close()
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP' || code === 'ENAMETOOLONG') return 'absent'
    throw error
  }
}

/** A path, without what follows it in an address; null for what names no file. */
function nameOf(reference: string): string | null {
  const path = reference.trim().split(/[?#]/, 1)[0]!
  try {
    const name = decodeURIComponent(path)
    return name === '' || name.includes('\0') ? null : name
  } catch {
    // A stray percent sign stands for itself.
    return path.includes('\0') ? null : path
  }
}

const isWithin = (path: string, folder: string): boolean =>
  path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
