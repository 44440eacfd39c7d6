import { databaseAnswer } from '../../../contract/database-answer'
import { QuarryError } from '../../../contract/errors'
import { queryPlaceOf } from '../places/answers'
import type { Evidence, GatheringOptions, StepInput } from '../port'

/** Rows of an answer that become evidence one by one; the citation keeps more. */
const toldRows = 8

/** Asks each database that the step was allocated; what it answers is evidence, row by row, before all else. */
export async function askDatabases(
  question: string,
  { resources }: StepInput,
  { callTool }: GatheringOptions,
): Promise<Evidence[]> {
  const evidence: Evidence[] = []
  for (const { resourceId, metadata } of resources) {
    if (metadata.type !== 'database') continue
    const called = await callTool({ tool: 'sql_query', resourceId, input: { question } }).catch(passOver)
    if (called === null) continue
    const {
      statement,
      reading,
      parameters,
      columns,
      rows,
      declined: _declined,
      ...answered
    } = databaseAnswer.parse(called.output)
    if (statement === null) continue
    for (const [at, row] of rows.slice(0, toldRows).entries()) {
      const place = queryPlaceOf(answered, { statement, parameters, reading }, { columns, rows }, at)
      evidence.push({ sentence: sentenceOf(columns, row), place, score: 1, reason: null })
    }
  }
  return evidence
}

/** The step goes on without a resource that was refused to it or failed; its report says so. */
function passOver(error: unknown): null {
  if (error instanceof QuarryError && /^(?:tool|resource|egress)\./.test(error.code)) return null
  throw error
}

/** A row as a sentence: `site: Chur, seasonal_performance_factor: 4.7`. */
function sentenceOf(columns: readonly string[], row: readonly unknown[]): string {
  return columns
    .flatMap((column, at) => (row[at] === null || row[at] === undefined ? [] : [`${column}: ${row[at]}`]))
    .join(', ')
}
