import type { RstInline } from './inline'
import type { RstTable } from './tables'
import type { RstWriter } from './writer'

/** What reads the parts of a document, as those see it that have parts of their own: directives. */
export interface RstReading {
  readonly writer: RstWriter
  readonly inline: RstInline
  read(lines: readonly string[], depth: number): void
  table(table: RstTable, depth: number): void
  /** Terms with what is said of each; several may have one meaning. */
  glossary(lines: readonly string[], depth: number): void
}
