import type { DatabasePlace } from '../../contract/database-tasks'
import type { SqlConnection } from './connection'

/** Loads the driver of the place's engine, and no other, and opens the place read-only. @throws QuarryError */
export async function openDatabase(
  place: DatabasePlace,
  scratch: string,
  exactCountBytes: number,
): Promise<SqlConnection> {
  const { openSqlite } = await import('./sqlite/sqlite')
  return openSqlite(place as never, scratch, exactCountBytes)
}
