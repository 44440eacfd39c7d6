import { linesOf } from './lines'

/** A heading or a paragraph, as it reads. */
export interface PlainBlock {
  /** Null for a paragraph. */
  readonly level: number | null
  readonly text: string
}

/** Marks within a line, character references, and what GFM makes a link of by itself. */
const inlineMark = /[`*_[\]<>&\\|~\t\r\0@]|:\/\/|www\./i
/** Lines that may begin a list, a rule, front matter, a table or indented code, or end in a hard break. */
const blockMark = /^(?:[ =+:-]|\d{1,9}[.)])| $/m
const atxHeading = /^(#{1,6}) +([^ #](?:.*[^ #])?)$/

/**
 * The blocks of Markdown that has no marks but `#` headings and blank lines, as abstracts and plain notes have; null
 * where it has any other, or might. A parser of all of Markdown takes fifty times as long for the same.
 */
export function plainBlocksOf(markdown: string): PlainBlock[] | null {
  if (inlineMark.test(markdown) || blockMark.test(markdown)) return null
  const blocks: PlainBlock[] = []
  let paragraph: string[] = []
  const close = (): void => {
    if (paragraph.length > 0) blocks.push({ level: null, text: paragraph.join('\n') })
    paragraph = []
  }
  for (const line of linesOf(markdown)) {
    if (line === '') close()
    else if (line.startsWith('#')) {
      const [, marks, text] = atxHeading.exec(line) ?? []
      if (marks === undefined || text === undefined) return null
      close()
      blocks.push({ level: marks.length, text })
    } else paragraph.push(line)
  }
  close()
  return blocks
}
