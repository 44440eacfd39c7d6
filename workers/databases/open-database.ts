import type { DatabasePlace } from '../../contract/database-tasks'
import type { SqlConnection } from './connection'

/** Loads the driver of the place's engine, and no other, and opens the place read-only. @throws QuarryError */
export async function openDatabase(place: DatabasePlace, scratch: string): Promise<SqlConnection> {
  if (place.kind === 'server') {
    return place.engine === 'postgresql'
      ? (await import('./servers/postgresql')).openPostgresql(place)
      : (await import('./servers/mysql')).openMysql(place)
  }
  switch (place.engine) {
    case 'sqlite':
      return (await import('./sqlite/sqlite')).openSqlite(place, scratch)
    case 'duckdb':
      return (await import('./duckdb/duckdb-file')).openDuckdbFile(place)
    case 'excel':
      return (await import('./duckdb/workbook')).openWorkbook(place, scratch)
    default:
      return (await import('./duckdb/table-file')).openTableFile(place, scratch)
  }
}
