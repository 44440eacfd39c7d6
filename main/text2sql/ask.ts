import type { DatabaseCell, DatabaseRows } from '../../contract/databases/database-tasks'
import { canonicalJson } from '../store'
import type { Answerable, Declined } from './answerable'
import type { Statement } from './query/statement'
import type { Text2Sql } from './question-to-query'
import { mostCalledAlike } from './schema/names-in-rows'
import type { Column } from './schema/profile'

export interface Asked extends Answerable {
  readonly rows: DatabaseRows
}

type Select = (statement: Pick<Statement, 'sql' | 'parameters'>) => Promise<DatabaseRows>

/** How a question is read, and by what: where it calls rows by names that were not known, by what knows them now. */
export interface QuestionRead {
  readonly text2sql: Text2Sql
  readonly read: Answerable | Declined
}

/** Why a question is declined whatever it names: no name that is looked up changes that. */
const byItsWording: ReadonlySet<Declined['reason']> = new Set(['explanation', 'change', 'tooLong'])

/**
 * Reads a question by the rules. One that is declined may call rows by their names, in columns with more values than are
 * known: these are looked up, and it is read again with those that are there. Throws what `select` throws.
 */
export async function readQuestion(text2sql: Text2Sql, question: string, select: Select): Promise<QuestionRead> {
  const read = text2sql.read(question)
  return read.kind === 'query' || byItsWording.has(read.reason)
    ? { text2sql, read }
    : readByNames({ text2sql, read }, question, read.words, select)
}

async function readByNames(
  known: QuestionRead,
  question: string,
  unknown: readonly string[],
  select: Select,
): Promise<QuestionRead> {
  const found = new Map<Column, readonly DatabaseCell[]>()
  for (const { column, sql, parameters } of known.text2sql.lookUps(question, unknown)) {
    const { rows } = await select({ sql, parameters })
    if (rows.length > 0 && rows.length <= mostCalledAlike)
      found.set(
        column,
        rows.map(([value]) => value ?? null),
      )
  }
  if (found.size === 0) return known
  const text2sql = known.text2sql.knowing(found)
  return { text2sql, read: text2sql.read(question) }
}

/**
 * Asks a database. Where two readings are nearly as likely, both are run: they are one answer or none.
 * @param how the question is read; by the rules where it is not said
 * @throws what `select` throws
 */
export async function askDatabase(
  text2sql: Text2Sql,
  question: string,
  select: Select,
  how?: Answerable | Declined,
): Promise<Asked | Declined> {
  const known = how === undefined ? await readQuestion(text2sql, question, select) : { text2sql, read: how }
  if (known.read.kind === 'declined') return known.read
  const asked = await ask(known.read, select)
  if (asked.kind === 'query' || asked.reason !== 'nothingFound') return asked
  // A name of which only a part is known may have been taken for something else.
  const again = await readByNames(known, question, [], select)
  return again === known || again.read.kind === 'declined' ? asked : ask(again.read, select)
}

async function ask(read: Answerable, select: Select): Promise<Asked | Declined> {
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
