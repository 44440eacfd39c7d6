import { isMeasureColumn, keyColumn } from '../../schema/row-names'
import { isPlural } from '../../words/words'
import { type Chosen, type Draft, namedTable, saysRowsOf } from '../draft'

/** "Both jazz and blues": each of the two. Takes the word that says so. */
function takeBoth(draft: Draft, first: number): boolean {
  const at = draft.items.findIndex(
    ({ kind, text }, index) => kind === 'and' && index < first && /^(?:both|同时)$/i.test(text),
  )
  if (at < 0 || draft.used[at]) return false
  draft.take(at)
  return true
}

const isOneOf = (op: string): boolean => op === '=' || op === 'in'

export function readValues(draft: Draft): void {
  for (const [at, item] of draft.items.entries()) {
    if (item.kind !== 'refs' || draft.used[at] || item.ref.kind !== 'value') continue
    const { column, values } = item.ref
    draft.take(at)
    // "Paid in cash"
    if (draft.items[draft.before(at)]?.kind === 'money') draft.take(draft.before(at))
    // The word beside a value that says whose it is: "the city of New York", "Italian food", "status active".
    const [left, right] = [draft.before(at), draft.after(at)]
    // 巴黎办公室的员工: the city of the office before that of anything else.
    if ([left, right].some((beside) => namedTable(draft.items[beside]) === column.table)) draft.cost -= 0.12
    const leftColumn = left >= 0 ? draft.columnAt(left) : null
    const rightColumn = right >= 0 ? draft.columnAt(right) : null
    // "Paid by card": not what anybody is paid.
    const isPaidBy = leftColumn !== null && /^(?:paid|settled)$/i.test(draft.items[left]!.text) && left < at - 1
    if (leftColumn === column || isPaidBy) draft.take(left)
    else if (rightColumn === column) draft.take(right)
    // "In cancelled state" of a status
    else if (
      rightColumn !== null &&
      /^(?:state|status|type|kind|category|class|level)$/i.test(draft.items[right]!.text) &&
      rightColumn.words.length > 1
    )
      draft.take(right)
    const or = left >= 0 && draft.items[left]?.kind === 'or' ? left : -1
    const joined = left >= 0 && (draft.items[left]?.kind === 'or' || draft.items[left]?.kind === 'and')
    const previous = draft.filters.at(-1)
    // 男生和女生: what names their rows again is read already.
    let prior = draft.before(left)
    while (draft.used[prior] === true && draft.items[prior]?.kind === 'refs' && previous?.item !== prior)
      prior = draft.before(prior)
    if (joined && previous !== undefined && previous.item === prior && previous.column === column) {
      draft.take(left)
      draft.filters[draft.filters.length - 1] = {
        ...previous,
        op:
          previous.op === 'not in'
            ? 'not in'
            : takeBoth(draft, previous.item)
              ? 'holds each'
              : previous.op === 'holds each'
                ? previous.op
                : 'in',
        values: [...previous.values, ...values],
        words: `${previous.words}, ${item.text}`,
        item: at,
        isAnd: draft.items[left]!.kind === 'and',
      }
    } else if (previous?.item === left && previous.column === column && !column.holdsLists && isOneOf(previous.op)) {
      // "In France, Germany and Italy": in one of them.
      draft.filters[draft.filters.length - 1] = {
        ...previous,
        op: 'in',
        values: [...previous.values, ...values],
        words: `${previous.words}, ${item.text}`,
        item: at,
      }
    } else if (or >= 0 && previous !== undefined && draft.filters.length === 1) {
      draft.take(or)
      draft.filters.pop()
      draft.any.push(previous, { column, op: values.length === 1 ? '=' : 'in', values, words: item.text })
    } else {
      const op = values.length !== 1 ? 'in' : column.holdsLists ? 'contains' : '='
      draft.filters.push({ column, op, values, words: item.text, item: at })
    }
  }
  // "The average age for male and female students": of each.
  const [both] = draft.filters.filter(({ op }) => op === 'in')
  const isMean = draft.measures.length > 0 && draft.measures.every(({ fn }) => fn === 'avg')
  const isAnd = both !== undefined && !draft.isChinese && draft.items[draft.before(both.item)]?.kind === 'and'
  if (isMean && isAnd && draft.groups.length + draft.groupUnits.length === 0) draft.groups.push(both.column)
  // A key with its number: "the review with id 3".
  draft.each('number', (at) => {
    const before = draft.before(at)
    // 4学分: the number stands first.
    // "Courses worth 6 credits"
    const counted = draft.columnAt(at + 1)
    // "Pools that have 10 lanes", "how many pools have 10 lanes"
    const isCount =
      counted !== null &&
      isMeasureColumn(counted) &&
      (isPlural(draft.items[at + 1]!.text) || draft.numberAt(at) === 1) &&
      /^(?:have|has|had|having|with)$/i.test(draft.items[at - 1]?.text ?? '') &&
      saysRowsOf(draft.items[at - 2], counted.table)
    const mayBeBefore = draft.isChinese || isCount || (draft.idle.has('worth') && counted !== null)
    const isBefore = mayBeBefore && draft.columnAt(before) === null && draft.columnAt(draft.after(at)) !== null
    const left = isBefore ? draft.after(at) : before
    const column = left >= 0 ? draft.columnAt(left) : null
    // "Aged 36 or 37"
    const [or, previous] = [draft.items[left], draft.filters.at(-1)]
    const isOther =
      or?.kind === 'or' &&
      previous?.item === draft.before(left) &&
      ['=', 'in'].includes(previous.op) &&
      previous.column.type === 'number'
    if (isOther && !draft.isChinese) {
      const value = (draft.items[at] as Extract<Chosen, { kind: 'number' }>).value
      draft.filters[draft.filters.length - 1] = { ...previous, op: 'in', values: [...previous.values, value], item: at }
      draft.take(at, left)
      return
    }
    // "Student 1004"
    const numbered = column === null && left === at - 1 && !draft.isChinese ? draft.tableAt(left) : null
    const key = numbered === null ? null : keyColumn(numbered)
    const number = draft.items[at] as Extract<Chosen, { kind: 'number' }>
    if (key !== null && number.unit === null && key.type === 'number') {
      draft.filters.push({
        column: key,
        op: '=',
        values: [number.value],
        words: `${draft.items[left]!.text} ${number.value}`,
        item: at,
      })
      draft.take(at)
      return
    }
    if (column === null || !(column.isKey || column.isYear || column.type === 'number')) return
    draft.filters.push({
      column,
      op: '=',
      values: [
        draft.amountIn(column, (draft.items[at] as Extract<Chosen, { kind: 'number' }>).value, draft.unitAt(at)),
      ],
      words: `${draft.items[left]!.text} ${draft.items[at]!.text}`,
      item: at,
    })
    draft.take(at, left)
  })
}
