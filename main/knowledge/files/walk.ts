import type { BigIntStats, Dirent } from 'node:fs'
import { opendir, realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { isCredentialFile } from '../../../contract/credential-files'
import { QuarryError } from '../../../contract/errors'
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

/** What a walk meets. `ignored`: passed over on purpose. `refused`: could not be looked at, with the reason. */
export type WalkEvent =
  | { readonly type: 'file'; readonly file: FoundFile }
  | { readonly type: 'ignored'; readonly path: string }
  | { readonly type: 'refused'; readonly path: string; readonly error: QuarryError }

/**
 * Walks a folder, in the order of names, and yields what it meets. Every step is asynchronous, so that a
 * walk of 10,000 files never holds the thread. Linked folders are followed once (a loop ends at the folder
 * already seen); a link to something inside the walked folder is passed over, as it is met by its own path.
 */
export async function* walkFolder(root: string, signal?: AbortSignal): AsyncGenerator<WalkEvent> {
  const seen = new Set<string>()
  const stack: { folder: string; chain: readonly IgnoreRules[] }[] = [{ folder: root, chain: await rulesAbove(root) }]
  while (stack.length > 0) {
    signal?.throwIfAborted()
    const { folder, chain: above } = stack.pop()!
    let entries: Dirent[]
    let chain: readonly IgnoreRules[]
    try {
      const identity = await stat(folder, { bigint: true })
      const key = `${identity.dev}:${identity.ino}`
      if (seen.has(key)) continue
      seen.add(key)
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
      const kind = entry.isSymbolicLink() ? await kindOfLink(path, root) : kindOf(entry)
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

async function kindOfLink(path: string, root: string): Promise<'folder' | 'file' | 'other'> {
  try {
    const target = await realpath(path)
    if (target === root || target.startsWith(root + sep)) return 'other'
    const found = await stat(target)
    return found.isDirectory() ? 'folder' : found.isFile() ? 'file' : 'other'
  } catch {
    // A link that leads nowhere, or round in a circle, is nothing to read.
    return 'other'
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
