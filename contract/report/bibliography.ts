import { z } from 'zod'

/** Most names of authors or editors that are kept of one work. */
const maxNames = 200
const words = z.string().trim().min(1).max(2000)

/** A person's name in its parts, or what else wrote it (a team, an office) as `literal`. */
export const workName = z.union([z.object({ family: words, given: words.optional() }), z.object({ literal: words })])
export type WorkName = z.infer<typeof workName>

/** Kinds of work that a person can choose; a list of references may bring any other kind of CSL 1.0.2. */
export const workTypes = [
  ...['article-journal', 'paper-conference', 'book', 'chapter', 'thesis', 'report'],
  ...['webpage', 'dataset', 'software', 'standard', 'patent', 'document'],
] as const

/**
 * A work as a bibliography names it: the members of a CSL-JSON item (version 1.0.2) that Quarry keeps. Others are passed
 * over. `issued` has the year first, then month and day where they are known.
 */
export const work = z.object({
  type: z
    .string()
    .max(50)
    .regex(/^[a-z_-]+$/),
  title: words.optional(),
  author: z.array(workName).max(maxNames).optional(),
  editor: z.array(workName).max(maxNames).optional(),
  issued: z.object({ 'date-parts': z.array(z.array(z.number().int()).min(1).max(3)).length(1) }).optional(),
  'container-title': words.optional(),
  publisher: words.optional(),
  volume: words.optional(),
  issue: words.optional(),
  page: words.optional(),
  DOI: words.optional(),
  ISBN: words.optional(),
  URL: words.optional(),
})
export type Work = z.infer<typeof work>

/** An entry of a list of references, as its reader keeps it beside its text, with what it is found by. */
export interface ListedWork {
  readonly doi: string | null
  /** As `comparableTitle` writes it. */
  readonly title: string | null
  readonly work: Work
}

/** Whence what is known of a source as a work comes: its own file, a list of references in the library, a person. */
export const sourceWork = z.object({
  work,
  origin: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('file') }),
    z.object({ kind: z.literal('list'), sourceId: z.string(), name: z.string() }),
    z.object({ kind: z.literal('person') }),
  ]),
})
export type SourceWork = z.infer<typeof sourceWork>

/** A name in the order in which it is spoken. */
export const spokenName = (name: WorkName): string =>
  'literal' in name ? name.literal : [name.given, name.family].filter((part) => part !== undefined).join(' ')

/** The year that a work came out in; null where it is not known. */
export const yearOf = ({ issued }: Work): number | null => issued?.['date-parts'][0]?.[0] ?? null

/** A title as two lists of references may both write it: letters and digits in lower case, nothing else. */
export const comparableTitle = (title: string): string =>
  title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** A DOI without its resolver, in lower case, as DOIs do not tell case apart; null where it is none. */
export function comparableDoi(text: string): string | null {
  const at = text.indexOf('10.')
  const found = at === -1 ? null : /^10\.\d{4,9}\/[^\s"<>{}]+/.exec(text.slice(at, at + 300))
  if (found === null) return null
  let end = found[0].length
  while (".,;:)]'’”".includes(found[0][end - 1]!)) end--
  return found[0].slice(0, end).toLowerCase()
}
