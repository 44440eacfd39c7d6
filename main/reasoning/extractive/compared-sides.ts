import { contentWords, displayText, profileText } from '../../language'
import { isFromSource } from '../port'
import { danglingOf } from '../sentences/candidate'
import { saysWhatItIs } from '../sentences/definitions'
import { isRow, sentenceDefect } from '../sentences/quality'
import { isOfTheirKind, names, type Sides } from '../sentences/sides'
import type { ReportUnit } from './units'

/** What sources say of two things that a question compares: of each by itself. */
export interface ComparedSides {
  readonly sides: Sides
  readonly names: readonly [string, string]
  /** For each row what is said of each side: first what says most plainly what it is. */
  readonly rows: readonly (readonly [readonly ReportUnit[], readonly ReportUnit[]])[]
}

/** Sentences of each side at most. */
const mostOfSide = 3

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

/** What is no sentence (`ALTER TABLE [ ONLY ] name`) or begins with `Thus` says nothing by itself. */
const standsAlone = (sentence: string): boolean =>
  isRow(sentence) || (danglingOf(sentence) === 'none' && sentenceDefect(sentence) === null)

function aboutSide(unit: ReportUnit, [side, other]: Sides): AboutSide | null {
  const [first] = unit.evidence
  if (first === undefined || !isFromSource(first) || !standsAlone(first.sentence)) return null
  if (unit.profiles.some((profile) => names(other, profile))) return null
  const heading = profileText(first.place.headingPath.at(-1) ?? '')
  const title = profileText(first.place.sourceTitle ?? '')
  if (!isOfTheirKind([side, other], ...unit.profiles, heading, title)) return null
  const isHeaded = names(side, heading)
  const isOfBoth = isHeaded && names(other, heading)
  if ((!isHeaded || isOfBoth) && !unit.profiles.some((profile) => names(side, profile))) return null
  const beyond = saysWhatItIs(side.name, first.sentence)
    ? -1
    : isHeaded
      ? Math.max(0, contentWords(heading.text).length - side.own.length - side.shared.length)
      : Number.POSITIVE_INFINITY
  return { unit, beyond, start: first.place.start }
}

/** What opens the section that has a side's name says what it is; without one, the best run does. */
function unitsAbout(units: readonly ReportUnit[], sides: Sides): ReportUnit[] {
  const about = units.flatMap((unit) => aboutSide(unit, sides) ?? [])
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

/** @returns null where the material says nothing of one of them alone */
export function comparedSides(sides: Sides, units: readonly ReportUnit[]): ComparedSides | null {
  const [left, right] = sides
  const ofLeft = unitsAbout(units, [left, right])
  const ofRight = unitsAbout(units, [right, left])
  const count = Math.min(ofLeft.length, ofRight.length)
  if (count === 0) return null
  const isLast = (row: number): boolean => row === count - 1
  return {
    sides,
    names: [displayText(left.name), displayText(right.name)],
    // No cell is empty: the last row says what one side has more of.
    rows: Array.from({ length: count }, (_, row) => [
      ofLeft.slice(row, isLast(row) ? undefined : row + 1),
      ofRight.slice(row, isLast(row) ? undefined : row + 1),
    ]),
  }
}
