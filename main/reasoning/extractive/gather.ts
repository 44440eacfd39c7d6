import { recallAnswer } from '../../../contract/recall'
import type { EngineStep, Evidence, GatheringOptions, StepFindings, StepInput } from '../port'
import { type QuestionKind, questionKind } from '../question/kind'
import { isPartOf } from '../question/subject'
import { type Candidate, collectCandidates } from '../sentences/candidates'
import { type EvidenceUnit, type RunShape, runAround } from '../sentences/runs'
import { labelOf, type ScoredCandidate, scoreCandidates, weightTerms } from '../sentences/score'
import { selectDiverse } from '../sentences/select'
import { contentStems, occurrence } from '../text/words'
import { headingName } from '../themes/heading-name'
import { askResources } from './ask-resources'
import { compares, isComparison } from './comparison'
import { embedCovered } from './embed-covered'
import type { LibraryView } from './library-view'
import type { ExtractivePorts } from './ports'
import { workingQuestion } from './working-question'

/** Passages looked at in a step, and units of evidence kept: about twice what a section shows. */
const passagesPerStep = 24
const unitsPerStep = 8

/** A process is told in its whole sequence; a fact needs its sentence and perhaps the one beside it. */
function shapeFor(kind: QuestionKind): RunShape {
  const rows = kind === 'listing' || kind === 'finding' ? 6 : 2
  if (kind === 'manner') return { most: 6, rows, isSequence: true }
  return { most: kind === 'person' || kind === 'time' || kind === 'place' ? 2 : 3, rows, isSequence: false }
}

/**
 * What a sentence must have to count as bearing on a query at all, whatever the others have: a fifth of the query's
 * weight in words (with its title and headings), or a meaning near to it where the encoder covers both.
 */
const leastInContext = 0.2
const leastSimilarity = 0.45
/**
 * Beside it a sentence must hold this share of what the best sentence holds of the query, or a rare name would be
 * missed; what stands in the same source as the best one is its surroundings and need hold less.
 */
const shareOfBest = 0.55
const shareBesideBest = 0.34
/** Or its meaning must be nearly as near as the nearest one's. */
const shareOfNearest = 0.88

/** A sentence that compares must be nearly as near to the question as the best one. */
const shareOfComparison = 0.72

function bearing(scored: readonly ScoredCandidate[]): ScoredCandidate[] {
  const best = scored.reduce<ScoredCandidate | null>(
    (top, item) => (top === null || item.inContext > top.inContext ? item : top),
    null,
  )
  if (best === null) return []
  const nearest = Math.max(leastSimilarity, shareOfNearest * Math.max(0, ...scored.map((item) => item.similarity ?? 0)))
  return scored.filter(({ inContext, similarity, candidate }) => {
    const share = candidate.hit.sourceId === best.candidate.hit.sourceId ? shareBesideBest : shareOfBest
    const byWords = inContext >= leastInContext && inContext >= best.inContext * share
    const near = similarity ?? 0
    // Nearness alone is not enough where the words are there to be had: the encoder finds much alike.
    return byWords || (near >= nearest && inContext >= best.inContext * shareBesideBest)
  })
}

/** True where the query holds most of what the question names, and more beside it. */
function isWithin(question: string, query: string): boolean {
  const asked = contentStems(question)
  const wanted = contentStems(query)
  return asked.size > 0 && [...asked].filter((stem) => wanted.has(stem)).length / asked.size >= 0.5
}

/** A theme's sentence must be about the theme, not only about the question. */
const shareOfStep = 0.8
/** Told under the very heading that the step is named by, or not, where there is such a heading. */
const underHeading = { inside: 1.08, outside: 0.85 } as const

/** A theme that is named by a heading is first of all what stands below that heading. */
function favourHeading(scored: readonly ScoredCandidate[], title: string): ScoredCandidate[] {
  const isNamed = (heading: string): boolean => heading === title || headingName(heading) === title
  const isInside = (item: ScoredCandidate): boolean => item.candidate.hit.headingPath.some(isNamed)
  if (!scored.some(isInside)) return [...scored]
  return scored.map((item) => ({
    ...item,
    score: Math.min(1, item.score * (isInside(item) ? underHeading.inside : underHeading.outside)),
  }))
}

/** What bears on both, by the mean of both scores; far behind the best for the question does not count. */
function weighBoth(forStep: readonly ScoredCandidate[], forQuestion: readonly ScoredCandidate[]): ScoredCandidate[] {
  const scores = new Map(forQuestion.map((item) => [item.candidate, item.score]))
  const best = Math.max(0, ...scores.values())
  const bestForStep = Math.max(0, ...forStep.map((item) => item.score))
  return forStep.flatMap((item) => {
    const score = scores.get(item.candidate)
    const isNear = score !== undefined && score >= best * 0.68 && item.score >= bestForStep * shareOfStep
    return isNear ? [{ ...item, score: (item.score + score) / 2 }] : []
  })
}

/** Words of the query for which a sentence is looked for once more, at most. */
const mostCompleted = 3

/**
 * Adds the best run for each telling word of the query that none of the chosen sentences holds: a part of the question
 * that one place alone answers would else go under among the many that answer the rest.
 */
function complete(
  units: readonly EvidenceUnit[],
  input: {
    readonly query: string
    readonly background: LibraryView['background']
    readonly forStep: readonly ScoredCandidate[]
    readonly shape: RunShape
  },
): EvidenceUnit[] {
  const terms = weightTerms(input.query, input.background)
  const telling = Math.max(0, ...terms.map(({ weight }) => weight)) / 2
  const scores = new Map(input.forStep.map((item) => [item.candidate, item]))
  const completed = [...units]
  for (const { word, weight } of terms) {
    if (completed.length >= units.length + mostCompleted) break
    const holds = (candidate: Candidate): boolean => occurrence(word, candidate.profile) >= 0.9
    if (weight < telling || completed.some(({ sentences }) => sentences.some(holds))) continue
    const [best] = input.forStep
      .filter(({ candidate, inContext }) => inContext >= leastInContext && holds(candidate))
      .sort((a, b) => b.score - a.score)
    if (best !== undefined) completed.push(runAround(best, scores, input.shape))
  }
  return completed
}

function evidenceFrom(candidate: Candidate, score: number): Evidence {
  const { hit, locator, sentence } = candidate
  const { passageId, sourceName, title: sourceTitle, headingPath, contentHash, reason } = hit
  return {
    sentence,
    place: { kind: 'source', ...locator, passageId, sourceName, sourceTitle, headingPath, contentHash },
    score,
    reason,
  }
}

function toEvidence(units: readonly EvidenceUnit[]): Evidence[] {
  return units.flatMap((unit) => unit.sentences.map((sentence) => evidenceFrom(sentence, unit.score)))
}

/** What a part of the question itself asks; a theme, which asks nothing, is asked about as the question asks. */
function kindOf(step: EngineStep, question: string): QuestionKind {
  const own = isPartOf(question, step.query) && !isComparison(step) ? questionKind(step.query) : 'open'
  return own === 'open' ? questionKind(question) : own
}

/** Evidence for one step: sentences of the passages that recall finds for its query, relevant, diverse and whole. */
export async function gatherEvidence(
  ports: ExtractivePorts,
  view: LibraryView,
  input: StepInput,
  options: GatheringOptions,
): Promise<StepFindings> {
  const { step } = input
  options.onProgress?.(0, 3)
  const { evidence: answers, unasked } = await askResources(ports, workingQuestion(input.inquiry), input, options)
  const called = await options.callTool({
    tool: 'recall',
    resourceId: null,
    input: { query: step.query, top: passagesPerStep },
  })
  const { hits } = recallAnswer.parse(called.output)
  options.onProgress?.(1, 3)
  const best = hits[0]?.reason.score ?? 0
  const near = hits.filter((hit) => hit.reason.score >= best * 0.3)
  const isCompared = isComparison(step)
  const candidates = (await collectCandidates(near, ports.readSourceText)).filter(({ defect }) => defect === null)
  const question = workingQuestion(input.inquiry)
  const labels = [...new Set(near.map(labelOf))].filter((label) => label.length > 0)
  const [queryVector = null, questionVector = null, ...rest] = await embedCovered(
    ports,
    [step.query, question, ...labels, ...candidates.map(({ sentence }) => sentence)],
    options.signal,
  )
  const headings = new Map(labels.map((label, at) => [label, rest[at] ?? null]))
  const vectors = rest.slice(labels.length)
  options.onProgress?.(2, 3)
  const kind = kindOf(step, question)
  const common = { candidates, background: view.background, vectors, headings }
  const forStep = favourHeading(scoreCandidates({ ...common, query: step.query, kind, queryVector }), step.title)
  // A step within the question must not drift away from it along its theme; one that a person turned elsewhere may.
  const bearingOnes =
    isWithin(question, step.query) && !isPartOf(question, step.query)
      ? weighBoth(
          bearing(forStep),
          bearing(scoreCandidates({ ...common, query: question, kind, queryVector: questionVector })),
        )
      : bearing(forStep)
  // Filtered only now, so that what a comparison must come up to is the best sentence of all.
  const worth = Math.max(0, ...bearingOnes.map((item) => item.score)) * shareOfComparison
  const scored = isCompared
    ? bearingOnes.filter((item) => item.score >= worth && compares(item.candidate.sentence))
    : bearingOnes
  const sources = new Set(scored.map(({ candidate }) => candidate.hit.sourceId)).size
  const units = selectDiverse(scored, {
    limit: unitsPerStep,
    perSource: Math.max(9, Math.ceil((unitsPerStep * 2) / Math.max(1, sources))),
    relevance: 0.78,
    floor: 0.62,
    neighbours: forStep,
    shape: shapeFor(kind),
  })
  const whole =
    !isCompared && isPartOf(question, step.query)
      ? complete(units, { query: step.query, background: view.background, forStep, shape: shapeFor(kind) })
      : units
  options.onProgress?.(3, 3)
  return { found: hits.length + answers.length, evidence: [...answers, ...toEvidence(whole)], unasked }
}
