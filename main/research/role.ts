import type { ResumePoint } from './resume'

export interface OnSession {
  readonly sessionId: string
}

/** A role's work that tells how far it is. */
export interface RoleInput extends OnSession {
  readonly onProgress: (done: number, total: number | null) => void
}

/** How far the work of a role is. */
export interface RoleProgressed {
  readonly type: 'PROGRESS'
  readonly done: number
  readonly total: number | null
}

/**
 * What every role answers: where the rows now stand. They were written in the same transaction as its results. It names
 * which edge of its state is taken.
 */
export interface RowsMoved {
  readonly point: ResumePoint
}
