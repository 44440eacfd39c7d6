import type { Ref } from '../../linking/ref'
import { isMoney, isNonAdditive, isSold, moneyOf, unitsOfLine } from '../../linking/worth'
import { countOf, figureOf, type Measure, type Term } from '../../query/query'
import type { Column, Table } from '../../schema/profile'
import { isMeasureColumn, isPerson, nameColumns, namesPeople } from '../../schema/row-names'
import { best } from '../../words/likeness'
import { canonical, canonicalWords, isPlural, isVerb } from '../../words/words'
import { isOrdering, tableOf } from '../columns'
import { type Draft, namedTable } from '../draft'
import { measureAt } from '../figures/measure-at'
import { worthOf } from '../figures/worth-of'
import { Unclear } from '../unclear'

/** What is said behind "by": "the longest flight by distance", "the top members by tickets bought". Takes it. */
export function rankedBy(draft: Draft, from: number, ranked: Ref | null): Term | null {
  for (let by = from; by < draft.items.length; by += 1) {
    if (draft.items[by]!.kind !== 'by' || draft.used[by]) continue
    const subject = ranked ?? draft.firstRef()
    let next = draft.after(by)
    // "By total sales amount": what is told adds up anyway.
    const [summed, worth] = [draft.items[next], draft.after(next)]
    if (summed?.kind === 'aggregate' && summed.fn === 'sum' && draft.items[worth]?.kind === 'howMuch') {
      draft.take(next)
      next = worth
    }
    const measure = draft.items[next]?.kind === 'howMuch' ? worthOf(draft) : measureAt(draft, next)
    if (measure !== null && draft.items[next]?.kind === 'howMuch') draft.take(next)
    const column = measure === null ? draft.columnAt(next) : null
    const table = draft.tableAt(next)
    let term: Term | null = null
    if (measure !== null) term = { kind: 'measure', measure }
    else if (column !== null && (isMeasureColumn(column) || column.type === 'date'))
      term = totalOf(draft, column, subject)
    else if (table !== null && revenueOf(table, draft.items[next]!.text) !== null)
      term = { kind: 'measure', measure: revenueOf(table, draft.items[next]!.text)! }
    else if (table !== null && table !== tableOf(subject) && isPlural(draft.items[next]!.text))
      term = { kind: 'measure', measure: countOf(table) }
    if (term === null) continue
    if (measure === null) draft.take(next)
    draft.take(by)
    return term
  }
  return null
}

/** "By revenue": what rows of a table are worth, where the word is no name of the rows. */
function revenueOf(table: Table, said: string): Measure | null {
  const money = isPlural(said) || !isMoney(table, said) ? null : moneyOf(table)
  return money === null ? null : figureOf('sum', money)
}

/** What rows are ranked by that have many of another table: the sum of what those hold, where that adds up. */
export function totalOf(draft: Draft, column: Column, subject: Ref): Term {
  const table = tableOf(subject)
  const ways = [draft.isReachable(table, column.table), draft.isReachable(column.table, table)]
  const [isToOne, isOfEach] = ways.map((way) => way?.every(({ toOne }) => toOne) === true)
  // A column whose values come again and again, as the buyer of a sale, has many rows for each, too.
  const kinds = subject.kind === 'column' && subject.column.type === 'text' ? subject.column.values?.length : undefined
  const isRepeated = kinds !== undefined && table.rows !== null && kinds * 2 <= table.rows
  const addsUp = isMeasureColumn(column) && !isNonAdditive(column)
  if (!addsUp || isOfEach !== true || (isToOne === true && !isRepeated)) return { kind: 'column', column }
  return { kind: 'measure', measure: figureOf('sum', column) }
}

/** Whose rows they are: the one table of people that they refer to, else their own. Null where there are several. */
export function personOf(draft: Draft, table: Table): Table | null {
  if (isPerson(table)) return table
  const people = draft.joins.flatMap(({ from, to, toOne }) =>
    from.table === table && toOne && isPerson(to.table) ? [to.table] : [],
  )
  return people.length > 1 ? null : (people[0] ?? table)
}

/**
 * Whose rows they are, where a question begins with "who": the one whom they belong to.
 * @throws Unclear where that may be several, or a verb says something else of them ("who built the longest boat")
 */
export function ownerAsked(draft: Draft, table: Table): Table {
  if (!draft.asksWho) return table
  // "Who owns the heaviest dog": the owner, though a dog has a birthday and a name, too.
  const doer = namedTable(draft.items[1])
  const isDone = doer !== null && /^(?:owns?|owned|keeps?|has|have|holds?)$/i.test(draft.items[1]?.text ?? '')
  if (isDone && doer !== table && isPerson(doer) && draft.isOfOne(table, doer)) return doer
  if (isPerson(table)) return table
  const person = personOf(draft, table)
  if (person === null) throw new Unclear('noSubject', table.name)
  const act = draft.items.find(
    (item) =>
      item.kind === 'refs' &&
      item.ref.kind === 'column' &&
      isVerb(item.text) &&
      draft.namedBy(item.ref.column) !== person,
  )
  if (act !== undefined && person !== table) throw new Unclear('unread', act.text)
  return person
}

/** Who made what rows stand for: the one table of people that they refer to, or are linked to, else the one column that names people. `made`: what they did it to. */
export function makerOf(draft: Draft, table: Table, made = table): Ref | null {
  const people = draft.tables.filter((other) => other !== table && other !== made && isPerson(other))
  const near = (steps: number): Table[] =>
    people.filter((person) => {
      const way = draft.isReachable(table, person)
      return way?.length === steps && (steps === 1 ? way[0]!.toOne : !way[0]!.toOne && way[1]!.toOne)
    })
  const found = [near(1), near(2)].find(({ length }) => length > 0) ?? []
  const names = table.columns.filter(namesPeople)
  // Who adopted an animal is the other that an adoption refers to.
  const others = draft.joins.filter(({ from, to, toOne }) => from.table === table && toOne && to.table !== made)
  if (made !== table && names.length + found.length === 0 && others.length === 1)
    return { kind: 'table', table: others[0]!.to.table, score: 1 }
  if (names.length === 1 && near(1).length === 0)
    return { kind: 'column', column: names[0]!, score: 1, saysTable: false }
  return names.length === 0 && found.length === 1 ? { kind: 'table', table: found[0]!, score: 1 } : null
}

/**
 * The table of what is counted by a superlative that stands alone: of the verb before it ("which books were borrowed most
 * often"), else the only one that refers to what is spoken of ("which test was run most often"). Takes the verb.
 */
export function takeHappened(draft: Draft, at: number): Table | null {
  const isOften = /often|frequently|times/i.test(draft.items[at]!.text)
  const children = isOften ? draft.childrenOf(draft.firstTable()) : []
  for (let before = at - 1; before >= 0; before -= 1) {
    const table = draft.tableAt(before)
    const isEvent = table !== null && (isVerb(draft.items[before]!.text) || (isOften && children.includes(table)))
    if (!isEvent) continue
    draft.take(before)
    // Who donated most often made the most donations.
    const acts =
      draft.asksWho && isPerson(table)
        ? draft.childrenOf(table).filter(({ words }) => best(canonical(draft.items[before]!.text), words) > 0)
        : []
    if (acts.length === 1) {
      draft.subject = { kind: 'table', table, score: 1 }
      return acts[0]!
    }
    // What was prescribed most often has the most prescriptions, and not the most prescribers.
    if (isVerb(draft.items[before]!.text) && isPerson(table)) draft.cost += 0.3
    return table
  }
  const only = onlyChildBefore(draft, at)
  if (only !== null) draft.cost += 0.15
  return only
}

/** "the three branches with the most loans": the number that stands before what is ranked. Takes it. */
export function numberOfSubject(draft: Draft, superlative: number): number | null {
  for (let at = 0; at < superlative; at += 1) {
    const count = draft.numberAt(at)
    const [before, after] = [draft.items[draft.before(at)], draft.refAt(draft.after(at))]
    // "The three operators": of a job.
    const isKind =
      after?.kind === 'value' || (after?.kind === 'column' && (after.column.type === 'text' || after.column.isKey))
    const isRows = after?.kind === 'table' || (isKind && isPlural(draft.items[draft.after(at)]!.text))
    if (count === null || (before !== undefined && before.kind !== 'list') || !isRows) continue
    draft.take(at)
    return count
  }
  return null
}

/** "The most common reason": what is counted by how many rows have it. Null where that is not plain. */
export function frequentOf(
  draft: Draft,
  at: number,
): { readonly subject: Ref; readonly measure: Measure; readonly text: string } | null {
  const [column, named] = [draft.columnAt(at), draft.tableAt(at)]
  if (column !== null && column.type !== 'date' && !column.isUnique) {
    const table = draft.namedBy(column)
    const subject: Ref = table === null ? draft.refAt(at)! : { kind: 'table', table, score: 1 }
    // What is popular is sold the most, before anything else is done with it.
    const sales = (table === null ? [] : draft.childrenOf(table)).filter(
      (child) => isSold(child) || unitsOfLine(child) !== null,
    )
    if (sales.length > 0 && !sales.includes(column.table)) draft.cost += 0.3
    draft.take(at)
    return { subject, measure: countOf(column.table), text: draft.items[at]!.text }
  }
  const children = named === null ? [] : draft.childrenOf(named)
  const spoken = children.filter((child) => draft.spokenTables().includes(child))
  const [child] = spoken.length > 0 ? spoken : children
  // "The most common diagnosis": of rows that share their names.
  const [name, ...names] = named === null || children.length > 0 ? [] : calledBy(named)
  if (name !== undefined && names.length === 0 && !name.isUnique) {
    draft.take(at)
    return {
      subject: { kind: 'column', column: name, score: 1, saysTable: true },
      measure: countOf(name.table),
      text: draft.items[at]!.text,
    }
  }
  if (child === undefined || (spoken.length !== 1 && children.length !== 1)) return null
  const subject = draft.refAt(at)!
  draft.take(at)
  return { subject, measure: countOf(child), text: draft.items[at]!.text }
}

/** What rows are called by: their names, else the only text that they have, where it comes again. */
function calledBy(table: Table): readonly Column[] {
  const names = nameColumns(table)
  const texts = table.columns.filter(({ type, isKey }) => type === 'text' && !isKey)
  return names.length > 0 ? names : texts.filter(({ isUnique, values }) => !isUnique && values !== null)
}

/** Whether nothing but their own text tells rows of a table apart by kind: adverse events, complaints. */
export const isTold = (draft: Draft, table: Table): boolean =>
  draft.childrenOf(table).length === 0 && nameColumns(table).length === 0 && calledBy(table).length === 1

/** The table that is named, or whose rows a word calls by their names. */
export function spokenAt(draft: Draft, at: number): Table | null {
  const column = draft.columnAt(at)
  return column !== null && nameColumns(column.table).includes(column) ? column.table : draft.tableAt(at)
}

/** The one table whose rows refer to those of the table that is spoken of before `at`. */
export function onlyChildBefore(draft: Draft, at: number): Table | null {
  const spoken = [...draft.items.keys()].slice(0, at).flatMap((before) => spokenAt(draft, before) ?? [])
  const [subject] = spoken
  const children = subject === undefined || spoken.length !== 1 ? [] : draft.childrenOf(subject)
  // "Which game was played the most?" counts plays, not purchases.
  const said = ({ words }: Table | Column): boolean => words.some((word) => draft.idle.has(word))
  // What was never sold stands on no bill.
  const isSelling = draft.idle.has('sale') || draft.idle.has('buy')
  const sales = isSelling ? children.filter((child) => isSold(child) || unitsOfLine(child) !== null) : []
  const meant = [children.filter(said), children.filter((child) => child.columns.some(said)), sales, children].find(
    ({ length }) => length > 0,
  )
  return meant?.length === 1 ? meant[0]! : null
}

const births = canonicalWords('birth birthdate')
const beginnings = canonicalWords(
  'birth birthdate found establish built construction commission open first start launch file submit raise request report log receive',
)

/** When the rows of a table were born: who is the oldest was born first. Null where they have an age. */
export function birthOf(table: Table): Column | null {
  const { columns } = table
  if (columns.some(({ words }) => words.includes(canonical('age')))) return null
  // When somebody started says nothing of how old they are.
  const said = isPerson(table) ? births : beginnings
  const born = columns.filter((column) => isOrdering(column) && column.words.some((word) => said.has(word)))
  const years = isPerson(table) ? [] : columns.filter(({ isYear, type }) => isYear && type === 'number')
  return born.length === 1 ? born[0]! : born.length === 0 && years.length === 1 ? years[0]! : null
}
