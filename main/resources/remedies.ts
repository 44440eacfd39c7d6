import { type ErrorCode, QuarryError } from '../../contract/errors'
import { type PlainRemedy, plainRemedy } from '../../contract/remedies'
import type { ResourceDraft } from '../../contract/resource'

/** What helps where the one who looked knows no better: an error without a way out helps nobody. */
const remedies: Partial<Record<ErrorCode, PlainRemedy>> = {
  'resource.corrupt': 'takeWholeCopy',
  'resource.invalid': 'putRight',
  'resource.tooLarge': 'splitAndDropPart',
  'resource.timeout': 'lookWhenLessToDo',
  'resource.unreachable': 'lookWhenItAnswers',
  'resource.unsupported': 'savePlainerCopy',
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
  return { ...draft, error: { ...error, remedy: plainRemedy(remedy) } }
}
