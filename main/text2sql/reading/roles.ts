import type { Join } from '../joins'
import { isVerb } from '../words'
import type { Chosen } from './draft'

/**
 * Where rows refer to a table twice (who reported, who was assigned), the verb says which reference is meant: of several
 * ways between two tables it leaves one, and says nothing more.
 */
export function withRoles(
  items: readonly Chosen[],
  joins: readonly Join[],
): { readonly items: readonly Chosen[]; readonly joins: readonly Join[] } {
  let left = joins
  const kept = items.filter((item) => {
    if (item.kind !== 'refs' || item.ref.kind !== 'column' || !isVerb(item.text)) return true
    const { column } = item.ref
    const meant = joins.find(({ from, toOne }) => from === column && toOne)
    if (meant === undefined) return true
    const isOther = ({ from, to }: Join): boolean =>
      from.table === column.table && to.table === meant.to.table && from !== column
    if (!joins.some((join) => join.toOne && isOther(join))) return true
    left = left.filter((join) => !isOther(join) && !isOther({ ...join, from: join.to, to: join.from }))
    return false
  })
  return { items: kept, joins: left }
}
