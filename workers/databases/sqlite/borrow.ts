import { constants } from 'node:fs'
import { copyFile, open, stat, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { QuarryError } from '../../../contract/errors'
import { fileStamp } from '../file-stamp'
import { isWriteLocked } from './file-locks'

/** Where no link can be made (Windows, without the right to): copied up to this size. */
const maxCopiedBytes = 512 * 1024 * 1024
const maxLogBytes = 512 * 1024 * 1024

export interface BorrowedFile {
  /** Opened instead of the file: SQLite leaves its lock and journals beside this. */
  readonly path: string
  readonly sizeBytes: number
  /** Whether the file is another one by now than when it was borrowed. */
  hasChanged(): Promise<boolean>
  /** Whether it could be borrowed again as it is: unchanged, and nobody writes to it. */
  isCurrent(): Promise<boolean>
}

export const lockedError = (cause?: unknown): QuarryError =>
  new QuarryError('resource.locked', 'Another program is writing to it right now.', {
    remedy: 'closeThatProgram',
    context: { retryable: true },
    ...(cause === undefined ? {} : { cause }),
  })

/**
 * Makes an SQLite file readable from a folder of our own: a link to it, and a copy of its write-ahead log, so that
 * nothing is left beside it, rows that only the log has are seen, and a folder without write permission will do.
 * @throws QuarryError `resource.locked`, `resource.corrupt`, `resource.unsupported`, `resource.invalid`
 */
export async function borrowSqliteFile(path: string, scratch: string): Promise<BorrowedFile> {
  const [stamp, logStamp] = [await fileStamp(path), await fileStamp(`${path}-wal`)]
  const before = await stat(path, { bigint: true })
  const sizeBytes = Number(before.size)
  const head = await readHead(path)
  const header = readSqliteHeader(head)
  if (header === null) throw noDatabase(head, sizeBytes)
  if (await isWriteLocked(before.ino)) throw lockedError()
  await assertNoHotJournal(`${path}-journal`)
  const log = await sizeOf(`${path}-wal`)
  const isLogged = header.isWriteAheadLogged && log > 0
  if (!isLogged && header.statedBytes !== null && header.statedBytes > sizeBytes) {
    throw new QuarryError('resource.corrupt', 'It is incomplete: the file is shorter than its header says.', {
      remedy: 'copyAgain',
      context: { sizeBytes, statedBytes: header.statedBytes },
    })
  }
  const borrowed = join(scratch, 'database')
  await linkOrCopy(path, borrowed, sizeBytes)
  if (isLogged) {
    if (log > maxLogBytes) throw lockedError()
    await copyFile(`${path}-wal`, `${borrowed}-wal`)
  }
  const hasChanged = async (): Promise<boolean> =>
    (await fileStamp(path)) !== stamp || (await fileStamp(`${path}-wal`)) !== logStamp
  return {
    path: borrowed,
    sizeBytes,
    hasChanged,
    async isCurrent() {
      if ((await sizeOf(`${path}-journal`)) > 0 || (await isWriteLocked(before.ino))) return false
      return !(await hasChanged())
    },
  }
}

async function linkOrCopy(path: string, to: string, sizeBytes: number): Promise<void> {
  try {
    await symlink(path, to, 'file')
  } catch (error) {
    if (!['EPERM', 'ENOSYS', 'ENOTSUP'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    if (sizeBytes > maxCopiedBytes) {
      throw new QuarryError('resource.tooLarge', 'It cannot be linked and is too large to copy.', {
        cause: error,
      })
    }
    await copyFile(path, to, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL)
  }
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** A journal that has begun belongs to a write that runs or was cut off; only its own program may end it. */
async function assertNoHotJournal(journal: string): Promise<void> {
  if ((await sizeOf(journal)) < 512) return
  const head = await readHead(journal)
  // `PRAGMA journal_mode = PERSIST` leaves the file and clears its head.
  if (head.subarray(0, 28).every((byte) => byte === 0)) return
  throw new QuarryError('resource.locked', 'A program is writing to it, or stopped in the middle of writing.', {
    remedy: 'openInItsProgram',
    context: { retryable: true },
  })
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0
    throw error
  }
}

function noDatabase(head: Buffer, sizeBytes: number): QuarryError {
  if (sizeBytes === 0) return new QuarryError('resource.invalid', 'The file is empty.')
  if (looksRandom(head)) {
    return new QuarryError('resource.corrupt', 'It is encrypted or not an SQLite database.', {
      remedy: 'saveUnencrypted',
    })
  }
  return new QuarryError('resource.corrupt', 'It is not an SQLite database.')
}

/** Encrypted bytes are spread evenly: at least 7 bits of entropy a byte over a whole page. */
function looksRandom(bytes: Buffer): boolean {
  if (bytes.length < 512) return false
  const counts = new Uint32Array(256)
  for (const byte of bytes) counts[byte]!++
  let entropy = 0
  for (const count of counts) if (count > 0) entropy -= (count / bytes.length) * Math.log2(count / bytes.length)
  return entropy > 7
}

const magic = 'SQLite format 3\0'

/** What the first 100 bytes of an SQLite file say (https://www.sqlite.org/fileformat2.html#the_database_header). */
interface SqliteHeader {
  /** Bytes that the file has by its own word; null where an old program wrote it, which does not say. */
  readonly statedBytes: number | null
  readonly isWriteAheadLogged: boolean
}

/** Null where it is no SQLite file. @throws QuarryError `resource.corrupt`, `resource.unsupported` */
function readSqliteHeader(head: Buffer): SqliteHeader | null {
  if (head.length < 100 || head.toString('latin1', 0, 16) !== magic) return null
  const rawPageSize = head.readUInt16BE(16)
  const pageSize = rawPageSize === 1 ? 65_536 : rawPageSize
  if (pageSize < 512 || (pageSize & (pageSize - 1)) !== 0) {
    throw new QuarryError('resource.corrupt', 'It is damaged: its first bytes contradict each other.')
  }
  const encoding = head.readUInt32BE(56)
  if (encoding === 2 || encoding === 3) {
    throw new QuarryError('resource.unsupported', 'Its text is stored as UTF-16, which is not supported.', {
      remedy: 'copyTablesToUtf8',
    })
  }
  const isSizeValid = head.readUInt32BE(24) === head.readUInt32BE(92) && head.readUInt32BE(28) > 0
  return {
    statedBytes: isSizeValid ? head.readUInt32BE(28) * pageSize : null,
    isWriteAheadLogged: head[18] === 2 || head[19] === 2,
  }
}
