import { isNearDuplicate } from '../text/similarity'
import { type Candidate, sharesParagraph, widestGap } from './candidates'
import { isRow } from './quality'
import type { WeighedSentence } from './weigh'

/** Sentences that follow each other in a source, with the worth of the best of them. */
export interface EvidenceUnit {
  readonly sentences: readonly Candidate[]
  readonly score: number
}

/** Sentences of a run at most: what is longer says more than was asked. */
const longestRun = 3

/** A sentence that takes something back from the one before it: quoting that one alone would be unfair to the source. */
const answer =
  /^(however|but|yet|in fact|in reality|actually|nevertheless|nonetheless|on the contrary|this is (not|wrong|false|untrue)|that is (not|wrong)|the (experience|evidence|data|facts?) )|^(但是?|然而|不过|可是|事实上|其实|实际上|相反|恰恰相反)/i

/** What others think: the source may go on to say that they are wrong. */
const opinion =
  /\b(a common (objection|misconception|belief|myth|mistake|claim)|some (people|authors|critics|scholars|say|think|believe|argue)|(many|most) (people )?(say|think|believe|assume)|it is (often|sometimes|widely|commonly|generally) (said|claimed|believed|thought|assumed|argued|objected)|critics (say|claim|argue)|opponents|myths?|misconceptions?|contrary to)\b|有人(认为|说|担心|主张|觉得)|人们(常常?|往往|普遍|通常)?(认为|以为|误以为|说)|一般认为|常见的?(误解|误区|说法)|误以为|传说|据说|批评者|反对者/i

/** The sentence with the one that it leans on, and the one that takes it back; null where it leans on nothing at hand. */
function withContext(candidate: Candidate): Candidate[] | null {
  const run = [candidate]
  const { previous, next } = candidate
  if (candidate.dangling !== 'none' && !candidate.isItem) {
    if (previous === null || previous.defect !== null || isRow(previous.sentence)) {
      if (candidate.dangling === 'pronoun') return null
    } else run.unshift(previous)
  }
  const isAnswered =
    next !== null &&
    sharesParagraph(candidate, next) &&
    (answer.test(next.sentence) || opinion.test(candidate.sentence))
  if (next !== null && next.defect === null && isAnswered) run.push(next)
  return run
}

/** Sentences by worth alone, before each document that was ranked high has its best one said. */
const firstSentences = 6
const heardDocuments = 4

/**
 * The best sentences, none and no near copy of one twice, put together where they follow each other; best first. After
 * the first few each of the best documents is heard: which of them is the right one is less sure than which sentence.
 */
export function selectSentences(
  weighed: readonly WeighedSentence[],
  most: number,
  documents: Iterable<string> = [],
): EvidenceUnit[] {
  const chosen = new Map<Candidate, number>()
  const add = ({ candidate, score }: WeighedSentence): void => {
    if (chosen.has(candidate)) return
    const isSaid = (one: Candidate): boolean =>
      [...chosen.keys()].some((other) => other !== one && isNearDuplicate(other.profile, one.profile))
    const run = withContext(candidate)
    if (run === null || isSaid(candidate)) return
    for (const sentence of run) if (!chosen.has(sentence) && !isSaid(sentence)) chosen.set(sentence, score)
  }
  const rest = [...weighed]
  while (chosen.size < Math.min(most, firstSentences) && rest.length > 0) add(rest.shift() as WeighedSentence)
  const level = Math.min(...chosen.values())
  for (const sourceId of [...documents].slice(0, heardDocuments)) {
    const isOwn = ({ hit }: Candidate): boolean => hit.sourceId === sourceId
    if (chosen.size >= most || [...chosen.keys()].some(isOwn)) continue
    const best = rest.find(({ candidate }) => isOwn(candidate))
    if (best !== undefined) add({ ...best, score: level })
  }
  for (const sentence of rest) if (chosen.size < most) add(sentence)
  const order = [...chosen.keys()].sort(
    (a, b) => a.hit.sourceId.localeCompare(b.hit.sourceId) || a.locator.start - b.locator.start,
  )
  const units: { sentences: Candidate[]; score: number }[] = []
  for (const candidate of order) {
    const unit = units.at(-1)
    const last = unit?.sentences.at(-1)
    const score = chosen.get(candidate) ?? 0
    const isNext =
      last !== undefined &&
      (unit?.sentences.length ?? 0) < longestRun &&
      last.hit.sourceId === candidate.hit.sourceId &&
      candidate.locator.start - last.locator.end <= widestGap &&
      last.hit.headingPath.join('\n') === candidate.hit.headingPath.join('\n')
    if (unit !== undefined && isNext) {
      unit.sentences.push(candidate)
      unit.score = Math.max(unit.score, score)
    } else units.push({ sentences: [candidate], score })
  }
  return units.sort((a, b) => b.score - a.score)
}
