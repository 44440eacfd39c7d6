import {
  aspectsOf,
  contentWords,
  displayText,
  occurrence,
  profileText,
  type TextProfile,
  type Word,
} from '../../language'
import { isFromSource } from '../port'
import { saysWhatItIs } from '../sentences/definitions'
import type { ReportUnit } from './units'

/** What sources say of two things that a question compares: of each by itself. */
export interface ComparedSides {
  readonly names: readonly [string, string]
  /** For each row what is said of each side: first what says most plainly what it is. */
  readonly rows: readonly (readonly [readonly ReportUnit[], readonly ReportUnit[]])[]
  /** Whether a run names both. */
  readonly namesBoth: (unit: ReportUnit) => boolean
}

/** Sentences of each side at most. */
const mostOfSide = 3
/** Share of the words that only one side has, from which on a text names it. */
const namedFrom = 0.5

/** A side by the words that the other does not have. */
interface Side {
  readonly name: string
  readonly own: readonly Word[]
  /** Content words of the name. */
  readonly length: number
}

const names = ({ own }: Side, text: TextProfile): boolean =>
  own.reduce((sum, word) => sum + occurrence(word, text), 0) >= namedFrom * own.length

function sidesOf(question: string): readonly [Side, Side] | null {
  const [left, right, ...more] = aspectsOf(question).filter(({ kind }) => kind === 'side')
  if (left === undefined || right === undefined || more.length > 0) return null
  const words = [contentWords(left.title), contentWords(right.title)] as const
  const only = (own: readonly Word[], others: readonly Word[]): Word[] =>
    own.filter(({ stem }) => !others.some((other) => other.stem === stem))
  const sides = [
    { name: left.title, own: only(words[0], words[1]), length: words[0].length },
    { name: right.title, own: only(words[1], words[0]), length: words[1].length },
  ] as const
  return sides.some(({ own }) => own.length === 0) ? null : sides
}

/** A run about one side alone, with where it stands. */
interface AboutSide {
  readonly unit: ReportUnit
  /**
   * Words that its heading has beyond the side's name, fewer than none where it says what the side is; infinite where the
   * heading does not name the side.
   */
  readonly beyond: number
  readonly start: number
}

function aboutSide(unit: ReportUnit, side: Side, other: Side): AboutSide | null {
  const [first] = unit.evidence
  if (first === undefined || !isFromSource(first) || unit.profiles.some((profile) => names(other, profile))) return null
  const heading = profileText(first.place.headingPath.at(-1) ?? '')
  const isHeaded = names(side, heading) && !names(other, heading)
  if (!isHeaded && !unit.profiles.some((profile) => names(side, profile))) return null
  const beyond = saysWhatItIs(side.name, first.sentence)
    ? -1
    : isHeaded
      ? Math.max(0, contentWords(heading.text).length - side.length)
      : Number.POSITIVE_INFINITY
  return { unit, beyond, start: first.place.start }
}

/** What opens the section that has a side's name says what it is; without one, the best run does. */
function unitsAbout(units: readonly ReportUnit[], side: Side, other: Side): ReportUnit[] {
  const about = units.flatMap((unit) => aboutSide(unit, side, other) ?? [])
  const ordered = about.toSorted((one, two) => {
    if (one.beyond !== two.beyond) return one.beyond - two.beyond
    return Number.isFinite(one.beyond) ? one.start - two.start : two.unit.score - one.unit.score
  })
  const chosen: ReportUnit[] = []
  let sentences = 0
  for (const { unit } of ordered) {
    if (sentences + unit.evidence.length > mostOfSide) continue
    if (chosen.some(({ evidence }) => evidence.some(({ sentence }) => sentence === unit.evidence[0]?.sentence)))
      continue
    chosen.push(unit)
    sentences += unit.evidence.length
  }
  return chosen
}

/** Null where the question compares no two things, or where the material says nothing of one of them alone. */
export function comparedSides(question: string, units: readonly ReportUnit[]): ComparedSides | null {
  const sides = sidesOf(question)
  if (sides === null) return null
  const [left, right] = sides
  const ofLeft = unitsAbout(units, left, right)
  const ofRight = unitsAbout(units, right, left)
  const count = Math.min(ofLeft.length, ofRight.length)
  if (count === 0) return null
  const isLast = (row: number): boolean => row === count - 1
  return {
    names: [displayText(left.name), displayText(right.name)],
    // No cell is empty: the last row says what one side has more of.
    rows: Array.from({ length: count }, (_, row) => [
      ofLeft.slice(row, isLast(row) ? undefined : row + 1),
      ofRight.slice(row, isLast(row) ? undefined : row + 1),
    ]),
    namesBoth: ({ profiles }) => sides.every((side) => profiles.some((profile) => names(side, profile))),
  }
}
