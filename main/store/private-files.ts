import { chmodSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { type FileHandle, open, rename } from 'node:fs/promises'

/**
 * Makes a folder for its user alone, or closes one that others can enter. Throws what the file system throws: EPERM where
 * it is another user's and open.
 */
export function makePrivateFolder(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  // Windows keeps a user's folders apart by itself, and knows no such mode.
  if (process.platform !== 'win32' && (statSync(directory).mode & 0o077) !== 0) chmodSync(directory, 0o700)
}

/** Opens a new file that its user alone may read. What lies under its name goes: a link is never written through. */
async function openPrivateFile(path: string): Promise<FileHandle> {
  rmSync(path, { force: true })
  return open(path, 'wx', 0o600)
}

/**
 * Writes a file that its user alone may read, whole or not at all. Throws what the file system throws.
 * @param isStill looked at last: throws where the path is no longer what it was
 */
export async function writePrivateFile(
  path: string,
  content: string | Uint8Array,
  isStill?: () => Promise<void>,
): Promise<void> {
  const file = await openPrivateFile(`${path}.new`)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  await isStill?.()
  await rename(`${path}.new`, path)
}
