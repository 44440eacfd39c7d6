import type { DatabaseAnswer } from '../../contract/databases/database-answer'
import type { DeclinedQuestion } from '../../contract/databases/declined-question'
import type { QueryRead } from '../../contract/databases/query-reading'
import type { Asked } from './ask'

/** Who answered, and when. */
type Answered = Pick<DatabaseAnswer, 'resourceId' | 'resourceName' | 'at'>

/** What is told of a question that was not asked. */
export const declinedAnswer = (answered: Answered, declined: DeclinedQuestion): DatabaseAnswer => ({
  ...answered,
  statement: null,
  reading: null,
  parameters: [],
  columns: [],
  rows: [],
  declined,
})

/** What is told of one that was: its query, how it was read, and the rows. */
export const rowsAnswer = (
  answered: Answered,
  { statement: { sql, parameters }, rows: { columns, rows } }: Asked,
  reading: QueryRead,
): DatabaseAnswer => ({
  ...answered,
  statement: sql,
  reading,
  parameters: [...parameters],
  columns: [...columns],
  rows: rows.map((row) => [...row]),
  declined: null,
})
