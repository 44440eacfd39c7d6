import type { Column } from '../../schema/profile'
import { nameColumns } from '../../schema/row-names'
import type { Chosen, Draft } from '../draft'
import { Unclear } from '../unclear'

/** "Whose name contains 'Ltd'", "with the letter a in their title": conditions on parts of texts. @throws Unclear */
export function readPatterns(draft: Draft): void {
  draft.each('pattern', (at) => {
    const { op, part, text } = draft.items[at] as Extract<Chosen, { kind: 'pattern' }>
    let left = draft.before(at)
    const not = draft.items[left]?.kind === 'not' && !draft.used[left] ? left : -1
    if (not >= 0 && op !== 'contains') throw new Unclear('unread', text)
    if (not >= 0) left = draft.before(not)
    const isBehind = draft.items[at + 1]?.kind === 'link' && draft.items[at + 1]!.text === 'in'
    const right = isBehind ? draft.after(at) : -1
    const said = textAt(draft, right) === null ? left : right
    const column = (said === left ? ownName(draft, left) : null) ?? textAt(draft, said) ?? nameOf(draft, left, text)
    draft.filters.push({
      column,
      op: not < 0 ? op : 'not contains',
      values: [part],
      words: `${text} ${part}`,
      item: at,
    })
    draft.take(at)
    if (not >= 0) draft.take(not)
    // "Which names contain …" asks for the names.
    const isAsked = !draft.items.some(
      (item, index) => index < said && item.kind === 'refs' && item.ref.kind !== 'value',
    )
    if (draft.columnAt(said) !== null && !(isAsked && said === left)) draft.take(said)
  })
}

/** The column of texts that an item names. */
function textAt(draft: Draft, at: number): Column | null {
  const column = at < 0 ? null : draft.columnAt(at)
  return column?.type === 'text' ? column : null
}

/** "Players whose names …": the names of players, whatever else has names. */
function ownName(draft: Draft, at: number): Column | null {
  const whose = draft.items[at - 1]
  const table =
    /^names?$/i.test(draft.items[at]?.text ?? '') && (whose?.kind === 'list' || whose?.kind === 'link')
      ? draft.tableAt(draft.before(draft.isLink(at - 1) ? at : at - 1))
      : null
  const [name, ...more] = table === null ? [] : nameColumns(table)
  return more.length === 0 ? (name ?? null) : null
}

/** What rows are called, where no column is named. @throws Unclear where that is more than one column */
function nameOf(draft: Draft, left: number, text: string): Column {
  const [name, ...more] = nameColumns((left < 0 ? null : draft.tableAt(left)) ?? draft.firstTable())
  if (name === undefined || more.length > 0) throw new Unclear('unread', text)
  draft.cost += 0.1
  return name
}
