import { isSold, unitsOfLine } from '../../linking/worth'
import { countOf, figureOf, type Measure } from '../../query/query'
import type { Column, Table } from '../../schema/profile'
import { canonical, canonicalWords } from '../../words/words'
import type { Draft } from '../draft'
import { Unclear } from '../unclear'

/** Tables of which each row is of one of another's. */
const rowsOfOne = (draft: Draft, table: Table): readonly Table[] =>
  draft.tables.filter((other) => other !== table && draft.isOfOne(other, table))

/** How often rows of what is spoken of were sold: the units of the lines that name them, else the sales. Null where neither is plain. */
export function unitsSoldOf(draft: Draft, table: Table): Measure | null {
  const sales = rowsOfOne(draft, table)
  const [unit, ...others] = sales.flatMap((sale) => unitsOfLine(sale) ?? [])
  if (unit !== undefined) return others.length > 0 ? null : figureOf('sum', unit)
  const [sold, ...more] = sales.filter(isSold)
  return sold === undefined || more.length > 0 ? null : countOf(sold)
}

const quantity = canonical('quantity')
const using =
  /\b(?:used|fitted|installed|consumed|replaced|dispensed|delivered|ordered|bought|purchased|issued|needed|planted)\b/i

/** How many of one part were used: the quantities of the one table whose rows are each of a part. Null where that is not said, or not plain. */
export function unitsSaidUsed(draft: Draft, table: Table): Measure | null {
  const isSaid = [...idleUses].some((word) => draft.idle.has(word)) || draft.items.some(({ text }) => using.test(text))
  if (!isSaid || isSold(table)) return null
  const [units, ...others] = rowsOfOne(draft, table).flatMap(({ columns }) =>
    columns.filter(({ words, type }) => type === 'number' && words.length === 1 && words[0] === quantity),
  )
  return units === undefined || others.length > 0 ? null : figureOf('sum', units)
}
const idleUses = canonicalWords('used fitted installed consumed replaced dispensed needed planted')

/**
 * How many of what a table lists were sold, where a question says "sold": the units of the lines of bills that name it. Null of
 * what stands on none, of bills themselves, and of a column that says itself how many were.
 * @param of the table, or a column of it that is taken for their number
 * @throws Unclear of what only parts stand on lines: tracks were sold, and nobody knows how many albums
 */
export function unitsSaidSold(draft: Draft, of: Table | Column): Measure | null {
  const table = 'columns' in of ? of : of.table
  const isSaid = draft.idle.has('sold') || draft.items.some(({ text }) => /\bsold\b/i.test(text))
  if (!isSaid || isSold(table) || draft.items.some(({ kind }) => kind === 'not')) return null
  if (table !== of && of.words.includes('sale')) return null
  const lines = rowsOfOne(draft, table).filter((line) => unitsOfLine(line) !== null)
  const [line, ...others] = lines
  if (line === undefined) return null
  if (others.length > 0 || !draft.childrenOf(table).includes(line)) throw new Unclear('tooMuch', table.name)
  return figureOf('sum', unitsOfLine(line)!)
}
