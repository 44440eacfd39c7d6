import { z } from 'zod'
import { declinedQuestion } from './declined-question'
import { queryRead } from './query-reading'

const cell = z.union([z.string(), z.number(), z.boolean(), z.null()])

/** What a database was asked and answered; `declined` says why it was not asked, and then there is no statement. */
export const databaseAnswer = z.object({
  resourceId: z.string(),
  resourceName: z.string(),
  at: z.string(),
  statement: z.string().nullable(),
  reading: queryRead.nullable(),
  parameters: z.array(cell),
  columns: z.array(z.string()),
  rows: z.array(z.array(cell)),
  /** Whether there are more rows than are told. */
  truncated: z.boolean().optional(),
  declined: declinedQuestion.nullable(),
})
export type DatabaseAnswer = z.infer<typeof databaseAnswer>
