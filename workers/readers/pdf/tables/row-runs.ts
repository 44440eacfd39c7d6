import { glue } from '../lines'
import { joinRuns, type Run, trimRuns } from '../runs'
import type { TableCell } from './find-tables'

/**
 * The runs of a row as a line that can be cited alone, as `renderRow` writes those of other sources: "column: value;
 * column: value". A row with one cell only is a heading within its table and stands for itself.
 */
export function rowRuns(
  cells: readonly TableCell[],
  names: readonly string[],
  knows: (word: string) => boolean,
  page: number,
): Run[] {
  const filled = cells.flatMap((cell, column) => {
    const runs = cellRuns(cell, knows, page)
    return runs.length === 0 ? [] : [{ name: names[column] ?? '', runs }]
  })
  if (filled.length === 1) return filled[0]!.runs
  const isPair = names.length === 0 && cells.length === 2
  return filled.flatMap(({ name, runs }, index) => {
    const before = `${index === 0 ? '' : isPair ? ': ' : '; '}${name === '' ? '' : `${name}: `}`
    return before === '' ? runs : [{ text: before, item: null, page }, ...runs]
  })
}

function cellRuns(cell: TableCell, knows: (word: string) => boolean, page: number): Run[] {
  const runs: Run[] = []
  for (const items of cell) {
    const text = items
      .map((item, index) => glue(items[index - 1], item) + item.text)
      .join('')
      .trim()
    if (runs.length > 0) joinRuns(runs, text, knows, page)
    for (const [index, item] of items.entries()) {
      const space = glue(items[index - 1], item)
      if (space !== '') runs.push({ text: space, item: null, page })
      runs.push({ text: item.text, item, page })
    }
  }
  return trimRuns(runs)
}
