import type { Ref } from '../linking/ref'
import type { Column, Table } from '../schema/profile'
import { isMeasureColumn, keyColumn, nameColumns, saysKey } from '../schema/row-names'
import { canonical, isPlural, isVerb } from '../words/words'
import { beginningOf, tableOf, unitsOf } from './columns'
import { isHad, requireKnown } from './conditions/known'
import { asksWhere } from './conditions/read-places'
import { type Left, readWho } from './conditions/read-who'
import type { Draft } from './draft'
import { datesOf } from './times/read-elapsed'
import { Unclear } from './unclear'

/** What is left of a question for rows: which they are, what is shown of them, and what they have to do with. */
export function readRestOfRows(draft: Draft, rest: readonly Left[]): Table[] {
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
  // "The different countries of the artists" are countries.
  const isOfKinds =
    main[0]?.ref.kind === 'column' &&
    draft.items[main[0].at - 1]?.kind === 'distinct' &&
    main.every(({ ref }) => ref === main[0]!.ref || (ref.kind === 'table' && ref.table === tableOf(main[0]!.ref)))
  const ofWhich =
    isOfKinds || main[0]?.ref.kind === 'table'
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
  // 出院的患者 are patients, of whom something is said.
  const ofState = main.find(
    ({ ref, at }) =>
      ref.kind === 'table' &&
      draft.items[at - 1]?.text === '的' &&
      main.some(
        ({ ref: said, at: before }) =>
          before === at - 2 &&
          said.kind === 'column' &&
          said.column.type === 'date' &&
          said.column.table === ref.table &&
          draft.saysDeed(before),
      ),
  )
  const chief =
    asked ??
    ofWhich ??
    ofState ??
    main.find(
      ({ ref, at }, index) =>
        ref.kind !== 'value' && !isVerb(draft.items[at]!.text) && (index === 0 || ref.kind === 'table'),
    )
  // "The names and ages of the members"
  const owned = main.find(
    ({ ref, at }) => ref.kind === 'column' && ref.saysTable && / of /i.test(draft.items[at]!.text),
  )
  if (
    draft.subject === null &&
    !isOfKinds &&
    owned !== undefined &&
    (isBareName(draft.items[main[0]!.at]!.text) || isBareKey(draft.items[main[0]!.at]!.text))
  )
    draft.subject = { kind: 'table', table: tableOf(owned.ref), score: 1 }
  // "The country of the artist who made the most songs": artists are ranked, and shown with it.
  const ranked = draft.ranked?.table
  const owner =
    ranked === undefined || chief?.ref.kind !== 'column'
      ? undefined
      : main.find(({ ref }) => ref.kind === 'table' && ref.table === tableOf(chief.ref) && ref.table !== ranked)
  if (draft.subject === null && owner !== undefined) draft.subject = owner.ref
  if (draft.subject === null && chief !== undefined) {
    const isMeasured = chief.ref.kind === 'column' && isMeasureColumn(chief.ref.column)
    const holder: Ref | null =
      chief.ref.kind === 'column' && chief.ref.saysTable && draft.limit !== null
        ? { kind: 'table', table: chief.ref.column.table, score: 1 }
        : null
    draft.subject = isMeasured ? (main.find(({ ref }) => ref.kind === 'table')?.ref ?? holder ?? chief.ref) : chief.ref
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
      if (draft.isForeign(ref) && !saysKey(draft.items[at]!.text)) throw new Unclear('unread', draft.items[at]!.text)
    } else if (ref.kind === 'column') {
      // "Which kennels are full?" asks for no column.
      const isState = /^which$/i.test(draft.items[0]!.text) && /^(?:are|is)$/i.test(draft.items[at - 1]?.text ?? '')
      if (isState && at === draft.items.length - 1) throw new Unclear('unread', draft.items[at]!.text)
      if (isHappening(draft, ref.column, at)) {
        // "Customers who bought tea": that they did, not when.
        contexts.push(ref.column.table)
        // "Who closed the most orders": of those that are closed.
        if (ref.column.isSparse && isLater(ref.column)) requireKnown(draft, ref.column, at)
        draft.take(at)
        continue
      }
      // "The positions of the players": of the rows, which one of their columns is called after.
      const isOfRows =
        /^(?:of|for)$/.test(draft.items[at - 1]?.text ?? '') &&
        isPlural(draft.items[at]!.text) &&
        nameColumns(ref.column.table).includes(ref.column) &&
        main[0]!.ref.kind === 'column' &&
        tableOf(main[0]!.ref) === ref.column.table
      if (isOfRows) {
        draft.take(at)
        continue
      }
      if (isHad(draft, ref.column, at)) requireKnown(draft, ref.column, at)
      const isBare = isBareName(draft.items[at]!.text)
      const subject = draft.subject === null ? null : tableOf(draft.subject)
      // "The names and salaries of everyone": theirs.
      if (isBare && subject !== null && ref.column.table !== subject && isNamed(subject)) {
        if (draft.subject?.kind === 'column') draft.outputs.push(...nameColumns(subject))
        draft.take(at)
        continue
      }
      // "The ids and names of products": theirs, not those of what refers to them.
      if (
        isBareKey(draft.items[at]!.text) &&
        subject !== null &&
        ref.column.table !== subject &&
        keyColumn(subject) !== null
      ) {
        draft.cost += 0.1
        draft.take(at)
        continue
      }
      // "With their support rep": by name, where it has one.
      const isKey = saysKey(draft.items[at]!.text)
      const named = isKey || !draft.isForeign(ref) ? null : draft.namedBy(ref.column)
      const isOther = named !== null && named !== ref.column.table && named !== subject
      draft.outputs.push(...(isOther ? nameColumns(named) : wholeNameOf(ref.column, draft.items[at]!.text)))
      const isOfMany =
        subject !== null && draft.isReachable(subject, ref.column.table)?.every(({ toOne }) => toOne) === false
      // What rows of another table say, many for each, is shown where nothing nearer is called so.
      if (
        isOfMany &&
        !ref.saysTable &&
        !draft.items.some(
          (item) => item.kind === 'refs' && item.ref.kind === 'table' && item.ref.table === ref.column.table,
        )
      )
        draft.cost += 0.25
      // 哪些员工已离职
      const isDeed = ref.column.type === 'date' && draft.saysDeed(at)
      const isLast = at === draft.items.length - 1 && isDeed
      // "Which employees have left?"
      const isOwn = draft.subject !== null && tableOf(draft.subject) === ref.column.table
      // 过期的库存
      const isAttribute = isDeed && draft.items[at + 1]?.text === '的' && at + 2 < draft.items.length
      if ((isLast || isAttribute) && isOwn && draft.times.length === 0 && draft.order.length === 0)
        requireKnown(draft, ref.column, at)
      if (draft.isForeign(ref) && !saysKey(draft.items[at]!.text)) draft.cost += 0.25
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
  // "The mean age for each country where the mean age is below 30" is of countries.
  if (draft.subject === null && draft.measures.length > 0 && draft.groups.length + draft.groupUnits.length === 0) {
    // "how many customers have more than 3 orders"
    const [counted] = draft.measures
    if (counted!.fn !== 'count' || draft.measures.length > 1) throw new Unclear('noSubject', '')
  }
  const shown = draft.outputs.length + draft.groups.length + draft.groupUnits.length + draft.measures.length
  if (draft.subject === null && (shown === 0 || draft.ranked !== null)) draft.subject = subjectOfValue(draft)
  if (draft.subject === null && shown === 0) throw new Unclear('noSubject', '')
  return contexts
}
/** Whether a table has a column that is called a name or a title, or its parts. */
const isNamed = (table: Table): boolean =>
  nameColumns(table).some(({ words }) => words.some((word) => /^(?:name|title|first|last|surname)$/.test(word))) ||
  nameColumns(table).some(({ words }) => words.every((word) => table.words.includes(word)))
const isBareKey = (text: string): boolean => /^ids?$/i.test(text)
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
  if (of === null || of === table || isVerb(draft.items[at]!.text)) return false
  // "The names of the singers and the songs that they sing": each with each of its own.
  const and = draft.isChinese ? draft.before(at) : at - 1
  const before = draft.items[draft.isChinese ? draft.before(and) : at - 2]
  const isOfSubject =
    before?.kind === 'refs' &&
    before.ref.kind !== 'value' &&
    // 会员的姓名和船: a name is theirs, whatever else has one.
    (tableOf(before.ref) === of || (draft.isChinese && isBareName(before.text))) &&
    !asksWhich(draft)
  const isMany = isOfSubject && draft.items[and]?.kind === 'and' && (draft.isChinese || isPlural(draft.items[at]!.text))
  if (draft.isChinese && !isMany) return false
  // "The most valuable works with their artists"
  const isTheirs = draft.items[at - 1]?.text === 'with' && draft.idle.has('their')
  const isBeside = isMany || isTheirs || [at - 1, at + 1].some((beside) => draft.items[beside]?.kind === 'and')
  const isOne = draft.isOfOne(of, table) || (isMany && draft.isReachable(of, table) !== null)
  return (
    isBeside && isOne && nameColumns(table).length > 0 && !draft.filters.some(({ column }) => column.table === table)
  )
}
const asksWhich = (draft: Draft): boolean => /^(?:which|who|whose)$/i.test(draft.items[0]!.text)

/** Whether a verb that a date is called by says only that something happened, many times for what is asked. */
function isHappening(draft: Draft, column: Column, at: number): boolean {
  if (column.type !== 'date' || !isVerb(draft.items[at]!.text) || draft.subject === null || draft.times.length > 0)
    return false
  return draft.isOfMany(tableOf(draft.subject), column.table)
}

/** Whether a day is not the one that a row begins with: an order without it has not been closed yet, a tree was planted all the same. */
const isLater = (column: Column): boolean => {
  const first = beginningOf(datesOf(column.table))
  return first !== null && first !== column
}

/** "Which are the tankers?" asks for the rows that a value, in the plural, says. */
function subjectOfValue(draft: Draft): Ref | null {
  const said = draft.items.findIndex(({ kind }) => kind === 'refs')
  const only = draft.filters.find(({ item, column }) => item === said && column.type === 'text') ?? draft.filters[0]
  const others = draft.filters.filter((other) => other !== only)
  const isOfOther = others.some(({ column }) => column.table !== only?.column.table)
  if (only === undefined || isOfOther || draft.any.length > 0 || only.column.type !== 'text') return null
  if (asksWhere(draft) && nameColumns(only.column.table).includes(only.column))
    return { kind: 'table', table: only.column.table, score: 1 }
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
