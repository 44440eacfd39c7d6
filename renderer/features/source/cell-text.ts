/** A cell of an answer as text; a dash where there is nothing. */
export function cellText(cell: unknown): string {
  if (cell === null) return '–'
  return typeof cell === 'string' ? cell : JSON.stringify(cell)
}
