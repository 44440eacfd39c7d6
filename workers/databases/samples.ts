import type { DatabaseCell, InspectionLimits } from '../../contract/databases/database-tasks'
import { withoutSecrets } from '../secrets/find-secrets'
import { qualified, type SqlConnection, type TableHead, type TableShape } from './connection'

/** Columns of one table that samples are taken from; wider tables are exports of machines. */
const maxSampledColumns = 200
/** All samples of one database together: what a person can still look through. */
export const maxSampleCharacters = 1_000_000

/** Columns that hold what nobody should see by the way: their values are not even read. */
const confidential =
  /pass(?:word|wd|phrase)|secret|token|api_?key|private_?key|credential|salt$|hash$|(?:^|_)(?:ssn|cvv|cvc|pin|iban)$|credit_?card/i

/** What the first rows of a table say of a column. */
export interface ColumnProfile {
  /** Distinct values, clipped, in the order in which they came. */
  readonly samples: readonly string[]
  readonly distinct: number
  /** Rows with a value. */
  readonly filled: number
}

/** @returns a profile a column, in their order; columns beyond the limit have an empty one */
export async function profileColumns(
  connection: SqlConnection,
  head: TableHead,
  { columns }: TableShape,
  limits: InspectionLimits,
): Promise<ColumnProfile[]> {
  const { dialect } = connection
  const sampled = columns
    .filter(({ name, type }) => !confidential.test(name) && (dialect.isText?.(type) ?? true))
    .slice(0, maxSampledColumns)
  if (sampled.length === 0) return []
  // One more than is kept, so that a clipped value is seen to be one. Aliases keep odd names apart.
  const list = sampled.map(
    ({ name }, index) =>
      `${dialect.clipped(dialect.quote(name), limits.sampleLength + 1)} AS ${dialect.quote(`c${index}`)}`,
  )
  const { rows } = await connection.select(
    `SELECT ${list.join(', ')} FROM ${qualified(dialect, head)} LIMIT ${limits.sampledRows}`,
    limits.sampledRows,
  )
  const profiles = new Map(
    sampled.map(({ name }, index) => [
      name,
      profile(
        rows.map((row) => row[index] ?? null),
        limits,
      ),
    ]),
  )
  return columns.map(({ name }) => profiles.get(name) ?? emptyProfile)
}

const emptyProfile: ColumnProfile = { samples: [], distinct: 0, filled: 0 }

function profile(cells: readonly DatabaseCell[], limits: InspectionLimits): ColumnProfile {
  const seen = new Set<string>()
  let filled = 0
  for (const cell of cells) {
    if (cell === null || cell === '') continue
    filled++
    seen.add(oneLine(String(cell), limits.sampleLength))
  }
  const samples = [...seen].slice(0, limits.samplesPerColumn).map(withoutSecrets)
  return { samples, distinct: seen.size, filled }
}

/** Never in the middle of a surrogate pair; no control characters. */
function oneLine(text: string, length: number): string {
  const plain = text.replace(/[\p{Cc}\s]+/gu, ' ').trim()
  if (plain.length <= length) return plain
  return `${plain.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
