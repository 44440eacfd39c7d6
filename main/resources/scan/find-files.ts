import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

export interface FindLimits {
  /** Folders below the first that are entered. */
  readonly maxDepth: number
  /** Folders and files that are looked at. */
  readonly maxEntries: number
  readonly maxFound: number
}

export interface FoundFiles {
  /** Relative to the folder, with `/` between parts, in order of depth. */
  readonly paths: readonly string[]
  /** A limit was reached: there may be more. */
  readonly isCut: boolean
  /** Folders that could not be read. */
  readonly refused: readonly { readonly path: string; readonly error: unknown }[]
}

const passedOver =
  /^(?:\.|node_modules$|__pycache__$|venv$|target$|dist$|build$|\$RECYCLE\.BIN$|System Volume Information$)/

/**
 * Files of a folder by their names, the nearest first; links are not followed. A folder that is not there has no
 * files. Throws `AbortError` through the signal.
 */
export async function findFiles(
  folder: string,
  isWanted: (name: string) => boolean,
  limits: FindLimits,
  signal: AbortSignal,
): Promise<FoundFiles> {
  const paths: string[] = []
  const refused: { path: string; error: unknown }[] = []
  let entries = 0
  let level = [folder]
  for (let depth = 0; level.length > 0 && depth <= limits.maxDepth; depth++) {
    const below: string[] = []
    for (const directory of level) {
      signal.throwIfAborted()
      for (const entry of await entriesOf(directory, directory === folder, refused)) {
        if (++entries > limits.maxEntries) return { paths, isCut: true, refused }
        const path = join(directory, entry.name)
        if (entry.isDirectory() && !passedOver.test(entry.name)) below.push(path)
        else if (entry.isFile() && isWanted(entry.name)) {
          if (paths.length === limits.maxFound) return { paths, isCut: true, refused }
          paths.push(relative(folder, path).split(sep).join('/'))
        }
      }
    }
    level = below
  }
  return { paths, isCut: level.length > 0, refused }
}

async function entriesOf(directory: string, isFirst: boolean, refused: { path: string; error: unknown }[]) {
  try {
    return (await readdir(directory, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // Gone meanwhile, or never there: a program that is not installed.
    if (code !== 'ENOENT' && !(isFirst && code === 'ENOTDIR')) refused.push({ path: directory, error })
    return []
  }
}
