import type { Join } from '../joins'
import type { Column, Table } from '../profile'
import { sideBefore, sideOf } from '../refs'
import { isPlural, isVerb } from '../words'
import type { Chosen } from './draft'

const tableOf = (item: Chosen): Table | null =>
  item.kind === 'refs' && item.ref.kind === 'table' ? item.ref.table : null

/**
 * Where rows refer to a table twice (who reported, who was assigned; where a ride began, where it ended), the word for one
 * reference, or the side that "from" or "to" says, leaves that one of several ways between the two tables.
 */
export function withRoles(
  items: readonly Chosen[],
  joins: readonly Join[],
): { readonly items: readonly Chosen[]; readonly joins: readonly Join[] } {
  let left = joins
  /** Keeps one reference, where its table refers twice. @returns what it refers to */
  const keep = (column: Column): Table | null => {
    const meant = joins.find(({ from, toOne }) => from === column && toOne)?.to.table
    const isOther = ({ from, to }: Join): boolean =>
      from.table === column.table && to.table === meant && from !== column
    if (meant === undefined || !joins.some((join) => join.toOne && isOther(join))) return null
    left = left.filter((join) => !isOther(join) && !isOther({ ...join, from: join.to, to: join.from }))
    return meant
  }
  const kept = items.flatMap((item, at): Chosen[] => {
    if (item.kind !== 'refs') return [item]
    const { ref } = item
    if (ref.kind === 'value') {
      const side = sideBefore(items[at - 1]?.text)
      const roles = left.filter(
        ({ from, to, toOne }) => to.table === ref.column.table && toOne && sideOf(from) === side,
      )
      const isAlone = items.every(
        (other) =>
          other === item || other.kind !== 'refs' || other.ref.kind !== 'value' || other.ref.column !== ref.column,
      )
      if (side !== null && roles.length === 1 && isAlone) keep(roles[0]!.from)
      return [item]
    }
    const meant = ref.kind === 'column' ? keep(ref.column) : null
    if (meant === null || ref.kind !== 'column') return [item]
    if (isVerb(item.text)) return []
    if (/(?:id|code|number)$/i.test(item.text)) return [item]
    // "Which zone has the most pickups?" counts rows by that reference, "per pickup zone" groups by what it refers to.
    const isRows = isPlural(item.text) && items.some((other) => tableOf(other) === meant)
    return [{ ...item, ref: { kind: 'table', table: isRows ? ref.column.table : meant, score: ref.score } }]
  })
  return { items: kept, joins: overNamed(kept, left) }
}

/** "Which user rated the most recipes?": of several tables that link two, the one that a verb names. */
function overNamed(items: readonly Chosen[], joins: readonly Join[]): readonly Join[] {
  const tables = items.flatMap((item) => tableOf(item) ?? [])
  const parents = (table: Table): readonly Table[] =>
    joins.filter(({ from, toOne }) => from.table === table && toOne).map(({ to }) => to.table)
  let left = joins
  for (const item of items) {
    const link = isVerb(item.text) ? tableOf(item) : null
    const ends = link === null ? [] : parents(link).filter((table) => tables.includes(table))
    if (new Set(ends).size < 2) continue
    const isOther = (table: Table): boolean =>
      !tables.includes(table) && ends.every((end) => parents(table).includes(end))
    left = left.filter(({ from, to }) => !isOther(from.table) && !isOther(to.table))
  }
  return left
}
