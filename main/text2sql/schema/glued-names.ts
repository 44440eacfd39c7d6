import type { TableSchema } from '../../../contract/resources/resource'
import { wordTable } from '../../../contract/word-table'
import { isKnownWord, wordsOfPart } from '../words/likeness'
import { joinedNameReader } from './joined-names'
import { type NameReader, shortNameReader } from './short-names'

/** How names end that midrange systems write without a break: `CUSNM`, `BKGDT`, `CRLMT`. */
const endings =
  'name nam nm code cod cd date dat dt time tim tm number num nbr nr no type typ amount amt quantity qty count cnt flag flg ind percent pct description desc dsc year yr month mth status stat sts st score sc bp dy limit lmt level lvl value val price prc cost cst rate rte text txt note nte phone tel address adr city cty zip seq bal group grp class cls kg lb km mg teu id c'.split(
    ' ',
  )
/** How names of tables end that say what kind of table it is. */
const tableEndings =
  'master mstr mst mas header hdr detail dtl det table tab tbl line lin item itm history hist hst log trn xref file'.split(
    ' ',
  )
/** Of so many names at least half must be written so. */
const fewestNames = 4

/** What a part of such a name is short for beside another part of it, or of a name of the same table. */
const shortBeside: readonly (readonly [part: string, beside: string, meant: string])[] = [
  ['act', 'flg', 'active'], ['act', 'ind', 'active'], ['cr', 'lmt', 'credit'], ['org', 'dst', 'origin'], ['org', 'des', 'origin'],
  ['cap', 'teu', 'capacity'], ['blt', 'yr', 'built'], ['lv', 'flg', 'left'], ['lv', 'dt', 'left'], ['sur', 'nm', 'last'],
  ['dep', 'dt', 'departure'], ['dep', 'tm', 'departure'], ['lst', 'nm', 'last'], ['for', 'nm', 'first'], ['fst', 'nm', 'first'],
] // biome-ignore format: rows of a table
/** What a part means only at the end of a name: `CNTTYP` and `DSCCD` are the type and the code of something else. */
const lastOnly: ReadonlySet<string> = new Set(['cnt', 'dsc'])
/** Parts that are short for several words: a depot, a departure, a department. */
const severalWords: ReadonlySet<string> = new Set(['dep', 'com', 'con', 'pro'])
/** Letters that all columns of a table begin with, of names that have no breaks: `LN` of `LNNUM`, `LNNAM`, `LNLEN`. */
const prefixLetters = 2
/** What an ending is short for that means something else, or nothing, elsewhere. */
const atEnd = wordTable<string>({ cls: 'class', st: 'status', cst: 'cost', prc: 'price', rte: 'rate', sc: 'score', bp: 'pressure', dy: 'day', bld: 'built', sea: 'seat', wag: 'wage', nam: 'name', dat: 'date', tim: 'time', sts: 'status', lnm: 'last name', fnm: 'first name', min: 'minute', max: 'maximum' }) // biome-ignore format: pairs

const isGluable = (name: string): boolean =>
  /^(?:[A-Z][A-Z\d]{3,11}|[a-z][a-z\d]{3,11})$/.test(name) && !isKnownWord(name.toLowerCase())

/** What is left of a name without the longest of the endings that leaves a stem, and that ending; null where none does. */
function withoutEnding(name: string, ends: readonly string[]): readonly [stem: string, end: string] | null {
  const [end] = ends
    .filter((one) => {
      const left = name.length - one.length
      return name.endsWith(one) && left <= 5 && left >= (one.length > 2 ? 1 : one.length > 1 ? 2 : 4)
    })
    .toSorted((left, right) => right.length - left.length)
  return end === undefined ? null : [name.slice(0, -end.length), end]
}

/** The parts of the name of a table; how it ends is none of them where it only says that it is a table. */
function partsOfTable({ name, columns: [first] }: TableSchema): readonly string[] {
  if (!isGluable(name)) return [name]
  const lower = name.toLowerCase()
  const base = withoutEnding(lower, tableEndings)?.[0] ?? lower
  const stem = first === undefined ? '' : (withoutEnding(first.name.toLowerCase(), endings)?.[0] ?? '')
  const rest = stem.length > 1 && base.startsWith(stem) ? base.slice(stem.length) : null
  // `CUSTMST` of `CUSNO` is of customers, `PATM` of `PATNO` of patients, and `BKGCNT` of the containers of a booking.
  if (rest === null || (rest.length === 1 && base !== lower)) return [base]
  return rest.length < 2 ? [stem] : [stem, rest]
}

/** The letters that all columns of a table begin with; null where they share none, or are written otherwise. */
function sharedLetters(names: readonly string[]): string | null {
  const [first = ''] = names
  const prefix = first.slice(0, prefixLetters)
  const areAlike = names.every((name) => /^[A-Z][A-Z\d]{4,7}$/.test(name) && name.startsWith(prefix))
  // Where they share more, the whole of it is what the rows are: `PATNO`, `PATNM`.
  const sharesMore = names.every((name) => name.startsWith(first.slice(0, prefixLetters + 1)))
  return names.length > 2 && areAlike && !sharesMore ? prefix.toLowerCase() : null
}

/** Reads the names of a database; those without breaks by their parts, where most of its names are written so. */
export function nameReaderOf(all: readonly TableSchema[]): NameReader {
  const mark = markOfTables(all)
  const tables = all.map((table) => ({ ...table, name: table.name.slice(mark.length) }))
  const reader = readerOf(tables)
  return {
    spaced: reader.spaced,
    words: (name) =>
      reader.words(mark !== '' && all.some((table) => table.name === name) ? name.slice(mark.length) : name),
  }
}

/** The letter that says of all tables that they are tables: `TPOL`, `TCLM`. Empty where they begin otherwise. */
function markOfTables(tables: readonly TableSchema[]): string {
  const areMarked = tables.length >= fewestNames && tables.every(({ name }) => /^T[A-Z][A-Z\d_]{1,7}$/.test(name))
  return areMarked && !tables.some(({ name }) => isKnownWord(name.toLowerCase())) ? 'T' : ''
}

function readerOf(tables: readonly TableSchema[]): NameReader {
  const names = new Set(tables.flatMap(({ columns }) => columns.map(({ name }) => name)))
  const prefixes = new Map(
    tables.flatMap(({ columns }) => {
      const prefix = sharedLetters(columns.map(({ name }) => name))
      return prefix === null ? [] : columns.map(({ name }) => [name, prefix] as const)
    }),
  )
  const glued = [...names].filter(
    (name) => prefixes.has(name) || (isGluable(name) && withoutEnding(name.toLowerCase(), endings) !== null),
  )
  if (glued.length < fewestNames || glued.length * 2 < names.size)
    return shortNameReader(tables) ?? joinedNameReader(tables)
  const tableParts = new Map(tables.map((table) => [table.name, partsOfTable(table)]))
  // `LINSTP` is of the stops of lines where `LINMAS` and `STPMAS` are.
  const known = [...tableParts.values()].flatMap((own) => (own.length === 1 && own[0]!.length < 5 ? own : []))
  for (const [name, own] of tableParts) {
    const first =
      own.length > 1
        ? undefined
        : known.find((stem) => own[0]!.startsWith(stem) && known.includes(own[0]!.slice(stem.length)))
    if (first !== undefined) tableParts.set(name, [first, own[0]!.slice(first.length)])
  }
  const stems = [...tableParts.values()].map(([stem]) => stem!).filter((stem) => stem.length <= 4)
  const partsOf = (name: string): readonly string[] => {
    const prefix = prefixes.get(name)
    if (prefix !== undefined) return [prefix, name.slice(prefix.length).toLowerCase()]
    if (!isGluable(name)) return [name]
    const lower = name.toLowerCase()
    // `NBEDS` is the number of beds.
    if (/^n.{3,}s$/.test(lower)) return ['num', lower.slice(1)]
    const halves = lower.length === 6 ? [lower.slice(0, 3), lower.slice(3)] : [lower]
    return withoutEnding(lower, endings) ?? withoutEnding(lower, stems) ?? halves
  }
  const parts = new Map<string, readonly string[]>(tableParts)
  for (const { columns } of tables) {
    const beside = columns.flatMap((column) => partsOf(column.name))
    for (const { name } of columns) {
      const own = partsOf(name)
      const meantBy = (part: string): string =>
        shortBeside.find(
          ([short, other]) =>
            short === part && (own.includes(other) || /^(?:dst|des)$/.test(other)) && beside.includes(other),
        )?.[2] ?? part
      parts.set(name, own.map(meantBy))
    }
  }
  return {
    spaced: (name) => parts.get(name)?.join('_') ?? name,
    words: (name) =>
      (parts.get(name) ?? [name]).flatMap((part, at, all) => {
        const isLast = at === all.length - 1 && !tableParts.has(name)
        if ((lastOnly.has(part) && !isLast) || severalWords.has(part)) return [part]
        return wordsOfPart(isLast && at > 0 ? (atEnd[part] ?? part) : part)
      }),
  }
}
