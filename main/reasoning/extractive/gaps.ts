import { type Background, isPartOf, languageOf } from '../../language'
import type { EngineStep, FinishedStep } from '../port'
import { weightTerms } from '../sentences/terms'
import { wordingFor } from '../wording'
import { isComparison } from './comparison'

/** Words of a query that a wider search keeps. */
const mostKeptWords = 2

/**
 * The query with its most telling words that the library uses at all: each sentence with one of them then holds enough
 * of it to count. Null where that is the same search again, or the library knows none of the words.
 */
export function widenQuery(query: string, background: Background): string | null {
  const terms = weightTerms(query, background)
  const known = terms.filter(({ word }) => background.share(word.stem) > 0).sort((a, b) => b.weight - a.weight)
  const kept = known.slice(0, mostKeptWords)
  return kept.length === 0 || kept.length === terms.length ? null : kept.map(({ word }) => word.surface).join(' ')
}

/** Whether a step was added to search for what another one did not find. */
export const isWiderSearch = ({ title }: Pick<EngineStep, 'title'>): boolean =>
  title.endsWith(wordingFor(languageOf(title)).plan.wider(''))

/** Whether a step that waits for this one made something of what it found: that tells it, then. */
export const isProcessed = ({ id }: EngineStep, steps: readonly FinishedStep[]): boolean =>
  steps.some(
    ({ step, findings }) =>
      step.type === 'processing' && step.dependsOn.includes(id) && (findings?.evidence.length ?? 0) > 0,
  )

/**
 * Titles of the question's own aspects for which nothing was kept, where a wider search is left to try. A question on
 * which the library has nothing at all has no gap: it has no answer.
 */
export function findGaps(question: string, steps: readonly FinishedStep[], background: Background): string[] {
  const { wider } = wordingFor(languageOf(question)).plan
  const asked = steps.filter(
    ({ step, findings }) =>
      findings !== null && step.type === 'research' && !isComparison(step) && isPartOf(question, step.query),
  )
  if (!asked.some(({ findings }) => findings?.evidence.length)) return []
  const titles = new Set(steps.map(({ step }) => step.title))
  const isWider = (title: string): boolean => asked.some(({ step }) => wider(step.title) === title)
  return asked
    .filter(({ step, findings }) => findings?.evidence.length === 0 && !isWider(step.title))
    .filter(({ step }) => !isProcessed(step, steps))
    .filter(({ step }) => !titles.has(wider(step.title)) && widenQuery(step.query, background) !== null)
    .map(({ step }) => step.title)
}
