import { type Column, type DatabaseProfile, saysReportsTo, type Table } from '../schema/profile'
import { identifies, isPerson, keyColumn, namesPerson } from '../schema/row-names'
import { likeness } from '../words/likeness'
import { canonical, identifierWords } from '../words/words'

/** From a column to the one that it is equal to. `toOne`: a row on the left meets at most one on the right. */
export interface Join {
  readonly from: Column
  readonly to: Column
  readonly toOne: boolean
}

const generic = new Set([
  'name', 'title', 'date', 'year', 'month', 'day', 'description', 'type', 'status', 'amount', 'price', 'email', 'phone',
  'count', 'rating', 'text', 'url', 'homepage', 'note', 'comment', 'total', 'quantity', 'latitude', 'longitude', 'time',
].map(canonical)) // biome-ignore format: a list of words

const idWords = new Set(['id', 'code', 'key', 'no', 'number', 'sku', 'isbn'])

/** What many tables tell of their rows: two that are of one country have nothing to do with each other. */
const categoryWords = new Set(
  'country city town state region county nation category color colour gender language currency'
    .split(' ')
    .map(canonical),
)

const isCategoryWord = (word: string): boolean => [...categoryWords].some((known) => likeness(known, word) >= 0.9)

function isContained(part: Column, whole: Column): boolean {
  if (part.values === null || whole.values === null) return true
  const known = new Set(whole.values.map(String))
  const met = part.values.filter((value) => known.has(String(value))).length
  return part.values.length > 0 && met / part.values.length >= 0.7
}

/** Whether the names say that `a` holds what `b`, which is unique, identifies. */
function saysSame(a: Column, b: Column, tables: readonly Table[]): boolean {
  const isPlain = a.words.every((word) => generic.has(word))
  const isCategory =
    a.words.every((word) => isCategoryWord(word) || idWords.has(word)) &&
    a.words.some(isCategoryWord) &&
    keyColumn(b.table) !== b
  if (a.name.toLowerCase() === b.name.toLowerCase() && !isPlain && !isCategory && !isBareId(a)) return true
  // `wa_wu_id` of accounts, whose columns all begin with `wa`, holds the `wu_id` of users.
  const named = identifierWords(b.name)
  if (named.length > 1 && keyColumn(b.table) === b && a.words.join(' ') === named.join(' ')) return true
  // `pr_mb` holds the `mb_no` of members, `clAptDocId` the `clDocId` of doctors.
  const { prefix } = b.table
  const own = a.words.filter((word) => !idWords.has(word))
  const isOfPrefix =
    prefix.length > 0 &&
    own.length > 0 &&
    own.join(' ') === prefix.slice(-own.length).join(' ') &&
    keyColumn(b.table) === b
  if (isOfPrefix && a.values !== null && b.values !== null) return true
  const table = b.table.words
  const rest = a.words.filter((word) => !table.includes(word))
  // `issue_id` is that of an issue, and not of an `issue_comment`.
  const isAnothers = tables.some(
    ({ words }) => words.length < table.length && words.every((word) => table.includes(word) && a.words.includes(word)),
  )
  // `lead_agent_id` holds the `agent_id` of agents where it holds nothing else.
  const endsInKey =
    b.name.length >= fewestKeyLetters &&
    a.name.length > b.name.length &&
    a.name.toLowerCase().endsWith(b.name.toLowerCase()) &&
    keyColumn(b.table) === b &&
    a.table !== b.table
  if (endsInKey && a.values !== null && b.values !== null && a.values.every((value) => b.values!.includes(value)))
    return a.values.length >= fewestCodes
  // `vol_id` is a volunteer's, and no `vol_shifts`.
  const namesTable = rest.length < a.words.length && !isAnothers && a.words.includes(table.at(-1)!)
  const isIdLike = (column: Column): boolean =>
    column.words.some((word) => idWords.has(word)) || /id$/i.test(column.name)
  // `from_airport` holds the code of an airport where it holds nothing else.
  const isHeld = isIdLike(a) || (a.values !== null && b.values !== null && keyColumn(b.table) === b)
  return namesTable && isHeld && isIdLike(b) && rest.every((word) => idWords.has(word) || roleWords.has(word))
}

const isBareId = ({ name }: Column): boolean => {
  const [first, ...more] = identifierWords(name)
  return more.length === 0 && idWords.has(first!)
}
const roleWords = new Set(['from', 'to', 'parent', 'source', 'target', 'origin', 'destination', 'home', 'away'])

/** Shorter names of keys end many a name. */
const fewestKeyLetters = 5

/** Different codes that a column must hold at least before they tell whose they are. */
const fewestCodes = 3

/** Whether a column of codes holds keys of `b` and nothing else, whatever it is called: `OriginCode` of airports' `AirportCode`. */
const holdsCodesOf = (a: Column, b: Column): boolean =>
  a.type === 'text' &&
  !isBareId(a) &&
  a.words.some((word) => idWords.has(word)) &&
  keyColumn(b.table) === b &&
  a.values !== null &&
  b.values !== null &&
  a.values.length >= fewestCodes &&
  a.values.every((value) => b.values!.includes(value))

/** How tables hang together: declared foreign keys, and where none are declared what names, uniqueness and values say. */
export function joinsOf({ tables }: DatabaseProfile): readonly Join[] {
  const joins: Join[] = []
  const add = (from: Column, to: Column): void => {
    if (joins.some((join) => join.from === from && join.to === to)) return
    joins.push({ from, to, toOne: to.isUnique }, { from: to, to: from, toOne: from.isUnique })
  }
  for (const table of tables) {
    for (const { columns, table: name, references } of table.foreignKeys) {
      const target = tables.find((other) => other.name === name)
      const from = table.columns.find((column) => column.name === columns[0])
      const to =
        target?.columns.find((column) => column.name === references[0]) ??
        target?.columns.find((column) => column.isKey && column.isUnique)
      if (columns.length === 1 && from !== undefined && to !== undefined) add(from, to)
    }
  }
  for (const a of tables) {
    for (const b of tables) {
      const isDeclared = a.foreignKeys.some(({ table }) => table === b.name)
      const isReferredTo = b.foreignKeys.some(({ table }) => table === a.name)
      if (a === b || isDeclared || joins.some(({ from, to, toOne }) => toOne && from.table === a && to.table === b))
        continue
      for (const from of a.columns) {
        for (const to of b.columns) {
          if (!to.isUnique || from.type !== to.type || from.type === 'boolean' || from.type === 'date') continue
          if (from.isUnique && !to.isKey && !from.isKey) continue
          // What another's rows refer to by their key is not that one's rows besides.
          if (from.isPrimary && isReferredTo) continue
          if (saysSame(from, to, tables) && isContained(from, to)) add(from, to)
        }
      }
    }
  }
  for (const { columns } of tables) {
    for (const from of columns) {
      if (from.isKey && from.isUnique) continue
      if (joins.some((join) => join.from === from)) continue
      const keys = tables.flatMap((other) =>
        other === from.table ? [] : other.columns.filter((to) => to.isUnique && holdsCodesOf(from, to)),
      )
      if (keys.length === 1) add(from, keys[0]!)
    }
  }
  // Whom somebody reports to is one of the same, and so is what a part belongs to.
  for (const table of tables) {
    const key = keyColumn(table)
    if (key === null || joins.some(({ from, to }) => from.table === table && to.table === table)) continue
    for (const from of table.columns) {
      const isTaken = from === key || from.isUnique || joins.some((join) => join.from === from)
      if (!isTaken && from.type === key.type && namesSuperior(from) && isContained(from, key)) add(from, key)
    }
  }
  // Who wrote a comment is one of the people, where there is one table of them.
  const [people, ...others] = tables.filter(isPerson)
  const key = people === undefined || others.length > 0 ? null : keyColumn(people)
  if (key !== null) {
    const met = new Set(joins.filter(({ to }) => to.table === people).map(({ from }) => from.table))
    for (const table of tables.filter((other) => other !== people && !met.has(other))) {
      for (const from of table.columns) {
        const isTaken = joins.some((join) => join.from === from) || from.isUnique
        if (!isTaken && from.type === key.type && (namesActor(from) || isActor(from, key)) && isContained(from, key))
          add(from, key)
      }
    }
  }
  return joins
}

/** What holds the key of another table is a key and measures nothing, although nothing declares it. */
export function withKeys(joins: readonly Join[]): readonly Join[] {
  for (const { from, to, toOne } of joins) if (toOne && identifies(to)) Object.assign(from, { isKey: true })
  return joins
}

/** Whether a column is called after what another row of its table is to the row: `ReportsTo`, `parent_id`, `manager`. */
const namesSuperior = ({ name }: Column): boolean =>
  saysReportsTo(name) || /^(?:manager|parent|supervisor|superior|boss|mentor)(?:_?(?:id|no|code))?$/i.test(name)

/** Whether a key is called after what somebody is to the row: `author_id`, `approved_by`. */
const namesActor = ({ name }: Column): boolean =>
  /(?:^|[a-z_])(?:author|assignee|[a-z]{2,12}(?:er|or|ee))_?id$/i.test(name) ||
  // `numcitedby` counts by how many.
  (/[a-z]ed_?by(?:_?id)?$/i.test(name) && !/^(?:num|n_|no_|nr_|cnt|count|total|times)/i.test(name))

/** Whether a number of a row is the key of somebody, as it is called after what that one is to the row: the `owner` of a field. */
function isActor({ words, type, values }: Column, key: Column): boolean {
  if (type !== 'number' || words.length !== 1 || !namesPerson(words[0]!)) return false
  if (key.values === null || values === null || values.length < fewestCodes) return false
  const known = new Set(key.values.map(String))
  return values.every((value) => known.has(String(value)))
}

/** Whether one of several ways between two tables is by what somebody is to the other: the manager of a department, not its staff. */
function isOffice({ from, to, toOne }: Join, joins: readonly Join[]): boolean {
  const isSame = (column: Column, key: Column): boolean =>
    column.name.toLowerCase() === key.name.toLowerCase() || column.words.some((word) => key.table.words.includes(word))
  const [column, key] = toOne ? [from, to] : [to, from]
  if (from.table === to.table || isSame(column, key)) return false
  return joins.some(
    (other) =>
      other.toOne &&
      ((other.from.table === from.table && other.to.table === to.table) ||
        (other.from.table === to.table && other.to.table === from.table)) &&
      other.from !== column &&
      isSame(other.from, other.to),
  )
}

/** Whether rows are those of what they refer to, by their name: `order_items`, `flight_log`. */
const isNamedAfter = ({ from, to }: Join): boolean =>
  from.table.words.length > to.table.words.length && to.table.words.every((word) => from.table.words.includes(word))

/** Whether a reference says what the other is to the row besides: the home port of a captain. */
const isRole = ({ from, to }: Join): boolean => {
  const words = from.words.filter((word) => !idWords.has(word))
  return words.some((word) => to.table.words.includes(word)) && words.some((word) => !to.table.words.includes(word))
}

/** Whether each row of a table has one of another at most; so has it of its own. */
export const isOfOne = (joins: readonly Join[], from: Table, to: Table): boolean =>
  pathBetween(joins, from, to)?.every(({ toOne }) => toOne) === true

/** Whether the way from one table to another leads over a third, or ends there. */
export const leadsOver = (joins: readonly Join[], from: Table, to: Table, over: Table): boolean =>
  pathBetween(joins, from, to)?.some((join) => join.to.table === over) === true

/** The shortest way between two tables; null where there is none, or two that say different things. */
export function pathBetween(joins: readonly Join[], from: Table, to: Table): readonly Join[] | null {
  if (from === to) return []
  let best: { path: readonly Join[]; cost: number } | null = null
  let isTied = false
  const visit = (at: Table, path: readonly Join[], cost: number, seen: readonly Table[]): void => {
    if (path.length > 4 || (best !== null && cost > best.cost + 1e-9)) return
    if (at === to) {
      isTied = best !== null && Math.abs(cost - best.cost) < 1e-9
      best = { path, cost }
      return
    }
    for (const join of joins) {
      if (join.from.table !== at || seen.includes(join.to.table)) continue
      // What only links two tables is no stop on the way: authors of papers before leaders of their projects.
      // A line of a bill belongs to the bill before anything else.
      const isLinked = path.length === 1 && join.toOne && !path[0]!.toOne && !hasOwnKey(at, joins)
      // Of two references to a table nobody says which, unless there is no other way.
      const isDoubled = joins.some(
        ({ from, to }) => from !== join.from && from.table === join.from.table && to === join.to && join.toOne,
      )
      visit(
        join.to.table,
        [...path, join],
        cost +
          // Where a captain lives is no port of the sailing.
          (path.length > 0 && join.toOne && isPerson(at) && isRole(join) && join.to.table === to ? 0.35 : 0) +
          // What only shares an owner has the least to do with each other: students, and courses of their department.
          (path.at(-1)?.toOne === true && !join.toOne ? 1.5 : 0) +
          (isDoubled || isOffice(join, joins) ? 0.3 : 0) +
          (isLinked ? 0.5 : join.toOne ? (join.from.isPartOfKey || isNamedAfter(join) ? 0.95 : 1) : 1.1),
        [...seen, join.to.table],
      )
    }
  }
  visit(from, [], 0, [from])
  return best === null || isTied ? null : (best as { path: readonly Join[] }).path
}

/** Whether rows of a table are something by themselves, and no mere link: they have a key that refers to nothing, called as they are or not. */
export const hasOwnKey = ({ columns }: Table, joins: readonly Join[]): boolean =>
  columns.some(
    (column) =>
      identifies(column) ||
      (column.isUnique && column.isKey && !joins.some(({ from, toOne }) => from === column && toOne)),
  )
