import type { ReadSourceText } from '../port'
import type { ReadPassage } from './candidate'
import type { WeighedSentence } from './weigh'

/**
 * Names, abbreviations and identifiers of a question: what is called so is told by its name or not at all. Alternatives
 * (`an NFS or SMB share`) are together, as a text on one of them may do without the other.
 */
export function namesAsked(question: string): string[][] {
  const groups: string[][] = []
  let end = 0
  for (const { 0: word, index } of question.matchAll(/[\p{L}_][\p{L}\p{N}_-]*[\p{L}\p{N}_]/gu)) {
    const opens = /(^|[.!?:"“”])$/.test(question.slice(0, index).trimEnd())
    const isName = /\p{Lu}.*\p{Lu}|\d|_/u.test(word) || (!opens && /^\p{Lu}/u.test(word))
    if (!isName) continue
    const isAlternative = groups.length > 0 && /^\s*(or|\/|或|或者|还是)\s*$/i.test(question.slice(end, index))
    if (isAlternative) groups.at(-1)?.push(word)
    else groups.push([word])
    end = index + word.length
  }
  return groups
}

/**
 * Weights of a logistic model of whether a question is answered: what is over `least` counts as answered. Fitted on 112 questions
 * about four manuals, 26 near their matter that they do not answer, and 144 on other manuals; `namesElsewhere` and `least` on 186,
 * 46 and 247 about seven (docs/decisions/0033-answers.md). How many words a question has says nothing.
 */
const weights = {
  bias: -4.95,
  context: 4.75,
  meaning: 5.9,
  missingNames: -2.1,
  namesElsewhere: -0.5,
  fewness: 0.5,
} as const
/** 96 in 100 of the questions with an answer are over it. */
const least = Math.log(0.32 / 0.68)
/** Below it what is found has nothing to do with the question. */
const leastNear = Math.log(0.1 / 0.9)
/** Share of the best sentences whose sections mention a name, below which it is asked about and they speak of something else. */
const leastNamed = 0.2
/** The best of few sentences are worth less than the best of many: between these numbers, that is made up for. */
const fewestSentences = 6
const usualSentences = 60
/** Share of the query and form of an answer from which on one sentence answers, whatever stands beside it: of 93 questions that a few notes did not answer, none had such a sentence. */
const plainContext = 0.7
const plainForm = 0.5
/** Sentences whose share of the query is averaged, and nearest ones whose meaning is. */
const bestOnes = 8
const nearestOnes = 3
/** Share of the query that the best sentences and their surroundings must hold where no meaning is compared: chosen on Chinese. */
const leastContext = 0.27

/** What sentences have to do with a query: they answer it, come near it, or are about something else. */
export type Bearing = 'answers' | 'near' | 'beside'

/**
 * Whether the best sentences answer the query at all, or at least come near it: how much of it they hold, how near the nearest are, and how many of
 * the names that it asks about (two count) the sources that were read nowhere mention, or hardly where the best stand. Of few
 * sentences less must be held. One sentence that holds nearly all of it in the form of an answer is enough.
 */
export async function bearingOn(
  query: string,
  weighed: readonly WeighedSentence[],
  read: readonly ReadPassage[],
  readSourceText: ReadSourceText,
): Promise<Bearing> {
  if (weighed.length === 0) return 'beside'
  const best = weighed.slice(0, bestOnes)
  const context = mean(best.map((item) => item.inContext))
  const near = weighed.flatMap(({ similarity }) => similarity ?? []).sort((a, b) => b - a)
  if (near.length === 0) return context >= leastContext ? 'answers' : context >= leastContext / 2 ? 'near' : 'beside'
  const names = namesAsked(query)
  let missing = withoutMention(
    names,
    read.map(({ title, sourceName, headingPath, text }) => [title, sourceName, ...headingPath, text].join(' ')),
  )
  // Of a long source only a part was read: the rest of it may mention the name.
  for (const sourceId of new Set(read.map((passage) => passage.locator.sourceId)))
    if (missing.length > 0) missing = withoutMention(missing, [(await readSourceText(sourceId)) ?? ''])
  const elsewhere = unnamedIn(
    best.map(({ candidate }) => sectionText(candidate.hit, read)),
    names.filter((group) => !missing.includes(group)),
  )
  const isNamed = missing.length === 0 && elsewhere === 0
  if (isNamed && best.some(({ inContext, form }) => inContext >= plainContext && form >= plainForm)) return 'answers'
  const logit =
    weights.bias +
    weights.context * context +
    weights.meaning * mean(near.slice(0, nearestOnes)) +
    weights.missingNames * Math.min(2, missing.length) +
    weights.namesElsewhere * Math.min(2, elsewhere) +
    weights.fewness * Math.log(Math.max(1, usualSentences / Math.max(fewestSentences, near.length)))
  return logit > least ? 'answers' : logit > leastNear ? 'near' : 'beside'
}

function withoutMention(groups: readonly string[][], texts: readonly string[]): string[][] {
  const all = texts.join('\n').toLowerCase()
  return groups.filter((names) => !names.some((name) => all.includes(name.toLowerCase())))
}

/** How many of the names fewer than `leastNamed` of the texts mention. */
function unnamedIn(texts: readonly string[], groups: readonly string[][]): number {
  const isUnnamed = (names: string[]): boolean =>
    texts.filter((text) => withoutMention([names], [text]).length === 0).length < leastNamed * texts.length
  return groups.filter(isUnnamed).length
}

/** The section of a passage, as far as it was read, with what it and its document are called. */
function sectionText({ locator, headingPath, title }: ReadPassage, read: readonly ReadPassage[]): string {
  const own = read.filter(
    (passage) =>
      passage.locator.sourceId === locator.sourceId && passage.headingPath.join('\n') === headingPath.join('\n'),
  )
  return [title, ...headingPath, ...own.map(({ text }) => text)].join(' ')
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
