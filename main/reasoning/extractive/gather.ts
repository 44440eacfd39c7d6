import type { Evidence, ReasoningOptions, StepFindings, StepInput } from '../port'
import { questionKind } from '../question/kind'
import { type Candidate, collectCandidates } from '../sentences/candidates'
import { type ScoredCandidate, scoreCandidates } from '../sentences/score'
import { type EvidenceUnit, selectDiverse } from '../sentences/select'
import { compares, isComparison } from './comparison'
import { embedCovered } from './embed-covered'
import type { LibraryView } from './library-view'
import type { ExtractivePorts } from './ports'
import { workingQuestion } from './working-question'

/** Passages looked at in a step, and units of evidence kept: about twice what a section shows. */
const passagesPerStep = 40
const unitsPerStep = 12

/**
 * What a sentence must have to count as bearing on a query at all, whatever the others have: a fifth of the query's
 * weight in words (with its title and headings), or a meaning near to it where the encoder covers both.
 */
const leastInContext = 0.2
const leastSimilarity = 0.5

export function bears(scored: ScoredCandidate): boolean {
  return scored.inContext >= leastInContext || (scored.similarity ?? 0) >= leastSimilarity
}

function evidenceFrom(candidate: Candidate, score: number): Evidence {
  return {
    sentence: candidate.sentence,
    passageId: candidate.hit.passageId,
    locator: candidate.locator,
    sourceName: candidate.hit.sourceName,
    sourceTitle: candidate.hit.title,
    headingPath: candidate.hit.headingPath,
    score,
    hit: candidate.hit.reason,
  }
}

function toEvidence(units: readonly EvidenceUnit[]): Evidence[] {
  return units.flatMap((unit) => unit.sentences.map((sentence) => evidenceFrom(sentence, unit.score)))
}

/** Evidence for one step: sentences of the passages that recall finds for its query, relevant, diverse and whole. */
export async function gatherEvidence(
  ports: ExtractivePorts,
  view: LibraryView,
  input: StepInput,
  options: ReasoningOptions,
): Promise<StepFindings> {
  const { step } = input
  options.onProgress?.(0, 3)
  const { hits } = await ports.recall(step.query, { top: passagesPerStep, signal: options.signal })
  options.onProgress?.(1, 3)
  const best = hits[0]?.reason.score ?? 0
  const near = hits.filter((hit) => hit.reason.score >= best * 0.3)
  const isCompared = isComparison(step)
  // Candidates keep their neighbours, so what is filtered here can still be brought along by a leaning sentence.
  const candidates = (await collectCandidates(near, ports.readSourceText)).filter(
    ({ defect, sentence }) => defect === null && (!isCompared || compares(sentence)),
  )
  const [queryVector = null, ...vectors] = await embedCovered(
    ports,
    [step.query, ...candidates.map(({ sentence }) => sentence)],
    options.signal,
  )
  options.onProgress?.(2, 3)
  const question = workingQuestion(input.inquiry)
  const scored = scoreCandidates({
    query: step.query,
    kind: questionKind(step.dependsOn.length === 0 ? question : step.title),
    candidates,
    background: view.background,
    queryVector,
    vectors,
  }).filter(bears)
  const sources = new Set(scored.map(({ candidate }) => candidate.hit.sourceId)).size
  const units = selectDiverse(scored, {
    limit: unitsPerStep,
    perSource: Math.max(3, Math.ceil(unitsPerStep / Math.max(1, sources))),
    relevance: 0.72,
    floor: 0.55,
    exclude: [],
  })
  options.onProgress?.(3, 3)
  return { found: hits.length, evidence: toEvidence(units) }
}
