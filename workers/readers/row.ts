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
