import {
  answerForm,
  type Background,
  groupBy,
  listedNoun,
  occurrence,
  profileText,
  type QuestionKind,
  type TextProfile,
  wordsOf,
} from '../../language'
import type { Candidate } from './candidate'
import type { RankedReading } from './documents'
import { type WeightedTerm, weightTerms } from './terms'

/**
 * What a sentence is weighed by, in the order of its row. Shares count terms by their weight. More than twice as many were
 * tried and fitted: none of these could be left out, and no other made a manual better that the fit had not seen.
 */
export const featureNames = [
  /** Share of the whole question, of which its step asks a part, in the sentence and what introduces its list. */
  'whole',
  /** Terms of the query in the sentence, as a logarithm, and beside all of its words. */
  'matches',
  'density',
  /** How much of the title the question asks about. */
  'titleAsked',
  /** What its document, section and passage are worth, as shares of the best one's. */
  'document',
  'sectionScore',
  'passage',
  /** Place in its section; fewer than four words; a pronoun for what it is about; the form of an answer. */
  'early',
  'tiny',
  'pronoun',
  'form',
  /** Cosine of query and sentence. */
  'meaning',
] as const

export interface FeatureInput {
  readonly query: string
  /** The whole question, where the query is a part of it. */
  readonly question: string
  readonly kind: QuestionKind
  readonly candidates: readonly Candidate[]
  readonly background: Background
  readonly reading: RankedReading
}

/** What a term counts in the surroundings of a sentence, beside 1 in itself. */
const inSurroundings = { label: 0.8, heading: 0.7, title: 0.6, beside: 0.5, near: 0.35, section: 0.25 } as const

/** How well each term occurs in some texts, 0..1. */
function occurrences(terms: readonly WeightedTerm[], ...profiles: readonly TextProfile[]): number[] {
  return terms.map(({ word }) => profiles.reduce((best, profile) => Math.max(best, occurrence(word, profile)), 0))
}

const sectionOf = ({ hit }: Candidate): string => `${hit.sourceId}\n${hit.headingPath.join('\n')}`

/** A section of a document as its sentences need it: the places of them all, and its terms in names and text. */
interface Section {
  readonly document: string
  readonly members: number[]
  readonly heading: number[]
  readonly title: number[]
  readonly whole: number[]
  readonly titleAsked: number
}

export interface SentenceFeatures {
  /** Values of `featureNames`, the meaning taken as `meanMeaning`. */
  readonly row: Float64Array
  /** Share of the query in the sentence and its surroundings. */
  readonly inContext: number
  /** Share of the query in what its list, its section and its document are called. */
  readonly inNames: number
  /** Share of the query in what its list or its section is called. */
  readonly inHeading: number
  /** How much it has the form of an answer, 0..1. */
  readonly form: number
  /** Share of the query in what its list is introduced as; 0 where that ends with another word: `the following rules:`. */
  readonly inLabel: number
}

/** What words, place and form say of each candidate. */
export function wordFeatures(input: FeatureInput): SentenceFeatures[] {
  const { candidates, reading } = input
  const terms = weightTerms(input.query, input.background)
  const whole = weightTerms(input.question, input.background)
  const asked = profileText(input.question).stems
  const own = candidates.map(({ profile }) => occurrences(terms, profile))
  const noun = wordsOf(listedNoun(input.query) ?? '')[0]?.stem
  const readLabel = (label: string) => {
    const said = profileText(label)
    const isListOf = noun !== undefined && wordsOf(label).at(-1)?.stem === noun
    return { terms: occurrences(terms, said), whole: occurrences(whole, said), isListOf }
  }
  const placed: { readonly section: Section; readonly position: number }[] = []
  for (const members of groupBy(candidates.keys(), (at) => sectionOf(candidates[at] as Candidate)).values()) {
    const { hit } = candidates[members[0] as number] as Candidate
    const document = reading.documentOf.get(hit.passageId)
    const title = profileText(document?.title ?? '')
    const known = [...title.stems].filter((stem) => asked.has(stem)).length
    const section: Section = {
      document: document?.id ?? '',
      members,
      heading: occurrences(terms, profileText(hit.headingPath.at(-1) ?? '')),
      title: occurrences(terms, title),
      whole: terms.map((_, term) => Math.max(...members.map((at) => own[at]?.[term] ?? 0))),
      titleAsked: title.stems.size === 0 ? 0 : known / title.stems.size,
    }
    members.forEach((at, position) => {
      placed[at] = { section, position }
    })
  }
  const formOf = answerForm(input.kind, input.question)
  const introducedForm = introduced.has(input.kind) ? answerForm(input.kind) : () => 0
  // What introduces a list introduces each of its items.
  const labels = new Map<string | null, ReturnType<typeof readLabel>>([
    [null, { terms: [], whole: [], isListOf: false }],
  ])
  return candidates.map((candidate, at) => {
    const { hit, sentence, profile, dangling, label } = candidate
    const { section, position } = placed[at] as (typeof placed)[number]
    const best = (term: number, ...distances: number[]): number =>
      Math.max(...distances.map((distance) => own[section.members[position + distance] ?? -1]?.[term] ?? 0))
    const here = own[at] ?? []
    const named = labels.get(label) ?? readLabel(label ?? '')
    labels.set(label, named)
    const labelled = named.terms
    const around = terms.map((_, term) =>
      Math.max(
        here[term] ?? 0,
        inSurroundings.label * (labelled[term] ?? 0),
        inSurroundings.heading * (section.heading[term] ?? 0),
        inSurroundings.title * (section.title[term] ?? 0),
        inSurroundings.beside * best(term, -1, 1),
        inSurroundings.near * best(term, -3, -2, 2, 3),
        inSurroundings.section * (section.whole[term] ?? 0),
      ),
    )
    const matches = here.filter((value) => value >= 0.5).length
    const form = Math.max(formOf(sentence), label === null ? 0 : introducedForm(label))
    const row = Float64Array.of(
      shareOf(
        whole,
        occurrences(whole, profile).map((value, term) =>
          Math.max(value, inSurroundings.label * (named.whole[term] ?? 0)),
        ),
      ),
      Math.log1p(matches),
      matches / Math.max(4, profile.stems.size),
      section.titleAsked,
      reading.documents.get(section.document) ?? 0,
      reading.sections.get(hit.passageId) ?? 0,
      reading.passages.get(hit.passageId) ?? 0,
      1 / (1 + position),
      sentence.split(/\s+/).length < 4 && !hasHan(sentence) ? 1 : 0,
      dangling === 'pronoun' ? 1 : 0,
      form,
      meanMeaning,
    )
    const headings = terms.map((_, term) => Math.max(labelled[term] ?? 0, section.heading[term] ?? 0))
    return {
      row,
      form,
      inContext: shareOf(terms, around),
      inHeading: shareOf(terms, headings),
      inNames: shareOf(
        terms,
        headings.map((value, term) => Math.max(value, section.title[term] ?? 0)),
      ),
      inLabel: named.isListOf ? shareOf(terms, labelled) : 0,
    }
  })
}

/** Kinds whose form the introduction of a list has for all of its items: `There are disadvantages:`. */
const introduced: ReadonlySet<QuestionKind> = new Set(['limit', 'reason', 'worth', 'manner'])

function shareOf(terms: readonly WeightedTerm[], found: readonly number[]): number {
  const total = terms.reduce((sum, { weight }) => sum + weight, 0)
  return total === 0 ? 0 : terms.reduce((sum, { weight }, at) => sum + weight * (found[at] ?? 0), 0) / total
}

/** A sentence without blanks between its words is not short for having one. */
const hasHan = (text: string): boolean => /\p{Script=Han}/u.test(text)

/** Of the sentences of the documents read, with the built-in encoder: what one without a vector is taken for. */
const meanMeaning = 0.3
