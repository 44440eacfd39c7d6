import type { QuestionKind } from '../../language'
import type { Candidate } from './candidate'
import type { WeighedSentence } from './weigh'

/** Kinds whose answer a sentence either has or has not: a date, a number, a name, a place, what something is. */
const factual: ReadonlySet<QuestionKind> = new Set(['time', 'quantity', 'person', 'place', 'definition'])
/** Best sentences among which the one with such an answer is looked for. */
const likelyLeads = 24
/** What the form of an answer adds to the log odds of a sentence's worth, and standing under a heading that is the question. */
const shares = { form: 2, heading: 2.5 } as const
/** Share of the question from which on a heading is taken for it. */
const leastHeading = 0.7

/** The sentence that says the number, date or name that was asked for; undefined where none has the form of one. */
export function leadFor(kind: QuestionKind, weighed: readonly WeighedSentence[]): Candidate | undefined {
  if (!factual.has(kind)) return undefined
  const value = ({ score, form, inHeading }: WeighedSentence): number =>
    Math.log(score / (1 - score)) + shares.form * form + (inHeading >= leastHeading ? shares.heading : 0)
  const likely = weighed
    .slice(0, likelyLeads)
    .filter(({ form, candidate }) => form > 0 && candidate.dangling !== 'pronoun')
  return likely.sort((one, other) => value(other) - value(one))[0]?.candidate
}
