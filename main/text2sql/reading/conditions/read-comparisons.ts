import { countOf } from '../../query/query'
import { isPlural } from '../../words/words'
import { isComparable, isOrdinal, tableOf } from '../columns'
import type { Chosen, Draft } from '../draft'
import { Unclear } from '../unclear'
import { implied } from './implied-column'
import { owning, readBounds } from './read-bounds'

export function readComparisons(draft: Draft): void {
  // "5-star reviews", "2 bedroom flats"
  draft.each('number', (at) => {
    const column = draft.columnAt(at + 1)
    const isCompound =
      column !== null && isComparable(column) && !isPlural(draft.items[at + 1]!.text) && draft.refAt(at + 2) !== null
    if (!isCompound || draft.isChinese) return
    const words = `${draft.items[at]!.text} ${draft.items[at + 1]!.text}`
    draft.filters.push({ column, op: '=', values: [draft.numberAt(at)], words, item: at })
    draft.take(at, at + 1)
  })
  // "Tracks with 1 race", "courses that have two prerequisites": exactly so many.
  draft.each('number', (at) => {
    const table = owning.test(draft.items[at - 1]?.text ?? '') ? draft.tableAt(at + 1) : null
    const first = draft.items.find((item) => item.kind === 'refs')
    if (table === null || draft.isChinese || (first?.kind === 'refs' && tableOf(first.ref) === table)) return
    const value = draft.numberAt(at)
    if (value === null) return
    draft.having.push({ measure: countOf(table), op: '=', value })
    draft.take(at, at + 1)
  })
  // "A negative balance"
  draft.each('sign', (at) => {
    const of = draft.isChinese && draft.columnAt(draft.after(at)) === null ? draft.before(at) : draft.after(at)
    const column = draft.columnAt(of)
    if (column === null || !isComparable(column)) throw new Unclear('unread', draft.items[at]!.text)
    const { op } = draft.items[at] as Extract<Chosen, { kind: 'sign' }>
    draft.filters.push({ column, op, values: [0], words: draft.items[at]!.text, item: at })
    draft.take(at, of)
  })
  // "On the first floor", "first floor rooms", and not "the first price"
  draft.each('superlative', (at) => {
    const column = /^first$/i.test(draft.items[at]!.text) ? draft.columnAt(at + 1) : null
    if (column === null || !isComparable(column) || !isOrdinal(column)) return
    draft.filters.push({ column, op: '=', values: [1], words: `first ${draft.items[at + 1]!.text}`, item: at })
    draft.take(at, at + 1)
  })
  draft.each('between', (at) => {
    const low = draft.after(at)
    const and = draft.after(low)
    const high = draft.items[and]?.kind === 'and' ? draft.after(and) : -1
    const said = draft.columnAt(draft.before(at))
    const [from, to] = [draft.numberAt(low), draft.numberAt(high)]
    if (from === null || to === null) throw new Unclear('unread', draft.items[at]!.text)
    // "Documents that have between one and two paragraphs"
    const counted = owning.test(draft.items[at - 1]?.text ?? '') ? draft.tableAt(draft.after(high)) : null
    if (counted !== null && !draft.isChinese) {
      const measure = countOf(counted)
      draft.having.push({ measure, op: '>=', value: from }, { measure, op: '<=', value: to })
      draft.take(at, low, and, high, draft.after(high))
      return
    }
    const unit = draft.unitAt(high) ?? draft.unitAt(low)
    const column = said ?? implied(draft, unit, at)
    const values = [
      draft.amountIn(column, from, draft.unitAt(low) ?? unit),
      draft.amountIn(column, to, draft.unitAt(high) ?? unit),
    ]
    draft.filters.push({ column, op: 'between', values, words: draft.items[at]!.text, item: at })
    draft.take(at, low, and, high)
    if (said !== null) draft.take(draft.before(at))
  })
  draft.each('orEqual', (at) => {
    const number = draft.before(at)
    const left = draft.before(number)
    const value = draft.numberAt(number)
    const more = (draft.items[at] as Extract<Chosen, { kind: 'orEqual' }>).more
    const column = draft.columnAt(left)
    if (value === null) throw new Unclear('unread', draft.items[at]!.text)
    const right = draft.after(at)
    const counted = draft.tableAt(right)
    // "Grades that have 4 or more students"
    const isOwned = counted !== null && owning.test(draft.items[number - 1]?.text ?? '')
    if (column !== null && isComparable(column) && !isOwned) {
      const values = [draft.amountIn(column, value, draft.unitAt(number))]
      draft.filters.push({ column, op: more ? '>=' : '<=', values, words: draft.items[at]!.text, item: at })
      draft.take(at, number, left)
    } else if (draft.columnAt(right) !== null && isComparable(draft.columnAt(right)!)) {
      // "4 or more bedrooms"
      const held = draft.columnAt(right)!
      draft.filters.push({
        column: held,
        op: more ? '>=' : '<=',
        values: [draft.amountIn(held, value, draft.unitAt(number))],
        words: draft.items[at]!.text,
        item: at,
      })
      draft.take(at, number, right)
    } else if (counted !== null) {
      draft.having.push({
        measure: countOf(counted),
        op: more ? '>=' : '<=',
        value,
      })
      draft.take(at, number, right)
    } else throw new Unclear('unread', draft.items[at]!.text)
  })
  readBounds(draft)
}
