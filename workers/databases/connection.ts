import type { DatabaseCell, DatabaseRows } from '../../contract/databases/database-tasks'
import type { TableSchema } from '../../contract/resources/resource'
import { withoutSecrets } from '../secrets/find-secrets'

/** How an engine writes what the others write differently. */
export interface Dialect {
  quote(identifier: string): string
  /** Whether values of a type can be shown as text; without it all can. */
  isText?(type: string): boolean
  /** Text of a value, cut by the engine so that long ones are not handed over. */
  clipped(expression: string, length: number): string
  /** Year and month of a date as text, `2024-05`. */
  month(expression: string): string
}

export interface TableHead {
  readonly schema: string | null
  readonly name: string
  readonly kind: 'table' | 'view'
  /** What the engine says without looking; null where it does not say. */
  readonly rowsEstimate: number | null
}

export type TableShape = Pick<TableSchema, 'columns' | 'foreignKeys' | 'comment'>

/** Characters of a comment that are kept. */
const maxCommentCharacters = 300

/** What a database says of a table or column, as people wrote it, with secrets masked; nothing where it says nothing. */
export function commented(comment: unknown): { readonly comment?: string } {
  const text =
    typeof comment === 'string'
      ? comment
          .slice(0, 10 * maxCommentCharacters)
          .replace(/\s+/g, ' ')
          .trim()
      : ''
  return text === '' ? {} : { comment: withoutSecrets(text).slice(0, maxCommentCharacters) }
}

export interface RowCount {
  readonly rows: number | null
  readonly estimated: boolean
}

/**
 * One open database, read-only by the connection itself. Every driver maps its own errors to QuarryErrors
 * (`resource.*`, `egress.denied`); a statement that does not stand up is `resource.invalid`.
 */
export interface SqlConnection {
  readonly dialect: Dialect
  /** Null where the engine does not tell. */
  readonly sizeBytes: number | null
  /** Every table and view, not those of the engine itself. */
  heads(): Promise<TableHead[]>
  /** Columns (without samples) and foreign keys, in the order of the heads. */
  shapes(heads: readonly TableHead[]): Promise<TableShape[]>
  count(head: TableHead): Promise<RowCount>
  /** Runs one statement with its parameters bound. @throws `resource.invalid` where it is not a query */
  select(sql: string, maxRows: number, parameters?: readonly DatabaseCell[]): Promise<DatabaseRows>
  /** Plans a query without running it. @throws `resource.invalid` where it cannot be planned */
  plan(sql: string): Promise<void>
  /**
   * Whether it reads what a new connection would read, so that it may answer the next query, too. Without it each query has a
   * connection of its own, as of files that an open connection would lock.
   */
  isCurrent?(): Promise<boolean>
  /** Ends a running statement, where the engine can. */
  interrupt(): void
  close(): Promise<void>
}

export function qualified(dialect: Dialect, { schema, name }: Pick<TableHead, 'schema' | 'name'>): string {
  return schema === null ? dialect.quote(name) : `${dialect.quote(schema)}.${dialect.quote(name)}`
}
