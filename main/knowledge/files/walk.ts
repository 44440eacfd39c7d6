import type { BigIntStats, Dirent } from 'node:fs'
import { opendir, realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { QuarryError } from '../../../contract/errors'
import { isCredentialFile } from '../../../contract/resources/credential-files'
import { type IgnoreRules, isIgnoredByRules, readIgnoreRules, rulesAbove } from './gitignore'
import { isIgnoredFile, isIgnoredFolder } from './ignored-names'
import { isUnreadableName } from './media-type-names'
import { readErrorOf } from './read-error'

/** A file found, with what tells a changed one from an unchanged one. */
export interface FoundFile {
  readonly path: string
  readonly name: string
  readonly sizeBytes: number
  /** Time of last change in milliseconds, with the file system's fractions. */
  readonly modifiedMs: number
}

/**
 * What a walk meets. `ignored`: passed over on purpose. `refused`: could not be looked at, with the reason. `linkOut`: a
 * link to a file or folder outside, which is passed over as well: who made the folder may have meant what it leads to, or
 * wants it read by somebody else.
 */
export type WalkEvent =
  | { readonly type: 'file'; readonly file: FoundFile }
  | { readonly type: 'ignored'; readonly path: string }
  | { readonly type: 'linkOut'; readonly path: string; readonly target: string }
  | { readonly type: 'refused'; readonly path: string; readonly error: QuarryError }

/**
 * Walks a folder, in the order of names, and yields what it meets. Every step is asynchronous, so that a
 * walk of 10,000 files never holds the thread. Links are not followed: what lies in the folder is met by its own path.
 */
export async function* walkFolder(root: string, signal?: AbortSignal): AsyncGenerator<WalkEvent> {
  const stack: { folder: string; chain: readonly IgnoreRules[] }[] = [{ folder: root, chain: await rulesAbove(root) }]
  while (stack.length > 0) {
    signal?.throwIfAborted()
    const { folder, chain: above } = stack.pop()!
    let entries: Dirent[]
    let chain: readonly IgnoreRules[]
    try {
      entries = await readEntries(folder, signal)
      const own = entries.some((entry) => entry.name === '.gitignore') ? await readIgnoreRules(folder) : null
      chain = own === null ? above : [...above, own]
    } catch (error) {
      signal?.throwIfAborted()
      yield { type: 'refused', path: folder, error: readErrorOf(error, folder) }
      continue
    }
    const siblings = new Set(entries.map((entry) => entry.name.toLowerCase()))
    const folders: string[] = []
    const files: string[] = []
    for (const entry of entries) {
      const path = join(folder, entry.name)
      if (entry.isSymbolicLink()) {
        const target = await targetOutside(path, root)
        yield target === null ? { type: 'ignored', path } : { type: 'linkOut', path, target }
        continue
      }
      const kind = kindOf(entry)
      const ignored =
        kind === 'other' ||
        (kind === 'folder'
          ? isIgnoredFolder(entry.name, siblings)
          : isIgnoredFile(entry.name) || isUnreadableName(entry.name)) ||
        isIgnoredByRules(path, kind === 'folder', chain)
      if (kind === 'file' && isCredentialFile(entry.name))
        yield { type: 'refused', path, error: credentialsError(entry.name) }
      else if (ignored) yield { type: 'ignored', path }
      else if (kind === 'folder') folders.push(path)
      else files.push(path)
    }
    for (const path of folders.reverse()) stack.push({ folder: path, chain })
    yield* statFiles(files, signal)
  }
}

/** Looks at one file. Throws `read.notFound`, `read.forbidden` or `read.unsupported` (neither file nor folder). */
export async function findFile(path: string): Promise<FoundFile> {
  let found: BigIntStats
  try {
    found = await stat(path, { bigint: true })
  } catch (error) {
    throw readErrorOf(error, path)
  }
  if (!found.isFile()) throw new QuarryError('read.unsupported', 'This is neither a file nor a folder.')
  return fileOf(path, found)
}

async function readEntries(folder: string, signal?: AbortSignal): Promise<Dirent[]> {
  const entries: Dirent[] = []
  // Read in slices: one readdir of a folder with 100,000 entries holds the thread while it makes the objects.
  for await (const entry of await opendir(folder, { bufferSize: 256 })) {
    signal?.throwIfAborted()
    entries.push(entry)
  }
  return entries.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
}

/** Looks at files sixteen at a time: the thread pool has four threads, the rest is queue. */
async function* statFiles(paths: readonly string[], signal?: AbortSignal): AsyncGenerator<WalkEvent> {
  for (let at = 0; at < paths.length; at += 16) {
    signal?.throwIfAborted()
    yield* await Promise.all(
      paths.slice(at, at + 16).map(async (path): Promise<WalkEvent> => {
        try {
          return { type: 'file', file: await findFile(path) }
        } catch (error) {
          return { type: 'refused', path, error: readErrorOf(error, path) }
        }
      }),
    )
  }
}

function credentialsError(file: string): QuarryError {
  return new QuarryError('read.credentials', 'It holds credentials, so it is not read.', { context: { file } })
}

function kindOf(entry: Dirent): 'folder' | 'file' | 'other' {
  return entry.isDirectory() ? 'folder' : entry.isFile() ? 'file' : 'other'
}

/** Where a link leads, if that is a file or folder outside of the walked one. */
async function targetOutside(path: string, root: string): Promise<string | null> {
  try {
    const target = await realpath(path)
    if (target === root || target.startsWith(root.endsWith(sep) ? root : root + sep)) return null
    const found = await stat(target)
    return found.isDirectory() || found.isFile() ? target : null
  } catch {
    // A link that leads nowhere, or round in a circle, is nothing to read.
    return null
  }
}

function fileOf(path: string, found: BigIntStats): FoundFile {
  return {
    path,
    name: path.slice(path.lastIndexOf(sep) + 1),
    sizeBytes: Number(found.size),
    modifiedMs: Number(found.mtimeNs / 1000n) / 1000,
  }
}
