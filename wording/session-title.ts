import type { SessionSummary } from '../contract/session/session'
import type { Speech } from './words'

/** What a session is called; of a branch that nobody renamed, where it branched off as well. */
export const titleOfSession = (
  { title, branchMark, createdAt }: Pick<SessionSummary, 'title' | 'branchMark' | 'createdAt'>,
  speech: Speech,
): string =>
  branchMark === undefined
    ? title
    : speech.fact({ kind: 'branchTitle', values: { title, ...branchMark, at: createdAt } })
