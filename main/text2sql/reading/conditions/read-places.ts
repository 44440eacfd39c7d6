import type { Column, Table } from '../../schema/profile'
import { nameColumns } from '../../schema/row-names'
import { canonicalWords } from '../../words/words'
import type { Draft } from '../draft'
import { Unclear } from '../unclear'

const places = canonicalWords(
  'place location venue address street city town village country state region site building room headquarters',
)
const isPlace = ({ words }: Table | Column): boolean => words.some((word) => places.has(word))

/** "Where is the Tennis Club?" */
export const asksWhere = (draft: Draft): boolean => /^where$/i.test(draft.items[0]?.text ?? '')

/** The columns that say where rows are, or what the place is called that they refer to. @throws Unclear where none does */
export function placesOf(draft: Draft, root: Table): Column[] {
  const own = root.columns.filter(
    (column) => isPlace(column) && column.type === 'text' && !nameColumns(root).includes(column),
  )
  const referred = draft.joins.flatMap(({ from, to, toOne }) =>
    from.table === root && toOne && isPlace(to.table) ? nameColumns(to.table) : [],
  )
  const found = own.length > 0 ? own : referred
  if (found.length === 0) throw new Unclear('unread', 'where')
  return found
}
