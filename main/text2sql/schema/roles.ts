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
  const as = isRole(from.table) ? from.table.name.slice(from.table.name.indexOf('(') + 1, -1) : from.name
  const table: Table = { ...to.table, name: `${to.table.name} (${as})`, columns, foreignKeys: [] }
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

/** What a row refers to that is something by another name: the city of the airport that a flight comes from. */
export function behindRole({ table }: Role, { from, to }: Join): Role {
  return roleOf({ from: table.columns.find(({ name }) => name === from.name)!, to, toOne: true })
}

/** Every role that a table can have: of rows that refer to their own table, or twice to another, and what those refer to. */
export const rolesIn = (joins: readonly Join[]): readonly Role[] =>
  joins
    .filter(
      ({ from, to, toOne }) =>
        toOne &&
        (from.table === to.table ||
          joins.some((other) => other.from !== from && other.from.table === from.table && other.to === to)),
    )
    .flatMap((join) => {
      const role = roleOf(join)
      const behind = joins.filter(
        ({ from, to, toOne }) => toOne && from.table === join.to.table && to.table !== from.table,
      )
      return [role, ...behind.map((one) => behindRole(role, one))]
    })
