import { stat } from 'node:fs/promises'
import type { DatabaseFile } from '../../../contract/databases/database-tasks'
import { QuarryError } from '../../../contract/errors'
import { commented, qualified, type SqlConnection, type TableHead, type TableShape } from '../connection'
import { type DuckdbEngine, duckdbDialect, literal, startDuckdb } from './engine'

/** Name of the file's catalog: its tables are reached without it. */
const catalog = 'opened'

/** Opens a DuckDB file: attached read-only, then the engine is locked in. @throws QuarryError `resource.*` */
export async function openDuckdbFile(place: DatabaseFile): Promise<SqlConnection> {
  const { size } = await stat(place.path)
  const engine = await startDuckdb()
  try {
    await attach(engine, place)
    await engine.rowsOf(`USE ${catalog}`)
    await engine.lock(null)
  } catch (error) {
    engine.close()
    throw error
  }
  return catalogConnection(engine, catalog, size)
}

async function attach(engine: DuckdbEngine, { path, password }: DatabaseFile): Promise<void> {
  const key = password === null ? '' : `, ENCRYPTION_KEY ${literal(password)}`
  try {
    await engine.rowsOf(`ATTACH ${literal(path)} AS ${catalog} (READ_ONLY${key})`)
  } catch (error) {
    // DuckDB's message may quote the statement, and with it the key.
    if (password === null || !(error instanceof QuarryError)) throw error
    if (error.code !== 'resource.needsSecret' && error.code !== 'resource.corrupt') {
      throw new QuarryError(error.code, 'It could not be opened with this key.')
    }
    throw new QuarryError('resource.needsSecret', 'The key is wrong.', {
      remedy: 'keyAsPassword',
    })
  }
}

/** Tables and views of one catalog of a locked engine. */
export function catalogConnection(engine: DuckdbEngine, catalogName: string, sizeBytes: number | null): SqlConnection {
  const inCatalog = `database_name = ${literal(catalogName)} AND NOT internal`
  return {
    dialect: duckdbDialect,
    sizeBytes,
    async heads() {
      const tables = await engine.rowsOf(
        `SELECT schema_name, table_name AS name, 'table' AS kind, estimated_size AS size FROM duckdb_tables() WHERE ${inCatalog}
          UNION ALL SELECT schema_name, view_name, 'view', NULL FROM duckdb_views() WHERE ${inCatalog} ORDER BY kind, schema_name, name`,
      )
      return tables.map(
        ({ schema_name: schema, name, kind, size }): TableHead => ({
          schema: schema === 'main' ? null : String(schema),
          name: String(name),
          kind: kind === 'view' ? 'view' : 'table',
          rowsEstimate: size === null ? null : Number(size),
        }),
      )
    },
    async shapes(heads) {
      const columns = await engine.rowsOf(
        `SELECT schema_name, table_name, column_name, data_type, is_nullable, comment FROM duckdb_columns()
          WHERE ${inCatalog} ORDER BY schema_name, table_name, column_index`,
      )
      const constraints = await engine.rowsOf(
        `SELECT schema_name, table_name, constraint_type, constraint_column_names, referenced_table,
          referenced_column_names FROM duckdb_constraints() WHERE database_name = ${literal(catalogName)}`,
      )
      const tables = await engine.rowsOf(
        `SELECT schema_name, table_name, comment FROM duckdb_tables() WHERE ${inCatalog}`,
      )
      const [columnsOf, constraintsOf, tableOf] = [byTable(columns), byTable(constraints), byTable(tables)]
      return heads.map((head) => ({
        ...shapeOf(columnsOf.get(keyOf(head)) ?? [], constraintsOf.get(keyOf(head)) ?? []),
        ...commented(tableOf.get(keyOf(head))?.[0]?.comment),
      }))
    },
    async count(head) {
      // Kept by the engine: no row is read for it.
      const [row] = await engine.rowsOf(`SELECT count(*) AS n FROM ${qualified(duckdbDialect, head)}`)
      return { rows: Number(row?.n ?? 0), estimated: false }
    },
    select: (...query) => engine.select(...query),
    plan: (sql) => engine.plan(sql),
    interrupt: () => engine.interrupt(),
    async close() {
      engine.close()
    },
  }
}

type Row = Record<string, unknown>

const keyOf = ({ schema, name }: Pick<TableHead, 'schema' | 'name'>): string => JSON.stringify([schema ?? 'main', name])

function byTable(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const key = keyOf({ schema: String(row.schema_name), name: String(row.table_name) })
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [row])
    else group.push(row)
  }
  return groups
}

function shapeOf(columns: readonly Row[], constraints: readonly Row[]): TableShape {
  const names = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])
  const keys = new Set(
    constraints
      .filter(({ constraint_type: type }) => type === 'PRIMARY KEY')
      .flatMap(({ constraint_column_names: list }) => names(list)),
  )
  return {
    columns: columns.map((column) => ({
      name: String(column.column_name),
      type: String(column.data_type).toLowerCase(),
      nullable: column.is_nullable === true,
      primaryKey: keys.has(String(column.column_name)),
      samples: [],
      ...commented(column.comment),
    })),
    foreignKeys: constraints
      .filter(({ constraint_type: type }) => type === 'FOREIGN KEY')
      .map((key) => ({
        columns: names(key.constraint_column_names),
        table: String(key.referenced_table),
        references: names(key.referenced_column_names),
      })),
  }
}
