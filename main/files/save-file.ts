import { lstat, mkdir, open, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { z } from 'zod'
import { type FilePreview, type SavedFile, savedFile } from '../../contract/calls/file-change'
import { fileTools } from '../../contract/calls/own-tools'
import type { SettledCall, TakenBack } from '../tools'
import { fileError, fileErrorOf } from './file-errors'
import { checkFileName, numberedName } from './file-name'
import { hashOfBytes, openTarget } from './open-target'
import { clearUnfinished, writeWhole } from './write-whole'

const { input: inputOf } = fileTools.save_file
type Given = z.output<typeof inputOf>

/** Files of one name; who has more means something else. */
const numbersAtMost = 1000
const newFileMode = 0o644

export interface SavePorts {
  /** Absolute; made when the first file is saved. */
  exportFolder(): string
  now(): string
}

/** The bytes of a file that may be saved. Throws `file.badName`, `file.notText`. */
function checked({ name, content }: Given): Buffer {
  checkFileName(name)
  if (content.includes('\0') || !content.isWellFormed()) throw fileError('file.notText', name, 'changeByHand')
  return Buffer.from(content)
}

const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  )

/** The first name that nothing has in a folder. Throws `file.badName` where all are taken. */
async function freeName(folder: string, name: string): Promise<string> {
  for (let n = 1; n <= numbersAtMost; n++) {
    const path = join(folder, numberedName(name, n))
    if (!(await isThere(path))) return path
  }
  throw fileError('file.badName', name, 'plainFileName', { context: { name } })
}

/** Makes a folder for new files, and answers its path with every link resolved. Throws `file.*`. */
export async function makeExportFolder(path: string): Promise<string> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 })
    return await realpath(path)
  } catch (error) {
    throw fileErrorOf(error, path)
  }
}

/** New files by `save_file`: tried, made, told apart after a crash, and taken back. */
export function createFileSaves({ exportFolder, now }: SavePorts) {
  /** Takes a name for itself, so that nobody else's file is ever replaced. */
  const reserve = async (folder: string, name: string): Promise<string> => {
    for (;;) {
      const path = await freeName(folder, name)
      try {
        await (await open(path, 'wx', newFileMode)).close()
        return path
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw fileErrorOf(error, path)
      }
    }
  }
  return {
    async preview(input: unknown): Promise<FilePreview> {
      const given = inputOf.parse(input)
      checked(given)
      const folder = await realpath(exportFolder()).catch(() => exportFolder())
      return { kind: 'new', path: await freeName(folder, given.name), content: given.content }
    },
    async run(input: unknown, signal: AbortSignal): Promise<SavedFile> {
      const given = inputOf.parse(input)
      const bytes = checked(given)
      const folder = await makeExportFolder(exportFolder())
      signal.throwIfAborted()
      const path = await reserve(folder, given.name)
      try {
        await writeWhole(path, bytes, newFileMode, async () => signal.throwIfAborted())
      } catch (error) {
        await rm(path, { force: true }).catch(() => undefined)
        throw error
      }
      return { path, bytes: bytes.length, hash: hashOfBytes(bytes), at: now() }
    },
    /** Nothing of that name: it was not saved. A file that says the same: it was. */
    async settle(input: unknown): Promise<SettledCall> {
      const given = inputOf.parse(input)
      const bytes = checked(given)
      const folder = await realpath(exportFolder()).catch(() => null)
      if (folder === null) return { kind: 'notMade' }
      const path = join(folder, given.name)
      await clearUnfinished(path)
      if (!(await isThere(path))) return { kind: 'notMade' }
      const hash = hashOfBytes(bytes)
      if ((await openTarget(path)).hash !== hash) return { kind: 'unknown' }
      return { kind: 'made', output: { path, bytes: bytes.length, hash, at: now() } satisfies SavedFile }
    },
    /** Removes the file. Throws `file.changed` where it is no longer as it was saved. */
    async takeBack(output: unknown): Promise<TakenBack> {
      const { path, hash } = savedFile.parse(output)
      if ((await realpath(path).catch(() => path)) !== path || (await openTarget(path)).hash !== hash)
        throw fileError('file.changed', path, 'changeByHand')
      await rm(path).catch((error: unknown) => {
        throw fileErrorOf(error, path)
      })
      return { path, hash: null }
    },
  }
}
