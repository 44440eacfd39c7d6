import { isSold, unitsOfLine } from '../../linking/worth'
import { figureOf, type Measure } from '../../query/query'
import type { Table } from '../../schema/profile'
import type { Draft } from '../draft'
import { Unclear } from '../unclear'

/**
 * How many of what a table lists were sold, where a question says "sold": the units of the lines of bills that name it. Null of
 * what stands on none, and of bills themselves.
 * @throws Unclear of what only parts stand on lines: tracks were sold, and nobody knows how many albums
 */
export function unitsSaidSold(draft: Draft, table: Table): Measure | null {
  const isSaid = draft.idle.has('sold') || draft.items.some(({ text }) => /\bsold\b/i.test(text))
  if (!isSaid || isSold(table) || draft.items.some(({ kind }) => kind === 'not')) return null
  const lines = draft.tables.filter(
    (line) => unitsOfLine(line) !== null && line !== table && draft.isOfOne(line, table),
  )
  const [line, ...others] = lines
  if (line === undefined) return null
  if (others.length > 0 || !draft.childrenOf(table).includes(line)) throw new Unclear('tooMuch', table.name)
  return figureOf('sum', unitsOfLine(line)!)
}
