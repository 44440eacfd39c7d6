import { access, constants, readlink, realpath, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { PlainRemedy } from '../../contract/app/plain-remedies'
import type { Remedy } from '../../contract/app/remedies'
import { QuarryError } from '../../contract/errors'
import { fileErrorOf } from './file-errors'
import { writeWhole } from './write-whole'

export interface ChosenFile {
  readonly content: string | Uint8Array
  /** What is there stays as it is: the file is for its user alone, and none of its name may be there. */
  readonly isNewAndPrivate?: boolean
  readonly remedy?: Remedy | PlainRemedy
}

/**
 * Writes a file where a person chose to have it. Cut off at any moment, it is as it was before or as it shall be; a link
 * stays one, and a file keeps its mode. What is no file (a pipe, a terminal) takes the content as it comes. Throws
 * `export.failed`.
 */
export async function writeChosen(path: string, { content, isNewAndPrivate, remedy }: ChosenFile): Promise<void> {
  try {
    if (isNewAndPrivate) await writeNew(path, Buffer.from(content))
    else await replace(path, content)
  } catch (cause) {
    throw new QuarryError('export.failed', fileErrorOf(cause, path).message, { ...(remedy && { remedy }), cause })
  }
}

async function writeNew(path: string, bytes: Uint8Array): Promise<void> {
  const refuseTaken = async (): Promise<void> => {
    if ((await statOf(path)) !== null) throw Object.assign(new Error(`${path} is there already.`), { code: 'EEXIST' })
  }
  await refuseTaken()
  await writeWhole(path, bytes, 0o600, refuseTaken)
}

async function replace(path: string, content: string | Uint8Array): Promise<void> {
  const there = await statOf(path)
  // Whoever opened what a descriptor names reads on from what they opened, not from a file that took its place.
  if (/^\/(dev\/(fd\/|std)|proc\/)/.test(resolve(path)) || (there !== null && !there.isFile())) {
    await writeFile(path, content)
    return
  }
  const target = await targetOf(path)
  // Its folder would let anybody replace it who may write there.
  if (there !== null) await access(target, constants.W_OK)
  await writeWhole(target, Buffer.from(content), there === null ? null : there.mode & 0o7777, async () => undefined)
}

const statOf = (path: string) =>
  stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })

/** The file that a path leads to past its links, whether it is there or not. Throws what the file system throws. */
async function targetOf(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const leadsTo = await readlink(path).catch(() => null)
  if (leadsTo !== null) return targetOf(resolve(dirname(path), leadsTo))
  return join(await realpath(dirname(resolve(path))), basename(path))
}
