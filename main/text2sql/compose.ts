import { type Join, pathBetween } from './joins'
import type { Item, Ref } from './links'
import { type Column, identifies, keyColumn, nameColumns, type Table } from './profile'
import type { Comparison, Filter, Measure, Query, Term, TimeGroup } from './query'
import type { TimeSpan } from './times'
import { canonical } from './words'

/** An item whose words were given one meaning. */
export type Chosen = Exclude<Item, { kind: 'refs' }> | (Extract<Item, { kind: 'refs' }> & { readonly ref: Ref })

/** What a reading of a question lacks. */
export class Unclear extends Error {
  constructor(
    readonly what: 'unread' | 'noSubject' | 'noMeasure' | 'noDate' | 'notJoined' | 'tooMuch',
    readonly words: string,
  ) {
    super(`${what}: ${words}`)
  }
}

export interface Reading {
  readonly query: Query
  /** What speaks against it: 0 for nothing. */
  readonly cost: number
}

const tableOf = (ref: Ref): Table => (ref.kind === 'table' ? ref.table : ref.column.table)
const isMeasureColumn = (column: Column): boolean =>
  column.type === 'number' && !column.isKey && !column.words.includes('year') && !column.words.includes('id')
const countColumn = (table: Table): Column | undefined =>
  table.columns.find(
    ({ type, words }) => type === 'number' && words.length === 1 && ['count', 'quantity'].includes(words[0]!),
  )
const dateColumns = (table: Table): Column[] => table.columns.filter(({ type }) => type === 'date')
const isComparable = ({ type, isKey }: Column): boolean => type === 'number' && !isKey
const isMeasureRef = (ref: Ref): boolean => ref.kind === 'column' && isMeasureColumn(ref.column)
const summable = new Set(['amount', 'quantity', 'sale', 'revenue', 'volume', 'income', 'profit'].map(canonical))
const isVerb = (text: string): boolean => /(?:^sold|^bought|^paid|ed)$/i.test(text)
const isPlural = (text: string): boolean => /s$/i.test(text.trim()) && !/(?:ss|us|is)$/i.test(text.trim())

interface Time {
  readonly spans: readonly TimeSpan[]
  readonly op: 'in' | 'between' | 'after' | 'before' | 'since' | 'until'
  readonly cue: Column | null
  readonly words: string
}

/** Puts together what the items say. One use a question: it keeps what is already read. @throws Unclear */
export function compose(items: readonly Chosen[], joins: readonly Join[], isChinese: boolean): Reading {
  const used = items.map(() => false)
  let cost = 0
  const times: Time[] = []
  const groups: (Column | TimeGroup | Table)[] = []
  const groupUnits: (TimeGroup['unit'] | 'weekday')[] = []
  const filters: (Filter & { readonly item: number })[] = []
  const any: Filter[] = []
  const related: { table: Table; isAbsent: boolean }[] = []
  const having: { measure: Measure; op: Filter['op']; values: number[] }[] = []
  const order: { term: Term; descending: boolean }[] = []
  const measures: Measure[] = []
  const outputs: Column[] = []
  let subject: Ref | null = null
  let limit: number | null = null
  let hasSuperlative = false
  let share: { percent: boolean; at: number } | null = null
  let pendingDirection: boolean | null = null
  let isByTime = false
  let cueDate: Column | null = null
  const qualifiers: Table[] = []

  const take = (...at: number[]): void => {
    for (const index of at) used[index] = true
  }
  const isLink = (at: number): boolean => items[at]?.kind === 'link'
  const refAt = (at: number): Ref | null => {
    const item = items[at]
    return item?.kind === 'refs' && !used[at] ? item.ref : null
  }
  const columnAt = (at: number): Column | null => {
    const ref = refAt(at)
    return ref?.kind === 'column' ? ref.column : null
  }
  const tableAt = (at: number): Table | null => {
    const ref = refAt(at)
    return ref?.kind === 'table' ? ref.table : null
  }
  const step = (at: number, by: 1 | -1): number => {
    let next = at + by
    while (next >= 0 && next < items.length && isLink(next) && items[next]!.sentence === items[at]!.sentence) next += by
    return next >= 0 && next < items.length && items[next]!.sentence === items[at]!.sentence ? next : -1
  }
  const after = (at: number): number => step(at, 1)
  const before = (at: number): number => step(at, -1)
  const each = (kind: Chosen['kind'], run: (at: number) => void): void => {
    for (let at = 0; at < items.length; at += 1) if (items[at]!.kind === kind && !used[at]) run(at)
  }
  const numberAt = (at: number): number | null => {
    const item = items[at]
    if (item === undefined || used[at]) return null
    if (item.kind === 'number') return item.value
    return item.kind === 'time' ? item.bareYear : null
  }

  /** A count or aggregate that begins at `at`; null where nothing that it counts follows. Takes what it reads. */
  const measureAt = (at: number): Measure | null => {
    const item = items[at]
    if (item === undefined || used[at]) return null
    if (item.kind === 'howMany') {
      let next = after(at)
      const distinctAt = items[next]?.kind === 'distinct' ? next : -1
      if (distinctAt >= 0) next = after(distinctAt)
      while (next >= 0 && refAt(next)?.kind === 'value') next = after(next)
      let ref = next < 0 ? null : refAt(next)
      if (ref === null) {
        next = before(at)
        ref = next < 0 ? null : refAt(next)
      }
      if (ref === null || ref.kind === 'value') {
        // "How many refunds were there?"
        next = after(at)
        const only = next < 0 ? null : refAt(next)
        if (only?.kind !== 'value') return null
        take(at)
        cost += 0.15
        return { fn: 'count', column: null, table: only.column.table, distinct: false }
      }
      if (ref.kind === 'column' && ref.column.type === 'boolean') throw new Unclear('unread', items[next]!.text)
      take(at, next)
      if (distinctAt >= 0) take(distinctAt)
      if (ref.kind === 'table') {
        const counted = countColumn(ref.table)
        const isTally = counted !== undefined && ref.table.columns.length <= 6 && counted.words[0] === 'count'
        if (isTally) return { fn: 'sum', column: counted, table: ref.table, distinct: false }
        return { fn: 'count', column: null, table: ref.table, distinct: distinctAt >= 0 }
      }
      const { column } = ref
      if (isForeign(ref) && !/id$/i.test(items[next]!.text)) throw new Unclear('unread', items[next]!.text)
      if (isMeasureColumn(column) && distinctAt < 0) return { fn: 'sum', column, table: column.table, distinct: false }
      cost += 0.12
      return { fn: 'count', column, table: column.table, distinct: true }
    }
    if (item.kind !== 'aggregate') return null
    let next = after(at)
    if (items[next]?.kind === 'howMany' && item.fn === 'sum') {
      take(at)
      return measureAt(next)
    }
    const tally = items[next]?.kind === 'howMany' ? columnAt(after(next)) : null
    if (tally !== null && isMeasureColumn(tally)) {
      take(at, next, after(next))
      return { fn: item.fn, column: tally, table: tally.table, distinct: false }
    }
    while (next >= 0 && (refAt(next)?.kind === 'value' || (tableAt(next) !== null && columnAt(after(next)) !== null))) {
      const named = tableAt(next)
      const column = columnAt(after(next))
      // The "sales amount" is not the amount of a payment.
      if (named !== null && column !== null && column.table !== named) throw new Unclear('noMeasure', items[next]!.text)
      if (named !== null) take(next)
      next = after(next)
    }
    let ref = next < 0 ? null : refAt(next)
    if (ref === null || ref.kind === 'value') {
      next = before(at)
      ref = next < 0 ? null : refAt(next)
    }
    if (ref === null || ref.kind === 'value') return null
    if (ref.kind === 'table') {
      if (item.fn !== 'sum') return null
      take(at, next)
      cost += 0.1
      return { fn: 'count', column: null, table: ref.table, distinct: false }
    }
    const { column } = ref
    const isOrdered = item.fn === 'max' || item.fn === 'min'
    if (!isMeasureColumn(column) && !(isOrdered && (column.type === 'date' || column.words.includes('year'))))
      throw new Unclear('noMeasure', items[next]!.text)
    take(at, next)
    return { fn: item.fn, column, table: column.table, distinct: false }
  }

  // In "population density" the last word is the measure.
  for (const [at, item] of items.entries()) {
    const [column, next] = [columnAt(at), columnAt(at + 1)]
    if (column === null || next === null || !isMeasureColumn(column) || !isMeasureColumn(next)) continue
    if (items[at + 1]!.sentence !== item.sentence) continue
    if (column.table !== next.table) throw new Unclear('unread', item.text)
    take(at)
    cost += 0.1
  }
  readTimes()
  readComparisons()
  readSorting()
  readGroups()
  readAbsence()
  readSuperlatives()
  readMeasures()
  readValues()
  return assemble()

  function readTimes(): void {
    each('time', (at) => {
      const item = items[at] as Extract<Chosen, { kind: 'time' }>
      const left = before(at)
      const leading = items[left]
      let op: Time['op'] = 'in'
      const spans = [item.span]
      if (leading?.kind === 'comparison' && !used[left]) {
        const meaning: Partial<Record<Comparison, Time['op']>> = {
          after: 'after',
          before: 'before',
          since: 'since',
          until: 'until',
          '>': 'after',
          '<': 'before',
          '>=': 'since',
          '<=': 'until',
        }
        const isNumeric = item.bareYear !== null && ['>', '<', '>=', '<=', '='].includes(leading.op)
        const compared = columnAt(before(left))
        if (isNumeric && compared?.type !== 'date' && !compared?.words.includes('year')) return
        if (leading.op !== '=') op = meaning[leading.op] ?? 'in'
        // "from January 2023 to March 2023"
        const to = after(at)
        if (op === 'since' && items[to]?.kind === 'time' && !used[to]) {
          spans.push((items[to] as typeof item).span)
          op = 'between'
          take(to)
        }
        take(left)
      } else if (leading?.kind === 'between') {
        const and = after(at)
        const end = items[and]?.kind === 'and' ? after(and) : and
        if (items[end]?.kind !== 'time') throw new Unclear('unread', item.text)
        spans.push((items[end] as typeof item).span)
        op = 'between'
        take(left, and, end)
      }
      take(at)
      if (leading?.kind === 'unit' && !leading.isEach && items[before(left)]?.kind !== 'each') take(left)
      const cueAt =
        leading !== undefined && (leading.kind === 'comparison' || leading.kind === 'between') ? before(left) : left
      const near = columnAt(cueAt)
      const isCue = near !== null && (near.type === 'date' || (near.words.includes('year') && item.span.month === null))
      if (isCue) take(cueAt)
      times.push({ spans, op, cue: isCue ? near : null, words: item.text })
    })
  }

  function readComparisons(): void {
    each('between', (at) => {
      const low = after(at)
      const and = after(low)
      const high = items[and]?.kind === 'and' ? after(and) : -1
      const column = columnAt(before(at))
      const [from, to] = [numberAt(low), numberAt(high)]
      if (from === null || to === null || column === null) throw new Unclear('unread', items[at]!.text)
      filters.push({ column, op: 'between', values: [from, to], words: items[at]!.text, item: at })
      take(at, low, and, high, before(at))
    })
    each('orEqual', (at) => {
      const number = before(at)
      const left = before(number)
      const value = numberAt(number)
      const more = (items[at] as Extract<Chosen, { kind: 'orEqual' }>).more
      const column = columnAt(left)
      if (value === null) throw new Unclear('unread', items[at]!.text)
      const right = after(at)
      const counted = tableAt(right)
      if (column !== null && isComparable(column)) {
        filters.push({ column, op: more ? '>=' : '<=', values: [value], words: items[at]!.text, item: at })
        take(at, number, left)
      } else if (counted !== null) {
        having.push({
          measure: { fn: 'count', column: null, table: counted, distinct: false },
          op: more ? '>=' : '<=',
          values: [value],
        })
        take(at, number, right)
      } else throw new Unclear('unread', items[at]!.text)
    })
    each('comparison', (at) => {
      const item = items[at] as Extract<Chosen, { kind: 'comparison' }>
      const number = after(at)
      const value = numberAt(number)
      if (value === null) {
        // "from" and "through" also say where, "=" also says which value.
        if (item.op === '=' || item.text === 'from' || item.text === 'through') take(at)
        return
      }
      if (['after', 'before', 'since', 'until'].includes(item.op)) throw new Unclear('unread', item.text)
      const op = item.op as Filter['op']
      const left = before(at)
      const right = after(number)
      const leftColumn = columnAt(left)
      const aggregateAt = left < 0 ? -1 : before(left)
      const leading = items[aggregateAt]
      if (leftColumn !== null && leading?.kind === 'aggregate' && !used[aggregateAt] && leading.fn !== 'count') {
        having.push({
          measure: { fn: leading.fn, column: leftColumn, table: leftColumn.table, distinct: false },
          op,
          values: [value],
        })
        take(at, number, left, aggregateAt)
      } else if (
        leading?.kind === 'howMany' &&
        tableAt(left) !== null &&
        !used[aggregateAt] &&
        (right < 0 || refAt(right) === null)
      ) {
        having.push({
          measure: { fn: 'count', column: null, table: tableAt(left)!, distinct: false },
          op,
          values: [value],
        })
        take(at, number, left, aggregateAt)
      } else if (leftColumn !== null && isComparable(leftColumn)) {
        filters.push({
          column: leftColumn,
          op,
          values: [value],
          words: `${items[left]!.text} ${item.text} ${items[number]!.text}`,
          item: at,
        })
        take(at, number, left)
      } else if (item.hints.length > 0) {
        const column = hinted(firstTable(), item.hints)
        filters.push({ column, op, values: [value], words: `${item.text} ${items[number]!.text}`, item: at })
        take(at, number)
      } else if (right >= 0 && columnAt(right) !== null && isComparable(columnAt(right)!)) {
        filters.push({
          column: columnAt(right)!,
          op,
          values: [value],
          words: `${item.text} ${items[number]!.text} ${items[right]!.text}`,
          item: at,
        })
        take(at, number, right)
      } else if (right >= 0 && tableAt(right) !== null) {
        having.push({
          measure: { fn: 'count', column: null, table: tableAt(right)!, distinct: false },
          op,
          values: [value],
        })
        take(at, number, right)
      } else throw new Unclear('unread', item.text)
    })
  }

  /** The table that the question is about, before the rest is read. */
  function firstTable(): Table {
    for (const item of items) if (item.kind === 'refs' && item.ref.kind === 'table') return item.ref.table
    for (const item of items) if (item.kind === 'refs') return tableOf(item.ref)
    throw new Unclear('noSubject', '')
  }

  function hinted(table: Table, hints: readonly string[]): Column {
    for (const hint of hints) {
      const word = canonical(hint)
      const fitting = table.columns.filter(
        (column) =>
          (column.words.includes(word) || (hint === 'date' && column.type === 'date')) &&
          (isMeasureColumn(column) || column.type === 'date' || column.words.includes('year')),
      )
      const exact = fitting.filter(({ words }) => words.length === 1)
      if (exact.length === 1) return exact[0]!
      if (fitting.length === 1) return fitting[0]!
      if (fitting.length > 1) throw new Unclear('noMeasure', hints[0]!)
    }
    throw new Unclear('noMeasure', hints[0] ?? '')
  }

  function readSorting(): void {
    const pair = (at: number): void => {
      // "from highest to lowest altitude", "ordered by the highest average rating first"
      let next = after(at)
      if (items[next]?.kind === 'by' || items[next]?.kind === 'direction') {
        if (items[next]!.kind === 'direction')
          pendingDirection = (items[next] as Extract<Chosen, { kind: 'direction' }>).descending
        take(next)
        next = after(next)
      }
      const lead = items[next]
      if (lead?.kind === 'superlative' && !lead.counts) {
        pendingDirection = lead.descending
        take(next)
        next = after(next)
      }
      if (items[next]?.kind === 'unit') {
        // Times are shown in their order anyway.
        isByTime = true
        take(next)
        return
      }
      const measure = measureAt(next)
      const column = measure === null ? columnAt(next) : null
      let table = measure === null ? tableAt(next) : null
      if (measure !== null) order.push({ term: { kind: 'measure', measure }, descending: false })
      else if (column !== null) order.push({ term: { kind: 'column', column }, descending: false })
      else if (table !== null && nameColumns(table)[0] !== undefined)
        order.push({ term: { kind: 'column', column: nameColumns(table)[0]! }, descending: false })
      else table = null
      if (measure === null && (column !== null || table !== null)) take(next)
    }
    each('sorted', (at) => {
      take(at)
      const left = before(at)
      const by = before(left)
      if (items[by]?.kind === 'by' && !used[by] && (columnAt(left) !== null || items[by + 1] !== undefined)) {
        const measure = measureAt(after(by))
        if (measure !== null) order.push({ term: { kind: 'measure', measure }, descending: false })
        else if (columnAt(left) !== null) {
          order.push({ term: { kind: 'column', column: columnAt(left)! }, descending: false })
          take(left)
        }
        take(by)
      } else pair(at)
    })
    each('direction', (at) => {
      pendingDirection = (items[at] as Extract<Chosen, { kind: 'direction' }>).descending
      take(at)
    })
    each('alphabetical', (at) => {
      take(at)
      if (order.length === 0) {
        const table = firstTable()
        const name = nameColumns(table)[0]
        if (name === undefined) throw new Unclear('unread', items[at]!.text)
        order.push({ term: { kind: 'column', column: name }, descending: false })
      }
    })
    if (pendingDirection !== null && order.length > 0) order[0] = { ...order[0]!, descending: pendingDirection }
  }

  function readGroups(): void {
    const addGroup = (at: number): number => {
      const item = items[at]
      if (item === undefined || used[at]) return -1
      if (item.kind === 'distinct') {
        take(at)
        return addGroup(after(at))
      }
      if (item.kind === 'unit') groupUnits.push(item.unit)
      else if (
        item.kind === 'refs' &&
        item.ref.kind === 'table' &&
        refAt(at + 1) !== null &&
        refAt(at + 1)!.kind !== 'value' &&
        !isMeasureRef(refAt(at + 1)!) &&
        !isChinese &&
        items[at + 1]!.sentence === item.sentence
      ) {
        // "each business category"
        take(at)
        qualifiers.push(item.ref.table)
        return addGroup(at + 1)
      } else if (item.kind === 'refs' && item.ref.kind === 'table') groups.push(item.ref.table)
      else if (item.kind === 'refs' && item.ref.kind === 'column') {
        groups.push(item.ref.column)
        // "each user" means users, "each user id" their numbers.
        if (isForeign(item.ref) && !/id$/i.test(item.text)) cost += 0.35
      } else return -1
      take(at)
      return at
    }
    each('unit', (at) => {
      if ((items[at] as Extract<Chosen, { kind: 'unit' }>).isEach) addGroup(at)
    })
    const hasRanking = items.some(({ kind }, at) => !used[at] && (kind === 'top' || kind === 'superlative'))
    const grouping = (at: number): void => {
      const next = after(at)
      const isMeasure = items[next]?.kind === 'howMany' || items[next]?.kind === 'aggregate'
      if (
        items[at]!.kind === 'by' &&
        (isMeasure || (hasRanking && columnAt(next) !== null && isMeasureColumn(columnAt(next)!)))
      )
        return
      let last = addGroup(next)
      if (last < 0) {
        if (items[next]?.kind === 'each' || items[next]?.kind === 'list') take(at)
        return
      }
      take(at)
      for (let and = after(last); and >= 0 && items[and]?.kind === 'and'; and = after(last)) {
        const more = after(and)
        const ref = more < 0 ? null : refAt(more)
        if (ref === null || ref.kind === 'value' || (ref.kind === 'column' && isMeasureColumn(ref.column))) break
        const behind = items[after(more)]
        if (behind?.kind === 'comparison') break
        take(and)
        last = addGroup(more)
      }
    }
    each('each', grouping)
    each('by', grouping)
  }

  function readAbsence(): void {
    each('not', (at) => {
      let next = after(at)
      if (items[next]?.kind === 'comparison') return
      if (items[next]?.kind === 'by') next = after(next)
      const ref = next < 0 ? null : refAt(next)
      if (ref?.kind === 'table') {
        related.push({ table: ref.table, isAbsent: true })
        take(at, next)
      } else if (ref?.kind === 'column' && refAt(after(next))?.kind === 'value') {
        take(next)
        negate(at, after(next))
      } else if (ref?.kind === 'value') negate(at, next)
      else throw new Unclear('unread', items[at]!.text)
    })
  }

  function negate(not: number, at: number): void {
    const ref = refAt(at) as Extract<Ref, { kind: 'value' }>
    filters.push({ column: ref.column, op: 'not in', values: ref.values, words: `not ${items[at]!.text}`, item: at })
    take(not, at)
  }

  function readSuperlatives(): void {
    each('top', (at) => {
      const number = after(at)
      const count = numberAt(number)
      if (count === null) {
        const behind = refAt(number)
        if (behind === null) throw new Unclear('unread', items[at]!.text)
        limit = isPlural(items[number]!.text) ? null : 1
      } else {
        limit = count
        take(number)
      }
      take(at)
      hasSuperlative = true
      const { descending } = items[at] as Extract<Chosen, { kind: 'top' }>
      const subjectAt = after(count === null ? at : number)
      if (items[subjectAt]?.kind === 'superlative' || refAt(subjectAt)?.kind === undefined) return
      let target = subjectAt
      while (refAt(target)?.kind === 'value') target = after(target)
      for (let by = target + 1; by < items.length; by += 1) {
        if (items[by]!.kind !== 'by' || used[by]) continue
        const next = after(by)
        const measure = measureAt(next)
        const column = measure === null ? columnAt(next) : null
        if (measure !== null) order.push({ term: { kind: 'measure', measure }, descending })
        else if (column !== null && (isMeasureColumn(column) || column.type === 'date')) {
          order.push({ term: { kind: 'column', column }, descending })
          take(next)
        } else continue
        take(by)
        break
      }
    })
    each('superlative', (at) => {
      const item = items[at] as Extract<Chosen, { kind: 'superlative' }>
      const left = before(at)
      let right = after(at)
      const count = numberAt(left) ?? numberAt(right)
      if (count !== null) {
        if (numberAt(left) !== null) take(left)
        else {
          take(right)
          right = after(right)
        }
      }
      take(at)
      let isSubjectAfter = false
      let term: Term | null = null
      if (item.counts && right >= 0) {
        let target = right
        while (refAt(target)?.kind === 'value') target = after(target)
        const table = tableAt(target)
        const column = columnAt(target)
        if (table !== null) {
          const counted = countColumn(table)
          const isTally = counted !== undefined && table.columns.length <= 6 && counted.words[0] === 'count'
          term = {
            kind: 'measure',
            measure: isTally
              ? { fn: 'sum', column: counted, table, distinct: false }
              : { fn: 'count', column: null, table, distinct: false },
          }
          take(target)
        } else if (column !== null && isMeasureColumn(column)) {
          term = { kind: 'column', column }
          take(target)
        } else {
          const measure = measureAt(target)
          if (measure === null) throw new Unclear('unread', item.text)
          term = { kind: 'measure', measure }
        }
      } else {
        const measure = right >= 0 ? measureAt(right) : null
        const leftColumn = left >= 0 ? columnAt(left) : null
        const orders = (column: Column | null): column is Column =>
          column !== null && (isMeasureColumn(column) || column.type === 'date' || column.words.includes('year'))
        const isAdjacentLeft =
          orders(leftColumn) &&
          (right < 0 || tableAt(right) !== null || !orders(columnAt(right))) &&
          (isChinese || right < 0 || items[right]!.kind === 'direction')
        if (measure !== null) term = { kind: 'measure', measure }
        else if (isAdjacentLeft) {
          const aggregateAt = before(left)
          const leading = items[aggregateAt]
          if (leading?.kind === 'aggregate' && !used[aggregateAt] && leading.fn !== 'count') {
            term = {
              kind: 'measure',
              measure: { fn: leading.fn, column: leftColumn, table: leftColumn.table, distinct: false },
            }
            take(aggregateAt)
          } else term = { kind: 'column', column: leftColumn }
          take(left)
          isSubjectAfter = right >= 0 && tableAt(right) !== null
        } else if (isChinese && left >= 0 && items[left]?.kind === 'howMany' && !used[left]) {
          const counted = measureAt(left)
          if (counted === null) throw new Unclear('unread', item.text)
          term = { kind: 'measure', measure: counted }
        } else if (right >= 0) {
          let target = right
          while (refAt(target)?.kind === 'value' && after(target) >= 0) target = after(target)
          const beyond = after(target)
          if (tableAt(target) !== null && orders(columnAt(beyond)) && columnAt(beyond)!.table === tableAt(target)) {
            term = { kind: 'column', column: columnAt(beyond)! }
            take(target, beyond)
          } else if (orders(columnAt(target))) {
            term = { kind: 'column', column: columnAt(target)! }
            take(target)
            // "best rated restaurant" ranks restaurants, "the highest salary of employees" is a number.
            const directly = target + 1
            isSubjectAfter = tableAt(directly) !== null && items[directly]!.sentence === item.sentence
          } else if (tableAt(target) !== null) {
            term = { kind: 'column', column: hintedOrOnly(tableAt(target)!, item.hints) }
            cost += 0.05
            isSubjectAfter = true
          } else if (refAt(target)?.kind === 'value' && item.hints.length > 0) {
            // "the cheapest Toyota"
            const table = tableOf(refAt(target)!)
            term = { kind: 'column', column: hintedOrOnly(table, item.hints) }
            isSubjectAfter = true
            subject = { kind: 'table', table, score: 1 }
            cost += 0.1
          } else if (columnAt(target) !== null && item.hints.length > 0) {
            term = { kind: 'column', column: hintedOrOnly(columnAt(target)!.table, item.hints) }
            isSubjectAfter = true
            cost += 0.1
          }
          if (subject === null && isSubjectAfter && tableAt(target + 1) === null && refAt(target) !== null)
            subject = refAt(target)
        }
      }
      if (term === null) throw new Unclear('noMeasure', item.text)
      const hasSubjectBefore = items.some((other, index) => {
        if (index >= at || used[index] || other.kind !== 'refs' || other.sentence !== item.sentence) return false
        return (
          other.ref.kind === 'table' ||
          (other.ref.kind === 'column' && (!isMeasureColumn(other.ref.column) || term?.kind === 'measure'))
        )
      })
      const isCounted = term.kind === 'measure' && term.measure.fn === 'count'
      if (
        !isSubjectAfter &&
        !hasSubjectBefore &&
        !hasSuperlative &&
        count === null &&
        !isCounted &&
        term.kind === 'column'
      ) {
        // "the highest closing price of AAPL"
        measures.push({
          fn: item.descending ? 'max' : 'min',
          column: term.column,
          table: term.column.table,
          distinct: false,
        })
        return
      }
      const subjectItem = items.find(
        (other, index) => !used[index] && other.kind === 'refs' && other.ref.kind !== 'value',
      )
      if (!hasSuperlative) {
        const wantsMany =
          subjectItem !== undefined && (isChinese ? /哪些/.test(subjectItem.text) : isPlural(subjectItem.text))
        limit = count ?? (wantsMany ? null : 1)
      } else if (count !== null) limit = count
      hasSuperlative = true
      order.unshift({ term, descending: item.descending })
    })
  }

  function hintedOrOnly(table: Table, hints: readonly string[]): Column {
    try {
      return hinted(table, hints)
    } catch (error) {
      const isOfSize = hints.includes('height') || hints.includes('area')
      const only = table.columns.filter(isMeasureColumn)
      if (isOfSize && only.length === 1) return only[0]!
      throw error
    }
  }

  function readMeasures(): void {
    each('share', (at) => {
      share = { percent: (items[at] as Extract<Chosen, { kind: 'share' }>).percent, at }
      take(at)
      const next = after(at)
      const table = next < 0 ? null : tableAt(next)
      if (table === null) throw new Unclear('unread', items[at]!.text)
      measures.push({ fn: 'count', column: null, table, distinct: false })
      take(next)
    })
    for (const kind of ['howMany', 'aggregate'] as const) {
      each(kind, (at) => {
        const measure = measureAt(at)
        if (measure === null) throw new Unclear('noMeasure', items[at]!.text)
        measures.push(measure)
      })
    }
  }

  function readValues(): void {
    for (const [at, item] of items.entries()) {
      if (item.kind !== 'refs' || used[at] || item.ref.kind !== 'value') continue
      const { column, values } = item.ref
      take(at)
      // The word beside a value that says whose it is: "the city of New York", "Italian food", "status active".
      const [left, right] = [before(at), after(at)]
      const leftColumn = left >= 0 ? columnAt(left) : null
      const rightColumn = right >= 0 ? columnAt(right) : null
      if (leftColumn === column) take(left)
      else if (rightColumn === column) take(right)
      const or = left >= 0 && items[left]?.kind === 'or' ? left : -1
      const joined = left >= 0 && (items[left]?.kind === 'or' || items[left]?.kind === 'and')
      const previous = filters.at(-1)
      if (joined && previous !== undefined && previous.item === before(left) && previous.column === column) {
        take(left)
        filters[filters.length - 1] = {
          ...previous,
          op: previous.op === 'not in' ? 'not in' : 'in',
          values: [...previous.values, ...values],
          words: `${previous.words}, ${item.text}`,
          item: at,
        }
      } else if (or >= 0 && previous !== undefined && filters.length === 1) {
        take(or)
        filters.pop()
        any.push(previous, { column, op: values.length === 1 ? '=' : 'in', values, words: item.text })
      } else filters.push({ column, op: values.length === 1 ? '=' : 'in', values, words: item.text, item: at })
    }
    // A key with its number: "the review with id 3".
    each('number', (at) => {
      const left = before(at)
      const column = left >= 0 ? columnAt(left) : null
      if (column === null || !(column.isKey || column.words.includes('year') || column.type === 'number')) return
      filters.push({
        column,
        op: '=',
        values: [(items[at] as Extract<Chosen, { kind: 'number' }>).value],
        words: `${items[left]!.text} ${items[at]!.text}`,
        item: at,
      })
      take(at, left)
    })
  }

  function entityColumns(ref: Table | Column, isGroup = false): Column[] {
    if ('columns' in ref) {
      const key = keyColumn(ref)
      const names = nameColumns(ref)
      // Rows that only give another table's rows a name (a category each) are grouped by the name.
      const isReferred = joins.some(
        ({ from, to, toOne }) => to.table === ref && identifies(to) && toOne && !from.isUnique,
      )
      if (isGroup && names.length > 0 && !isReferred && names.some(({ isUnique }) => !isUnique)) return [...names]
      const all = [...(key === null ? [] : [key]), ...names.filter((name) => name !== key)]
      if (all.length === 0) throw new Unclear('noSubject', ref.name)
      return all
    }
    return [ref]
  }

  /** Whether a column only names the rows of another table, which say more. */
  function isForeign(ref: Ref): boolean {
    return ref.kind === 'column' && joins.some(({ from, to, toOne }) => from === ref.column && toOne && identifies(to))
  }

  function isReachable(from: Table, to: Table): readonly Join[] | null {
    return pathBetween(joins, from, to)
  }

  function assemble(): Reading {
    const anySuperlative = hasSuperlative
    // What is left is the subject, then what is shown of it, or says of which table the rest is.
    const rest: { ref: Ref; at: number }[] = []
    for (const [at, item] of items.entries()) {
      if (item.kind === 'refs' && !used[at]) rest.push({ ref: item.ref, at })
    }
    const ranked = order.find(({ term }) => term.kind === 'measure')?.term as
      | Extract<Term, { kind: 'measure' }>
      | undefined
    const aggregates = measures.length > 0 && !anySuperlative && having.length === 0
    const contexts: Table[] = [...qualifiers]
    if (
      measures.length === 0 &&
      ranked === undefined &&
      having.length === 0 &&
      (groups.length > 0 || groupUnits.length > 0)
    ) {
      const summed = rest.filter(({ ref }) => isMeasureRef(ref))
      const [only] = summed
      if (
        summed.length === 1 &&
        rest.length === 1 &&
        !anySuperlative &&
        only!.ref.kind === 'column' &&
        only!.ref.column.words.some((word) => summable.has(word))
      ) {
        // "the monthly amount" is a sum
        measures.push({ fn: 'sum', column: only!.ref.column, table: only!.ref.column.table, distinct: false })
        take(only!.at)
        cost += 0.1
        return assemble()
      }
      // "Customers per state" counts them.
      const tables = rest.filter(({ ref }) => ref.kind === 'table')
      if (tables.length !== 1 || anySuperlative) throw new Unclear('noMeasure', '')
      measures.push({ fn: 'count', column: null, table: tableOf(tables[0]!.ref), distinct: false })
      take(tables[0]!.at)
      cost += 0.1
      return assemble()
    }
    if (aggregates) {
      const measured = measures[0]!.table
      const measuredAt = items.findIndex(({ kind }) => kind === 'howMany' || kind === 'aggregate')
      for (const { ref, at } of rest) {
        const isAsked =
          at === rest[0]!.at && at < measuredAt && items[before(at)]?.kind === 'list' && items[at]!.sentence === 0
        if (
          isAsked &&
          ref.kind !== 'value' &&
          !isMeasureRef(ref) &&
          /^(?:which|who|list|show)$/.test(items[before(at)]!.text.toLowerCase()) &&
          !isChinese
        ) {
          // "Which users posted reviews, and how many?"
          groups.push(ref.kind === 'table' ? ref.table : ref.column)
          if (isForeign(ref)) cost += 0.35
        } else if (ref.kind === 'table') contexts.push(ref.table)
        else if (ref.kind === 'column') {
          if (ref.column.type === 'date' && (times.length > 0 || groupUnits.length > 0)) {
            cueDate = ref.column
            take(at)
            continue
          }
          const isSaid = [
            ...measures.map(({ column }) => column),
            ...groups,
            ...filters.map(({ column }) => column),
          ].some((other) => other === ref.column)
          const isOfGroup =
            groups.some((group) => 'columns' in group && group === ref.column.table) && !isMeasureColumn(ref.column)
          if (isOfGroup) {
            groups.push(ref.column)
            take(at)
            continue
          }
          if (!isSaid) throw new Unclear('unread', items[at]!.text)
        }
        take(at)
      }
      for (const table of contexts) {
        if (
          table === measured ||
          groups.some((group) => group === table || ('table' in group && group.table === table))
        )
          continue
        const path = isReachable(measured, table)
        if (path === null) throw new Unclear('notJoined', table.name)
        if (path.every(({ toOne }) => toOne) || measures.some(({ table: other }) => other === table)) continue
        // "How many cars were sold?" may count cars or sales.
        const said = rest.find(({ ref }) => ref.kind === 'table' && ref.table === table)
        if (said !== undefined && isVerb(items[said.at]!.text)) throw new Unclear('tooMuch', items[said.at]!.text)
        related.push({ table, isAbsent: false })
      }
    } else {
      const main = rest.filter(({ at }) => items[at]!.sentence === items[rest[0]!.at]!.sentence)
      const said = main.map(({ at }) => canonical(items[at]!.text))
      if (new Set(said).size < said.length) throw new Unclear('tooMuch', items[main.at(-1)!.at]!.text)
      const ofWhich =
        main[0]?.ref.kind === 'table'
          ? undefined
          : main.find(
              ({ ref, at }) =>
                ref.kind === 'table' && items[at - 1]?.kind === 'link' && ['of', 'for'].includes(items[at - 1]!.text),
            )
      const chief =
        ofWhich ??
        main.find(
          ({ ref, at }, index) =>
            ref.kind !== 'value' && !isVerb(items[at]!.text) && (index === 0 || ref.kind === 'table'),
        )
      if (subject === null && chief !== undefined) {
        const isMeasured = chief.ref.kind === 'column' && isMeasureColumn(chief.ref.column)
        subject = isMeasured ? (main.find(({ ref }) => ref.kind === 'table')?.ref ?? chief.ref) : chief.ref
      }
      for (const { ref, at } of rest) {
        if (ref === subject) {
          if (ref.kind === 'column') cost += 0.15
          if (isForeign(ref)) cost += 0.25
        } else if (ref.kind === 'column') outputs.push(ref.column)
        else if (ref.kind === 'table') {
          if (subject === null && !isVerb(items[at]!.text)) subject = ref
          else contexts.push(ref.table)
        }
        take(at)
      }
      if (subject === null && measures.length === 0) {
        const spoken = items.find((item) => item.kind === 'refs' && item.ref.kind === 'column' && item.ref.saysTable)
        if (spoken?.kind === 'refs') {
          const table = tableOf(spoken.ref)
          subject = { kind: 'table', table, score: 1 }
        }
      }
      if (subject === null && measures.length > 0) {
        // "how many customers have more than 3 orders"
        const [counted] = measures
        if (counted!.fn !== 'count' || measures.length > 1) throw new Unclear('noSubject', '')
      }
      if (subject === null && outputs.length === 0 && groups.length === 0 && measures.length === 0)
        throw new Unclear('noSubject', '')
    }
    const subjectTables = new Set<Table>()
    const unit = groupUnits
    const isCountOfGroups =
      having.length > 0 && measures.length === 1 && measures[0]!.fn === 'count' && subject === null
    const entity: Table | Column | null = isCountOfGroups
      ? (measures[0]!.column ?? measures[0]!.table)
      : subject === null
        ? groups[0] !== undefined && !('unit' in groups[0]) && (ranked !== undefined || having.length > 0)
          ? groups[0]
          : null
        : (subject as Ref).kind === 'table'
          ? (subject as Extract<Ref, { kind: 'table' }>).table
          : (subject as Extract<Ref, { kind: 'column' }>).column
    let root: Table
    let shown: Column[] = []
    let grouped: (Column | TimeGroup)[] = []
    let kept: Measure[] = [...measures]
    const isGrouped = ranked !== undefined || having.length > 0
    if (aggregates) {
      const counted = measures[0]!
      root = counted.table
      grouped = groups.flatMap<Column | TimeGroup>((group) => ('unit' in group ? [group] : entityColumns(group, true)))
      grouped = [...new Set(grouped)]
      if (counted.distinct && counted.column === null && grouped.length === 0 && contexts.length > 0)
        root = counted.table
    } else if (isGrouped) {
      const measured = ranked?.measure ?? having[0]!.measure
      if (entity === null) throw new Unclear('noSubject', '')
      const entityTable = 'columns' in entity ? entity : entity.table
      const isSame = entityTable === measured.table && 'columns' in entity
      if (isSame && measured.fn === 'count') throw new Unclear('noMeasure', entityTable.name)
      root = measured.table
      grouped = [
        ...entityColumns(entity, true),
        ...groups
          .filter((group) => group !== entity)
          .flatMap<Column | TimeGroup>((group) => ('unit' in group ? [group] : entityColumns(group))),
      ]
      for (const column of outputs) {
        if (grouped.includes(column)) continue
        const isForeignKey = isForeign({ kind: 'column', column, score: 1, saysTable: false })
        if (column.table !== entityTable || isMeasureColumn(column) || (isForeignKey && !identifies(column)))
          throw new Unclear('unread', column.name)
        grouped.push(column)
      }
      kept = isCountOfGroups
        ? []
        : [...(ranked === undefined ? [] : [ranked.measure]), ...having.map(({ measure }) => measure), ...measures]
      kept = kept.filter((measure, at) => kept.findIndex((other) => sameMeasure(other, measure)) === at)
      for (const measure of kept) if (measure.table !== root && measure.fn !== 'count') throw new Unclear('tooMuch', '')
      if (kept.some((measure) => measure.table !== root)) throw new Unclear('tooMuch', '')
    } else {
      if (measures.length > 0) throw new Unclear('tooMuch', '')
      const anchor = entity ?? outputs[0]!
      root = 'columns' in anchor ? anchor : anchor.table
      const key = order[0]?.term.kind === 'column' ? order[0].term.column : null
      // What is ranked may stand in another table than its name: the rows are of the one whose values rank them.
      if (key !== null && key.table !== root && isReachable(root, key.table)?.every(({ toOne }) => toOne) !== true) {
        if (limit !== 1 || isChinese) throw new Unclear('tooMuch', key.name)
        root = key.table
      }
      if (entity !== null && 'columns' in entity) {
        try {
          shown = entityColumns(entity)
        } catch {
          shown = [...entity.columns].slice(0, 20)
        }
        if (nameColumns(entity).length === 0) shown = [...entity.columns].slice(0, 20)
      } else if (entity !== null) shown = [entity]
      shown = [...shown, ...outputs.filter((column) => !shown.includes(column))]
      if (groups.length > 0) throw new Unclear('tooMuch', '')
      if (key !== null && !shown.includes(key)) shown = [...shown, key]
    }
    subjectTables.add(root)
    for (const table of contexts) {
      if (aggregates || table === root) continue
      const isPart = [...shown, ...grouped].some((column) => !('unit' in column) && column.table === table)
      if (
        isPart ||
        filters.some(({ column }) => column.table === table) ||
        any.some(({ column }) => column.table === table)
      )
        continue
      const path = isReachable(root, table)
      if (path === null) throw new Unclear('notJoined', table.name)
      // Who has no orders has none of a product either.
      if (related.some((other) => other.isAbsent && path.some(({ to }) => to.table === other.table))) continue
      if (!path.every(({ toOne }) => toOne)) related.push({ table, isAbsent: false })
    }
    for (const column of shown) {
      const isOfAnother = column.table !== root && isForeign({ kind: 'column', column, score: 1, saysTable: false })
      if (isOfAnother || related.some(({ table, isAbsent }) => isAbsent && table === column.table))
        throw new Unclear('unread', column.name)
    }
    // Time, once it is known of what.
    const mentioned = [
      root,
      ...contexts,
      ...related.map(({ table }) => table),
      ...grouped.map((column) => ('unit' in column ? column.column.table : column.table)),
    ]
    const timeColumn = (cue: Column | null): Column | null => cue ?? pickDate(mentioned)
    const timeFilters = times.flatMap((time) => filtersOfTime(time, timeColumn(time.cue), mentioned))
    for (const one of unit) {
      const column = one === 'weekday' ? null : pickDate(mentioned)
      const stored = [...new Set(mentioned)]
        .flatMap(({ columns }) => columns)
        .find(
          ({ words, type }) =>
            words.length === 1 && (words[0] === one || (one === 'weekday' && words[0] === 'day')) && type !== 'date',
        )
      if (column !== null && one !== 'weekday') grouped.push({ column, unit: one })
      else if (stored !== undefined) {
        if (isByTime && stored.type !== 'number') throw new Unclear('tooMuch', one)
        if (isByTime) order.push({ term: { kind: 'column', column: stored }, descending: false })
        grouped.push(stored)
      } else throw new Unclear('noDate', one)
    }
    const allFilters: Filter[] = [...filters, ...timeFilters]
    for (const [at, item] of items.entries()) {
      if (
        used[at] ||
        ['link', 'list', 'and', 'comparison', 'distinct'].includes(item.kind) ||
        (item.kind === 'by' && items[at + 1]?.kind === 'comparison')
      ) {
        if (
          !used[at] &&
          item.kind === 'comparison' &&
          !['from', 'through', 'over', 'since', 'until', 'till'].includes(item.text)
        )
          throw new Unclear('unread', item.text)
        continue
      }
      throw new Unclear('unread', item.text)
    }
    if (!isGrouped && !aggregates && pendingDirection !== null && order.length === 0) {
      const column = filters.find((filter) => filter.column.type === 'number')?.column ?? outputs.find(isMeasureColumn)
      if (column === undefined) throw new Unclear('unread', 'order')
      order.push({ term: { kind: 'column', column }, descending: pendingDirection })
      if (!shown.includes(column)) shown.push(column)
    }
    if (aggregates && order.length === 0 && pendingDirection !== null) {
      order.push({ term: { kind: 'measure', measure: measures[0]! }, descending: pendingDirection })
    }
    for (const { term } of order) {
      if (term.kind === 'measure' && aggregates && !kept.some((measure) => sameMeasure(measure, term.measure))) {
        if (term.measure.table !== root) throw new Unclear('tooMuch', '')
        kept.push(term.measure)
      }
      if (term.kind === 'column' && (aggregates || isGrouped) && !grouped.includes(term.column)) {
        // "average rating per city, ordered by rating": the measure is meant.
        throw new Unclear('tooMuch', '')
      }
    }
    for (const measure of kept) {
      if (measure.table === root) continue
      throw new Unclear('tooMuch', '')
    }
    const isColumnList = entity !== null && !('columns' in entity) && !isGrouped && !aggregates
    let shareOf: Query['share'] = null
    let plainFilters = allFilters
    if (share !== null) {
      if (allFilters.length === 0 || grouped.length > 0 || any.length > 0) throw new Unclear('tooMuch', '')
      shareOf = { filters: allFilters, percent: (share as { percent: boolean }).percent }
      plainFilters = []
    }
    const tables = new Set([
      root,
      ...shown.map(({ table }) => table),
      ...grouped.map((column) => ('unit' in column ? column.column.table : column.table)),
      ...allFilters.map(({ column }) => column.table),
      ...related.map(({ table }) => table),
      ...any.map(({ column }) => column.table),
    ])
    for (const table of tables)
      if (table !== root && isReachable(root, table) === null) throw new Unclear('notJoined', table.name)
    cost += 0.25 * (tables.size - 1)
    return {
      cost,
      query: {
        root,
        outputs: aggregates || isGrouped ? [] : shown,
        measures: kept,
        groups: grouped,
        filters: plainFilters.map(({ column, op, values, words }) => ({ column, op, values, words })),
        anyOf: any,
        related,
        having,
        order,
        limit,
        distinct: isColumnList && !(order.length > 0 && limit !== null),
        onlyCount: isCountOfGroups,
        share: shareOf,
      },
    }
  }

  function pickDate(tables: readonly Table[]): Column | null {
    if (cueDate !== null) return cueDate
    for (const table of new Set(tables)) {
      const dates = dateColumns(table)
      if (dates.length === 1) return dates[0]!
      const plainest = dates.filter(({ words }) =>
        words.every((word) => ['date', 'time', 'datetime', canonical('created'), 'timestamp', 'day'].includes(word)),
      )
      if (plainest.length === 1) return plainest[0]!
      if (dates.length > 1) throw new Unclear('noDate', table.name)
    }
    return null
  }

  function filtersOfTime(time: Time, column: Column | null, tables: readonly Table[]): Filter[] {
    const [first] = time.spans
    const last = time.spans.at(-1)!
    const words = time.words
    if (column === null || column.type !== 'date') {
      const all = [...new Set(tables)].flatMap(({ columns }) => columns)
      const year = column ?? all.find((one) => one.type === 'number' && one.words.at(-1) === 'year')
      if (year === undefined) throw new Unclear('noDate', words)
      const spansYears = [first!, last].every(
        ({ from, to, year: of }) => from === `${of}-01-01` && to === `${of + 1}-01-01`,
      )
      if (spansYears) {
        const op = { in: '=', between: 'between', after: '>', before: '<', since: '>=', until: '<=' }[
          time.op
        ] as Filter['op']
        return [{ column: year, op, values: time.op === 'between' ? [first!.year, last.year] : [first!.year], words }]
      }
      const month = year.table.columns.find((one) => one.words.length === 1 && one.words[0] === 'month')
      if (month === undefined || first!.month === null || time.op !== 'in') throw new Unclear('noDate', words)
      const name = new Date(Date.UTC(2000, first!.month - 1)).toLocaleString('en', { month: 'long', timeZone: 'UTC' })
      const value =
        month.type === 'number'
          ? first!.month
          : (month.values?.find((known) => String(known).toLowerCase() === name.toLowerCase()) ?? name)
      return [
        { column: year, op: '=', values: [first!.year], words },
        { column: month, op: '=', values: [value], words },
      ]
    }
    const one = (op: Filter['op'], value: string): Filter => ({ column, op, values: [value], words })
    switch (time.op) {
      case 'in':
        return [one('>=', first!.from), one('<', first!.to)]
      case 'between':
        return [one('>=', first!.from), one('<', last.to)]
      case 'after':
        return [one('>=', first!.to)]
      case 'since':
        return [one('>=', first!.from)]
      case 'before':
        return [one('<', first!.from)]
      case 'until':
        return [one('<', first!.to)]
    }
  }
}

const sameMeasure = (left: Measure, right: Measure): boolean =>
  left.fn === right.fn && left.column === right.column && left.table === right.table && left.distinct === right.distinct
