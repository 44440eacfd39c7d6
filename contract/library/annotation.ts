import { z } from 'zod'
import { sourceId } from './source'

export const annotationId = z.string().min(1).max(64)
/** Characters of a source's text, in UTF-16 code units, end exclusive. */
export const textRange = z
  .object({ start: z.number().int().nonnegative(), end: z.number().int().positive() })
  .refine(({ start, end }) => start < end, 'A range holds a character at least.')
/** What a person writes beside a passage; empty where it is only highlighted. */
export const annotationNote = z.string().max(20_000)

/** A passage that a person highlighted, or a note of theirs on it or on a whole source. It is never cited as a source. */
export const annotation = z.object({
  id: annotationId,
  sourceId,
  /** Null of a whole source, and where the words are no longer in its text. */
  range: textRange.nullable(),
  /** The words it is on; empty of a whole source. */
  quote: z.string(),
  note: annotationNote,
  updatedAt: z.string(),
})
export type Annotation = z.infer<typeof annotation>

/** One that a search found. */
export const foundAnnotation = annotation.extend({ sourceName: z.string(), title: z.string().nullable() })
export type FoundAnnotation = z.infer<typeof foundAnnotation>
