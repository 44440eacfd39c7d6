/** SQL that makes of a row of the version before, as jsonb, the row of this version. `row` is SQL of type jsonb. */
export type RowUpgrade = (row: string) => string

/** One numbered, append-only change of the schema. `sql` runs in one transaction with the version's record. */
export interface Migration {
  readonly version: number
  readonly name: string
  readonly sql: string
  /** Statements of `sql` that mend what earlier versions wrote: they run on the rows of an older dump, too. */
  readonly rowRepairs?: readonly string[]
  /** By table, for rows of older dumps that the tables of this version would not take as they are. */
  readonly upgradeRow?: Readonly<Record<string, RowUpgrade>>
}
