import { moneyOf } from '../../linking/worth'
import { derivedOf } from '../../schema/derived'
import type { Column } from '../../schema/profile'
import { isRole } from '../../schema/roles'
import { isMeasureColumn } from '../../schema/row-names'
import { best } from '../../words/likeness'
import { canonicalWords } from '../../words/words'
import type { Chosen, Draft } from '../draft'

const sideOf = { '>': 'above column', after: 'above column', '<': 'below column', before: 'below column' } as const

/** "Projects that cost more than their budget": one column of a row against another of the same row. */
export function readBetweenColumns(draft: Draft): void {
  draft.each('comparison', (at) => {
    const { op, text } = draft.items[at] as Extract<Chosen, { kind: 'comparison' }>
    const [left, right] = [draft.before(at), draft.after(at)]
    const second = draft.columnAt(right)
    const said = columnAt(draft, left)
    // "Below their reorder level" is what is in stock.
    const first = said !== null && said === second ? stockAgainst(second) : said
    const role = draft.tableAt(right)
    if (role !== null && isRole(role) && (op === '>' || op === '<')) {
      // "Employees that earn more than their manager": the same of the row that they refer to.
      const own = first ?? (draft.items[left]?.kind === 'money' ? moneyOf(draft.firstTable()) : null)
      const other = role.columns.find(({ name }) => name === own?.name)
      if (own === null || other === undefined || !isMeasureColumn(own) || own.table.source !== role.source) return
      const column = derivedOf('minus', own, other, own.table)
      draft.filters.push({ column, op, values: [0], words: text, item: at })
      draft.take(left, at, right)
      return
    }
    if (first === null || second === null || !(op in sideOf) || !areAlike(first, second)) return
    const words = `${draft.items[left]!.text} ${text} ${draft.items[right]!.text}`
    draft.filters.push({ column: first, op: sideOf[op as keyof typeof sideOf], values: [second.name], words, item: at })
    draft.take(left, at, right)
  })
}

/** What stands before a comparison; "cost" is the one cost of what is spoken of. */
function columnAt(draft: Draft, at: number): Column | null {
  return at < 0 ? null : draft.columnAt(at)
}

const stocked = canonicalWords('quantity stock inventory hand onhand')
const levels = canonicalWords('reorder minimum maximum safety target')

/** Whether a column says how much there should be of something, and not how much there is. */
export const isLevel = ({ words }: Column): boolean => [...levels].some((word) => best(word, words) > 0)

/** How much there is of what a level is set for; null where that is not plain. */
function stockAgainst(level: Column): Column | null {
  if (!isLevel(level)) return null
  const [stock, ...others] = level.table.columns.filter(
    (column) => isMeasureColumn(column) && !isLevel(column) && column.words.some((word) => stocked.has(word)),
  )
  return stock === undefined || others.length > 0 ? null : stock
}

/** Whether two columns of one table hold the same kind of thing. */
const areAlike = (left: Column, right: Column): boolean =>
  left !== right &&
  left.table === right.table &&
  ((left.type === 'date' && right.type === 'date') || (isMeasureColumn(left) && isMeasureColumn(right)))
