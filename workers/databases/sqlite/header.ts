import { QuarryError } from '../../../contract/errors'

const magic = 'SQLite format 3\0'

/** What the first 100 bytes of an SQLite file say (https://www.sqlite.org/fileformat2.html#the_database_header). */
export interface SqliteHeader {
  /** Bytes that the file has by its own word; null where an old program wrote it, which does not say. */
  readonly statedBytes: number | null
  readonly isWriteAheadLogged: boolean
}

/** Null where it is no SQLite file. @throws QuarryError `resource.corrupt`, `resource.unsupported` */
export function readSqliteHeader(head: Buffer): SqliteHeader | null {
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
