import type { TextBuilder } from './text-builder'

/**
 * A table's row as a line that can be cited alone: "column: value; column: value". Empty cells are left out, and
 * cells beyond the header are named by their place.
 */
export function renderRow(header: readonly string[], cells: readonly string[]): string {
  const parts: string[] = []
  for (const [index, cell] of cells.entries()) {
    const value = cell.replace(/\s+/gu, ' ').trim()
    if (value === '') continue
    const name = header[index]?.replace(/\s+/gu, ' ').trim() ?? ''
    parts.push(name === '' ? (index < header.length ? value : `column ${index + 1}: ${value}`) : `${name}: ${value}`)
  }
  return parts.join('; ')
}

/**
 * Adds a table's rows, a line each. The first one that is at least half full names the columns where it has more than one cell,
 * each another word; those before it stand for themselves, like all rows where nothing names the columns.
 */
export function addRows(builder: TextBuilder, given: readonly (readonly string[])[]): void {
  const rows = given.map((row) => row.map((cell) => cell.trim())).filter((row) => row.some((cell) => cell !== ''))
  const widths = rows.map((row) => row.filter((cell) => cell !== '').length)
  const widest = widths.reduce((most, width) => Math.max(most, width), 0)
  const first = widths.findIndex((width) => width * 2 >= widest)
  const names = rows[first] ?? []
  const isHead =
    first < rows.length - 1 &&
    widths[first]! > 1 &&
    new Set(names).size === names.length &&
    names.every((name) => !/^[-+]?[\d.,]+$/.test(name))
  builder.separate()
  for (const [index, row] of rows.entries()) {
    if (isHead && index > first) builder.add('row', renderRow(names, row))
    else if (!isHead || index < first) builder.add('row', row.filter((cell) => cell !== '').join('; '))
  }
  builder.separate()
}
