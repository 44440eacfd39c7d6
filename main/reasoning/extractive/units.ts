import type { RecallHit } from '../../../contract/recall'
import type { Evidence } from '../port'
import type { Candidate } from '../sentences/candidates'
import { danglingOf } from '../sentences/dangling'
import { answersBack, reportsOpinion } from '../sentences/opinion'
import { profileText, type TextProfile } from '../text/words'

/** Sentences of evidence that belong together: one that leans on the sentence before it, with that one. */
export interface ReportUnit {
  readonly evidence: readonly Evidence[]
  readonly profiles: readonly TextProfile[]
  readonly score: number
}

/** Characters that may lie between two sentences of one unit: white space. */
const gap = 4

/** Groups the evidence of a step into units again: stored evidence is a plain list. */
export function unitsOf(evidence: readonly Evidence[]): ReportUnit[] {
  const units: ReportUnit[] = []
  let at = 0
  while (at < evidence.length) {
    const first = evidence[at]
    const second = evidence[at + 1]
    if (first === undefined) break
    const group =
      second !== undefined &&
      (danglingOf(second.sentence) !== 'none' || reportsOpinion(first.sentence) || answersBack(second.sentence)) &&
      second.locator.sourceId === first.locator.sourceId &&
      second.locator.start >= first.locator.end &&
      second.locator.start - first.locator.end <= gap
        ? [first, second]
        : [first]
    units.push({
      evidence: group,
      profiles: group.map((item) => profileText(item.sentence)),
      score: Math.max(...group.map((item) => item.score)),
    })
    at += group.length
  }
  return units
}

/** Evidence as a candidate again, to be scored against another query than its step's. */
export function candidateOf(evidence: Evidence, recallShare: number): Candidate {
  const hit: RecallHit = {
    passageId: evidence.passageId,
    sourceId: evidence.locator.sourceId,
    sourceName: evidence.sourceName,
    title: evidence.sourceTitle,
    headingPath: [...evidence.headingPath],
    text: evidence.sentence,
    locator: evidence.locator,
    reason: { ...evidence.hit, score: evidence.hit.score * recallShare },
  }
  return {
    sentence: evidence.sentence,
    profile: profileText(evidence.sentence),
    locator: evidence.locator,
    hit,
    defect: null,
    dangling: danglingOf(evidence.sentence),
    previous: null,
    next: null,
  }
}
