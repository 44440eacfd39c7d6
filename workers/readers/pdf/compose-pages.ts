import type { PdfLayout } from '../../../contract/library/extract'
import type { TextBuilder } from '../text-builder'
import { flowsOfPages } from './columns'
import { compose } from './compose'
import { fixedPitchOf, likelyFixedOf, measuredFontsOf } from './fixed-pitch'
import { furnitureOf } from './furniture'
import type { BodyStyle, Line, Page } from './geometry'
import { bodyStyleOf } from './headings'
import { fragmentsOf, linesOf } from './lines'
import type { Paragraph } from './paragraphs'
import { paragraphsWithTables } from './tables/place-tables'

interface ComposedPages {
  readonly pageStarts: number[]
  readonly layout: PdfLayout
  readonly paragraphs: readonly Paragraph[]
  readonly body: BodyStyle
  /** Running heads and feet that were left out. */
  readonly repeatedLines: number
}

/** Writes what stands on pages into the builder in reading order: columns, paragraphs and headings, by where items stand. */
export function composePages(pages: readonly Page[], builder: TextBuilder): ComposedPages {
  const fonts = measuredFontsOf(pages)
  const fixedPitch = fixedPitchOf(pages, fonts)
  const likelyFixed = likelyFixedOf(fonts)
  const flows = flowsOfPages(pages.map((page) => fragmentsOf(page.items))).map((columns) => columns.map(linesOf))
  const furniture = furnitureOf(flows.map((columns) => columns.flat()))
  const isContent = (line: Line): boolean => !furniture.has(line)
  const body = bodyStyleOf(flows.flat(2).filter(isContent))
  const paragraphs: Paragraph[] = flows.flatMap((columns, index) =>
    columns.flatMap((lines) =>
      paragraphsWithTables(lines.filter(isContent), pages[index]!.number, body, fixedPitch, likelyFixed),
    ),
  )
  return { ...compose(paragraphs, pages, body, builder, fixedPitch), paragraphs, body, repeatedLines: furniture.size }
}
