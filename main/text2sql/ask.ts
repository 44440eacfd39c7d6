import type { DatabaseRows } from '../../contract/databases/database-tasks'
import { canonicalJson } from '../store'
import type { Statement } from './query/statement'
import type { Answerable, Declined, Text2Sql } from './question-to-query'

export interface Asked extends Answerable {
  readonly rows: DatabaseRows
}

/**
 * Asks a database. Where two readings are nearly as likely, both are run: they are one answer or none.
 * @param read how the question is read; by the rules where it is not said
 * @throws what `select` throws
 */
export async function askDatabase(
  text2sql: Text2Sql,
  question: string,
  select: (statement: Statement) => Promise<DatabaseRows>,
  read: Answerable | Declined = text2sql.read(question),
): Promise<Asked | Declined> {
  if (read.kind === 'declined') return read
  const rows = await select(read.statement)
  const isNothing = rows.rows.every((row) => row.every((cell) => cell === null))
  if (isNothing && read.mayBeMisread) return { kind: 'declined', reason: 'nothingFound', words: [], instead: [read] }
  const answer = answerOf(rows)
  for (const rival of read.rivals) {
    if (answerOf(await select(rival.statement)) !== answer)
      return { kind: 'declined', reason: 'ambiguous', words: [], instead: [read, rival] }
  }
  return { ...read, rows }
}

/** What rows say, whatever the columns are called and in which order equal ones come. */
const answerOf = ({ rows }: DatabaseRows): string =>
  canonicalJson(rows.map((row) => canonicalJson([...row])).toSorted())
