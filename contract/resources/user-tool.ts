import type { ErrorShape } from '../error-shape'

export interface UserToolLimits {
  /** Of what it writes to its output. */
  readonly maxOutputBytes: number
  /** Resident memory of the tool with all that it starts. */
  readonly maxMemoryMb: number
}

/** One run of a tool of the user's own. */
export interface UserToolTask {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** The tool's folder. */
  readonly folder: string
  /** See `ProgramPlace`. */
  readonly launcher: readonly string[]
  /** Written to its input as JSON. */
  readonly arguments: Readonly<Record<string, unknown>>
  readonly limits: UserToolLimits
}

export type UserToolAnswer =
  /** JSON that it wrote, else its text; cut where it goes deeper than answers do. */
  | { readonly kind: 'ran'; readonly value: unknown; readonly cut: boolean }
  | { readonly kind: 'failed'; readonly error: ErrorShape }
