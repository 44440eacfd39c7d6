import { renderRow } from '../row'
import type { TextBuilder } from '../text-builder'
import { trimmed } from './lines'

/** What stands before the first paragraph of a part: a number, a term, "Warning:". */
interface Lead {
  readonly before: string
  /** What remains of it where no paragraph follows. */
  readonly alone: string
}

/** What an entry says on a line of its own, and nobody could say of what without its name. */
const ownDefault = /^Defaults?(?: value| to)?:? .{1,60}$/

/** Adds blocks to a text, those of list items as items, with what leads them in. */
export class RstWriter {
  readonly #builder: TextBuilder
  #lead: Lead | null = null
  #kind: 'paragraph' | 'item' = 'paragraph'
  #term: string | null = null

  constructor(builder: TextBuilder) {
    this.#builder = builder
  }

  paragraph(text: string): void {
    if (text.trim() === '') return
    const isFirst = this.#lead !== null
    const { before } = this.#takeLead()
    const named = !isFirst && this.#term !== null && ownDefault.test(text) ? `${this.#term}: ` : before
    this.#builder.add(this.#kind, named + text)
  }

  heading(level: number, text: string): void {
    this.#endLead()
    this.#builder.heading(level, text)
  }

  lines(given: readonly string[]): void {
    this.#endLead()
    this.#builder.separate()
    for (const line of trimmed(given)) this.#builder.line(line)
    this.#builder.separate()
  }

  /** Rows of a table, a line each: with the names of their columns, where the table has such a head. */
  rows(heads: readonly (readonly string[])[], rows: readonly (readonly string[])[]): void {
    this.#endLead()
    this.#builder.separate()
    const names: string[] = []
    for (const head of heads) {
      for (const [column, name] of head.entries()) {
        if (names[column] !== name) names[column] = [names[column] ?? '', name].join(' ').trim()
      }
    }
    for (const row of rows) {
      this.#builder.add('row', heads.length > 0 ? renderRow(names, row) : row.filter((cell) => cell !== '').join('; '))
    }
    this.#builder.separate()
  }

  item(mark: string, content: () => void): void {
    const outer = this.#kind
    this.#kind = 'item'
    this.led({ before: mark, alone: '' }, content)
    this.#kind = outer
  }

  /** "term: its first paragraph", or the term alone. A term within another's first place begins a paragraph of its own. */
  term(term: string, content: () => void): void {
    if (this.#lead?.alone) this.#endLead()
    const outer = this.#term
    this.#term = term
    this.led({ before: /[:?!]$/.test(term) || term === '' ? `${term} ` : `${term}: `, alone: term }, content)
    this.#term = outer
  }

  led({ before, alone }: Lead, content: () => void): void {
    const outer = this.#takeLead()
    this.#lead = { before: outer.before + before, alone: alone === '' ? outer.alone : outer.before + alone }
    content()
    this.#endLead()
  }

  #takeLead(): Lead {
    const lead = this.#lead ?? { before: '', alone: '' }
    this.#lead = null
    return lead
  }

  #endLead(): void {
    this.#builder.add(this.#kind, this.#takeLead().alone)
  }
}
