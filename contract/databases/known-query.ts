import { z } from 'zod'
import { resourceId } from '../resources/resource'
import { declinedQuestion } from './declined-question'
import { queryRead } from './query-reading'

/** How a person corrected the reading of a question on a database; questions of the same shape are read so. */
export const knownQuery = z.object({
  queryId: z.string().min(1).max(64),
  resourceId,
  resourceName: z.string(),
  question: z.string(),
  reading: queryRead,
  uses: z.number().int().nonnegative(),
  correctedAt: z.iso.datetime(),
})
export type KnownQuery = z.infer<typeof knownQuery>

/** How a question on a database would be read; `declined` says why it would not be asked. */
export const questionReading = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('read'), reading: queryRead }),
  z.object({ kind: z.literal('declined'), ...declinedQuestion.shape }),
])
export type QuestionReading = z.infer<typeof questionReading>
