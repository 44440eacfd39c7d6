import { type ErrorCode, QuarryError } from '../../contract/errors'
import type { ResourceDraft } from '../../contract/resource'

/** What helps where the one who looked knows no better: an error without a way out helps nobody. */
const remedies: Partial<Record<ErrorCode, string>> = {
  'resource.corrupt': 'Take a copy that is whole, or export it anew, then drop it again.',
  'resource.invalid': 'Put right what is said here, then drop or paste it again.',
  'resource.tooLarge': 'Split it, and drop the part that you need.',
  'resource.timeout': 'Look again when it has less to do.',
  'resource.unreachable': 'Look again when it answers.',
  'resource.unsupported': 'Save a copy in an older or a plainer format, then drop that.',
}

/** The same error with what helps; others as they are. */
export function withRemedy(error: unknown): unknown {
  if (!(error instanceof QuarryError) || error.remedy !== undefined) return error
  const remedy = remedies[error.code]
  if (remedy === undefined) return error
  const { context } = error
  return new QuarryError(error.code, error.message, {
    remedy,
    ...(context === undefined ? {} : { context }),
    cause: error.cause,
  })
}

/** The same draft, its error with what helps. */
export function draftWithRemedy(draft: ResourceDraft): ResourceDraft {
  const { error } = draft
  const remedy = error === null ? undefined : remedies[error.code]
  if (error === null || error.remedy !== undefined || remedy === undefined) return draft
  return { ...draft, error: { ...error, remedy } }
}
