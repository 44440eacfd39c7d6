import { createHash } from 'node:crypto'
import { access, constants, realpath } from 'node:fs/promises'
import { isAbsolute, relative, sep } from 'node:path'
import { shownText } from '../../contract/shown-text'
import { openRegular } from '../system'
import { fileError, fileErrorOf } from './file-errors'

/** Bytes of a file that calls change. */
export const changedBytesAtMost = 1_000_000

export interface Bounds {
  /** Folders that the person gave, absolute. */
  readonly roots: readonly string[]
  /** A folder in which nothing is changed, wherever it is: Quarry's own. */
  readonly closed: string
}

/** A file as it is before it is changed. */
export interface Target {
  readonly path: string
  readonly bytes: Buffer
  readonly hash: string
  readonly mode: number
}

export const hashOfBytes = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** The way from a folder to a path below it, as names; null where it is not below. */
function namesBelow(folder: string, path: string): string[] | null {
  const way = relative(folder, path)
  return way === '' || way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way) ? null : way.split(sep)
}

const resolved = (path: string): Promise<string | null> => realpath(path).catch(() => null)

/**
 * The path of an existing file with every link resolved, where it leads into a folder that the person gave, past no hidden
 * name, and not into Quarry's own folder. Throws `file.outside` and `file.notFound`.
 */
export async function locate(path: string, { roots, closed }: Bounds): Promise<string> {
  const outside = (): ReturnType<typeof fileError> => fileError('file.outside', path, 'addItsFolder')
  if (!isAbsolute(path) || shownText(path) !== path) throw outside()
  let whole: string
  try {
    whole = await realpath(path)
  } catch (error) {
    // Whether there is something outside is nobody's business.
    if (!roots.some((root) => namesBelow(root, path) !== null)) throw outside()
    throw fileErrorOf(error, path)
  }
  const own = await resolved(closed)
  if (own !== null && (own === whole || namesBelow(own, whole) !== null)) throw outside()
  for (const root of await Promise.all(roots.map(resolved))) {
    const names = root === null ? null : namesBelow(root, whole)
    if (names?.every((name) => !name.startsWith('.'))) return whole
  }
  throw outside()
}

/** Reads a file that was located. Throws `file.notText` for what is no file, `file.tooLarge` and `file.readOnly`. */
export async function openTarget(path: string): Promise<Target> {
  try {
    const file = await openRegular(path)
    if (file === null) throw fileError('file.notText', path, 'changeByHand')
    try {
      const { size, mode } = await file.stat()
      if (size > changedBytesAtMost)
        throw fileError('file.tooLarge', path, 'changeByHand', { context: { limit: changedBytesAtMost } })
      // Another file is put in its place, which its folder alone would have to allow.
      if ((mode & 0o222) === 0) throw fileError('file.readOnly', path, 'changePermissions')
      await access(path, constants.W_OK)
      const bytes = await file.readFile()
      return { path, bytes, hash: hashOfBytes(bytes), mode: mode & 0o777 }
    } finally {
      await file.close()
    }
  } catch (error) {
    throw fileErrorOf(error, path)
  }
}
