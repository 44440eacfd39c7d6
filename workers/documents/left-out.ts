import { cleanText } from './clean'
import { maxNotes, maxOperations } from './limits'
import type { References } from './tree'

/** What of a document could not be used, in whole sentences. */
export function leftOutOf(references: References, total: number, others: readonly string[] = []): string[] {
  const notes = [...others]
  if (total > maxOperations) {
    notes.push(`Only the first ${maxOperations} of its ${total} operations are listed.`)
  }
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
