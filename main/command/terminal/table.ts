import { shownLine } from '../../../contract/shown-text'

/** Cells of a line that programs can cut at its tabs. */
export const row = (cells: readonly (string | number)[]): string => cells.map((cell) => shownLine(`${cell}`)).join('\t')

/** Characters that a terminal draws two columns wide: Chinese, Japanese and Korean script and signs, and emoji. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u

const widthOf = (text: string): number => {
  let width = 0
  for (const character of text) width += wide.test(character) ? 2 : 1
  return width
}

/** Columns as wide as their widest cell on a terminal; the last one is not padded. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = []
  for (const row of rows) {
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, widthOf(cell))
  }
  return rows.map((row) =>
    row
      .map((cell, index) => (index === row.length - 1 ? cell : cell + ' '.repeat((widths[index] ?? 0) - widthOf(cell))))
      .join('  ')
      .trimEnd(),
  )
}
