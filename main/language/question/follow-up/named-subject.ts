import { quotedIn } from '../../intent/quoted'
import { type Word, wordsOf } from '../../text/words'
import { cue } from '../aspects'
import { subjectWords } from '../subject'
import { isPastVerb } from './asked-things'

/** What a question is about, where it says so, and as a pronoun's place takes it: `the heat pump`. */
export interface Subject {
  readonly name: string
  readonly named: string
  readonly start: number
  readonly end: number
}

/** Characters of a quotation that is a name; a longer one is a sentence. */
const longestName = 40
const helping = /^(?:do|does|did|can|could|will|would|should|may|might|must)$/i
const cueAlone = new RegExp(`^(?:${cue})$`, 'i')

/** The first thing that a question names. Null where it names nothing. */
export function subjectOf(question: string): Subject | null {
  const title = quotedIn(question).find(({ text }) => text.length <= longestName)
  if (title !== undefined) {
    const { start, end } = title
    const name = question.slice(start, end)
    return { name, named: name, start, end }
  }
  const named = namedRuns(question)
  const doing =
    /^(?:how (?:many|much)|which|what)\s.*?\b(?:do|does|did)\s(?!(?:we|you|I|they|one)\b)/i.exec(question)?.[0]
      .length ?? 0
  // `How many lives did the lifeboat save?`: it is the lifeboat.
  const doer = doing === 0 ? undefined : named.find(([word]) => (word?.start ?? 0) >= doing)
  const [first, second] = doer === undefined ? named : [doer]
  const isCue = first !== undefined && first.length === 1 && cueAlone.test(first[0]?.surface ?? '')
  const run = (isCue ? second : undefined) ?? first
  const [from, to] = [run?.[0], run?.at(-1)]
  if (from === undefined || to === undefined) return null
  // `air-source and ground-source pumps`: nobody knows which is meant.
  if (question[to.end] === '-') return null
  const name = question.slice(from.start, to.end)
  const article = /\b(?:an?|the)\s+$/i.exec(question.slice(0, from.start))
  return {
    name,
    named: article === null ? name : `the ${name}`,
    start: from.start - (article?.[0].length ?? 0),
    end: to.end,
  }
}

const measure =
  /^(?:name|number|amount|kilos?|kilograms?|kg|tonnes?|tons?|litres?|liters?|metres?|meters?|hours?|days?|pounds?|euros?|dollars?|share|percentage)$/i

/** Words that stand side by side and name something, in the order of the question. */
function namedRuns(question: string): Word[][] {
  const all = wordsOf(question)
  const runs: Word[][] = []
  const opening = all[0]?.surface.toLowerCase() ?? ''
  for (const word of subjectWords(question)) {
    const at = all.findIndex(({ start }) => start === word.start)
    const [before, verb] = [all[at - 1]?.surface.toLowerCase() ?? '', word.surface]
    // `Who signed …`, `How tall may …`, `who has to start …`, `who was flying …`
    if (at === 1 && opening === 'how') continue
    if ((at === 1 || before === 'else') && /^(?:who|what)$/.test(opening) && isPastVerb(verb)) continue
    if (before === 'to' || (opening === 'who' && at === 2 && /ing$/.test(verb))) continue
    // `How many kilos of …`
    if (measure.test(word.surface) && all[at + 1]?.surface.toLowerCase() === 'of') continue
    const last = runs.at(-1)?.at(-1)
    const isNext = last !== undefined && /^(?:[\s-]?|\s?['’]s\s)$/.test(question.slice(last.end, word.start))
    // A Chinese question names one thing in one word, or says of what the next one is.
    if (isNext && !word.isHan) runs.at(-1)?.push(word)
    else runs.push([word])
  }
  return runs
    .map((run) => withoutVerb(run, all))
    .map((run) => (run.length > 1 && isPastVerb(run.at(-1)?.surface ?? '') ? run.slice(0, -1) : run))
    .filter((run) => run.length > 0)
}

/** The first phrases by which a question names something, each as it stands there. */
export const namedPhrases = (question: string, most: number): string[] =>
  namedRuns(question)
    .slice(0, most)
    .map((run) => question.slice(run[0]?.start, run.at(-1)?.end))

/** `does SQLite sync a file`, `are heat pumps noisy`: what is said of the thing is no part of its name. */
function withoutVerb(run: Word[], all: readonly Word[]): Word[] {
  const placeOf = (word: Word | undefined): number => all.findIndex(({ start }) => start === word?.start)
  const at = placeOf(run[0])
  const before = all.slice(Math.max(0, at - 3), at).map(({ surface }) => surface)
  const next = all[placeOf(run.at(-1)) + 1]
  const isLed = before.some((word) => helping.test(word)) || /^(?:is|are|was|were)$/i.test(all[0]?.surface ?? '')
  if (!isLed || (next !== undefined && !next.isStop)) return run
  const isVerbAlone = helping.test(before.at(-1) ?? '') && /^(?:an?|the|its?|this)$/i.test(next?.surface ?? '')
  return run.length > 1 || isVerbAlone ? run.slice(0, -1) : run
}
