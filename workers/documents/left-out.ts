import { cleanText } from './clean'
import { maxNotes } from './limits'
import type { References } from './tree'

/** What of a document could not be used, in whole sentences. */
export function leftOutOf(references: References, others: readonly string[] = []): string[] {
  const notes = [...others]
  if (references.outside.size > 0) {
    notes.push(`References to other files or addresses were not followed: ${shown(references.outside)}.`)
  }
  if (references.broken.size > 0) {
    notes.push(`References to what is not in the document were left out: ${shown(references.broken)}.`)
  }
  return notes.slice(0, maxNotes)
}

function shown(references: ReadonlySet<string>): string {
  const first = [...references].slice(0, 5).map((reference) => cleanText(reference, 120))
  return first.join(', ') + (references.size > first.length ? `, and ${references.size - first.length} more` : '')
}
