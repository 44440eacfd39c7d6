import { lstat, mkdir } from 'node:fs/promises'
import { QuarryError } from '../../contract/errors'

/**
 * Whether a folder is there and is its user's alone. In a folder that everyone may write to, such as /tmp, another user
 * can make it first and put a socket of his own there.
 * @throws QuarryError `socket.unauthorized` where it is there and somebody else can get at it
 */
async function isPrivate(directory: string): Promise<boolean> {
  try {
    const found = await lstat(directory)
    // A link is no folder for lstat: where it leads could change at any time.
    if (found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o077) === 0) return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
  throw new QuarryError('socket.unauthorized', `${directory} is not a private folder of this user.`, {
    remedy: 'removeOrSetTmpdir',
  })
}

/** Makes the folder for its user alone, or takes the one that is there. Throws as `isPrivate`. */
export async function makePrivate(directory: string): Promise<void> {
  if (await isPrivate(directory)) return
  try {
    await mkdir(directory, { mode: 0o700 })
  } catch (error) {
    // Somebody was faster: looked at below.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  await isPrivate(directory)
}

/**
 * Refuses a socket that another user has put where the owner's would be. In the data folder (`directory` null) nobody else
 * can: it is its user's alone, and root, whose app runs as another user, may ask there, too.
 * @throws QuarryError `socket.unauthorized`
 */
export async function requireOwn(address: string, directory: string | null): Promise<void> {
  if (directory === null || !(await isPrivate(directory))) return
  try {
    if ((await lstat(address)).uid === process.getuid?.()) return
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  throw new QuarryError('socket.unauthorized', 'The running app belongs to another user.', {
    remedy: 'runAsOwner',
  })
}
