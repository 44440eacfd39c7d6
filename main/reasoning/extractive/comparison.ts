import { originOfPlace } from '../../../contract/report/place'
import type { RemarkFact } from '../../../contract/report/report-facts'
import {
  containment,
  displayText,
  type Figure,
  figuresOf,
  negationsIn,
  oppositeWords,
  profileText,
  type TextProfile,
  wordOverlap,
} from '../../language'
import type { EngineStep, Evidence } from '../port'
import { isRow, sentenceDefect } from '../sentences/quality'

const asksToCompare =
  /\b(disagree\w*|differ\w*|agree\w*|compar\w*|versus|vs|contrast\w*|contradict\w*|conflict\w*)\b|异同|不同|比较|对比|一致|矛盾|分歧|争议/i

/** A step that compares what the steps before it found. */
export function isComparison(step: EngineStep): boolean {
  return step.dependsOn.length > 0 && asksToCompare.test(step.title)
}

const comparing =
  /\b(disagree\w*|discrepanc\w+|contradict\w*|conflicts?|conflicting|inconsistent|in contrast|by contrast|contrary|contrasts? (with|to)|unlike|differs?|differed|different from|agree(s|d)?|agreement|compared (with|to)|comparison (with|of|between)|compares|compare|consistent with|confirm(s|ed)?|better than|worse than|higher than|lower than|whereas|on the other hand)\b|相反|不同于|与.{1,16}不同|一致|争议|矛盾|分歧|然而|相比|相对|反而|另一说|一说|也有人|有人认为|不同的|相似|类似/i

/** A sentence in which a source compares: itself with others, theory with experiment, one thing with another. */
export function compares(sentence: string): boolean {
  return comparing.test(sentence)
}

export interface Conflict {
  readonly left: Evidence
  readonly right: Evidence
  /** What is opposite in them. */
  readonly fact: RemarkFact
}

interface Prepared {
  readonly evidence: Evidence
  readonly profile: TextProfile
}

/**
 * Words that two sentences share where a negation in one of them denies the other. All twelve pairs that reports on the
 * manuals of SQLite and PostgreSQL told without it were of different things.
 */
const sameButForNegation = 0.6

const withUnit = ({ surface, unit }: Figure): string => displayText(`${surface} ${unit}`)

function conflictOf(left: Prepared, right: Prepared): Conflict | null {
  const pair = { left: left.evidence, right: right.evidence }
  const isHan = left.profile.hanText !== null && right.profile.hanText !== null
  const overlap = isHan
    ? wordOverlap(left.profile, right.profile)
    : containment(left.profile.stems, right.profile.stems)
  const shared = [...left.profile.stems].filter((stem) => right.profile.stems.has(stem)).length
  if (shared < 4 || overlap < (isHan ? 0.3 : 0.45)) return null
  const words = oppositeWords(left.evidence.sentence, right.evidence.sentence)
  if (words !== null) return { ...pair, fact: { kind: 'directionsDiffer', values: words } }
  if (overlap < (isHan ? 0.45 : 0.6)) return null
  const isDenied = negationsIn(left.evidence.sentence) % 2 !== negationsIn(right.evidence.sentence) % 2
  if (isDenied && wordOverlap(left.profile, right.profile) >= sameButForNegation)
    return { ...pair, fact: { kind: 'oneDeniesOther', values: {} } }
  const leftFigures = figuresOf(left.evidence.sentence)
  const rightFigures = figuresOf(right.evidence.sentence)
  // Only where each gives exactly one figure of that unit can the two be of the same thing.
  for (const figure of leftFigures) {
    const others = rightFigures.filter((other) => other.unit === figure.unit)
    const own = leftFigures.filter((other) => other.unit === figure.unit)
    const other = others[0]
    if (figure.unit === '' || own.length > 1 || others.length > 1 || !other || other.value === figure.value) continue
    const values = { left: withUnit(figure), right: withUnit(other) }
    return { ...pair, fact: { kind: 'figuresDiffer', values } }
  }
  return null
}

/**
 * Pairs of sentences of different sources that speak of the same thing and say opposite things, by their wording. What is no
 * running text (rows, what a program printed) speaks of something else wherever it stands.
 */
export function findConflicts(evidence: readonly Evidence[], most: number): Conflict[] {
  const prose = evidence.filter(({ sentence }) => sentenceDefect(sentence) === null && !isRow(sentence))
  const prepared = prose.map((item) => ({ evidence: item, profile: profileText(item.sentence) }))
  const conflicts: Conflict[] = []
  prepared.forEach((left, at) => {
    for (const right of prepared.slice(at + 1)) {
      if (originOfPlace(left.evidence.place) === originOfPlace(right.evidence.place)) continue
      const conflict = conflictOf(left, right)
      if (conflict !== null) conflicts.push(conflict)
    }
  })
  return conflicts.slice(0, most)
}
