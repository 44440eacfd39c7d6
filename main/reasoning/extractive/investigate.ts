import type { RecallHit } from '../../../contract/recall/recall'
import type { InvestigationView } from '../../../contract/session/session'
import { contentStems } from '../../language'
import type { Inquiry, ReasoningOptions } from '../port'
import { findThemes } from '../themes/find-themes'
import { embedCovered } from './embed-covered'
import { withoutExcluded } from './gather'
import type { LibraryView } from './library-view'
import type { ExtractivePorts } from './ports'
import { workingQuestion } from './working-question'

/** Passages of the first look. */
const lookAt = 24
/** Themes whose best passages stand further below the best of all have little to do with the question. */
const leastWorth = 0.7

/**
 * Passages that stand near the best one. What recall fills its list up with, far below, makes themes that have
 * nothing to do with the question. At least six are kept where there are as many, so that a question that one
 * passage answers still shows its surroundings.
 */
function nearTheBest(hits: readonly RecallHit[], share: number): RecallHit[] {
  const best = hits[0]?.reason.score ?? 0
  return hits.filter((hit, at) => at < 6 || hit.reason.score >= best * share)
}

/** A first look around: what recall finds for the question, grouped into themes named by their key phrases. */
export async function investigate(
  ports: ExtractivePorts,
  view: LibraryView,
  inquiry: Inquiry,
  options: ReasoningOptions,
): Promise<InvestigationView> {
  const question = workingQuestion(inquiry)
  const passagesSearched = view.summary.passages
  if (question.trim().length === 0) return { themes: [], hits: [], passagesSearched }
  options.onProgress?.(0, 2)
  const hits = withoutExcluded((await ports.recall(question, { top: lookAt, signal: options.signal })).hits, inquiry)
  options.onProgress?.(1, 2)
  const near = nearTheBest(hits, 0.35)
  const vectors = await embedCovered(
    ports,
    near.map(({ text }) => text),
    options.signal,
  )
  const themes = findThemes({
    passages: near,
    vectors,
    background: view.background,
    queryStems: contentStems(question),
    weights: near.map((hit) => hit.reason.score),
    leastWorth,
    most: 6,
  })
  options.onProgress?.(2, 2)
  return { themes, hits, passagesSearched }
}
