import type { Ref } from '../linking/ref'
import type { Join } from '../query/joins'
import type { Column, Table } from '../schema/profile'
import { behindRole, type Role, roleOf } from '../schema/roles'
import { identifies, nameColumns, saysKey } from '../schema/row-names'
import { sideBefore, sideOf } from '../schema/sides'
import { best } from '../words/likeness'
import { canonical, isPlural, isVerb } from '../words/words'
import { type Chosen, namedTable } from './draft'
import { byNamedLink, ofNamedBefore, ownerOfNamed, referenceNamed, saysPairs } from './referred-twice'
import { Unclear } from './unclear'

interface Said {
  readonly items: readonly Chosen[]
  readonly joins: readonly Join[]
}

/** What the words of a question make of tables that are referred to in several ways, or by themselves. */
export function withRoles(items: readonly Chosen[], joins: readonly Join[], idle: ReadonlySet<string>): Said {
  const named = withRoleNouns(items, joins)
  const own = withOwnRoles(named.items, named.joins)
  const both = withSides(own.items, own.joins)
  return withOneSide(both.items, byNamedLink(both.items, ofNamedBefore(both.items, both.joins), idle), idle)
}

/** "Which captain had the most sailings?": whom a reference calls so, and no other way to them. */
function withRoleNouns(items: readonly Chosen[], joins: readonly Join[]): Said {
  const [asking, item] = items
  const column = item?.kind === 'refs' && item.ref.kind === 'column' ? item.ref.column : null
  const join = joins.find(
    ({ from, to, toOne }) => from === column && toOne && to.table !== from.table && identifies(to),
  )
  const isNoun = item !== undefined && !isVerb(item.text) && !saysKey(item.text)
  if (join === undefined || asking?.kind !== 'list' || /^who$/i.test(asking.text) || !isNoun || item.kind !== 'refs')
    return { items, joins }
  const meant = join.to.table
  const isSaid = items.some((other) => other !== item && other.kind === 'refs' && isOf(other.ref, meant))
  const isRow = items.some((other) => namedTable(other) === join.from.table)
  // What only says whose name it is names the rows themselves.
  if (isSaid || !isRow || nameColumns(meant).length === 0) return { items, joins }
  const rows: Chosen = { ...item, ref: { kind: 'table', table: meant, score: item.ref.score } }
  const isOther = ({ from, to, toOne }: Join): boolean =>
    (toOne && from.table === join.from.table && to.table === meant && from !== column) ||
    (!toOne && to.table === join.from.table && from.table === meant && to !== column)
  return {
    items: items.map((other) => (other === item ? rows : other)),
    joins: joins.filter((other) => !isOther(other)),
  }
}

/** Values of a table as those of what it is by another name. */
const inRole = (item: Chosen, { table }: Role): Chosen => {
  if (item.kind !== 'refs' || item.ref.kind !== 'value') return item
  const { name } = item.ref.column
  return { ...item, ref: { ...item.ref, column: table.columns.find((column) => column.name === name)! } }
}

const behindLinks = (items: readonly Chosen[], at: number): number => {
  let next = at + 1
  while (items[next]?.kind === 'link') next += 1
  return next
}

/** What is named behind a word: "Ada Berg" may be two values, of a first name and a last one. */
function valuesBehind(items: readonly Chosen[], at: number): readonly Chosen[] {
  const first = behindLinks(items, at)
  const [of] = items.slice(first)
  const table = of?.kind === 'refs' && of.ref.kind === 'value' ? of.ref.column.table : null
  const end = items.findIndex(
    (item, index) =>
      index >= first && !(item.kind === 'refs' && item.ref.kind === 'value' && item.ref.column.table === table),
  )
  return table === null ? [] : items.slice(first, end < 0 ? items.length : end)
}

/** The manager of an employee is another employee. */
function withOwnRoles(items: readonly Chosen[], joins: readonly Join[]): Said {
  const added: Join[] = []
  let left = items
  for (const [at, item] of items.entries()) {
    const column = item.kind === 'refs' && item.ref.kind === 'column' ? item.ref.column : null
    const join = joins.find(({ from, to, toOne }) => from === column && to.table === from.table && toOne)
    const isLacked = items[at - 1]?.kind === 'not'
    if (item.kind !== 'refs' || join === undefined || isLacked || saysKey(item.text)) continue
    const role = roleOf(join)
    added.push(...role.joins)
    const by = valuesBehind(items, at)
    const isActed = by.length > 0 && (isVerb(item.text) || /\breport(?:s|ing)?(?: to)?$/i.test(item.text))
    // "Managed by Ada", "reports to Ada": the value is the manager's.
    const isSaid = items.some((other) => other !== item && namedTable(other) === join.from.table)
    const rows: Chosen = { ...item, ref: { kind: 'table', table: join.from.table, score: item.ref.score } }
    const acting = isSaid ? [] : [rows]
    left = isActed
      ? left.flatMap((other) => (other === item ? acting : [by.includes(other) ? inRole(other, role) : other]))
      : left.map((other) =>
          other === item ? { ...item, ref: { kind: 'table', table: role.table, score: item.ref.score } } : other,
        )
  }
  return { items: left, joins: [...joins, ...added] }
}

interface Sided {
  readonly item: Chosen
  readonly join: Join
  /** What the value is of: by its reference, or behind it. */
  readonly roles: readonly Role[]
  /** The column that was said for the reference. */
  readonly word: Chosen | null
  readonly isBehind: boolean
}

/** The one reference by which a value at `at` is meant: that which is named before it, or of the side that "from" and "to" say. */
function sidedAt(items: readonly Chosen[], at: number, joins: readonly Join[]): Sided | null {
  const item = items[at]!
  const table = item.kind === 'refs' && item.ref.kind === 'value' ? item.ref.column.table : null
  const references = joins.filter(({ to, toOne }) => to.table === table && toOne)
  let before = at - 1
  while (items[before]?.kind === 'link' && sideBefore(items[before]!.text) === null) before -= 1
  const word = items[before]
  const named = word?.kind === 'refs' && word.ref.kind === 'column' ? word.ref.column : null
  const side = sideBefore(word?.text)
  const isOfSide = ({ from }: Join): boolean => side !== null && sideOf(from) === side
  const direct = references
    .filter((join) => join.from === named || isOfSide(join))
    .map((join) => ({ join, roles: [roleOf(join)], isBehind: false }))
  // "From Boston": from an airport there.
  const behind = (/^in$/i.test(word?.text ?? '') ? [] : references).flatMap((over) =>
    joins
      .filter((join) => join.toOne && join.to.table === over.from.table && isOfSide(join))
      .map((join) => ({ join, roles: [roleOf(join), behindRole(roleOf(join), over)], isBehind: true })),
  )
  const found = direct.length > 0 ? direct : behind
  // Flights come from there, and fares are for the way: the rows that are spoken of.
  const spoken = found.filter(({ join }) => items.some((other) => namedTable(other) === join.from.table))
  const [only, ...others] = spoken.length > 0 || found.length > 1 ? spoken : found
  return only === undefined || others.length > 0 ? null : { item, ...only, word: named === null ? null : word! }
}

/** "From Oslo to Rome", "home team A against away team B": two values of one table, each by another reference; "from Boston": one behind it. */
function withSides(items: readonly Chosen[], joins: readonly Join[]): Said {
  const valued = items.flatMap((item, at) => (item.kind === 'refs' && item.ref.kind === 'value' ? [at] : []))
  const tableAt = (at: number): Table => ownerOf((items[at] as Extract<Chosen, { kind: 'refs' }>).ref)
  const paired = valued.filter((at) => valued.some((other) => other !== at && tableAt(other) === tableAt(at)))
  const said = (paired.length === 0 ? valued : paired).flatMap((at) => sidedAt(items, at, joins) ?? [])
  const meant = paired.length === 0 ? said.filter(({ isBehind }) => isBehind) : said
  const [left, right, ...more] = meant
  const isPair = paired.length === 2 && right !== undefined && left!.join !== right.join
  const isOne = paired.length === 0 && left !== undefined && right === undefined
  if (more.length > 0 || !(isOne || (isPair && left!.join.from.table === right.join.from.table)))
    return { items, joins }
  return {
    items: items.flatMap((item) => {
      const one = meant.find((other) => other.item === item)
      if (meant.some(({ word }) => word === item)) return []
      return [one === undefined ? item : inRole(item, one.roles.at(-1)!)]
    }),
    joins: [...joins, ...meant.flatMap(({ roles }) => roles.flatMap((role) => role.joins))],
  }
}

/**
 * Where rows refer to a table twice (who reported, who was assigned; where a ride began, where it ended), the word for one
 * reference, or the side that "from" or "to" says, leaves that one of several ways between the two tables.
 */
function withOneSide(said: readonly Chosen[], joins: readonly Join[], idle: ReadonlySet<string>): Said {
  const isCounting = said.some(
    (item) => ['howMany', 'comparison', 'not'].includes(item.kind) || (item.kind === 'superlative' && item.counts),
  )
  // "How many friends" of `friendship.friend_id`: rows of that table, whichever of the two it is said of.
  const items = said.map((item): Chosen => {
    const column = item.kind === 'refs' && item.ref.kind === 'column' ? item.ref.column : null
    if (item.kind !== 'refs' || column === null || !saysPairs(item.text, column, joins)) return item
    const of = joins.find(({ from, toOne }) => from === column && toOne)!.to.table
    const isOfOne = said.some(
      (other) => other.kind === 'refs' && other.ref.kind === 'value' && other.ref.column.table === of,
    )
    // "The friends of Ada" are the others.
    if (!isCounting && isOfOne) throw new Unclear('tooMuch', item.text)
    return isCounting ? { ...item, ref: { kind: 'table', table: column.table, score: item.ref.score } } : item
  })
  let left = joins
  /** Keeps one reference, where its table refers twice. @returns what it refers to */
  const keep = (column: Column): Table | null => {
    const meant = joins.find(({ from, toOne }) => from === column && toOne)?.to.table
    // Who manages a department is told by it, not by those who work there.
    const isBack = ({ from, to, toOne }: Join): boolean =>
      toOne && from.table === meant && to.table === column.table && meant !== column.table && to !== column
    const isOther = (join: Join): boolean =>
      (join.from.table === column.table && join.to.table === meant && join.from !== column) || isBack(join)
    if (meant === undefined || !joins.some((join) => join.toOne && isOther(join))) return null
    left = left.filter((join) => !isOther(join) && !isOther({ ...join, from: join.to, to: join.from }))
    return meant
  }
  // The home goals of a team are those of the matches in which it is the home team.
  for (const item of items) {
    const said = item.kind === 'refs' && item.ref.kind === 'column' ? item.ref.column : null
    const references = joins.filter(
      ({ from, to, toOne }) =>
        said !== null &&
        toOne &&
        from.table === said.table &&
        from !== said &&
        joins.some((other) => other.from !== from && other.from.table === from.table && other.to === to),
    )
    const alike = references.filter(({ from, to }) =>
      from.words.some(
        (word) =>
          said!.words.includes(word) &&
          !to.table.words.includes(word) &&
          references.some((other) => !other.from.words.includes(word)),
      ),
    )
    if (alike.length === 1) keep(alike[0]!.from)
  }
  for (const item of items) {
    const table = namedTable(item)
    const counted = table !== null && isCounting && isPlural(item.text) ? ownerOfNamed(item.text, table, joins) : null
    const named = counted ?? (table === null ? null : referenceNamed(item.text, table, joins, idle))
    if (named !== null) keep(named)
  }
  const kept = items.flatMap((item, at): Chosen[] => {
    if (item.kind !== 'refs') return [item]
    const { ref } = item
    if (ref.kind === 'value') {
      // "Airports in Cork" are there, whatever flies to them.
      const before = items[at - 2]
      const isOwn = before !== undefined && namedTable(before) === ref.column.table
      // "From airport AHD", "from the city Aberdeen"
      const naming = items[at - 1]
      const isNamed =
        namedTable(naming) === ref.column.table ||
        (naming?.kind === 'refs' && naming.ref.kind === 'column' && naming.ref.column === ref.column)
      const side = isOwn ? null : sideBefore(items[isNamed ? at - 2 : at - 1]?.text)
      const roles = left.filter(
        ({ from, to, toOne }) => to.table === ref.column.table && toOne && sideOf(from) === side,
      )
      const isAlone = items.every(
        (other) =>
          other === item || other.kind !== 'refs' || other.ref.kind !== 'value' || other.ref.column !== ref.column,
      )
      const isDirect = left.some(
        ({ from, to, toOne }) =>
          toOne &&
          to.table === ref.column.table &&
          from.table !== roles[0]?.from.table &&
          items.some((other) => namedTable(other) === from.table),
      )
      if (side !== null && roles.length === 1 && isAlone && !isDirect) {
        const [role] = roles
        keep(role!.from)
        // Sailings from a port are those of its routes, wherever their captains live.
        const isOther = (from: Column, to: Column): boolean => to.table === ref.column.table && from !== role!.from
        left = left.filter(({ from, to, toOne }) => !(toOne ? isOther(from, to) : isOther(to, from)))
      }
      return [item]
    }
    const meant = ref.kind === 'column' ? keep(ref.column) : null
    if (meant === null || ref.kind !== 'column') return [item]
    // "Who is managed by Ada": what has the column is asked for where nothing else is.
    const isSpoken = items.some((other) => other !== item && other.kind === 'refs' && isOf(other.ref, ref.column.table))
    // "Which wallet received": wallets, by that reference.
    const isNamed =
      item.text.split(' ').length > 1 && item.text.split(' ').some((word) => best(canonical(word), meant.words) === 1)
    if (isVerb(item.text) && isNamed) return [{ ...item, ref: { kind: 'table', table: meant, score: ref.score } }]
    if (isVerb(item.text))
      return isSpoken ? [] : [{ ...item, ref: { kind: 'table', table: ref.column.table, score: ref.score } }]
    if (saysKey(item.text)) return [item]
    // "Which zone has the most pickups?" counts rows by that reference, "per pickup zone" groups by what it refers to.
    const isRows = isPlural(item.text) && items.some((other) => namedTable(other) === meant)
    return [{ ...item, ref: { kind: 'table', table: isRows ? ref.column.table : meant, score: ref.score } }]
  })
  return { items: kept, joins: overNamed(kept, left) }
}

const ownerOf = (ref: Ref): Table => (ref.kind === 'table' ? ref.table : ref.column.table)
const isOf = (ref: Ref, table: Table): boolean => ownerOf(ref) === table

/** "Which user rated the most recipes?": of several tables that link two, the one that a verb names. */
function overNamed(items: readonly Chosen[], joins: readonly Join[]): readonly Join[] {
  const tables = items.flatMap((item) =>
    item.kind === 'refs' && item.ref.kind !== 'column' ? [ownerOf(item.ref)] : [],
  )
  const parents = (table: Table): readonly Table[] =>
    joins.filter(({ from, toOne }) => from.table === table && toOne).map(({ to }) => to.table)
  let left = joins
  for (const item of items) {
    const isSaid = isVerb(item.text) && item.kind === 'refs' && item.ref.kind !== 'column'
    const isValue = isSaid && item.ref.kind === 'value'
    const link = isSaid ? ownerOf(item.ref) : null
    const ends = link === null ? [] : [...new Set(parents(link))]
    if (!ends.some((end) => tables.includes(end))) continue
    const isOther = (table: Table): boolean =>
      !tables.includes(table) && ends.filter((end) => parents(table).includes(end)).length > 1
    // Who attended a course is told by the enrolments, and not by who teaches it.
    const isBeside = (from: Table, to: Table): boolean =>
      isValue && ends.length === 2 && ends.every((end) => tables.includes(end) && (end === from || end === to))
    left = left.filter(({ from, to }) => !isOther(from.table) && !isOther(to.table) && !isBeside(from.table, to.table))
  }
  return left
}
