import { createHash, type Hash } from 'node:crypto'
import { type BigIntStats, closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { QuarryError } from '../../contract/errors'
import type { ReadFileIdentity } from '../../contract/library/extract'

const sliceBytes = 256 * 1024
/** Windows has neither of the latter. */
const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants

/**
 * A regular file that is being read. Calls are synchronous: this thread has one file at a time and nothing else to
 * do, and each promise of node:fs costs a trip through a thread pool that other files may fill.
 */
export class OpenFile {
  readonly sizeBytes: number
  readonly #path: string
  readonly #descriptor: number
  readonly #before: BigIntStats

  private constructor(path: string, descriptor: number, before: BigIntStats) {
    this.#path = path
    this.#descriptor = descriptor
    this.#before = before
    this.sizeBytes = Number(before.size)
  }

  /**
   * Opens a regular file of at most `maxBytes`, and follows no link that somebody put in its place since it was found.
   * O_NONBLOCK keeps a FIFO or a device from hanging the worker before it is seen what it is. Throws QuarryErrors `read.*`.
   */
  static open(path: string, maxBytes: number): OpenFile {
    const descriptor = withPath(path, () => openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK))
    try {
      const stats = withPath(path, () => fstatSync(descriptor, { bigint: true }))
      if (!stats.isFile()) {
        throw new QuarryError('read.unsupported', 'This is not a regular file.', { context: { path } })
      }
      // macOS keeps files of a cloud folder without their blocks until they are asked for.
      if (process.platform === 'darwin' && stats.blocks === 0n && stats.size > 0n) {
        throw new QuarryError('read.cloudPlaceholder', 'It is stored in the cloud and not on this computer.', {
          remedy: 'download',
          context: { path },
        })
      }
      if (stats.size > BigInt(maxBytes)) throw fileTooLarge(Number(stats.size), maxBytes)
      return new OpenFile(path, descriptor, stats)
    } catch (error) {
      closeSync(descriptor)
      throw error
    }
  }

  /** The first `length` bytes, or fewer where the file has fewer; in memory of their own, as a reader may keep it. */
  head(length: number): Uint8Array {
    const buffer = Buffer.allocUnsafeSlow(Math.min(length, this.sizeBytes))
    return buffer.subarray(0, this.#fill(buffer, 0, 0))
  }

  /** The whole file as it was when opened, going on from `head`; what was added since is not in it. */
  bytes(head: Uint8Array): Uint8Array {
    if (head.length >= this.sizeBytes) return head
    const buffer = Buffer.allocUnsafeSlow(this.sizeBytes)
    buffer.set(head)
    return buffer.subarray(0, this.#fill(buffer, head.length, head.length))
  }

  /** The file in slices, from its start, however long it is. */
  *slices(): Generator<Buffer> {
    const buffer = Buffer.allocUnsafeSlow(sliceBytes)
    for (let position = 0; position < this.sizeBytes; ) {
      const count = this.#fill(buffer.subarray(0, Math.min(sliceBytes, this.sizeBytes - position)), 0, position)
      if (count === 0) return
      position += count
      yield buffer.subarray(0, count)
    }
  }

  /** What was read, where `hash` was given all of it. */
  identity(hash: Hash): ReadFileIdentity {
    const after = withPath(this.#path, () => fstatSync(this.#descriptor, { bigint: true }))
    const contentHash = hash.digest('hex')
    const isSame = after.size === this.#before.size && after.mtimeNs === this.#before.mtimeNs
    // A log that is written to all day is never the same, but what it had is.
    const isGrown = !isSame && after.size > this.#before.size && this.#hash() === contentHash
    return {
      contentHash,
      sizeBytes: this.sizeBytes,
      modifiedMs: Number(this.#before.mtimeNs / 1000n) / 1000,
      changedMeanwhile: !isSame && !isGrown,
    }
  }

  /** Of what the file had when it was opened. */
  #hash(): string {
    const hash = createHash('sha256')
    for (const slice of this.slices()) hash.update(slice)
    return hash.digest('hex')
  }

  close(): void {
    closeSync(this.#descriptor)
  }

  /** Fills the buffer from an offset on, with what stands at `position` in the file; answers where it ends. */
  #fill(buffer: Buffer, from: number, position: number): number {
    let at = from
    while (at < buffer.length) {
      const count = withPath(this.#path, () =>
        readSync(this.#descriptor, buffer, at, buffer.length - at, position + at - from),
      )
      if (count === 0) break
      at += count
    }
    return at
  }
}

function fileTooLarge(sizeBytes: number, maxBytes: number): QuarryError {
  const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`
  return new QuarryError('read.tooLarge', `It has ${megabytes(sizeBytes)}; the limit is ${megabytes(maxBytes)}.`, {
    remedy: 'split',
    context: { sizeBytes, maxBytes },
  })
}

function withPath<Value>(path: string, work: () => Value): Value {
  try {
    return work()
  } catch (error) {
    throw openError(error, path)
  }
}

function openError(error: unknown, path: string): QuarryError {
  const options = { context: { path }, cause: error }
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return new QuarryError('read.notFound', 'The file no longer exists.', options)
    case 'EACCES':
    case 'EPERM':
      return new QuarryError('read.forbidden', 'Quarry has no permission to read this file.', {
        ...options,
        remedy: 'changePermissions',
      })
    case 'ELOOP':
    case 'EISDIR':
    case 'ENXIO':
    case 'ENODEV':
      return new QuarryError('read.unsupported', 'This is not a regular file.', options)
    default:
      return new QuarryError('read.corrupt', error instanceof Error ? error.message : String(error), options)
  }
}
