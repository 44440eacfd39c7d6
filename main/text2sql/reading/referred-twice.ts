import { type Join, pathBetween } from '../query/joins'
import type { Column, Table } from '../schema/profile'
import { best } from '../words/likeness'
import { canonical, isPlural, isVerb, nameParts } from '../words/words'
import { tableOf } from './columns'
import { type Chosen, namedTable } from './draft'

/** Whether a word names pairs of one table's rows, and one of the two: the friends of `friendship.friend_id`. */
export const saysPairs = (said: string, column: Column, joins: readonly Join[]): boolean =>
  isPlural(said) &&
  nameParts(column.table.name).some((part) => part.startsWith(said.toLowerCase().replace(/s$/, ''))) &&
  referencesTwice(column.table, joins).includes(column) &&
  ownerOfNamed(said, column.table, joins) !== null

/** Columns of a table that refer to what another of them refers to, too. */
function referencesTwice(table: Table, joins: readonly Join[]): readonly Column[] {
  const references = joins.flatMap(({ from, to, toOne }) => (from.table === table && toOne ? [{ from, to }] : []))
  return references.flatMap(({ from, to }) =>
    references.some((other) => other.from !== from && other.to === to) ? [from] : [],
  )
}

/** "Cited" of `citing_id` and `cited_id`, "sent" of a sender and a receiver: the one of two references that a verb says. */
export function referenceNamed(
  said: string,
  table: Table,
  joins: readonly Join[],
  idle: ReadonlySet<string>,
): Column | null {
  const several = referencesTwice(table, joins)
  const word = said.toLowerCase()
  // The citations that something received are those in which it is cited.
  const told = several.filter(({ name }) => [...idle].some((one) => best(one, nameParts(name).map(canonical)) >= 0.75))
  if (told.length === 1) return told[0]!
  const isReceived = idle.has(canonical('receive')) || idle.has(canonical('got'))
  const isDone = ({ name }: Column): boolean => nameParts(name).some(isVerb)
  if (isReceived && isPlural(word) && several.filter(isDone).length === 1) return several.find(isDone)!
  if (!isVerb(word) && !/ing$/.test(word)) return null
  const exact = several.filter(({ name }) => nameParts(name).includes(word))
  const doing = several.filter(({ name }) => best(canonical(word), nameParts(name).map(canonical)) >= 0.75)
  return exact.length === 1 ? exact[0]! : exact.length === 0 && doing.length === 1 ? doing[0]! : null
}

/** "How many friends has Ada" of `student_id` and `friend_id`, "the most followers": whom the other of two references names. */
export function ownerOfNamed(said: string, table: Table, joins: readonly Join[]): Column | null {
  const references = referencesTwice(table, joins)
  // Of who liked and who is liked, nobody knows whose the likes are.
  const isNamed = ({ name }: Column): boolean =>
    nameParts(name).some(
      (part) => !/^(?:id|key|code)$/.test(part) && !isVerb(part) && best(canonical(said), [canonical(part)]) >= 0.9,
    )
  const named = references.filter(isNamed)
  return references.length === 2 && named.length === 1 ? references.find((one) => one !== named[0])! : null
}

/**
 * "How many students are enrolled in each course", "customers who bought a novel": by their enrolments and orders, where exams and
 * reviews, of which nothing is said, hold both, too.
 */
export function byNamedLink(
  items: readonly Chosen[],
  joins: readonly Join[],
  idle: ReadonlySet<string>,
): readonly Join[] {
  const spoken = [...new Set(items.flatMap((item) => (item.kind === 'refs' ? [tableOf(item.ref)] : [])))]
  const links = [...new Set(joins.map(({ from }) => from.table))].filter((table) => !spoken.includes(table))
  const ownersOf = (link: Table): readonly Table[] =>
    spoken.filter((table) => joins.some(({ from, to, toOne }) => from.table === link && to.table === table && toOne))
  // "Members of more than 5 grants": by `grant_members`, whoever leads a grant.
  const isSaid = ({ words }: Table): boolean =>
    words.some((word) => idle.has(word) && !spoken.some((table) => table.words.includes(word)))
  if (spoken.length === 2 && links.some((link) => isSaid(link) && ownersOf(link).length === 2))
    return joins.filter(
      ({ from, to }) => !(spoken.includes(from.table) && spoken.includes(to.table) && from.table !== to.table),
    )
  const others = links.filter((link) => {
    const owners = ownersOf(link)
    const without = joins.filter(({ from, to }) => from.table !== link && to.table !== link)
    /** Whether each of the two belongs to rows of a table that is named or to theirs, and over none of them to the other. */
    const leads = (table: Table): boolean =>
      owners.every((owner) => {
        const path = pathBetween(without, table, owner)
        // A review's customer has orders, but none of them is the review's.
        const isOwned = path?.every(({ toOne }, step) => toOne || path[step - 1]?.toOne !== true) === true
        return isOwned && path.every(({ to }) => to.table === owner || !owners.includes(to.table))
      })
    return owners.length === 2 && spoken.some((table) => !owners.includes(table) && leads(table))
  })
  return joins.filter(({ from, to }) => !others.includes(from.table) && !others.includes(to.table))
}

/** "Each course in the Mathematics department": the department of the course, and not the one that its students chose. */
export function ofNamedBefore(items: readonly Chosen[], joins: readonly Join[]): readonly Join[] {
  let left = joins
  for (const [at, item] of items.entries()) {
    const place = item.kind === 'refs' && item.ref.kind === 'value' ? item.ref.column.table : null
    const before = items.slice(0, at).findLast(({ kind }) => kind !== 'link')
    const table = before === undefined ? null : namedTable(before)
    if (place === null || table === null || items[at - 1]?.kind !== 'link') continue
    const refers = (from: Table): boolean =>
      joins.some((join) => join.toOne && join.from.table === from && join.to.table === place)
    if (table === place || !refers(table)) continue
    const isOther = (from: Table, to: Table): boolean => to === place && from !== table && from !== place
    left = left.filter(({ from, to }) => !isOther(from.table, to.table) && !isOther(to.table, from.table))
  }
  return left
}
