import { readFile } from 'node:fs/promises'

/** Bytes that SQLite locks (os.h, "PENDING_BYTE"): pending, reserved, and the 510 shared ones. */
const pendingByte = 0x40000000
const firstShared = pendingByte + 2
const lastShared = firstShared + 509

/**
 * Whether another program holds the database exclusively or is about to write it. SQLite in WebAssembly does not see
 * other programs' locks; on Linux the kernel lists them. Elsewhere false: there only the journals tell.
 * @param inode of the database file
 */
export async function isWriteLocked(inode: bigint): Promise<boolean> {
  let locks: string
  try {
    locks = await readFile('/proc/locks', 'utf8')
  } catch (error) {
    if (isAbsent(error)) return false
    throw error
  }
  return locks.split('\n').some((line) => locksExclusively(line, inode))
}

/** A line such as `1: POSIX  ADVISORY  WRITE 4711 08:01:131077 1073741826 1073742335`. */
export function locksExclusively(line: string, inode: bigint): boolean {
  const match = /\bWRITE\s+-?\d+\s+[0-9a-f]+:[0-9a-f]+:(\d+)\s+(\d+)\s+(\d+|EOF)/i.exec(line)
  // The number of the device differs from the file's own on overlays and Btrfs: the inode alone must do.
  if (match === null || BigInt(match[1]!) !== inode) return false
  const start = Number(match[2])
  const end = match[3] === 'EOF' ? Number.POSITIVE_INFINITY : Number(match[3])
  const covers = (from: number, to: number): boolean => start <= to && end >= from
  return covers(pendingByte, pendingByte) || covers(firstShared, lastShared)
}

function isAbsent(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code
  return code === 'ENOENT' || code === 'EACCES' || code === 'EPERM'
}
