import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ServiceAnswer } from '../../../contract/calls/service-answer'
import type { DatabaseAnswer } from '../../../contract/databases/database-answer'
import type {
  DatabaseCell,
  DatabaseFile,
  DatabaseInspection,
  DatabaseRows,
} from '../../../contract/databases/database-tasks'
import { QuarryError } from '../../../contract/errors'
import type { JsonValue } from '../../../contract/json'
import { askDatabase } from '../ask'
import { toldReading } from '../query/told-reading'
import { createText2Sql } from '../question-to-query'
import { profileDatabase } from '../schema/profile'
import { declinedAnswer, rowsAnswer } from '../told-answer'
import { type Records, recordsIn } from './records'

/** Rows of an answer that are kept. */
const maxRows = 1000

export interface ResultQuestionsOptions {
  readonly databases: Databases
  /** A folder for a file that a process of the databases reads; what a killed process leaves of such is swept. */
  readonly makeScratch: () => Promise<string>
  /** ISO time. */
  readonly now: () => string
}

interface Databases {
  inspect(place: DatabaseFile, signal: AbortSignal): Promise<DatabaseInspection>
  select(
    place: DatabaseFile,
    request: { sql: string; parameters?: readonly DatabaseCell[]; maxRows: number; signal?: AbortSignal },
  ): Promise<DatabaseRows>
}

/** Questions on the rows of what a service answered, as on a table of their own. */
export interface ResultQuestions {
  /**
   * Asks the rows of an answer. Throws `input.invalid` where it has none, `resource.*` and the signal's reason.
   * @param rowsAre what a row of it is called
   */
  ask(answer: ServiceAnswer, question: string, rowsAre: string, signal: AbortSignal): Promise<DatabaseAnswer>
  /** Runs a statement on the rows of an answer. Throws as `ask` does. */
  select(answer: ServiceAnswer, query: Statement, rowsAre: string, signal: AbortSignal): Promise<DatabaseRows>
}

interface Statement {
  readonly sql: string
  readonly parameters: readonly DatabaseCell[]
}

/** Made anew for each question, in a process of the databases: what a service answers is as foreign as a file. */
export function createResultQuestions({ databases, makeScratch, now }: ResultQuestionsOptions): ResultQuestions {
  return {
    ask: (answer, question, rowsAre, signal) =>
      onTable(answer, rowsAre, makeScratch, async (place, { total }) => {
        const { resourceId, resourceName } = answer
        const answered = { resourceId, resourceName, at: now() }
        const select = ({ sql, parameters }: Statement, most = maxRows): Promise<DatabaseRows> =>
          databases.select(place, { sql, parameters, maxRows: most, signal })
        const { tables } = await databases.inspect(place, signal)
        const profile = await profileDatabase(
          { name: resourceName, engine: place.engine, tables },
          async (sql, most) => {
            const { rows } = await select({ sql, parameters: [] }, most)
            return rows
          },
        )
        const asked = await askDatabase(createText2Sql(profile), question, select)
        // Of some of them no figure over all can be told.
        const isPart = asked.kind === 'query' && (answer.cut || total !== null) && isOverAll(asked.query)
        if (isPart) return declinedAnswer(answered, { reason: 'tooMuch', words: [], instead: [] })
        if (asked.kind === 'declined')
          return declinedAnswer(answered, { reason: asked.reason, words: [...asked.words], instead: [] })
        return rowsAnswer(answered, asked, toldReading(asked, question))
      }),
    select: (answer, { sql, parameters }, rowsAre, signal) =>
      onTable(answer, rowsAre, makeScratch, (place) => databases.select(place, { sql, parameters, maxRows, signal })),
  }
}

const isOverAll = ({ measures, order }: { measures: readonly unknown[]; order: readonly unknown[] }): boolean =>
  measures.length > 0 || order.length > 0

async function onTable<Of>(
  { value, resourceName }: ServiceAnswer,
  rowsAre: string,
  makeScratch: ResultQuestionsOptions['makeScratch'],
  use: (place: DatabaseFile, records: Records) => Promise<Of>,
): Promise<Of> {
  const records = recordsIn(value as JsonValue)
  if (records === null)
    throw new QuarryError('input.invalid', `What “${resourceName}” answered has no rows that can be asked.`)
  const folder = await makeScratch()
  try {
    const name = rowsAre.replace(/[^\p{L}\p{N}]+/gu, '_').slice(0, 60) || 'rows'
    const path = join(folder, `${name}.json`)
    await writeFile(path, JSON.stringify(records.rows), { mode: 0o600 })
    return await use({ kind: 'file', engine: 'json', path, password: null }, records)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
