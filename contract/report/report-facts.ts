import { z } from 'zod'
import { declinedQuestion } from '../databases/declined-question'
import { errorShape } from '../error-shape'
import { kindOfFact, toldFact } from '../fact'
import { sourceDate } from '../library/source-date'

/** What heads the sections of a report that Quarry adds to those of the question's aspects. */
export const sectionFact = z.discriminatedUnion('kind', [
  kindOfFact('summary', {}),
  kindOfFact('changes', {}),
  /** Passages near to a question that nothing answers: no answer, and said to be none. */
  kindOfFact('nearby', {}),
  /** Where sources contradict each other, in a report without a step that looks for it. */
  kindOfFact('differing', {}),
  /** Evidence that a person wants in the report. */
  kindOfFact('pinned', {}),
  /** What a person told in earlier sessions, and what these answered: neither is evidence. */
  kindOfFact('remembered', {}),
  kindOfFact('answered', {}),
  kindOfFact('notFound', {}),
  kindOfFact('sources', {}),
])
export type SectionFact = z.infer<typeof sectionFact>

const twoSides = { left: z.string(), right: z.string() }
/** A value of a chart with its name. */
const chartPoint = z.object({ label: z.string(), value: z.number() })
const ofStep = { title: z.string() }

/**
 * Why a step asked nothing of a resource that it held: no tool fits, several do, arguments are missing (`about`), the one
 * that fits would change something, its tools could not be had, the question is not for certain a query (`declined`); or it was
 * asked, and found nothing, or rows of which it is not sure what they say to the question as a whole.
 */
export const unasked = z.object({
  reason: z.enum(['noTool', 'unsure', 'missing', 'changes', 'failed', 'declined', 'nothingFound', 'rowsUnsure']),
  tool: z.string().nullable(),
  about: z.array(z.string()),
  error: errorShape.nullable(),
  declined: declinedQuestion.optional(),
})
export type Unasked = z.infer<typeof unasked>

/** What a language model wrote of a report, and how much of that its citations did not support; that was left out, or marked. */
export const writingByModel = {
  model: z.string(),
  sentences: z.number().int(),
  unsupported: z.number().int(),
  isMarked: z.boolean(),
}

/** What Quarry itself says in a report, beside what it cites. */
export const remarkFact = z.discriminatedUnion('kind', [
  kindOfFact('nothingAnswers', {}),
  /** What the library holds nearest to a question that it does not answer: names of sources, no answers. */
  kindOfFact('holdsNearby', { titles: z.array(z.string()) }),
  /** What heads the passages that come nearest. */
  kindOfFact('mayNotAnswer', {}),
  kindOfFact('nothingMissing', {}),
  kindOfFact('nothingMore', { titles: z.array(z.string()) }),
  kindOfFact('termsMissing', { terms: z.array(z.string()) }),
  kindOfFact('noDisagreement', {}),
  /** Two sentences with words of opposite meaning. */
  kindOfFact('directionsDiffer', twoSides),
  /** Two sentences with different figures, each with its unit. */
  kindOfFact('figuresDiffer', twoSides),
  kindOfFact('oneDeniesOther', {}),
  /** When a source of a disagreement is from. */
  kindOfFact('sourceDated', sourceDate.shape),
  /** All that a report says stands in one source alone. */
  kindOfFact('restsOnOne', { title: z.string() }),
  /** So many disagreements stand further up. */
  kindOfFact('sourcesDisagree', { count: z.number().int().positive() }),
  kindOfFact('stepEmpty', { ...ofStep, passages: z.number().int().nonnegative() }),
  /** A step had nothing that it could calculate with, or its code failed. */
  kindOfFact('nothingCalculated', ofStep),
  kindOfFact('stepLeftOut', ofStep),
  kindOfFact('stepUnfinished', ofStep),
  /** A resource that a step was given and that answered it nothing; `rule` denied it, `error` is how its call ended. */
  kindOfFact('resourceUnused', {
    name: z.string(),
    why: z.enum(['notAsked', 'declined', 'deniedByPerson', 'deniedByRule', 'failed']),
    rule: z.string().nullable(),
    error: errorShape.nullable(),
  }),
  /** What a person told before, in their own words, and when. */
  kindOfFact('toldBefore', { text: z.string(), at: z.string() }),
  /** A version of an earlier report that answers the same question. */
  kindOfFact('answeredBefore', {
    question: z.string(),
    at: z.string(),
    sessionId: z.string(),
    version: z.number().int(),
  }),
  /** The background learner answered the same question. */
  kindOfFact('learnedBefore', { question: z.string(), at: z.string() }),
  kindOfFact('stoppedEarly', {}),
  /** How many sentences of an update the version `since` did not say, and how many of its own are gone. */
  kindOfFact('sentencesChanged', { since: z.number().int(), added: z.number().int(), gone: z.number().int() }),
  kindOfFact('sentenceGone', { text: z.string() }),
  /** What the chart of a query's rows shows, for who does not see it. */
  kindOfFact('chartDrawn', {
    chart: z.enum(['bars', 'line']),
    label: z.string(),
    value: z.string(),
    points: z.number().int(),
    lowest: chartPoint,
    highest: chartPoint,
  }),
  /** What a timeline shows, for who does not see it. */
  kindOfFact('timelineDrawn', {
    timeline: z.enum(['sources', 'events']),
    entries: z.number().int(),
    first: z.string(),
    last: z.string(),
  }),
  /** Sources that no timeline can show, as they name no date of their own. */
  kindOfFact('sourcesUndated', { titles: z.array(z.string()) }),
  kindOfFact('writtenByModel', writingByModel),
  /** A language model wrote it without the library; `hasEarlier`: it was given what the session asked and answered before. */
  kindOfFact('writtenUnaided', { model: z.string(), hasEarlier: z.boolean() }),
  /** The session's language model wrote only a part, or nothing: the rest is quoted. */
  kindOfFact('modelFellShort', { model: z.string(), wrote: z.boolean(), error: errorShape }),
  /** Reports of earlier versions do not say which resource it was. */
  kindOfFact('resourceUnasked', {
    name: z.string(),
    resourceId: z.string().optional(),
    /** Of the question, where only that was to be asked. */
    part: z.string().optional(),
    ...unasked.shape,
  }),
  /** A database that the question was not held against. */
  kindOfFact('databasePassedOver', { name: z.string(), error: errorShape }),
  /** A database that the question is about, which nothing else answers, and why it was not asked. */
  kindOfFact('databaseNear', { name: z.string(), resourceId: z.string(), declined: declinedQuestion }),
  /** A source or resource that the report cites; null where its name is its title. */
  kindOfFact('originCited', { title: z.string(), name: z.string().nullable() }),
  toldFact,
])
export type RemarkFact = z.infer<typeof remarkFact>

/** What a check by rules finds against a sentence. */
const objection = z.discriminatedUnion('kind', [
  kindOfFact('numbersNotCited', { numbers: z.array(z.string()) }),
  kindOfFact('namesNotCited', { names: z.array(z.string()) }),
  kindOfFact('denied', {}),
])
export type Objection = z.infer<typeof objection>

/** Why a claim of a report has its verdict. */
export const verdictReason = z.discriminatedUnion('kind', [
  ...objection.options,
  kindOfFact('wordsNotCited', {}),
  kindOfFact('rulesPassed', {}),
  /** A language model as the second judge, after the rules let the sentence pass. */
  kindOfFact('modelAgrees', { model: z.string() }),
  kindOfFact('modelObjects', { model: z.string(), isContradicted: z.boolean() }),
  kindOfFact('nothingCited', {}),
  kindOfFact('citationUnknown', { n: z.number().int() }),
  kindOfFact('foundVerbatim', {}),
  /** Of a sentence that says where a symbol of code is declared. */
  kindOfFact('declarationFound', {}),
  kindOfFact('sourceGone', {}),
  kindOfFact('sourceChanged', {}),
  kindOfFact('movedInSource', {}),
  /** The cited place reads otherwise now; `objection` is what there contradicts the sentence. */
  kindOfFact('textDiffers', { objection: objection.nullable() }),
  kindOfFact('answerAltered', {}),
  kindOfFact('answerFound', {}),
  kindOfFact('notInAnswer', {}),
  toldFact,
])
export type VerdictReason = z.infer<typeof verdictReason>
