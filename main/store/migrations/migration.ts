/** One numbered, append-only change of the schema. `sql` runs in one transaction with the version's record. */
export interface Migration {
  readonly version: number
  readonly name: string
  readonly sql: string
  /** Statements of `sql` that mend what earlier versions wrote: they run on the rows of an older dump, too. */
  readonly rowRepairs?: readonly string[]
}
