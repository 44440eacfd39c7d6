import { z } from 'zod'
import { errorShape } from '../error-shape'

/** Begins the ids by which places name Quarry's own tools, which are in no registry of resources. */
export const ownToolPrefix = 'builtin:'

const hash = z.string().regex(/^[0-9a-f]{64}$/)
const written = {
  /** With every link on the way resolved. */
  path: z.string(),
  bytes: z.number().int(),
  /** SHA-256 of the file as it is now. */
  hash,
  at: z.string(),
}

/** What `save_file` answers. */
export const savedFile = z.object(written)
export type SavedFile = z.infer<typeof savedFile>

/** What `apply_change` answers. */
export const changedFile = z.object({
  ...written,
  /** SHA-256 of the file before: its bytes are kept by this name. */
  before: hash,
  linesAdded: z.number().int(),
  linesRemoved: z.number().int(),
})
export type ChangedFile = z.infer<typeof changedFile>

/** Lines that belong together: lines that stay, go or come. */
export const diffPart = z.object({ kind: z.enum(['same', 'removed', 'added']), lines: z.array(z.string()) })
export type DiffPart = z.infer<typeof diffPart>

/** A changed place of a file, with a few lines around it. */
export const diffHunk = z.object({
  /** The first line, from 1, as the file is. */
  line: z.number().int().positive(),
  parts: z.array(diffPart),
})
export type DiffHunk = z.infer<typeof diffHunk>

/** What a call of a tool that writes a file would do, as a person is shown it before they allow it. */
export const filePreview = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('change'), path: z.string(), hunks: z.array(diffHunk) }),
  z.object({ kind: z.literal('new'), path: z.string(), content: z.string() }),
  /** It would fail, and why. */
  z.object({ kind: z.literal('failure'), error: errorShape }),
])
export type FilePreview = z.infer<typeof filePreview>
