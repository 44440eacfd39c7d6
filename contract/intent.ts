import { z } from 'zod'
import { language } from './language'

/** What a question wants done. `find`: a fact or a place; also where no other action is asked for. */
export const intentAction = z.enum([
  ...['find', 'compare', 'explain', 'howTo', 'count', 'list', 'summarize', 'verify'],
  ...['addFeature', 'fix', 'change'],
] as const)
export type IntentAction = z.infer<typeof intentAction>

const said = z.array(z.string())

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
