import type { RecallHit } from '../../../contract/recall'
import type { Evidence } from '../port'
import { type Candidate, widestGap } from '../sentences/candidates'
import { danglingOf } from '../sentences/dangling'
import { profileText, type TextProfile } from '../text/words'

/** Consecutive sentences that a step kept as one run. */
export interface ReportUnit {
  readonly evidence: readonly Evidence[]
  readonly profiles: readonly TextProfile[]
  readonly score: number
}

function follows(before: Evidence, after: Evidence): boolean {
  const gap = after.locator.start - before.locator.end
  return after.locator.sourceId === before.locator.sourceId && gap >= 0 && gap <= widestGap
}

/** Groups the evidence of a step into runs again: stored evidence is a plain list, and a run shares one score. */
export function unitsOf(evidence: readonly Evidence[]): ReportUnit[] {
  const groups: Evidence[][] = []
  for (const item of evidence) {
    const group = groups.at(-1)
    const last = group?.at(-1)
    if (group !== undefined && last !== undefined && last.score === item.score && follows(last, item)) group.push(item)
    else groups.push([item])
  }
  return groups.map((group) => ({
    evidence: group,
    profiles: group.map((item) => profileText(item.sentence)),
    score: Math.max(...group.map((item) => item.score)),
  }))
}

/** A run as one candidate again, to be scored against another query than its step's. */
export function candidateOf(run: readonly Evidence[], recallShare: number): Candidate | null {
  const [evidence] = run
  const last = run.at(-1)
  if (evidence === undefined || last === undefined) return null
  const sentence = run.map((item) => item.sentence).join(' ')
  const locator = { ...evidence.locator, end: last.locator.end, lineEnd: last.locator.lineEnd }
  const hit: RecallHit = {
    passageId: evidence.passageId,
    sourceId: evidence.locator.sourceId,
    sourceName: evidence.sourceName,
    title: evidence.sourceTitle,
    headingPath: [...evidence.headingPath],
    text: sentence,
    locator,
    reason: { ...evidence.hit, score: evidence.hit.score * recallShare },
  }
  const dangling = danglingOf(sentence)
  return { sentence, profile: profileText(sentence), locator, hit, defect: null, dangling, previous: null, next: null }
}
