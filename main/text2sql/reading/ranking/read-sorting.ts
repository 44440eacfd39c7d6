import { isMoney, moneyOf } from '../../linking/worth'
import { grammarOf } from '../../question/grammar'
import type { Column, Table } from '../../schema/profile'
import { isMeasureColumn, nameColumns } from '../../schema/row-names'
import { hinted } from '../columns'
import type { Chosen, Draft } from '../draft'
import { measureAt } from '../figures/measure-at'
import { pickDate } from '../times/read-times'
import { Unclear } from '../unclear'

export function readSorting(draft: Draft): void {
  const pair = (at: number): void => {
    // "from highest to lowest altitude", "ordered by the highest average rating first"
    let next = draft.after(at)
    while (draft.items[next]?.kind === 'by' || draft.items[next]?.kind === 'direction') {
      if (draft.items[next]!.kind === 'direction')
        draft.pendingDirection = (draft.items[next] as Extract<Chosen, { kind: 'direction' }>).descending
      draft.take(next)
      next = draft.after(next)
    }
    const lead = draft.items[next]
    if (lead?.kind === 'superlative' && !lead.counts) {
      draft.pendingDirection = lead.descending
      draft.take(next)
      next = draft.after(next)
    }
    if (draft.items[next]?.kind === 'unit') {
      // Times are shown in their order anyway.
      draft.isByTime = true
      draft.take(next)
      return
    }
    // "By the number of goals", which each row has: its own figure, and no sum.
    const tally = draft.items[next]?.kind === 'howMany' ? draft.columnAt(draft.after(next)) : null
    const isOfRows = tally !== null && isMeasureColumn(tally) && !draft.items.some(({ kind }) => kind === 'each')
    if (isOfRows && draft.isOfOne(draft.firstTable(), tally.table)) {
      draft.take(next)
      next = draft.after(next)
    }
    const measure = measureAt(draft, next)
    const column = measure === null ? draft.columnAt(next) : null
    let table = measure === null ? draft.tableAt(next) : null
    if (measure !== null) draft.order.push({ term: { kind: 'measure', measure }, descending: false })
    else if (column !== null) draft.order.push({ term: { kind: 'column', column }, descending: false })
    else if (table !== null && nameColumns(table)[0] !== undefined)
      draft.order.push({ term: { kind: 'column', column: nameColumns(table)[0]! }, descending: false })
    else table = null
    // "by number": by what is counted anyway.
    if (measure === null && (column !== null || table !== null || draft.items[next]?.kind === 'howMany'))
      draft.take(next)
  }
  draft.each('sorted', (at) => {
    draft.take(at)
    let left = draft.before(at)
    if (draft.items[left]?.kind === 'direction') left = draft.before(left)
    const by = draft.before(left)
    if (
      draft.items[by]?.kind === 'by' &&
      !draft.used[by] &&
      (draft.columnAt(left) !== null || draft.items[by + 1] !== undefined)
    ) {
      const measure = measureAt(draft, draft.after(by))
      if (measure !== null) draft.order.push({ term: { kind: 'measure', measure }, descending: false })
      else if (draft.columnAt(left) !== null) {
        draft.order.push({ term: { kind: 'column', column: draft.columnAt(left)! }, descending: false })
        draft.take(left)
      }
      if (measure === null && draft.items[left]?.kind === 'howMany') draft.take(left)
      draft.take(by)
    } else pair(at)
  })
  draft.each('direction', (at) => {
    const { descending, text } = draft.items[at] as Extract<Chosen, { kind: 'direction' }>
    draft.pendingDirection = /^(?:the )?(?:oldest|earliest)\b/.test(text.toLowerCase()) ? false : descending
    draft.take(at)
  })
  draft.each('alphabetical', (at) => {
    draft.take(at)
    if (draft.order.length === 0) {
      const table = draft.firstTable()
      const name = nameColumns(table)[0]
      if (name === undefined) throw new Unclear('unread', draft.items[at]!.text)
      draft.order.push({ term: { kind: 'column', column: name }, descending: false })
    }
  })
  if (draft.pendingDirection !== null && draft.order.length > 0)
    draft.order[0] = { ...draft.order[0]!, descending: draft.pendingDirection }
}

/** "Cheapest first", "newest first": what the word ranks by, of the rows; null where it says only which end. @throws Unclear */
export function sortedFirst(draft: Draft, root: Table, time: Column | null): Column | null {
  const said = draft.items.find(({ kind, text }) => kind === 'direction' && / first$/i.test(text))
  if (said === undefined) return null
  if (timeFirst.test(said.text)) {
    const column = time ?? pickDate(draft, [root])
    if (column === null) throw new Unclear('noDate', said.text)
    return column
  }
  const ranking = grammarOf(said.text.toLowerCase().replace(/^the | (?:ones )?first$/g, ''))
  const hints = ranking?.kind === 'superlative' ? ranking.hints : []
  if (hints.includes('area') && isMoney(root)) return moneyOf(root)
  return hints.length === 0 || hints.includes('altitude') || hints.includes('area') ? null : hinted(root, hints)
}

/** "The oldest year first": the word for what comes first by when it was. */
export const saidEnd = ({ items }: Draft): Chosen | undefined =>
  items.find(({ kind, text }) => kind === 'direction' && timeFirst.test(text))

const timeFirst = /^(?:the )?(?:oldest|earliest|newest|latest|most recent)\b/i
