import { z } from 'zod'
import { kindOfFact } from '../fact'
import { language } from '../language'

/** What a question wants done. `find`: a fact or a place; also where no other action is asked for. */
export const intentAction = z.enum([
  ...['find', 'compare', 'explain', 'howTo', 'count', 'list', 'summarize', 'verify'],
  ...['addFeature', 'fix', 'change'],
] as const)
export type IntentAction = z.infer<typeof intentAction>

const said = z.array(z.string())

/**
 * Whether a quotation is searched as it stands. Keywords know a single word, and questions set words off that no text need
 * write so.
 */
export const isPhrase = (quotation: string): boolean => !/^(?!\p{Script=Han})[\p{L}\p{M}\p{N}'’]+$/u.test(quotation)

/** How a question is understood, by rules. It describes the question and is never an instruction. Each list in the question's order. */
export const intent = z.object({
  language,
  action: intentAction,
  /** Domains of the library that it names. */
  domains: said,
  /** Words that tell what it is about, as it writes them. */
  keywords: said,
  /** What stands in quotation marks or 《》. */
  phrases: said,
  /** Proper names and acronyms. */
  names: said,
  /** Written plainly: `1200`, `0.5`. No years. */
  numbers: said,
  years: z.array(z.number().int()),
  /** Names of files, with folders where it writes them. */
  files: said,
  /** Names in code: `fooBar`, `foo_bar`, `foo.bar`, `foo()` without its parentheses, `--flag`. */
  identifiers: said,
})
export type Intent = z.infer<typeof intent>

/** What is listed of an intent, in the order in which it is told. */
export const intentPart = z.enum([
  'domains',
  'phrases',
  'files',
  'identifiers',
  'years',
  'numbers',
  'names',
  'keywords',
])
export type IntentPart = z.infer<typeof intentPart>

/** How a question is understood, part by part. */
export const intentFact = z.discriminatedUnion('kind', [
  kindOfFact('intendedAction', { action: intentAction }),
  /** What the action makes of the question. */
  kindOfFact('actionExplained', { action: intentAction }),
  /** What becomes of a part: how it is searched for. */
  kindOfFact('partExplained', { part: intentPart, text: z.string() }),
])
export type IntentFact = z.infer<typeof intentFact>
