import { stat } from 'node:fs/promises'
import { basename, relative } from 'node:path'
import { toErrorShape } from '../../../contract/errors'
import type { DropItem, MediaType } from '../../../contract/library/source'
import type { Database } from '../../store'
import { mediaTypeOfName } from '../files/media-type-names'
import { readErrorOf } from '../files/read-error'
import { type FoundFile, findFile, walkFolder } from '../files/walk'
import type { DetectMediaType } from '../ports'
import { isReadable, realPathOf } from './intake'

/** A drop sheet answers while the person looks: beyond this many files or milliseconds a folder's count stops. */
const filesLimit = 20_000
const timeLimitMs = 3_000
/** Links out of a folder that a person is asked about. */
const linksOutLimit = 20

export interface InspectDependencies {
  readonly database: Database
  readonly projectId: string
  readonly detect: DetectMediaType
  readonly now: () => number
}

/** What each dropped path becomes, told before it is taken in. Nothing is written. */
export async function inspectPaths(
  dependencies: InspectDependencies,
  paths: readonly string[],
  signal?: AbortSignal,
): Promise<DropItem[]> {
  const deadline = dependencies.now() + timeLimitMs
  const items: DropItem[] = []
  for (const path of new Set(paths)) {
    signal?.throwIfAborted()
    items.push(await inspectPath(dependencies, path, deadline, signal))
  }
  return items
}

async function inspectPath(
  dependencies: InspectDependencies,
  path: string,
  deadline: number,
  signal?: AbortSignal,
): Promise<DropItem> {
  const item = emptyItem(path)
  try {
    const real = await realPathOf(path)
    if ((await stat(real)).isDirectory()) return await inspectFolder(dependencies, item, real, deadline, signal)
    const file = await findFile(real)
    const { mediaType } = await dependencies.detect({ path: real })
    return {
      ...item,
      becomes: 'document',
      mediaType,
      files: 1,
      sizeBytes: file.sizeBytes,
      byMediaType: { [mediaType]: 1 },
      alreadyIndexed: await countIndexed(dependencies, [file]),
    }
  } catch (error) {
    signal?.throwIfAborted()
    return { ...item, reason: toErrorShape(readErrorOf(error, path)) }
  }
}

async function inspectFolder(
  dependencies: InspectDependencies,
  item: DropItem,
  folder: string,
  deadline: number,
  signal?: AbortSignal,
): Promise<DropItem> {
  const byMediaType: Partial<Record<MediaType, number>> = {}
  const counted = { ...item, becomes: 'folder' as const, byMediaType, linksOut: [] as DropItem['linksOut'] }
  let batch: FoundFile[] = []
  for await (const event of walkFolder(folder, signal)) {
    if (event.type === 'refused') {
      counted.reason ??= toErrorShape(event.error)
    } else if (event.type === 'linkOut') {
      counted.ignored += 1
      const { path, target } = event
      const link = { path: target, name: relative(folder, path), leadsTo: target }
      if (counted.linksOut.length < linksOutLimit) counted.linksOut.push(link)
    } else if (event.type === 'ignored' || event.file.sizeBytes === 0) {
      counted.ignored += 1
    } else {
      const mediaType = await typeOf(event.file, dependencies.detect)
      if (mediaType === null) {
        counted.ignored += 1
        continue
      }
      counted.files += 1
      counted.sizeBytes += event.file.sizeBytes
      byMediaType[mediaType] = (byMediaType[mediaType] ?? 0) + 1
      batch.push(event.file)
    }
    if (batch.length >= 500) {
      counted.alreadyIndexed += await countIndexed(dependencies, batch)
      batch = []
    }
    if (counted.files >= filesLimit || dependencies.now() > deadline) {
      counted.truncated = true
      break
    }
  }
  counted.alreadyIndexed += await countIndexed(dependencies, batch)
  // A folder that could not be opened at all is unreadable; one with some closed corner is still a folder.
  return counted.files === 0 && counted.ignored === 0 && counted.reason !== null
    ? { ...counted, becomes: 'unreadable' }
    : counted
}

async function typeOf(file: FoundFile, detect: DetectMediaType): Promise<MediaType | null> {
  const byName = mediaTypeOfName(file.name)
  if (byName !== null) return byName
  if (!(await isReadable(file, detect))) return null
  try {
    return (await detect({ path: file.path })).mediaType
  } catch {
    // Readable by kind, but not now: it is taken in as text and its failure is shown in the library.
    return 'text'
  }
}

/** How many of the files are indexed as they are: same path, size and time. */
async function countIndexed(
  { database, projectId }: InspectDependencies,
  files: readonly FoundFile[],
): Promise<number> {
  if (files.length === 0) return 0
  const [row] = await database.query<{ count: number }>(
    `select count(*) as count from sources s
     join json_to_recordset($2::json) as f(path text, "sizeBytes" bigint, "modifiedMs" double precision)
       on s.path = f.path and s.size_bytes = f."sizeBytes" and s.modified_ms = f."modifiedMs"
     where s.project_id = $1 and s.state = 'indexed'`,
    [projectId, JSON.stringify(files)],
  )
  return row?.count ?? 0
}

/** What a path is told as before anything is known of it. */
export function emptyItem(path: string): DropItem {
  return {
    path,
    name: basename(path),
    becomes: 'unreadable',
    mediaType: null,
    files: 0,
    ignored: 0,
    sizeBytes: 0,
    byMediaType: {},
    truncated: false,
    alreadyIndexed: 0,
    reason: null,
    linksOut: [],
    resources: [],
    mayHoldMoreTables: false,
    broken: [],
  }
}
