import type { Join } from '../query/joins'
import { isMeasureColumn, nameColumns } from '../schema/row-names'
import { isPlural } from '../words/words'
import { assemble } from './assemble'
import { inEnglishOrder } from './chinese-order'
import { tableOf } from './columns'
import { readAbsence, readPresence } from './conditions/read-absence'
import { readComparisons } from './conditions/read-comparisons'
import { readPatterns } from './conditions/read-patterns'
import { readValues } from './conditions/read-values'
import { readWhole } from './conditions/read-whole'
import { type Chosen, Draft, namedTable, type Reading } from './draft'
import { withFormulas } from './figures/formulas'
import { readBetweenColumns } from './figures/read-between-columns'
import { readMeasures } from './figures/read-measures'
import { readShares } from './figures/read-shares'
import { withNounPhrases } from './noun-phrases'
import { readSorting } from './ranking/read-sorting'
import { readSuperlatives } from './ranking/read-superlatives'
import { readCompared, readGroups } from './read-groups'
import { withRoles } from './roles'
import { readElapsed, readTimeSpent } from './times/read-elapsed'
import { readLateness } from './times/read-lateness'
import { readTimes, readWeekdays } from './times/read-times'
import { Unclear } from './unclear'

/** Puts together what the items say. @throws Unclear */
export function compose(
  items: readonly Chosen[],
  joins: readonly Join[],
  isChinese: boolean,
  idle: ReadonlySet<string>,
): Reading {
  const said = withRoles(
    withFormulas(isChinese ? inEnglishOrder(items, joins) : withNounPhrases(items), joins),
    joins,
    idle,
  )
  const draft = new Draft(said.items, said.joins, isChinese, idle, said.joins.length < joins.length)
  draft.each('everything', (at) => {
    draft.showsAll = true
    draft.take(at)
  })
  readCompounds(draft)
  readNamesOfKinds(draft)
  refuseOthersNames(draft)
  readLateness(draft)
  readElapsed(draft)
  readTimeSpent(draft)
  readTimes(draft)
  readWeekdays(draft)
  readBetweenColumns(draft)
  readPatterns(draft)
  readComparisons(draft)
  readSorting(draft)
  readWhole(draft)
  readGroups(draft)
  readAbsence(draft)
  readPresence(draft)
  readSuperlatives(draft)
  readShares(draft)
  readMeasures(draft)
  readValues(draft)
  readKindListed(draft)
  readAlternatives(draft)
  readCompared(draft)
  readNamedUnits(draft)
  return assemble(draft)
}

/** "Return the term, year and number": a column that is called a year, of what is told. */
function readNamedUnits(draft: Draft): void {
  draft.each('unit', (at) => {
    const { unit, sentence } = draft.items[at] as Extract<Chosen, { kind: 'unit' }>
    // "In each month. Return the month and …": it is told.
    if (sentence > 0 && draft.groupUnits.includes(unit)) return draft.take(at)
    const groups = draft.groups.filter((group) => 'columns' in group)
    const told = draft.isAggregate || draft.isGrouped ? groups : draft.spokenTables()
    const [column, ...more] = told.flatMap(({ columns }) =>
      columns.filter(({ words, type }) => type !== 'date' && words.length === 1 && words[0] === unit),
    )
    if (sentence === 0 || column === undefined || more.length > 0) return
    if (told === groups) draft.groups.push(column)
    else draft.outputs.push(column)
    draft.take(at)
  })
}

/** "The name and hire date of all housekeepers" is theirs, and not that of the hotel in which they work. @throws Unclear for any other */
function refuseOthersNames(draft: Draft): void {
  const at = draft.items.findIndex(({ kind, text }) => kind === 'refs' && /^names?$/i.test(text))
  const of = draft.items.findIndex(({ kind, text }, index) => index > at && kind === 'link' && /^of$/i.test(text))
  const [name, rows] = [at < 0 ? null : draft.columnAt(at), of < 0 ? null : draft.refAt(of + 1)]
  if (name === null || rows?.kind !== 'value' || !isPlural(draft.items[of + 1]!.text)) return
  if (name.table !== rows.column.table && nameColumns(rows.column.table).length > 0)
    throw new Unclear('noSubject', draft.items[of + 1]!.text)
}

/** In "population density" the last word is the measure. */
function readCompounds(draft: Draft): void {
  for (const [at, item] of draft.items.entries()) {
    const [column, next] = [draft.columnAt(at), draft.columnAt(at + 1)]
    if (column === null || next === null || !isMeasureColumn(column) || !isMeasureColumn(next)) continue
    if (draft.items[at + 1]!.sentence !== item.sentence) continue
    if (column.table !== next.table) throw new Unclear('unread', item.text)
    draft.take(at)
    draft.cost += 0.1
  }
}

/** "List the lecturers in the Mathematics department": the people who are called so, and not the department. */
function readKindListed(draft: Draft): void {
  const [asking, kind] = draft.items
  if (asking?.kind !== 'list' || kind?.kind !== 'refs' || kind.ref.kind !== 'value' || draft.isChinese) return
  if (draft.subject !== null || draft.isAggregate || draft.isGrouped || draft.hasSuperlative) return
  const { table } = kind.ref.column
  const behind = draft.items.slice(2)
  const isPlaced = draft.isLink(2) && /^(?:in|at|of|from)$/i.test(behind[0]!.text)
  const isOfOthers = behind.every((item) => item.kind !== 'refs' || draft.isOfOne(table, tableOf(item.ref)))
  const hasRows = behind.some((item) => namedTable(item) === table)
  if (isPlural(kind.text) && isPlaced && isOfOthers && !hasRows) draft.subject = { kind: 'table', table, score: 1 }
}

/** "The name of every city that has 15 stations" is the city, not the name of a station. */
function readNamesOfKinds(draft: Draft): void {
  for (const [at, { kind, text }] of draft.items.entries()) {
    const name = draft.columnAt(at)
    if (kind !== 'refs' || name === null || !/^names?$/i.test(text) || draft.items[at + 1]?.text.toLowerCase() !== 'of')
      continue
    const behind = draft.items.findIndex(
      (item, index) => index > at + 1 && item.kind !== 'each' && item.kind !== 'distinct',
    )
    const of = draft.columnAt(behind)
    if (of === null || of === name || of.table !== name.table || of.type !== 'text' || of.isUnique) continue
    if (!draft.items.some((item, index) => index > behind && item.kind === 'refs' && draft.tableAt(index) === of.table))
      continue
    draft.take(at)
  }
}

/**
 * "Older than 60 or younger than 18", "from Bern or over 1,000": of two conditions that `or` joins one suffices. Others hold
 * besides only where both are on one column, as it is not said how far `or` reaches.
 */
function readAlternatives(draft: Draft): void {
  draft.each('or', (at) => {
    if (draft.any.length > 0) return
    const left = draft.filters.filter(({ item }) => item < at).toSorted((one, other) => other.item - one.item)[0]
    const right = draft.filters.filter(({ item }) => item > at).toSorted((one, other) => one.item - other.item)[0]
    if (left === undefined || right === undefined) return
    const isLast = draft.filters.every(({ item }) => item <= right.item)
    if (draft.filters.length > 2 && (left.column !== right.column || !isLast)) return
    draft.take(at)
    for (const filter of [left, right]) draft.filters.splice(draft.filters.indexOf(filter), 1)
    draft.any.push(left, right)
  })
  // "Either … or"
  const isJoined = draft.any.length > 0 || draft.items.some(({ kind }, at) => kind === 'or' && draft.used[at])
  if (isJoined) draft.each('or', (at) => /^either$/i.test(draft.items[at]!.text) && draft.take(at))
}
