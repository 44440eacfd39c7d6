import type { z } from 'zod'
import { type ChangedFile, changedFile, type DiffHunk, type FilePreview } from '../../contract/calls/file-change'
import { fileTools } from '../../contract/calls/own-tools'
import type { SettledCall, TakenBack } from '../tools'
import { fileError } from './file-errors'
import type { KeptBytes } from './kept-bytes'
import { countLines, hunksOf } from './line-diff'
import { type Bounds, changedBytesAtMost, hashOfBytes, locate, openTarget, type Target } from './open-target'
import { bytesOf, readText, replaced, replacementsIn } from './text-edits'
import { clearUnfinished, writeWhole } from './write-whole'

const { input: inputOf } = fileTools.apply_change
type Given = z.output<typeof inputOf>

export interface ChangePorts {
  bounds(): Promise<Bounds>
  readonly kept: KeptBytes
  now(): string
}

interface Draft {
  readonly target: Target
  readonly after: Buffer
  readonly hunks: readonly DiffHunk[]
}

/** What the edits make of bytes. Throws `file.*`. */
function edited(bytes: Buffer, { edits }: Given, path: string): Pick<Draft, 'after' | 'hunks'> {
  const read = readText(bytes, path)
  const replacements = replacementsIn(read, edits, path)
  const after = bytesOf(replaced(read.text, replacements), read)
  if (after.length > changedBytesAtMost)
    throw fileError('file.tooLarge', path, 'changeByHand', { context: { limit: changedBytesAtMost } })
  return { after, hunks: hunksOf(read.text, replacements) }
}

/** The file that a call names, and what becomes of it. Throws `file.*`, `file.changed` where it is not what the call is of. */
async function draft(given: Given, bounds: Bounds): Promise<Draft> {
  const target = await openTarget(await locate(given.path, bounds))
  if (target.hash !== given.hash) throw fileError('file.changed', target.path, 'askForChangeAgain')
  return { target, ...edited(target.bytes, given, target.path) }
}

/** Throws `file.changed` where a path leads elsewhere by now, or its file is another. */
async function checkStill(given: string, { path, hash }: Pick<Target, 'path' | 'hash'>, bounds: Bounds): Promise<void> {
  const isSame = (await locate(given, bounds)) === path && (await openTarget(path)).hash === hash
  if (!isSame) throw fileError('file.changed', path, 'askForChangeAgain')
}

/** Changes of files by `apply_change`: tried, made, told apart after a crash, and taken back. */
export function createFileChanges({ bounds, kept, now }: ChangePorts) {
  const told = ({ target, after, hunks }: Draft): ChangedFile => ({
    path: target.path,
    bytes: after.length,
    hash: hashOfBytes(after),
    at: now(),
    before: target.hash,
    linesAdded: countLines(hunks, 'added'),
    linesRemoved: countLines(hunks, 'removed'),
  })
  return {
    async preview(input: unknown): Promise<FilePreview> {
      const { target, hunks } = await draft(inputOf.parse(input), await bounds())
      return { kind: 'change', path: target.path, hunks: [...hunks] }
    },
    async run(input: unknown, signal: AbortSignal): Promise<ChangedFile> {
      const given = inputOf.parse(input)
      const within = await bounds()
      const made = await draft(given, within)
      const { target, after } = made
      await kept.keep(target.hash, target.bytes)
      await writeWhole(target.path, after, target.mode, async () => {
        await checkStill(given.path, target, within)
        signal.throwIfAborted()
      })
      return told(made)
    },
    /** The file says whether a call that was cut off changed it: it has one hash before and another after. */
    async settle(input: unknown): Promise<SettledCall> {
      const given = inputOf.parse(input)
      const target = await openTarget(await locate(given.path, await bounds()))
      await clearUnfinished(target.path)
      if (target.hash === given.hash) return { kind: 'notMade' }
      const before = await kept.read(given.hash)
      if (before === null) return { kind: 'unknown' }
      const { after, hunks } = edited(before, given, target.path)
      if (hashOfBytes(after) !== target.hash) return { kind: 'unknown' }
      return { kind: 'made', output: told({ target: { ...target, hash: given.hash }, after, hunks }) }
    },
    /** Puts back what the file was. Throws `file.changed` where it is no longer as the call left it, and `file.notUndone`. */
    async takeBack(output: unknown): Promise<TakenBack> {
      const { path, hash, before } = changedFile.parse(output)
      const within = await bounds()
      const target = await openTarget(await locate(path, within))
      if (target.path !== path || target.hash !== hash) throw fileError('file.changed', path, 'changeByHand')
      const bytes = await kept.read(before)
      if (bytes === null) throw fileError('file.notUndone', path, 'changeByHand', { context: { reason: 'notKept' } })
      await writeWhole(path, bytes, target.mode, () => checkStill(path, target, within))
      return { path, hash: before }
    },
  }
}
