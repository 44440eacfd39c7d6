import type { SqlExecutor, StatementOptions } from './database'

/**
 * Autovacuum's own thresholds (PostgreSQL's defaults): 50 rows and 20% dead, or 50 rows and 10% changed since the last
 * ANALYZE. https://www.postgresql.org/docs/18/runtime-config-vacuum.html
 */
const dueTables = `
select relname as name, n_dead_tup > 50 + 0.2 * n_live_tup as dead
from pg_stat_user_tables
where n_dead_tup > 50 + 0.2 * n_live_tup or n_mod_since_analyze > 50 + 0.1 * n_live_tup
order by relname`

/**
 * Does what autovacuum does elsewhere: PGlite has no background processes, so without this deleted rows keep their
 * space and the planner knows no sizes. One statement for each table, so that others come in between; for a quiet
 * moment, as after an ingest.
 * @returns the tables that were worked on
 * @throws QuarryError `cancelled`, or as `Database.query`
 */
export async function maintain(database: SqlExecutor, options: StatementOptions): Promise<string[]> {
  // Counts of the last second are still the backend's own until it is told to hand them over.
  await database.query('select pg_stat_force_next_flush()', [], options)
  const tables = await database.query<{ name: string; dead: boolean }>(dueTables, [], options)
  for (const { name, dead } of tables) {
    await database.query(`${dead ? 'vacuum (analyze)' : 'analyze'} "${name}"`, [], options)
  }
  return tables.map(({ name }) => name)
}
