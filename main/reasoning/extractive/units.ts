import { stepMarkOf, stepsOf } from '../../../contract/report/ordered-steps'
import { isNearDuplicate, profileText, type TextProfile } from '../../language'
import { type Evidence, isFromSource } from '../port'
import { widestGap } from '../sentences/candidate'
import { isRow } from '../sentences/quality'

/** Consecutive sentences that a step kept as one run. */
export interface ReportUnit {
  readonly evidence: readonly Evidence[]
  readonly profiles: readonly TextProfile[]
  readonly score: number
}

/** A sentence that is written, or might be. */
export interface Said {
  readonly evidence: Evidence
  readonly profile: TextProfile
}

/**
 * Whether two sentences say the same: in nearly the same words, or as the same row of the same answer. Two rows of an answer
 * may differ in a figure alone, and each of them was asked for.
 */
export function saysTheSame(one: Said, other: Said): boolean {
  const [left, right] = [one.evidence.place, other.evidence.place]
  if (left.kind === 'source' || right.kind === 'source') return isNearDuplicate(one.profile, other.profile)
  // All rows of a computation stand at one place: its table.
  if (left.resourceId !== right.resourceId || one.profile.text !== other.profile.text) return false
  return left.kind !== 'query' || right.kind !== 'query' || left.hash !== right.hash || left.row === right.row
}

/** The sentences of a unit. */
export const saidOf = ({ evidence, profiles }: ReportUnit): Said[] =>
  profiles.flatMap((profile, at) => {
    const own = evidence[at]
    return own === undefined ? [] : [{ evidence: own, profile }]
  })

/** @param opening of the run: what stands between two steps is part of it, however it is written */
function follows(opening: Evidence, before: Evidence, after: Evidence): boolean {
  if (!isFromSource(before) || !isFromSource(after) || before.place.symbol !== after.place.symbol) return false
  const isStep = stepMarkOf(after.sentence) !== null || stepMarkOf(opening.sentence) !== null
  if (!isStep && [before, after].some(({ sentence }) => isRow(sentence))) return false
  const gap = after.place.start - before.place.end
  return after.place.sourceId === before.place.sourceId && gap >= 0 && gap <= widestGap
}

/** A number means something in its list alone, from its first item on: what is quoted without the list is quoted without it. */
function withoutNumbers(group: readonly Evidence[]): readonly Evidence[] {
  if (stepsOf(group, ({ sentence }) => sentence)?.start === 1) return group
  return group.map((item) => {
    const mark = stepMarkOf(item.sentence)
    if (mark === null || !isFromSource(item)) return item
    const place = { ...item.place, start: item.place.start + mark.length }
    return { ...item, sentence: item.sentence.slice(mark.length), place }
  })
}

/** Groups the evidence of a step into runs again: stored evidence is a plain list, and a run shares one score. */
export function unitsOf(evidence: readonly Evidence[]): ReportUnit[] {
  const groups: Evidence[][] = []
  for (const item of evidence) {
    const group = groups.at(-1)
    const [opening] = group ?? []
    const last = group?.at(-1)
    const isNext = opening !== undefined && last?.score === item.score && follows(opening, last, item)
    if (isNext) group?.push(item)
    else groups.push([item])
  }
  return groups.map(withoutNumbers).map((group) => ({
    evidence: group,
    profiles: group.map((item) => profileText(item.sentence)),
    score: Math.max(...group.map((item) => item.score)),
  }))
}
