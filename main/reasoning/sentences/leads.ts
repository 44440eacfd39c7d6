import { contentStems, identifiersIn, type QuestionKind } from '../../language'
import type { Candidate } from './candidate'
import { namesDefault } from './quality'
import type { WeighedSentence } from './weigh'

/** Kinds whose answer a sentence either has or has not: a date, a number, a name, a place, what something is. */
const factual: ReadonlySet<QuestionKind> = new Set([
  'time',
  'quantity',
  'person',
  'place',
  'name',
  'definition',
  'purpose',
])
/** Kinds whose answer names what is asked about. */
const meant: ReadonlySet<QuestionKind> = new Set(['definition', 'purpose'])
/** Best sentences among which the one with such an answer is looked for. */
const likelyLeads = 24
/**
 * What is added to the log odds of a sentence's worth for the form of an answer and for a heading that is the question, and taken
 * off where it leans on the sentence before, and where nothing names the identifier that is asked about: `HISTFILE` has another default.
 */
const shares = { form: 2, heading: 2.5, leaning: 0.7, unnamed: 1.5 } as const
/** Names of variables; shorter words in capitals are what people say, too: HTTP, JSON. */
const capitals = /(?<![\w$-])[A-Z][A-Z\d]{5,60}(?![\w-])/g
/** Share of the question from which on a heading is taken for it. */
const leastHeading = 0.7

/** The sentence that says the number, date or name that was asked for; undefined where none has the form of one. */
export function leadFor(kind: QuestionKind, query: string, weighed: readonly WeighedSentence[]): Candidate | undefined {
  const named = [...identifiersIn(query).map(({ text }) => text), ...(query.match(capitals) ?? [])]
  const isDefaultOf = ({ candidate: { sentence } }: WeighedSentence): boolean =>
    namesDefault(sentence) && named.some((name) => sentence.startsWith(`${name}: `))
  const own = /\bdefault|默认|缺省/i.test(query) ? weighed.find(isDefaultOf) : undefined
  if (own !== undefined || !factual.has(kind)) return own?.candidate
  const subject = meant.has(kind) ? [...contentStems(query)] : []
  const isNamed = ({ sentence, label, hit }: Candidate): boolean => {
    if (named.length === 0) return true
    const words = new Set([sentence, label ?? '', ...hit.headingPath].join(' ').split(/[^\p{L}\p{N}_.-]+|[.](?= |$)/u))
    return named.every((one) => words.has(one))
  }
  const value = ({ score, form, inHeading, candidate }: WeighedSentence): number =>
    Math.log(score / (1 - score)) +
    shares.form * form +
    (inHeading >= leastHeading ? shares.heading : 0) -
    (candidate.dangling === 'leaning' ? shares.leaning : 0) -
    (isNamed(candidate) ? 0 : shares.unnamed)
  const likely = weighed
    .slice(0, likelyLeads)
    .filter(
      ({ form, candidate }) =>
        form > 0 && candidate.dangling !== 'pronoun' && subject.every((stem) => candidate.profile.stems.has(stem)),
    )
  return likely.sort((one, other) => value(other) - value(one))[0]?.candidate
}
