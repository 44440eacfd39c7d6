import type { ErrorShape } from '../error-shape'
import type { DatabaseEngine, TableSchema } from '../resources/resource'
import type { SampleQuestion } from './sample-question'

/** A database in a file. */
export interface DatabaseFile {
  readonly kind: 'file'
  readonly engine: Exclude<DatabaseEngine, 'postgresql' | 'mysql'>
  /** Real, absolute. */
  readonly path: string
  /** Opens an encrypted DuckDB file; null where none is known. */
  readonly password: string | null
}

/** A database of a server. */
export interface DatabaseServer {
  readonly kind: 'server'
  readonly engine: 'postgresql' | 'mysql'
  /** A name or address; a path is the folder of a PostgreSQL server's local socket, or a MySQL server's socket. */
  readonly host: string
  readonly port: number
  readonly database: string
  readonly user: string | null
  readonly password: string | null
  /** `require` encrypts without checking who answers, as PostgreSQL's own programs do; `verify` checks. */
  readonly tls: 'off' | 'require' | 'verify'
}

export type DatabasePlace = DatabaseFile | DatabaseServer

export interface InspectionLimits {
  /** Tables whose columns are looked at; more are only counted. */
  readonly maxTables: number
  readonly maxColumnsPerTable: number
  /** Rows of a table that samples are taken from. */
  readonly sampledRows: number
  readonly samplesPerColumn: number
  readonly sampleLength: number
  /** No further table is counted or sampled after this time. */
  readonly detailsMs: number
  /** Proposed queries over more rows than these are not tried. */
  readonly maxTriedRows: number
  /** No further query is tried after this time. */
  readonly triesMs: number
}

/** What a process of the databases is asked: one place, one question. */
export type DatabaseTask = (
  | { readonly kind: 'inspect'; readonly limits: InspectionLimits }
  | {
      readonly kind: 'select'
      readonly sql: string
      /** Values of the statement's placeholders, in their order: bound by the driver, never part of the text. */
      readonly parameters: readonly DatabaseCell[]
      readonly maxRows: number
      readonly maxCellLength: number
    }
) & {
  readonly place: DatabasePlace
  /** Empty folder of its own; removed by the one who asks. */
  readonly scratch: string
}

export interface DatabaseInspection {
  readonly tables: readonly TableSchema[]
  readonly tablesTotal: number
  readonly sizeBytes: number | null
  readonly sampleQuestions: readonly SampleQuestion[]
  /** Each was run by the engine itself, and answered. */
  readonly knownQueries: readonly { readonly question: string; readonly sql: string }[]
}

export type DatabaseCell = string | number | boolean | null

export interface DatabaseRows {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly DatabaseCell[])[]
  /** Whether there were more rows than asked for. */
  readonly truncated: boolean
}

/**
 * Told while it is looked at. `began`: the engine is loaded and the look begins, so that its limit counts from here.
 * `soFar` is what stands should the rest take too long.
 */
export type DatabaseTold =
  | { readonly kind: 'began' }
  | { readonly kind: 'soFar'; readonly inspection: DatabaseInspection }

export type DatabaseAnswer =
  | { readonly kind: 'inspected'; readonly inspection: DatabaseInspection }
  | { readonly kind: 'selected'; readonly rows: DatabaseRows }
  | { readonly kind: 'failed'; readonly error: ErrorShape }
