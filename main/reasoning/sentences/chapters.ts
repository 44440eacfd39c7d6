import { groupBy } from '../../language'
import type { ReadPassage } from './candidate'

/** What is ranked and quoted as one document: a source, or a chapter of a book. */
export interface ReadDocument {
  readonly id: string
  readonly title: string
}

/**
 * Characters from the first passage read of a source to the last from which it is a book: about 400 passages, of which no
 * more are read whole. Cutting pages of 60 passages already cost facts on manuals of many pages.
 */
const book = 150_000
/** Passages of a chapter that is one document, at most. */
const longestChapter = 60

/**
 * The document that each passage stands in, by passage. A book (a manual in one PDF or on one page) is cut by its first
 * level of headings, and a chapter that is still too long by the next one.
 */
export function documentsOf(passages: readonly ReadPassage[]): Map<number, ReadDocument> {
  const documents = new Map<number, ReadDocument>()
  for (const [sourceId, own] of groupBy(passages, (passage) => passage.sourceId)) {
    const { title, sourceName } = own[0] as ReadPassage
    const whole = { id: sourceId, title: title ?? sourceName }
    const length = (own.at(-1)?.locator.end ?? 0) - (own[0]?.locator.start ?? 0)
    if (length < book) for (const { passageId } of own) documents.set(passageId, whole)
    else cut(own, whole, 0, documents)
  }
  return documents
}

function cut(
  passages: readonly ReadPassage[],
  document: ReadDocument,
  level: number,
  documents: Map<number, ReadDocument>,
): void {
  const isDeepest = passages.every(({ headingPath }) => headingPath.length <= level)
  if (passages.length <= longestChapter || isDeepest) {
    for (const { passageId } of passages) documents.set(passageId, document)
    return
  }
  for (const [heading, own] of groupBy(passages, ({ headingPath }) => headingPath[level])) {
    const chapter = heading === undefined ? document : { id: `${document.id}\n${heading}`, title: heading }
    cut(own, chapter, level + 1, documents)
  }
}
