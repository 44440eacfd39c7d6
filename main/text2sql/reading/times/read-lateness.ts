import { type Deadline, deadlineOf } from '../../linking/lateness'
import { figureOf } from '../../query/query'
import { derivedOf } from '../../schema/derived'
import type { Chosen, Draft } from '../draft'
import { Unclear } from '../unclear'

/**
 * "Orders that were shipped late": rows whose day of shipment is after the day by which they had to be. "How many days late" is
 * the time between the two, of those that were.
 * @throws Unclear where what is spoken of has no such two dates
 */
export function readLateness(draft: Draft): void {
  draft.each('late', (at) => {
    // "How late were late orders" says it twice.
    const before = draft.items.findIndex(({ kind }) => kind === 'late')
    if (before < at) return draft.take(at)
    const { isEarly, text } = draft.items[at] as Extract<Chosen, { kind: 'late' }>
    // What is overdue may not have been done at all.
    if (/^overdue$/i.test(text)) throw new Unclear('unread', text)
    const spoken = draft.spokenTables().flatMap((table) => deadlineOf(table) ?? [])
    const [deadline, ...others] = spoken.length > 0 ? spoken : draft.tables.flatMap((table) => deadlineOf(table) ?? [])
    if (deadline === undefined || others.length > 0) throw new Unclear('unread', text)
    const { due, done } = deadline
    draft.filters.push({
      column: done,
      op: isEarly ? 'below column' : 'above column',
      values: [due.name],
      words: text,
      item: at,
    })
    draft.take(at)
    // "Shipped late" says of which date.
    for (const index of draft.items.keys()) {
      const column = draft.columnAt(index)
      if (column === due || column === done) draft.take(index)
    }
    readDays(draft, deadline, isEarly)
  })
}

/** "How many days late on average", "by how many days": the time between. */
function readDays(draft: Draft, { due, done }: Deadline, isEarly: boolean): void {
  const unit = draft.items.findIndex((item, at) => item.kind === 'unit' && item.unit === 'day' && !draft.used[at])
  if (unit < 0) return
  const asked = draft.items[draft.before(unit)]?.kind === 'howMany' ? draft.before(unit) : -1
  const [since, until] = isEarly ? [done, due] : [due, done]
  const mean = draft.items.findIndex((item, at) => item.kind === 'aggregate' && !draft.used[at])
  const days = derivedOf('days', since, until, due.table)
  const by = asked < 0 ? -1 : draft.before(asked)
  if (draft.items[by]?.kind === 'by') draft.take(by)
  if (asked >= 0) draft.take(asked)
  draft.take(unit)
  const fn = mean < 0 ? null : (draft.items[mean] as Extract<Chosen, { kind: 'aggregate' }>).fn
  // "How many days late was each order": its own.
  const each = draft.items.findIndex(({ kind }, at) => kind === 'each' && !draft.used[at])
  if (fn === null) {
    draft.outputs.push(days)
    let of = draft.after(each)
    while (draft.used[of] === true) of = draft.after(of)
    if (each >= 0 && draft.tableAt(of) === days.table) draft.take(each)
  } else {
    draft.measures.push(figureOf(fn, days))
    draft.take(mean)
  }
}
