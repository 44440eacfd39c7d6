import type { SqlExecutor, SqlValue } from '../../store'

export interface RowCopy {
  readonly projectId: string
  /** Whose rows are copied. */
  readonly from: string
  /** What gets them. */
  readonly to: string
}

/**
 * Copies rows of a session to another one: columns as they are, so that a later version's come along by themselves, but
 * for those that `instead` has SQL for. In `instead` and `where` the row is `t`, and `values` are $4 and on.
 */
export async function copyRows(
  transaction: SqlExecutor,
  { projectId, from, to }: RowCopy,
  table: string,
  {
    instead = {},
    where = 'true',
    order,
    values = [],
  }: {
    readonly instead?: Readonly<Record<string, string>>
    readonly where?: string
    /** Rows are numbered in this order where the table numbers them. */
    readonly order: string
    readonly values?: readonly SqlValue[]
  },
): Promise<void> {
  const columns = await transaction.query<{ name: string }>(
    `select attname as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''
     order by attnum`,
    [table],
  )
  const copied: Readonly<Record<string, string>> = { ...instead, session_id: '$3::text' }
  const names = columns.map(({ name }) => name)
  await transaction.query(
    `insert into ${table} (${names.join(', ')})
     select ${names.map((name) => copied[name] ?? `t.${name}`).join(', ')}
     from ${table} t where t.project_id = $1 and t.session_id = $2 and (${where}) order by ${order}`,
    [projectId, from, to, ...values],
  )
}
