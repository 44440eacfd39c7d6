import { readMailHeading } from '../contract/library/mail-heading'
import type { Locator } from '../contract/library/source'
import type { PlaceFact } from '../contract/report/place-facts'
import type { Speech } from './words'

/** A place in a source, and the headings over it where they are known. */
export interface HeadedPlace
  extends Pick<Locator, 'page' | 'part' | 'recognised'>,
    Partial<Pick<Locator, 'lineStart' | 'lineEnd'>> {
  readonly headingPath?: readonly string[]
  readonly sender?: string | undefined
}

/**
 * Where a place is, as one looks it up: `§ 9.4 Garbage Written Into Files` and `page 12`, each where it is known; and how
 * sure its text is where it was recognised in a picture.
 */
export function wordsOfPlace({ headingPath = [], ...place }: HeadedPlace, speech: Speech): string[] {
  const fact = factOf(place, headingPath[0] ?? '')
  const heading = place.part === 'message' && headingPath.length === 1 ? undefined : headingPath.at(-1)
  const { recognised } = place
  return [
    heading ? `§ ${heading}` : null,
    fact === null ? null : speech.fact(fact),
    recognised === undefined ? null : speech.fact({ kind: 'recognised', values: { confidence: recognised } }),
  ].filter((part) => part !== null)
}

/** The name of who sent a message; the address where there is no name. */
const nameIn = (sender: string): string => sender.replace(/\s<[^<>]*>$/, '') || sender

function factOf({ page, part, lineStart, lineEnd, sender }: HeadedPlace, firstHeading: string): PlaceFact | null {
  if (page === null) {
    if (lineStart === undefined || lineEnd === undefined) return null
    return { kind: 'onLines', values: { from: lineStart, to: lineEnd } }
  }
  switch (part) {
    case 'slide':
      return { kind: 'onSlide', values: { number: page } }
    case 'message':
      return {
        kind: 'inMessage',
        values: {
          number: page,
          ...readMailHeading(firstHeading),
          ...(sender !== undefined && { sender: nameIn(sender) }),
        },
      }
    case 'cell':
      return { kind: 'inCell', values: { number: page } }
    case 'sheet':
      return { kind: 'onSheet', values: { number: page } }
    default:
      return { kind: 'onPage', values: { number: page } }
  }
}
