import { parse } from 'csv-parse/sync'
import type { DatabaseCell } from '../../../contract/databases/database-tasks'
import { isRecord, type JsonValue, pointerSegment } from '../../../contract/json'

/** What a service answered, as rows of plain cells. */
export interface Records {
  readonly rows: readonly Readonly<Record<string, DatabaseCell>>[]
  /** JSON pointer to the list that the rows are the items of. */
  readonly pointer: string
  /** How many there are in all, where the answer says that these are some of them; null where it does not. */
  readonly total: number | null
}

/** Of more rows or columns no table is made. */
const mostRows = 10_000
const mostColumns = 200
/** Levels of objects within one row whose members are columns. */
const deepest = 3
/** Members of a row that only hold what it is: nobody says their names. */
const wrapping = /^(?:attributes|properties|fields|node|data|_source|item|resource)$/i
/** What an answer calls the number of all that was found. */
const totals =
  /^(?:total|totals?_?(?:count|results|items|records|hits|elements|size)|count|num_?found|hits_?total|matches)$/i

/** The rows of an answer: the items of its longest list, or lists that stand beside each other. Null where it has none. Pure. */
export function recordsIn(value: JsonValue): Records | null {
  const found = typeof value === 'string' ? linesOfCsv(value) : longestList(value, '', 0)
  if (found === null || found.items.length === 0 || found.items.length > mostRows) return null
  const rows = found.items.map(rowOf)
  const columns = new Set(rows.flatMap((row) => Object.keys(row)))
  if (columns.size === 0 || columns.size > mostColumns) return null
  const total = totalIn(value, 0)
  return { rows, pointer: found.pointer, total: total !== null && total > rows.length ? total : null }
}

/** How many rows an answer has. */
export const countRows = (value: JsonValue): number => recordsIn(value)?.rows.length ?? 0

interface FoundList {
  readonly items: readonly JsonValue[]
  readonly pointer: string
}

function longestList(value: JsonValue, pointer: string, depth: number): FoundList | null {
  if (Array.isArray(value)) return value.length > 0 && value.every(isRecord) ? { items: value, pointer } : null
  if (!isRecord(value) || depth > deepest) return null
  const beside = besideEachOther(value, pointer)
  const lists = Object.entries(value).flatMap(
    ([key, member]) => longestList(member, `${pointer}/${pointerSegment(key)}`, depth + 1) ?? [],
  )
  return [...(beside === null ? [] : [beside]), ...lists].reduce<FoundList | null>(
    (longest, one) => (longest === null || one.items.length > longest.items.length ? one : longest),
    null,
  )
}

/** Rows of a text that is a table of comma-separated values with a head; null of any other. */
function linesOfCsv(text: string): FoundList | null {
  const head = text.slice(0, text.indexOf('\n') + 1).trim()
  if (!/^[\w ./-]{1,60}(?:,[\w ./-]{1,60}){1,200}$/.test(head)) return null
  try {
    const items = parse(text, {
      columns: true,
      skip_empty_lines: true,
      relax_quotes: true,
      to: mostRows + 1,
    }) as JsonValue[]
    return { items, pointer: '' }
  } catch {
    // Lines of another length: no table.
    return null
  }
}

/** `{ time: [1, 2], temperature: [7, 9] }` are two rows. */
function besideEachOther(value: Readonly<Record<string, JsonValue>>, pointer: string): FoundList | null {
  const columns = Object.entries(value).filter(
    (entry): entry is [string, JsonValue[]] =>
      Array.isArray(entry[1]) && !entry[1].some((cell) => typeof cell === 'object' && cell !== null),
  )
  const length = columns[0]?.[1].length ?? 0
  if (columns.length < 2 || length < 2 || columns.some(([, cells]) => cells.length !== length)) return null
  const items = Array.from({ length }, (_, at) =>
    Object.fromEntries(columns.map(([name, cells]) => [name, cells[at] ?? null])),
  )
  return { items, pointer }
}

function rowOf(item: JsonValue): Record<string, DatabaseCell> {
  const row: Record<string, DatabaseCell> = {}
  const put = (name: string, cell: DatabaseCell): void => {
    if (name !== '' && !Object.hasOwn(row, name)) row[name] = cell
  }
  const read = (value: JsonValue, name: string, depth: number): void => {
    if (value === null || typeof value !== 'object') put(name, value)
    else if (Array.isArray(value)) put(name, listed(value))
    else if (depth < deepest)
      for (const [key, member] of Object.entries(value)) {
        const isWrapping = wrapping.test(key) && isRecord(member)
        read(member, isWrapping ? name : name === '' ? key : `${name}_${key}`, depth + (isWrapping ? 0 : 1))
      }
  }
  read(item, '', 0)
  return row
}

/** What a list within a row says in one cell: its values, or what its items are called. */
function listed(items: readonly JsonValue[]): string | null {
  const said = items.map((item) => (isRecord(item) ? nameIn(item) : item))
  const texts = said.filter((one) => one !== null && typeof one !== 'object')
  return texts.length === 0 ? null : texts.join(', ')
}

const nameIn = (item: Readonly<Record<string, JsonValue>>): JsonValue =>
  ['name', 'title', 'label', 'display_name', 'displayName', 'login', 'username', 'code', 'id']
    .map((key) => item[key])
    .find((value) => typeof value === 'string' || typeof value === 'number') ?? null

function totalIn(value: JsonValue, depth: number): number | null {
  if (!isRecord(value) || depth > deepest) return null
  for (const [key, member] of Object.entries(value)) {
    if (typeof member === 'number' && Number.isInteger(member) && totals.test(key)) return member
  }
  for (const member of Object.values(value)) {
    const inner = totalIn(member, depth + 1)
    if (inner !== null) return inner
  }
  return null
}
