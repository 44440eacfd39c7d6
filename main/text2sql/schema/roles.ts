import type { Join } from '../query/joins'
import type { Column, Table } from './profile'

/** A table by what another calls its rows: the manager of an employee, the airport that a flight comes from. */
export interface Role {
  readonly table: Table
  /** From the column that refers to it, and back. */
  readonly joins: readonly Join[]
}

const roles = new WeakMap<Column, Role>()

/** What a column that refers to rows of a table makes of them. */
export function roleOf({ from, to }: Join): Role {
  const known = roles.get(from)
  if (known !== undefined) return known
  const columns: Column[] = []
  const table: Table = { ...to.table, name: `${to.table.name} (${from.name})`, columns, foreignKeys: [] }
  columns.push(...to.table.columns.map((column) => ({ ...column, table })))
  const key = columns.find(({ name }) => name === to.name)!
  const role = {
    table,
    joins: [
      { from, to: key, toOne: true },
      { from: key, to: from, toOne: from.isUnique },
    ],
  }
  roles.set(from, role)
  return role
}

export const isRole = ({ name, source }: Table): boolean => name !== source

/** Every role that a table can have: of rows that refer to their own table, or twice to another. */
export const rolesIn = (joins: readonly Join[]): readonly Role[] =>
  joins
    .filter(
      ({ from, to, toOne }) =>
        toOne &&
        (from.table === to.table ||
          joins.some((other) => other.from !== from && other.from.table === from.table && other.to === to)),
    )
    .map(roleOf)
