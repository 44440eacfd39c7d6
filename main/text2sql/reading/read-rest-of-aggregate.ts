import { isSold, unitsOfLine } from '../linking/worth'
import { leadsOver } from '../query/joins'
import { figureOf, tableOfGroup, unitsOrRows } from '../query/query'
import type { Column, Table } from '../schema/profile'
import { isMeasureColumn, isPerson } from '../schema/row-names'
import { isPlural, isVerb, making } from '../words/words'
import { isMeasureRef } from './columns'
import { isHad, requireKnown } from './conditions/known'
import type { Left } from './conditions/read-who'
import { type Draft, namedTable } from './draft'
import { isPartOfWhole } from './times/read-times'
import { Unclear } from './unclear'

/** What is left of a question for a number: groups that it asks for, when something happened, and what the counted rows have to do with. */
export function readRestOfAggregate(draft: Draft, rest: readonly Left[]): Table[] {
  const contexts: Table[] = [...draft.qualifiers]
  const measured = draft.measures[0]!.table
  const measuredAt = draft.items.findIndex(({ kind }) => kind === 'howMany' || kind === 'aggregate')
  if (countsTwo(draft, measuredAt)) throw new Unclear('tooMuch', draft.items[measuredAt]!.text)
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
      (/^(?:which|who|list|show)$/.test(draft.items[draft.before(at)]!.text.toLowerCase()) ||
        (draft.items[measuredAt]!.kind === 'howMany' &&
          draft.items[measuredAt - 1]?.kind === 'and' &&
          draft.groups.length === 0)) &&
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
      // "Published per decade" of a year of publication
      const isOfYear = ref.column.isYear && isParticiple && draft.groupUnits.length > 0
      if (
        isOfYear ||
        (ref.column.type === 'date' && (isParticiple || draft.times.length > 0 || draft.groupUnits.length > 0))
      ) {
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
      if (isHad(draft, ref.column, at) && draft.isOfOne(measured, ref.column.table)) requireKnown(draft, ref.column, at)
      else if (!isSaid && !isOfNamed(draft, ref.column) && !isOfRows(draft, ref.column, measured, at))
        throw new Unclear('unread', draft.items[at]!.text)
    }
    draft.take(at)
  }
  countWhatHappened(draft)
  const units = unitsOfKind(draft, measuredAt, measured)
  if (units !== null && draft.measures.length === 1 && draft.measures[0]!.fn === 'count')
    draft.measures[0] = figureOf('sum', units)
  for (const table of contexts) {
    if (
      table === draft.measures[0]!.table ||
      draft.groups.some((group) => group === table || ('table' in group && group.table === table))
    )
      continue
    const path = draft.isReachable(draft.measures[0]!.table, table)
    const isOfContext = contexts.some((other) => other !== table && draft.isOfOne(other, table))
    if (path === null && isOfContext) continue
    // Who has no orders has none of a product either.
    if (
      path !== null &&
      draft.related.some((other) => other.isAbsent && path.some(({ to }) => to.table === other.table))
    )
      continue
    // Tickets that were sold, where sales are those of something else.
    const isSaid = rest.some(
      ({ ref, at }) => ref.kind === 'table' && ref.table === table && making.test(draft.items[at]!.text.toLowerCase()),
    )
    if (path === null && isSaid && isSold(measured)) continue
    if (path === null) throw new Unclear('notJoined', table.name)
    const said = rest.find(({ ref }) => ref.kind === 'table' && ref.table === table)
    // Students who are enrolled are counted, cars that are sold by their sales.
    const isAct = said !== undefined && isVerb(draft.items[said.at]!.text) && !isPerson(measured)
    // "Tickets of members": not all may have one.
    if (path.every(({ toOne }) => toOne) && !(isAct && isCountOf(draft, measured, table))) {
      const isFiltered = [...draft.filters, ...draft.any].some(({ column }) => column.table !== measured)
      const isMore = draft.groups.length > 0 || isFiltered || draft.share !== null
      if (!isMore) draft.related.push({ table, isAbsent: false })
      continue
    }
    if (draft.measures.some(({ table: other }) => other === table)) continue
    // Students of each course in which they are enrolled: the way to the course leads over it.
    const isPassed = draft.groups.some((group) =>
      leadsOver(draft.joins, measured, 'columns' in group ? group : tableOfGroup(group), table),
    )
    if (isPassed) continue
    // The units sold of what is in stock are not the units in stock.
    if (draft.measures[0]!.fn !== 'count' && path[0]!.toOne) throw new Unclear('notJoined', table.name)
    // What is paid for policies is not paid for the claims that they have, too.
    if (path.length === 2 && path[0]!.toOne && !draft.spokenTables().includes(path[0]!.to.table))
      throw new Unclear('notJoined', table.name)
    // "Labelled security" says the label.
    if (draft.filters.some(({ column }) => column.table === table)) continue
    if (isAct) {
      // "How many cars were sold?" counts sales, "how many different people commented" people.
      const [counted] = draft.measures
      if (counted!.distinct && counted!.column === null) {
        draft.related.push({ table, isAbsent: false })
        continue
      }
      const isOfEach = draft.isOfOne(table, measured)
      if (
        draft.measures.length > 1 ||
        counted!.fn !== 'count' ||
        counted!.column !== null ||
        counted!.distinct ||
        !isOfEach
      )
        throw new Unclear('tooMuch', draft.items[said.at]!.text)
      // Teas that were sold are as many as the units of the sales, where these say how many.
      const units = unitsOfLine(table)
      draft.measures[0] = unitsOrRows(units, table)
      draft.cost += 0.1
      return contexts
    }
    draft.related.push({ table, isAbsent: false })
  }
  return contexts
}

/** "How many students and teachers are in each class?" asks for two numbers. */
function countsTwo(draft: Draft, measuredAt: number): boolean {
  const [counting, one, and, other] = draft.items.slice(measuredAt, measuredAt + 4)
  const isTable = (item: typeof one): boolean => namedTable(item) !== null && isPlural(item!.text)
  return counting?.kind === 'howMany' && and?.kind === 'and' && isTable(one) && isTable(other)
}

/** "How many cars were sold": rows of what was done, each of one car. */
const isCountOf = (draft: Draft, measured: Table, act: Table): boolean =>
  draft.measures[0]!.fn === 'count' && draft.isOfOne(act, measured)

/** "How many flights were cancelled" counts the days on which one was, where only these say so and are called flights, too. */
function countWhatHappened(draft: Draft): void {
  const [counted, ...others] = draft.measures
  if (counted === undefined || others.length > 0 || counted.fn !== 'count' || counted.column !== null) return
  const told = draft.filters.flatMap(({ column, words }) => (isVerb(words) ? [column] : []))
  for (const column of draft.cueDate === null ? told : [...told, draft.cueDate]) {
    const [first, ...rest] = draft.isReachable(counted.table, column.table) ?? []
    const events = first?.to.table
    const isEvent = first?.toOne === false && rest.every(({ toOne }) => toOne) && !counted.distinct
    // What is insured of a rental is one of its items.
    if (isEvent && !isPartOfWhole(events!) && counted.table.words.every((word) => events!.words.includes(word)))
      draft.measures[0] = { ...counted, table: events! }
  }
}

/** "How many customers does Ada support": the word for a reference to her. */
function isOfNamed(draft: Draft, column: Column): boolean {
  const to = draft.namedBy(column)
  return to !== null && draft.filters.some(({ column: told, op }) => told.table === to && op === '=')
}

/** "The average age of the respondents": the rows, by what tells them apart. */
const isOfRows = (draft: Draft, column: Column, measured: Table, at: number): boolean =>
  column.table === measured && column.isUnique && column.type === 'text' && isPlural(draft.items[at]!.text)

/** "How many lamps were sold?": what a sale has so many of; null where it does not say how many, or it is not of one. */
function unitsOfKind(draft: Draft, countedAt: number, measured: Table): Column | null {
  const counted = draft.items[countedAt + 1]
  const isKind = counted?.kind === 'refs' && counted.ref.kind === 'value' && counted.ref.column.table === measured
  const isAct = draft.items.some(
    (item) => item.kind === 'refs' && item.ref.kind === 'table' && item.ref.table === measured && isVerb(item.text),
  )
  return isKind && isAct && isSold(measured) ? unitsOfLine(measured) : null
}
