import { type Candidate, sharesParagraph } from './candidates'
import { isRow } from './quality'
import type { ScoredCandidate } from './score'

const opinion =
  /\b(a common (objection|misconception|belief|myth|mistake|claim)|some (people|authors|critics|scholars|say|think|believe|argue)|(many|most) (people )?(say|think|believe|assume)|it is (often|sometimes|widely|commonly|generally) (said|claimed|believed|thought|assumed|argued|objected)|critics (say|claim|argue)|opponents|myths?|misconceptions?|contrary to)\b|有人(认为|说|担心|主张|觉得)|人们(常常?|往往|普遍|通常)?(认为|以为|误以为|说)|一般认为|常见的?(误解|误区|说法)|误以为|传说|据说|批评者|反对者/i
const answer =
  /^(however|but|yet|in fact|in reality|actually|nevertheless|nonetheless|on the contrary|this is (not|wrong|false|untrue)|that is (not|wrong)|the (experience|evidence|data|facts?) )|^(但是?|然而|不过|可是|事实上|其实|实际上|相反|恰恰相反)/i

/** A sentence that tells what others think: the source may go on to say that they are wrong. */
function reportsOpinion(sentence: string): boolean {
  return opinion.test(sentence)
}

/** A sentence that takes something back from the one before it: quoting that one alone would be unfair to the source. */
function answersBack(sentence: string): boolean {
  return answer.test(sentence.trimStart())
}

/** Consecutive sentences of a source that stand or fall together; `lead` is the one that they were chosen for. */
export interface EvidenceUnit {
  readonly lead: ScoredCandidate
  readonly sentences: readonly Candidate[]
  readonly score: number
}

export interface RunShape {
  /** Sentences of a run at most. An explanation of how something goes on takes more of them. */
  readonly most: number
  /** Rows of one table at most. */
  readonly rows: number
  /** True where a longer run tells more: how something goes on is a sequence. */
  readonly isSequence: boolean
}

/** A longer run is a wall of text, whatever it says. In characters. */
const longest = { spaced: 620, han: 220 } as const
/** How well runs of one, two, three … sentences read: one alone is torn out of what it belongs to. */
const lengthFactor = [0, 0.9, 1, 1.02, 1, 0.99, 0.98]
const sequenceFactor = [0, 0.86, 0.95, 1.02, 1.06, 1.09, 1.12]
/** A neighbour must come up to this share of the lead's own score. */
const shareOfLead = { spot: 0.5, sequence: 0.35 } as const
/** `Because of this limit …` at the opening: what is meant stands before. Not where the noun names the text itself. */
const pointsBack =
  /\b(this|these|such a|such an) (?!(paper|report|study|work|article|note|investigation)\b)\p{L}+|\b(them|themselves)\b|这种|这一|上述/iu

function openingFactor(first: Candidate): number {
  if (first.dangling === 'pronoun') return 0.72
  if (first.dangling === 'leaning') return 0.87
  return pointsBack.test(first.sentence.slice(0, 110)) ? 0.92 : 1
}

function opensParagraph(candidate: Candidate): boolean {
  const { previous } = candidate
  return previous !== null && (previous.defect === 'heading' || !sharesParagraph(previous, candidate))
}

/** Sentences before and after the lead that may stand with it, in order, and where the lead is among them. */
function surroundings(lead: Candidate, reach: number): { around: Candidate[]; at: number } {
  const around = [lead]
  let at = 0
  for (let before = lead.previous; before !== null && at < reach; before = before.previous) {
    const [first = lead] = around
    const isOpening = first.dangling !== 'none' && at === 0
    if (before.defect !== null || isRow(before.sentence) || (!sharesParagraph(before, first) && !isOpening)) break
    around.unshift(before)
    at += 1
  }
  for (let after = lead.next; after !== null && around.length - at <= reach; after = after.next) {
    const last = around.at(-1) ?? lead
    const isAnswered = answersBack(after.sentence) || reportsOpinion(last.sentence)
    if (after.defect !== null || isRow(after.sentence) || (!sharesParagraph(last, after) && !isAnswered)) break
    around.push(after)
  }
  return { around, at }
}

/** A sentence alone would be unfair to the source where the next one takes it back. */
function isCutShort(last: Candidate): boolean {
  const { next } = last
  return next !== null && next.defect === null && answersBack(next.sentence) && sharesParagraph(last, next)
}

function rowsFrom(lead: ScoredCandidate, scores: ReadonlyMap<Candidate, ScoredCandidate>, most: number): EvidenceUnit {
  const sentences = [lead.candidate]
  const grow = (step: (candidate: Candidate) => Candidate | null, add: (candidate: Candidate) => void): void => {
    for (let row = step(lead.candidate); row !== null && sentences.length < most; row = step(row)) {
      if (row.defect !== null || !isRow(row.sentence) || !scores.has(row)) return
      add(row)
    }
  }
  grow(
    (candidate) => candidate.previous,
    (row) => sentences.unshift(row),
  )
  grow(
    (candidate) => candidate.next,
    (row) => sentences.push(row),
  )
  return { lead, sentences, score: lead.score }
}

/**
 * The best run around a lead: consecutive sentences of its paragraph of which each bears on the query, beginning with
 * one that leans on nothing. A short run that explains beats a sentence torn out of it.
 */
export function runAround(
  lead: ScoredCandidate,
  scores: ReadonlyMap<Candidate, ScoredCandidate>,
  shape: RunShape,
): EvidenceUnit {
  if (isRow(lead.candidate.sentence)) return rowsFrom(lead, scores, shape.rows)
  const { around, at } = surroundings(lead.candidate, shape.most - 1)
  const isHan = lead.candidate.profile.hanText !== null
  const least = shape.isSequence ? shareOfLead.sequence : shareOfLead.spot
  const factors = shape.isSequence ? sequenceFactor : lengthFactor
  let best: EvidenceUnit | null = null
  for (let from = 0; from <= at; from += 1) {
    for (let to = at + 1; to <= Math.min(around.length, from + shape.most); to += 1) {
      const sentences = around.slice(from, to)
      const [first] = sentences
      const last = sentences.at(-1)
      if (first === undefined || last === undefined) continue
      const length = last.locator.end - first.locator.start
      if (sentences.length > 1 && length > (isHan ? longest.han : longest.spaced)) continue
      const own = sentences.map((sentence) => scores.get(sentence)?.score ?? 0)
      const isAnswer = (place: number): boolean => place > 0 && reportsOpinion(sentences[place - 1]?.sentence ?? '')
      const isLead = (place: number): boolean => from + place === at
      const isWeak = (place: number): boolean =>
        !isLead(place) && !isAnswer(place) && (own[place] ?? 0) < lead.score * least
      if (own.some((_, place) => isWeak(place))) continue
      const mean = own.reduce((sum, value) => sum + value, 0) / own.length
      let score = (0.6 * lead.score + 0.4 * mean) * (factors[sentences.length] ?? 0.97) * openingFactor(first)
      if (opensParagraph(first)) score *= 1.03
      if (isCutShort(last)) score *= 0.85
      // What others think is no finding; with what the source says to it, it is half of one.
      if (reportsOpinion(last.sentence)) score *= 0.5
      else if (sentences.some((sentence) => reportsOpinion(sentence.sentence))) score *= 0.8
      if (best === null || score > best.score) best = { lead, sentences, score }
    }
  }
  return best ?? { lead, sentences: [lead.candidate], score: lead.score * 0.6 }
}
