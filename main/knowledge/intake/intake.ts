import { randomUUID } from 'node:crypto'
import { realpath, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { QuarryError } from '../../../contract/errors'
import type { Database } from '../../store'
import { mediaTypeOfName } from '../files/media-type-names'
import { readErrorOf } from '../files/read-error'
import { type FoundFile, findFile, walkFolder } from '../files/walk'
import type { DetectMediaType } from '../ports'
import { type QueueCandidate, type QueueOptions, queueFiles } from '../queue/queue-rows'
import { includeAgain, readExclusions } from './exclusions'
import { coveringRoot, flagVanishedRoots, listRoots, noteWalked, registerRoot } from './roots'

/** Rows in one statement while a folder is walked: the first are being read while the walk goes on. */
const filesPerBatch = 500
/** Rows in the first of them: nothing is read before it, so it is not to wait for 500 files to be looked at. */
const filesInFirstBatch = 64

export interface IntakeCounts {
  added: number
  unchanged: number
  /** Passed over: hidden, build results, ignored by a repository, empty, or nothing that a reader reads. */
  ignored: number
  /** What could not be looked at, with the reason. */
  refused: { path: string; error: QuarryError }[]
}

export interface IntakeDependencies {
  readonly database: Database
  readonly projectId: string
  readonly detect: DetectMediaType
  /** Called whenever files were queued. */
  readonly onQueued: () => void
}

/**
 * Takes files and folders in: queues what is new or changed. Nothing is taken where one of the paths does not
 * exist (`read.notFound`) or cannot be looked at (`read.forbidden`).
 */
export async function takeIn(
  dependencies: IntakeDependencies,
  paths: readonly string[],
  signal?: AbortSignal,
): Promise<IntakeCounts> {
  const { database, projectId, onQueued } = dependencies
  const targets = new Map<string, 'folder' | FoundFile>()
  for (const path of paths) {
    const target = await realPathOf(path)
    targets.set(target, (await stat(target)).isDirectory() ? 'folder' : await findFile(target))
  }
  await flagVanishedRoots(database, projectId)
  const counts: IntakeCounts = { added: 0, unchanged: 0, ignored: 0, refused: [] }
  for (const [path, target] of targets) {
    signal?.throwIfAborted()
    await includeAgain(database, projectId, path)
    if (target === 'folder') {
      const root = await registerRoot(database, projectId, path)
      await queueFolder(dependencies, path, root, { retryFailed: true }, counts, signal)
    } else {
      const root = coveringRoot(await listRoots(database, projectId), path)
      const queued = await queueFiles(database, projectId, [candidateOf(target, root)], { retryFailed: true })
      counts.added += queued
      counts.unchanged += 1 - queued
      if (queued > 0) onQueued()
    }
  }
  return counts
}

/** Walks a folder and queues what is new or changed in it, a batch at a time; adds to `counts`. */
export async function queueFolder(
  { database, projectId, detect, onQueued }: IntakeDependencies,
  folder: string,
  root: string,
  options: QueueOptions,
  counts: IntakeCounts,
  signal?: AbortSignal,
): Promise<void> {
  const excluded = await readExclusions(database, projectId)
  let batch: QueueCandidate[] = []
  let room = filesInFirstBatch
  const flush = async () => {
    const queued = await queueFiles(database, projectId, batch, options)
    counts.added += queued
    counts.unchanged += batch.length - queued
    batch = []
    room = filesPerBatch
    if (queued > 0) onQueued()
  }
  for await (const event of walkFolder(folder, signal)) {
    if (event.type === 'refused') counts.refused.push({ path: event.path, error: event.error })
    else if (event.type !== 'file' || event.file.sizeBytes === 0 || excluded.has(event.file.path)) counts.ignored += 1
    else if (await isReadable(event.file, detect)) batch.push(candidateOf(event.file, root))
    else counts.ignored += 1
    if (batch.length >= room) await flush()
  }
  await flush()
  if (folder === root) await noteWalked(database, projectId, root)
}

/** Whether a reader reads it as a part of a folder: by name, and by its first bytes where the name says nothing. */
export async function isReadable(file: FoundFile, detect: DetectMediaType): Promise<boolean> {
  if (mediaTypeOfName(file.name) !== null) return true
  try {
    return (await detect({ path: file.path })).mediaType !== 'image'
  } catch (error) {
    // Unreadable for now (permissions, gone) is for the queue to say; only what no reader reads is passed over.
    return !(error instanceof QuarryError && (error.code === 'read.unsupported' || error.code === 'read.noText'))
  }
}

/** The one path that a file is known by, however it was reached. Throws `read.notFound` or `read.forbidden`. */
export async function realPathOf(path: string): Promise<string> {
  try {
    return await realpath(resolve(path))
  } catch (error) {
    throw readErrorOf(error, path)
  }
}

export function candidateOf(file: FoundFile, root: string | null): QueueCandidate {
  return {
    id: randomUUID(),
    path: file.path,
    name: file.name,
    root,
    mediaType: mediaTypeOfName(file.name),
    sizeBytes: file.sizeBytes,
    modifiedMs: file.modifiedMs,
  }
}
