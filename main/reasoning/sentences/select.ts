import { stepMarkOf } from '../../../contract/report/ordered-steps'
import { isNearDuplicate, type QuestionKind } from '../../language'
import { type Candidate, sharesParagraph, widestGap } from './candidate'
import { isBeside, membersOf } from './lists'
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

/** Kinds of questions that a list or table answers as a whole. */
const enumerated: ReadonlySet<QuestionKind> = new Set(['listing', 'manner'])

/** Share of a question in what a list is introduced as, and in the heading above it, from which on the whole list tells how. */
const leastInHeading = 0.3

/** Documents that are heard, and the share of the best one's worth from which on one is. */
const heardDocuments = 4
const leastHeard = 0.5
/** Keeps what is said beside a sentence apart from it, and right behind it. */
const justBelow = 0.999
/** Sentences that open an answer, of the best runs; what follows goes on from them. */
const openingSentences = 8
/** What standing right beside a chosen sentence adds to the log odds of one's worth, and how far beside it adds nothing. */
const nearness = 1
const nearCharacters = 500
/** Sentences that an answer may go on with, best first: what is worth less than these no nearness brings up. */
const mostConsidered = 500

/** What was chosen, none twice and no near copy of another. */
class Choice {
  readonly scores = new Map<Candidate, number>()

  constructor(
    readonly most: number,
    readonly kind: QuestionKind,
  ) {}

  get isFull(): boolean {
    return this.scores.size >= this.most
  }

  isSaid(one: Candidate): boolean {
    return [...this.scores.keys()].some((other) => other !== one && isNearDuplicate(other.profile, one.profile))
  }

  /** Adds a sentence with what it leans on, or the whole list that it is part of; answers what it added. */
  add({ candidate, score, inHeading }: WeighedSentence): readonly Candidate[] {
    if (this.scores.has(candidate)) return []
    // How something is done is told by steps, and by what is listed as that: what else a list counts up are limits or merits.
    const isOfSteps = inHeading >= leastInHeading || stepMarkOf(candidate.sentence) !== null
    const members = this.kind === 'listing' || (this.kind === 'manner' && isOfSteps) ? membersOf(candidate) : []
    const isWhole = members.length > 1 && this.scores.size + members.length <= this.most
    const run = isWhole ? members : withContext(candidate)
    if (run === null || this.isSaid(candidate)) return []
    const added = run.filter((sentence) => !this.scores.has(sentence) && !this.isSaid(sentence))
    for (const sentence of added) this.scores.set(sentence, score)
    return added
  }
}

/**
 * The best sentences, put together where they follow each other; best first. Behind the runs that open the answer stands what
 * goes on from them: what stands beside an answer is often part of it and seldom repeats the question.
 * @param answering what answers by itself and comes first: a definition, the steps of a procedure or the items of a list in their order
 * @param heard what documents are worth, as shares of the best one's: after the opening the best of them each have a sentence said. For what
 * only comes near a question, where which document is the right one is less sure than which sentence
 */
export function selectSentences(
  weighed: readonly WeighedSentence[],
  most: number,
  kind: QuestionKind = 'open',
  answering: readonly Candidate[] = [],
  heard: ReadonlyMap<string, number> = new Map(),
): EvidenceUnit[] {
  const best = chooseBest(weighed, most, kind, answering)
  const units = together(best, 1, answering.length > 1 ? answering : [])
  const opening: EvidenceUnit[] = []
  const kept = new Choice(most, kind)
  for (const unit of openWith(answering[0] ?? weighed[0]?.candidate, units, enumerated.has(kind))) {
    if (opening.length > 0 && kept.scores.size + unit.sentences.length > openingSentences) continue
    opening.push(unit)
    for (const sentence of unit.sentences) kept.scores.set(sentence, unit.score)
  }
  const lowest = Math.min(...opening.map(({ score }) => score))
  return [...opening, ...together(goOn(kept, weighed, heard), justBelow * lowest)]
}

/** The best sentences, as many as open an answer; longer where they are of a list. */
function chooseBest(
  weighed: readonly WeighedSentence[],
  most: number,
  kind: QuestionKind,
  chosen: readonly Candidate[],
): ReadonlyMap<Candidate, number> {
  const choice = new Choice(most, kind)
  for (const sentence of chosen) choice.scores.set(sentence, weighed[0]?.score ?? 0)
  // A list counts as one.
  let room = openingSentences + Math.max(0, chosen.length - 1)
  for (const item of weighed) {
    if (choice.scores.size >= Math.min(most, room)) break
    const added = choice.add(item)
    if (enumerated.has(kind) && added.length > 1) room += added.length - 1
  }
  return choice.scores
}

/**
 * Fills a choice up with the best sentence of each document to be heard that has none yet, and with the best that are left, those near
 * chosen ones first; answers what was added.
 */
function goOn(
  choice: Choice,
  weighed: readonly WeighedSentence[],
  heard: ReadonlyMap<string, number>,
): ReadonlyMap<Candidate, number> {
  const considered = weighed.slice(0, mostConsidered)
  const near = new Map<Candidate, number>()
  const spread = (from: Candidate): void => {
    for (const { candidate } of considered) {
      const share = nearness * Math.max(0, 1 - charactersBetween(from, candidate) / nearCharacters)
      if (share > (near.get(candidate) ?? 0)) near.set(candidate, share)
    }
  }
  for (const sentence of choice.scores.keys()) spread(sentence)
  const opening = new Set(choice.scores.keys())
  for (const [id, share] of [...heard].slice(0, heardDocuments)) {
    const own = weighed.filter(({ document }) => document === id)
    if (share < leastHeard || choice.isFull || own.some(({ candidate }) => choice.scores.has(candidate))) continue
    if (own[0] !== undefined) choice.add(own[0])
  }
  const left = new Set(considered)
  const worth = ({ candidate, score }: WeighedSentence): number =>
    Math.log(score / (1 - score)) + (near.get(candidate) ?? 0)
  while (!choice.isFull && left.size > 0) {
    const item = [...left].reduce((one, other) => (worth(other) > worth(one) ? other : one))
    left.delete(item)
    for (const sentence of choice.add(item)) spread(sentence)
  }
  return new Map([...choice.scores].filter(([sentence]) => !opening.has(sentence)))
}

const isSameSection = (one: Candidate, other: Candidate): boolean =>
  one.hit.headingPath.join('\n') === other.hit.headingPath.join('\n')

/** How much stands between two sentences of one section, Infinity for those of two. */
function charactersBetween(one: Candidate, other: Candidate): number {
  if (one.hit.sourceId !== other.hit.sourceId || !isSameSection(one, other)) return Number.POSITIVE_INFINITY
  return Math.max(0, other.locator.start - one.locator.end, one.locator.start - other.locator.end)
}

/** Sentences of the same list, or next to each other below the same heading, as units; best first. No score is above `mostScore`. */
function together(
  chosen: ReadonlyMap<Candidate, number>,
  mostScore = 1,
  procedure: readonly Candidate[] = [],
): EvidenceUnit[] {
  const steps = new Set(procedure)
  const order = [...chosen.keys()].sort(
    (a, b) => a.hit.sourceId.localeCompare(b.hit.sourceId) || a.locator.start - b.locator.start,
  )
  const units: { sentences: Candidate[]; score: number }[] = []
  for (const candidate of order) {
    const unit = units.at(-1)
    const last = unit?.sentences.at(-1)
    const score = mostScore * (chosen.get(candidate) ?? 0)
    const isStep = steps.has(candidate)
    const isNext =
      last !== undefined &&
      isStep === steps.has(last) &&
      (isStep || (unit?.sentences.length ?? 0) < longestRun || (last.isItem && isBeside(last, candidate))) &&
      last.hit.sourceId === candidate.hit.sourceId &&
      candidate.locator.start - last.locator.end <= widestGap &&
      (isStep || !(isRow(candidate.sentence) || isRow(last.sentence))) &&
      isSameSection(last, candidate)
    if (unit !== undefined && isNext) {
      unit.sentences.push(candidate)
      unit.score = Math.max(unit.score, score)
    } else units.push({ sentences: [candidate], score })
  }
  return units.sort((a, b) => b.score - a.score)
}

/** The units with the lead's first, which begins with it unless the lead leans on what stands before it. */
function openWith(lead: Candidate | undefined, units: readonly EvidenceUnit[], isWhole: boolean): EvidenceUnit[] {
  const unit = units.find(({ sentences }) => lead !== undefined && sentences.includes(lead))
  if (lead === undefined || unit === undefined) return [...units]
  const score = Math.max(...units.map((one) => one.score))
  const others = units.filter((one) => one !== unit)
  const at = lead.dangling === 'none' && !(lead.isItem && isWhole) ? unit.sentences.indexOf(lead) : 0
  const before = unit.sentences.slice(0, at)
  return [
    { sentences: unit.sentences.slice(at), score },
    ...(before.length === 0 ? [] : [{ sentences: before, score: score * justBelow }]),
    ...others,
  ]
}
