import { QuarryError } from '../../../contract/errors'
import { type Dialect, qualified, type RowCount, type TableHead } from '../connection'
import { exactCountRows } from './connect-limits'

/** Rows of a server's table: counted where the server thinks it small, else what the server thinks. */
export async function countRows(
  head: TableHead,
  dialect: Dialect,
  rowsOf: (sql: string) => Promise<readonly Readonly<Record<string, unknown>>[]>,
): Promise<RowCount> {
  const estimate = head.rowsEstimate
  if (estimate !== null && estimate > exactCountRows) return { rows: estimate, estimated: true }
  try {
    const [row] = await rowsOf(`SELECT count(*) AS n FROM ${qualified(dialect, head)}`)
    return { rows: Number(row?.n ?? 0), estimated: false }
  } catch (error) {
    // Larger than the server thought: its estimate stands.
    if (error instanceof QuarryError && error.code === 'resource.timeout') return { rows: estimate, estimated: true }
    throw error
  }
}
