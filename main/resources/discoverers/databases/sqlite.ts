import { type FileKind, hasExtension, startsWith } from './file-discoverer'

const magic = 'SQLite format 3\0'
const ownExtensions = ['.sqlite', '.sqlite3', '.db3', '.s3db', '.sl3']

/** By its first bytes, whatever its name says; by its name where the bytes are damaged or encrypted. */
export const sqliteFiles: FileKind = {
  engine: 'sqlite',
  exclusive: true,
  takesPassword: false,
  recognises: (target) => startsWith(target, magic) || hasExtension(target, ownExtensions) || isOddDatabase(target),
}

/** `.db` belongs to many programs: ours is it only where it says nothing (empty) or nothing legible (encrypted). */
function isOddDatabase(target: Parameters<FileKind['recognises']>[0]): boolean {
  if (!hasExtension(target, ['.db'])) return false
  const page = target.head.subarray(0, 4096)
  // 4,096 even bytes lack hardly a value; the heads of other formats are full of zeros.
  const zeros = page.subarray(0, 64).filter((byte) => byte === 0).length
  return page.length === 0 || (page.length >= 1024 && new Set(page).size > 200 && zeros < 4)
}
