import type { DatabasePlace } from '../../contract/databases/database-tasks'
import type { SqlConnection } from './connection'

/** Opens a place read-only. @param scratch empty folder of the thread's own. @throws QuarryError */
type OpenDatabase = (scratch: string) => Promise<SqlConnection>

/** Loads the driver of the place's engine, and no other. */
export async function loadDriver(place: DatabasePlace): Promise<OpenDatabase> {
  if (place.kind === 'server') {
    if (place.engine === 'postgresql') {
      const { openPostgresql } = await import('./servers/postgresql')
      return () => openPostgresql(place)
    }
    const { openMysql } = await import('./servers/mysql')
    return () => openMysql(place)
  }
  switch (place.engine) {
    case 'sqlite': {
      const { openSqlite } = await import('./sqlite/sqlite')
      return (scratch) => openSqlite(place, scratch)
    }
    case 'duckdb': {
      const { openDuckdbFile } = await import('./duckdb/duckdb-file')
      return () => openDuckdbFile(place)
    }
    case 'excel': {
      const { openWorkbook } = await import('./duckdb/workbook')
      return (scratch) => openWorkbook(place, scratch)
    }
    default: {
      const { openTableFile } = await import('./duckdb/table-file')
      return (scratch) => openTableFile(place, scratch)
    }
  }
}
