import type { DatabaseCell } from '../../../contract/databases/database-tasks'
import type { Column, Table } from '../schema/profile'

/** What of the database words of a question may mean, and how well they say it (about 0.5..1.2). */
export type Ref =
  | { readonly kind: 'table'; readonly table: Table; readonly score: number }
  | {
      readonly kind: 'column'
      readonly column: Column
      readonly score: number
      /** Its table is named with it: "the cars cost". */
      readonly saysTable: boolean
      /** A name that is called otherwise: it counts only where its table is spoken of besides. */
      readonly isLoose?: true
    }
  | {
      readonly kind: 'value'
      readonly column: Column
      readonly values: readonly DatabaseCell[]
      readonly score: number
    }
