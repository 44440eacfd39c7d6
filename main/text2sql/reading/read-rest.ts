import { type Column, isMeasureColumn, nameColumns, type Table } from '../profile'
import type { Ref } from '../refs'
import { canonical, canonicalWords, isPlural, isVerb } from '../words'
import { moneyOf } from '../worth'
import { isMeasureRef, tableOf, unitsOf } from './columns'
import { type Draft, Unclear } from './draft'
import { type Left, readWho } from './read-who'

/** Only rows in which something is known of the column: those that have left, been cancelled, been paid. */
function requireKnown(draft: Draft, column: Column, at: number): void {
  draft.filters.push({ column, op: 'is not null', values: [], words: draft.items[at]!.text, item: at })
}

/**
 * What no reader took is the subject, then what is shown of it, or says of which table the rest is.
 * @returns tables that what is asked has to do with
 */
export function readRest(draft: Draft): Table[] {
  const left = (): Left[] =>
    [...draft.items.entries()].flatMap(([at, item]) =>
      item.kind === 'refs' && !draft.used[at] ? [{ ref: item.ref, at }] : [],
    )
  const hasGroups = draft.groups.length > 0 || draft.groupUnits.length > 0
  const isMeasured = draft.measures.length > 0 || draft.ranked !== null || draft.having.length > 0
  if (!isMeasured && hasGroups && !draft.isFirstOfEach && !readEachRow(draft, left())) assumeMeasure(draft, left())
  return draft.isAggregate ? readRestOfAggregate(draft, left()) : readRestOfRows(draft, left())
}

/** "The price of each product" is what its rows hold. */
function readEachRow(draft: Draft, rest: readonly Left[]): boolean {
  const [group, ...others] = draft.groups
  if (group === undefined || !('columns' in group) || others.length + draft.groupUnits.length > 0) return false
  const isOwn = ({ ref }: Left): boolean => ref.kind === 'column' && ref.column.table === group
  if (rest.length === 0 || !rest.every(isOwn)) return false
  draft.groups.splice(0)
  draft.subject = { kind: 'table', table: group, score: 1 }
  return true
}

const summable = canonicalWords('amount quantity sale revenue volume income profit')

/** Groups without a measure: "the monthly amount", "customers per state". */
function assumeMeasure(draft: Draft, rest: readonly Left[]): void {
  const summed = rest.filter(({ ref }) => isMeasureRef(ref))
  const [only] = summed
  if (
    summed.length === 1 &&
    rest.length === 1 &&
    !draft.hasSuperlative &&
    only!.ref.kind === 'column' &&
    only!.ref.column.words.some((word) => summable.has(word))
  ) {
    // "the monthly amount" is a sum
    draft.measures.push({ fn: 'sum', column: only!.ref.column, table: only!.ref.column.table, distinct: false })
    draft.take(only!.at)
    draft.cost += 0.1
    return
  }
  // "Customers per state" counts them.
  const tables = rest.filter(({ ref }) => ref.kind === 'table')
  // "Which items are in every warehouse?" counts nothing.
  const isOfRows = /^(?:which|who)$/i.test(draft.items[0]!.text)
  if (tables.length !== 1 || draft.hasSuperlative || isOfRows) throw new Unclear('noMeasure', '')
  const [counted] = tables
  const table = tableOf(counted!.ref)
  // "Sales per site" are worth something.
  const money = /(?:sales|expenses|costs|spending|earnings|revenues?|turnover|takings|income)$/i.test(
    draft.items[counted!.at]!.text,
  )
    ? moneyOf(table)
    : null
  draft.measures.push({ fn: money === null ? 'count' : 'sum', column: money, table, distinct: false })
  draft.take(counted!.at)
  draft.cost += 0.1
}

function readRestOfAggregate(draft: Draft, rest: readonly Left[]): Table[] {
  const contexts: Table[] = [...draft.qualifiers]
  const measured = draft.measures[0]!.table
  const measuredAt = draft.items.findIndex(({ kind }) => kind === 'howMany' || kind === 'aggregate')
  for (const { ref, at } of rest) {
    const isAsked =
      at === rest[0]!.at &&
      at < measuredAt &&
      draft.items[draft.before(at)]?.kind === 'list' &&
      draft.items[at]!.sentence === 0
    if (
      isAsked &&
      ref.kind !== 'value' &&
      !isMeasureRef(ref) &&
      /^(?:which|who|list|show)$/.test(draft.items[draft.before(at)]!.text.toLowerCase()) &&
      !draft.isChinese
    ) {
      // "Which users posted reviews, and how many?"
      draft.groups.push(ref.kind === 'table' ? ref.table : ref.column)
      if (draft.isForeign(ref)) draft.cost += 0.35
    } else if (ref.kind === 'table') contexts.push(ref.table)
    else if (ref.kind === 'column') {
      // "How many parcels did each sender ship?"
      const isAct = at === draft.items.length - 1 && draft.groups.length > 0 && draft.items[at - 1]!.kind === 'refs'
      const isParticiple = isVerb(draft.items[at]!.text) || (isAct && ref.column.table === measured)
      if (ref.column.type === 'date' && (isParticiple || draft.times.length > 0 || draft.groupUnits.length > 0)) {
        draft.cueDate = ref.column
        draft.take(at)
        // "How many accounts have been cancelled?"
        const isTimed = draft.times.length + draft.groupUnits.length > 0
        if (!isTimed && draft.isReachable(measured, ref.column.table) !== null) requireKnown(draft, ref.column, at)
        continue
      }
      const isSaid = [
        ...draft.measures.map(({ column }) => column),
        ...draft.groups,
        ...draft.filters.map(({ column }) => column),
      ].some((other) => other === ref.column)
      const isOfGroup =
        draft.groups.some((group) => 'columns' in group && group === ref.column.table) && !isMeasureColumn(ref.column)
      if (isOfGroup) {
        draft.groups.push(ref.column)
        draft.take(at)
        continue
      }
      if (
        isHad(draft, ref.column, at) &&
        draft.isReachable(measured, ref.column.table)?.every(({ toOne }) => toOne) === true
      )
        requireKnown(draft, ref.column, at)
      else if (!isSaid) throw new Unclear('unread', draft.items[at]!.text)
    }
    draft.take(at)
  }
  for (const table of contexts) {
    if (
      table === measured ||
      draft.groups.some((group) => group === table || ('table' in group && group.table === table))
    )
      continue
    const path = draft.isReachable(measured, table)
    const isOfContext = contexts.some(
      (other) => other !== table && draft.isReachable(other, table)?.every(({ toOne }) => toOne) === true,
    )
    if (path === null && isOfContext) continue
    if (path === null) throw new Unclear('notJoined', table.name)
    // "Tickets of members": not all may have one.
    if (path.every(({ toOne }) => toOne)) {
      const isFiltered = [...draft.filters, ...draft.any].some(({ column }) => column.table !== measured)
      const isMore = draft.groups.length > 0 || isFiltered || draft.share !== null
      if (!isMore) draft.related.push({ table, isAbsent: false })
      continue
    }
    if (draft.measures.some(({ table: other }) => other === table)) continue
    // What is paid for policies is not paid for the claims that they have, too.
    if (path.length === 2 && path[0]!.toOne && !draft.spokenTables().includes(path[0]!.to.table))
      throw new Unclear('notJoined', table.name)
    // "Labelled security" says the label.
    if (draft.filters.some(({ column }) => column.table === table)) continue
    const said = rest.find(({ ref }) => ref.kind === 'table' && ref.table === table)
    if (said !== undefined && isVerb(draft.items[said.at]!.text)) {
      // "How many cars were sold?" counts sales, "how many different people commented" people.
      const [counted] = draft.measures
      if (counted!.distinct && counted!.column === null) {
        draft.related.push({ table, isAbsent: false })
        continue
      }
      const isOfEach = draft.isReachable(table, measured)?.every(({ toOne }) => toOne) === true
      if (
        draft.measures.length > 1 ||
        counted!.fn !== 'count' ||
        counted!.column !== null ||
        counted!.distinct ||
        !isOfEach
      )
        throw new Unclear('tooMuch', draft.items[said.at]!.text)
      draft.measures[0] = { ...counted!, table }
      draft.cost += 0.1
      return contexts
    }
    draft.related.push({ table, isAbsent: false })
  }
  return contexts
}

function readRestOfRows(draft: Draft, rest: readonly Left[]): Table[] {
  const contexts: Table[] = [...draft.qualifiers]
  const main = rest.filter(({ at }) => draft.items[at]!.sentence === draft.items[rest[0]!.at]!.sentence)
  // "Which courts are district courts?"
  for (const { ref, at } of main.slice(1))
    if (
      ref.kind === 'table' &&
      ref.table === tableOf(main[0]!.ref) &&
      draft.filters.some(({ item }) => item === at - 1)
    )
      draft.take(at)
  const said = main.filter(({ at }) => !draft.used[at]).map(({ at }) => canonical(draft.items[at]!.text))
  if (new Set(said).size < said.length) throw new Unclear('tooMuch', draft.items[main.at(-1)!.at]!.text)
  const ofWhich =
    main[0]?.ref.kind === 'table'
      ? undefined
      : main.find(
          ({ ref, at }) =>
            ref.kind === 'table' &&
            draft.items[at - 1]?.kind === 'link' &&
            ['of', 'for'].includes(draft.items[at - 1]!.text),
        )
  // 亚洲的机构有哪些作者 asks for the authors.
  const asked = draft.isChinese
    ? main.find(
        ({ ref, at }, index) => index > 0 && ref.kind === 'table' && /^which$/.test(draft.items[at - 1]?.text ?? ''),
      )
    : undefined
  const chief =
    asked ??
    ofWhich ??
    main.find(
      ({ ref, at }, index) =>
        ref.kind !== 'value' && !isVerb(draft.items[at]!.text) && (index === 0 || ref.kind === 'table'),
    )
  // "The names and ages of the members"
  const owned = main.find(
    ({ ref, at }) => ref.kind === 'column' && ref.saysTable && / of /i.test(draft.items[at]!.text),
  )
  if (draft.subject === null && owned !== undefined && isBareName(draft.items[main[0]!.at]!.text))
    draft.subject = { kind: 'table', table: tableOf(owned.ref), score: 1 }
  if (draft.subject === null && chief !== undefined) {
    const isMeasured = chief.ref.kind === 'column' && isMeasureColumn(chief.ref.column)
    draft.subject = isMeasured ? (main.find(({ ref }) => ref.kind === 'table')?.ref ?? chief.ref) : chief.ref
    // "List the beginners with their birth year": rows that a value says.
    const [asking, said] = draft.items.filter(({ kind }) => kind === 'list' || kind === 'refs')
    const isOfValue =
      asking?.kind === 'list' && said?.kind === 'refs' && said.ref.kind === 'value' && isPlural(said.text)
    if (isOfValue && draft.subject.kind === 'column' && tableOf(said.ref) === tableOf(draft.subject))
      draft.subject = { kind: 'table', table: tableOf(said.ref), score: 1 }
  }
  // "Tickets sold in 2023" are more than the sales.
  const { subject } = draft
  if (subject?.kind === 'table' && chief !== undefined && unitsOf(subject.table, draft.items[chief.at]!.text) !== null)
    throw new Unclear('tooMuch', subject.table.name)
  if (draft.asksWho) readWho(draft, main, rest)
  for (const { ref, at } of rest) {
    if (draft.used[at]) continue
    if (ref === draft.subject) {
      if (ref.kind === 'column') draft.cost += 0.15
      // A key that only names rows of another table stands for them only where it is called one.
      if (draft.isForeign(ref) && !/id$|code$|编号$|号$/i.test(draft.items[at]!.text))
        throw new Unclear('unread', draft.items[at]!.text)
    } else if (ref.kind === 'column') {
      // "Which kennels are full?" asks for no column.
      const isState = /^which$/i.test(draft.items[0]!.text) && /^(?:are|is)$/i.test(draft.items[at - 1]?.text ?? '')
      if (isState && at === draft.items.length - 1) throw new Unclear('unread', draft.items[at]!.text)
      if (isHappening(draft, ref.column, at)) {
        // "Customers who bought tea": that they did, not when.
        contexts.push(ref.column.table)
        draft.take(at)
        continue
      }
      if (isHad(draft, ref.column, at)) requireKnown(draft, ref.column, at)
      const isBare = isBareName(draft.items[at]!.text)
      const subject = draft.subject === null ? null : tableOf(draft.subject)
      // "The names and salaries of everyone": theirs.
      if (isBare && subject !== null && ref.column.table !== subject && nameColumns(subject).length > 0) {
        draft.take(at)
        continue
      }
      draft.outputs.push(...wholeNameOf(ref.column, draft.items[at]!.text))
      // 哪些员工已离职
      const isDone = isVerb(draft.items[at]!.text) || (draft.isChinese && !/date|time/.test(draft.items[at]!.text))
      const isLast = at === draft.items.length - 1 && ref.column.type === 'date' && isDone
      // "Which employees have left?"
      const isOwn = draft.subject !== null && tableOf(draft.subject) === ref.column.table
      if (isLast && isOwn && draft.times.length === 0 && draft.order.length === 0) requireKnown(draft, ref.column, at)
      if (draft.isForeign(ref) && !/(?:id|code|编号|号)$/i.test(draft.items[at]!.text)) draft.cost += 0.25
    } else if (ref.kind === 'table') {
      if (draft.subject === null && !isVerb(draft.items[at]!.text)) draft.subject = ref
      else if (isListed(draft, ref.table, at)) draft.outputs.push(...nameColumns(ref.table))
      else contexts.push(ref.table)
    }
    draft.take(at)
  }
  if (draft.subject === null && draft.measures.length === 0) {
    const spoken = draft.items.find((item) => item.kind === 'refs' && item.ref.kind === 'column' && item.ref.saysTable)
    if (spoken?.kind === 'refs') {
      const table = tableOf(spoken.ref)
      draft.subject = { kind: 'table', table, score: 1 }
    }
  }
  if (draft.subject === null && draft.measures.length > 0) {
    // "how many customers have more than 3 orders"
    const [counted] = draft.measures
    if (counted!.fn !== 'count' || draft.measures.length > 1) throw new Unclear('noSubject', '')
  }
  const shown = draft.outputs.length + draft.groups.length + draft.groupUnits.length + draft.measures.length
  if (draft.subject === null && (shown === 0 || draft.ranked !== null)) draft.subject = subjectOfValue(draft)
  if (draft.subject === null && shown === 0) throw new Unclear('noSubject', '')
  return contexts
}

/** "Employees who get a commission": not all do. */
function isHad(draft: Draft, column: Column, at: number): boolean {
  const before = draft.items[at - 1]
  return (
    column.isSparse &&
    before?.kind === 'link' &&
    /^(?:have|has|get|gets|receive|receives) (?:an?|any)$/i.test(before.text)
  )
}

const isBareName = (text: string): boolean => /^(?:full )?names?$/i.test(text)

/** "The name of a customer" of whom a first and a last one are known is both. */
const wholeNameOf = (column: Column, text: string): readonly Column[] => {
  const names = nameColumns(column.table)
  return names.includes(column) && /\bnames?$/i.test(text) && !/first|last|sur|given|family/i.test(text)
    ? names
    : [column]
}

/** "Job titles, departments and salaries of employees": one of each, to be shown, not what the rows have to do with. */
function isListed(draft: Draft, table: Table, at: number): boolean {
  const of = draft.subject === null ? null : tableOf(draft.subject)
  if (of === null || of === table || draft.isChinese || isVerb(draft.items[at]!.text)) return false
  const isBeside = [at - 1, at + 1].some((beside) => draft.items[beside]?.kind === 'and')
  const isOne = draft.isReachable(of, table)?.every(({ toOne }) => toOne) === true
  return (
    isBeside && isOne && nameColumns(table).length > 0 && !draft.filters.some(({ column }) => column.table === table)
  )
}

/** Whether a verb that a date is called by says only that something happened, many times for what is asked. */
function isHappening(draft: Draft, column: Column, at: number): boolean {
  if (column.type !== 'date' || !isVerb(draft.items[at]!.text) || draft.subject === null || draft.times.length > 0)
    return false
  return draft.isReachable(tableOf(draft.subject), column.table)?.some(({ toOne }) => !toOne) === true
}

/** "Which are the tankers?" asks for the rows that a value, in the plural, says. */
function subjectOfValue(draft: Draft): Ref | null {
  const [only, ...others] = draft.filters
  const isOfOther = others.some(({ column }) => column.table !== only?.column.table)
  if (only === undefined || isOfOther || draft.any.length > 0 || only.column.type !== 'text') return null
  // "Which cow gave the most milk?"
  const isAsked = draft.hasSuperlative && /^(?:which|what)$/i.test(draft.items[only.item - 1]?.text ?? '')
  const isMany = draft.isChinese || isPlural(only.words) || isAsked
  if (
    !isMany ||
    !draft.items.some(({ kind, text }) => kind === 'list' && /^(?:which|list|show|give|name|哪)/i.test(text))
  )
    return null
  draft.cost += 0.15
  return { kind: 'table', table: only.column.table, score: 1 }
}
