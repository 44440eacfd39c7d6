const adornment = /^([!-/:-@[-`{-~])\1*$/
const shortest = { underline: 3, certain: 4 } as const

/** A section's title: its text, the style of its lines, and the lines that it takes. */
interface Title {
  readonly text: string
  readonly style: string
  readonly length: number
}

/** A line of one repeated sign. */
const isAdornment = (line: string): boolean => adornment.test(line)

/** A line between paragraphs, or what remains of a title. */
export const isTransition = (line: string): boolean => line.length >= shortest.underline && isAdornment(line)

export function titleAt(lines: readonly string[], at: number): Title | null {
  const [first, second = '', third = ''] = [lines[at]!, lines[at + 1], lines[at + 2]]
  if (isAdornment(first) && second !== '' && isUnderline(third, second.trim()) && third[0] === first[0]) {
    return { text: second, style: `over${first[0]}`, length: 3 }
  }
  if (isAdornment(first) && first.length >= shortest.underline) return null
  return isUnderline(second, first) ? { text: first, style: second[0]!, length: 2 } : null
}

/** As long as the title, nearly so, or so long that it can be nothing else. */
function isUnderline(line: string, title: string): boolean {
  if (!isAdornment(line)) return false
  if (line.length >= shortest.certain) return true
  return line.length >= title.length - (line.length >= shortest.underline ? 2 : 0) && line !== '::' && line !== '..'
}

/** Levels of a document's titles: the style that comes first is the first one. */
export class TitleLevels {
  readonly #levels = new Map<string, number>()

  of(style: string): number {
    const level = this.#levels.get(style) ?? this.#levels.size + 1
    this.#levels.set(style, level)
    return level
  }
}
