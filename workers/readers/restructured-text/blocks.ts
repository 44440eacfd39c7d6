import { TextBuilder } from '../text-builder'
import { directiveOf, readDirective } from './directives'
import type { RstInline } from './inline'
import { dedented, endOfIndented, endOfParagraph, indentOf } from './lines'
import { fieldOf, fieldTitle, itemAt, optionOf } from './lists'
import type { RstReading } from './reading'
import { gridTable, isGridTop, isSimpleTop, type RstTable, simpleTable, simpleTableEnd } from './tables'
import { isTransition, type TitleLevels, titleAt } from './titles'
import { RstWriter } from './writer'

/** Parts within parts beyond these are read as paragraphs, so that no text can exhaust the stack. */
const maxDepth = 50

/** Reads the blocks of a document, and of each part within a part, in one pass over its lines. */
export class RstBlocks implements RstReading {
  readonly writer: RstWriter
  readonly inline: RstInline
  readonly #levels: TitleLevels
  readonly #maxLength: number

  constructor(builder: TextBuilder, inline: RstInline, levels: TitleLevels, maxLength: number) {
    this.writer = new RstWriter(builder)
    this.inline = inline
    this.#levels = levels
    this.#maxLength = maxLength
  }

  read(lines: readonly string[], depth = 0): void {
    let number = 0
    for (let at = 0; at < lines.length; ) {
      const line = lines[at]!
      const item = line === '' || depth > maxDepth ? null : itemAt(lines, at)
      if (line === '') at++
      else if (depth > maxDepth) at = this.#plain(lines, at)
      else if (item === null) {
        number = 0
        at = this.#block(lines, at, depth)
      } else {
        number = item.mark.includes('#') ? number + 1 : Number.parseInt(item.mark.replace('(', ''), 10) || number
        const mark = item.mark.replace('#', `${number}`)
        this.writer.item(mark === '' ? '' : `${mark} `, () => this.read(item.body, depth + 1))
        at = item.end
      }
    }
  }

  /** The text of a table's cell, in one line. */
  #cell(lines: readonly string[], depth: number): string {
    const builder = new TextBuilder(this.#maxLength)
    new RstBlocks(builder, this.inline, this.#levels, this.#maxLength).read(dedented(lines), depth + 1)
    return builder.text.replace(/\n+/g, ' ')
  }

  table({ rows, heads }: RstTable, depth: number): void {
    const said = rows.map((row) => row.map((lines) => this.#cell(lines, depth)))
    const names = heads < rows.length ? heads : 0
    this.writer.rows(said.slice(0, names), said.slice(names))
  }

  glossary(lines: readonly string[], depth: number): void {
    for (let at = 0; at < lines.length; ) {
      const terms: string[] = []
      for (; at < lines.length && indentOf(lines[at]!) === 0; at++) {
        if (lines[at] !== '' && !lines[at]!.startsWith('..')) terms.push(this.inline.text(lines[at]!))
      }
      const end = endOfIndented(lines, at)
      this.writer.term(terms.join(', '), () => this.read(dedented(lines.slice(at, end)), depth + 1))
      at = Math.max(end, at)
    }
  }

  /** Reads the block that begins at a line with text; answers where the next one begins. */
  #block(lines: readonly string[], at: number, depth: number): number {
    const line = lines[at]!
    const title = titleAt(lines, at)
    if (title !== null && indentOf(line) === 0) {
      this.writer.heading(this.#levels.of(title.style), this.inline.text(title.text))
      return at + title.length
    }
    if (indentOf(line) > 0) {
      const end = endOfIndented(lines, at)
      this.read(dedented(lines.slice(at, end)), depth + 1)
      return end
    }
    if (isTransition(line)) return at + 1
    if (isGridTop(line) || isSimpleTop(line)) return this.#table(lines, at, depth)
    if (line === '..' || line.startsWith('.. ')) return this.#explicit(lines, at, depth)
    if (line === '__' || line.startsWith('__ ')) return at + 1
    if (line === '|' || line.startsWith('| ')) return this.#verse(lines, at)
    if (line === '>>>' || line.startsWith('>>> ')) {
      const end = endOfParagraph(lines, at)
      this.writer.lines(lines.slice(at, end))
      return end
    }
    return this.#named(lines, at, depth) ?? this.#paragraph(lines, at)
  }

  #plain(lines: readonly string[], at: number): number {
    const end = endOfParagraph(lines, at)
    this.writer.paragraph(this.inline.text(lines.slice(at, end).join(' ')))
    return end
  }

  #table(lines: readonly string[], at: number, depth: number): number {
    const isGrid = isGridTop(lines[at]!)
    const end = isGrid ? endOfParagraph(lines, at) : simpleTableEnd(lines, at)
    const table = lines.slice(at, end)
    this.table(isGrid ? gridTable(table) : simpleTable(table), depth)
    return end
  }

  /** Comments, targets and substitutions say nothing where they stand; notes and directives do. */
  #explicit(lines: readonly string[], at: number, depth: number): number {
    const text = lines[at]!.slice(2).trim()
    if (text === '' && (lines[at + 1] ?? '') === '') return at + 1
    const end = endOfIndented(lines, at + 1)
    const body = dedented(lines.slice(at + 1, end))
    const directive = directiveOf(text)
    const note = /^\[([^\s[\]]+)\](?: |$)/.exec(text)
    if (note !== null) {
      const mark = /^[#*]/.test(note[1]!) ? '' : note[0].trimEnd()
      this.writer.led({ before: mark === '' ? '' : `${mark} `, alone: '' }, () =>
        this.read([text.slice(note[0].length), ...body], depth + 1),
      )
    } else if (directive !== null) readDirective(this, directive, body, depth + 1)
    return end
  }

  /** Lines of verse or of an address: each stands for itself. */
  #verse(lines: readonly string[], at: number): number {
    const verse: string[] = []
    let end = at
    for (; end < lines.length && lines[end] !== ''; end++) {
      const line = lines[end]!
      if (line === '|' || line.startsWith('| ')) verse.push(line.slice(2))
      else if (line.startsWith(' ')) verse.push(`${verse.pop()} ${line.trim()}`)
      else break
    }
    this.writer.lines(verse.map((line) => this.inline.text(line)))
    return end
  }

  /** Fields, options of commands, and terms with their definition; null where a line is none of them. */
  #named(lines: readonly string[], at: number, depth: number): number | null {
    const line = lines[at]!
    const end = endOfIndented(lines, at + 1)
    const isDefined = (lines[at + 1] ?? '') !== '' && end > at + 1
    const field = fieldOf(line)
    const option = optionOf(line)
    const below = (): string[] => dedented(lines.slice(at + 1, end))
    if (field !== null || (option !== null && (option.text !== '' || isDefined))) {
      const name = field === null ? option!.options : this.inline.text(fieldTitle(field.name))
      const text = field?.text ?? option!.text
      this.writer.item('', () => this.writer.term(name, () => this.read([text, ...below()], depth + 1)))
      return end
    }
    if (!isDefined || line.endsWith('::')) return null
    this.writer.term(this.inline.text(line), () => this.read(below(), depth + 1))
    return end
  }

  #paragraph(lines: readonly string[], at: number): number {
    let end = at + 1
    while (end < lines.length && lines[end] !== '' && !lines[end - 1]!.endsWith('::')) end++
    const text = lines
      .slice(at, end)
      .map((line) => line.trim())
      .join(' ')
    if (!text.endsWith('::')) {
      this.writer.paragraph(this.inline.text(text))
      return end
    }
    const isApart = text === '::' || text.endsWith(' ::')
    this.writer.paragraph(this.inline.text(text.slice(0, isApart ? -2 : -1)))
    return this.#literal(lines, end)
  }

  /** Text set in below `::` stands as it is, and so do lines that all begin with the same sign. */
  #literal(lines: readonly string[], from: number): number {
    let at = from
    while (lines[at] === '') at++
    const line = lines[at]
    if (line === undefined) return at
    if (line.startsWith(' ')) {
      const end = endOfIndented(lines, at)
      this.writer.lines(dedented(lines.slice(at, end)))
      return end
    }
    const isQuoted = /^[!-/:-@[-`{-~]/.test(line) && !line.startsWith('..') && titleAt(lines, at) === null
    if (!isQuoted) return at
    let end = at
    while (lines[end]?.[0] === line[0]) end++
    this.writer.lines(lines.slice(at, end))
    return end
  }
}
