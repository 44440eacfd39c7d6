import type { Ref } from '../../linking/ref'
import type { Table } from '../../schema/profile'
import { isPerson, nameColumns } from '../../schema/row-names'
import { best } from '../../words/likeness'
import { canonical, isVerb, joined, presentForm } from '../../words/words'
import { tableOf } from '../columns'
import type { Draft } from '../draft'
import { makerOf } from '../ranking/ranking'
import { Unclear } from '../unclear'

/** What no reader took yet, and where it stands. */
export interface Left {
  readonly ref: Ref
  readonly at: number
}

/**
 * Whom a question for people asks for, where it names nobody.
 * @param main what is left of the first sentence
 * @param rest all that is left
 * @throws Unclear where it asks for a number, or for somebody that a person of the same table has to do with
 */
export function readWho(draft: Draft, main: readonly Left[], rest: readonly Left[]): void {
  // "Who works in the Engineering department?"
  const members = draft.subject === null || !isPerson(tableOf(draft.subject)) ? membersOf(draft, rest) : null
  if (members !== null) {
    draft.take(...rest.map(({ at }) => at))
    draft.subject = { kind: 'table', table: members, score: 1 }
  }
  draft.subject ??= actorOf(draft, main, rest)
  const { subject } = draft
  const other = subject === null ? null : otherDoing(draft, subject)
  if (other !== null) throw new Unclear('unread', other)
  const isNumber =
    subject?.kind === 'column' && (subject.column.isKey || subject.column.type === 'number' || draft.isForeign(subject))
  // "Who leads the project?"
  const named = subject?.kind === 'column' ? draft.namedBy(subject.column) : null
  if (subject !== null && named !== null && named !== tableOf(subject)) {
    draft.take(...rest.filter(({ ref }) => ref === subject).map(({ at }) => at))
    draft.subject = { kind: 'table', table: named, score: 1 }
  } else if (isNumber || named !== null) throw new Unclear('unread', draft.items[0]!.text)
}

/** What people are called by what they do to a work. */
const callings: readonly (readonly [doing: string, calling: string])[] = [
  ['write', 'author writer playwright poet novelist screenwriter'],
  ['compose', 'composer'],
  ['paint', 'painter artist'],
  ['direct', 'director'],
  ['design', 'designer architect'],
  ['translate', 'translator'],
  ['edit', 'editor'],
  ['produce', 'producer'],
  ['conduct', 'conductor'],
  ['publish', 'publisher'],
  ['illustrate', 'illustrator'],
].map(([doing, calling]) => [canonical(doing!), calling!] as const)

/** The verb of a question that what is found does not do: who directs a play has not written it. */
function otherDoing({ idle }: Draft, subject: Ref): string | null {
  const { words } = subject.kind === 'column' ? subject.column : tableOf(subject)
  const doing = callings.filter(([, calling]) => calling.split(' ').some((one) => words.includes(canonical(one))))
  const [said] = callings.filter(([verb]) => idle.has(verb))
  return doing.length > 0 && said !== undefined && !doing.includes(said) ? said[0] : null
}

/** Who did what a verb says: the only people that its rows refer to, or those who are called so; buyers buy and sellers sell. */
function doerOf(draft: Draft, act: Table, verb: string): Table | null {
  const people = draft.joins.flatMap(({ from, to, toOne }) =>
    from.table === act && toOne && isPerson(to.table) ? [to.table] : [],
  )
  const doer = canonical(`${presentForm(verb).replace(/e$/, '')}er`)
  const called = people.filter(({ words, name }) => best(doer, [...words, canonical(joined(name))]) >= 0.75)
  const [only, ...others] = people.length === 1 ? people : called
  return only !== undefined && others.length === 0 ? only : null
}

/** The people who refer to the one thing that they are said to be in or at; null where nothing of the kind is said. */
function membersOf(draft: Draft, rest: readonly Left[]): Table | null {
  const [place, ...elsewhere] = new Set([
    ...draft.filters.map(({ column }) => column.table),
    ...rest.map(({ ref }) => tableOf(ref)),
  ])
  const isInside = draft.filters.some(({ item }) => /^(?:in|at|for)$/i.test(draft.items[item - 1]?.text ?? ''))
  if (place === undefined || elsewhere.length > 0 || isPerson(place) || !isInside) return null
  const [people, ...others] = draft.childrenOf(place).filter(isPerson)
  return people === undefined || others.length > 0 ? null : people
}

function actorOf(draft: Draft, main: readonly Left[], rest: readonly Left[]): Ref | null {
  const rowsOf = (table: Table): Ref => ({ kind: 'table', table, score: 1 })
  const verbs = main.filter(({ ref, at }) => ref.kind === 'table' && isVerb(draft.items[at]!.text))
  // "Who acted in it?"
  const acting = verbs.filter(({ ref }) => isPerson(tableOf(ref)))
  if (acting.length === 1) return acting[0]!.ref
  // "Who has left?", "Who works remotely?"
  const told = [
    ...rest.map(({ ref }) => tableOf(ref)),
    ...draft.filters.map(({ column }) => column.table),
    // "Who was hired in 2018?"
    ...draft.times.flatMap(({ cue }) => (cue === null ? [] : [cue.table])),
  ]
  const [of] = told
  if (of !== undefined && isPerson(of) && told.every((table) => table === of)) return rowsOf(of)
  if (draft.order.length > 0) return null
  // "Who sponsored the fair?"
  const sponsors = verbs.filter(({ ref }) => ref.score > 1 && nameColumns(tableOf(ref)).length > 0)
  if (sponsors.length === 1) return sponsors[0]!.ref
  const doer = verbs.length === 1 ? doerOf(draft, tableOf(verbs[0]!.ref), draft.items[verbs[0]!.at]!.text) : null
  if (doer !== null) return rowsOf(doer)
  // "Who is the leader of the club?"
  const isOfPerson = draft.filters.some(
    ({ column }) => isPerson(column.table) && nameColumns(column.table).includes(column),
  )
  const makers =
    rest.length > 0 || isOfPerson ? [] : draft.filters.flatMap(({ column }) => makerOf(draft, column.table) ?? [])
  if (new Set(makers.map(tableOf)).size === 1) return makers[0]!
  // "Who owns more than two accounts?"
  const [bound] = draft.having
  if (bound !== undefined && rest.length === 0 && !isPerson(bound.measure.table))
    return makerOf(draft, bound.measure.table)
  // "Who painted Silent Garden?"
  const [work, ...others] = draft.spokenTables()
  const isDone = work !== undefined && others.length === 0 && rest.some(({ at }) => isVerb(draft.items[at]!.text))
  return isDone ? makerOf(draft, work) : null
}
