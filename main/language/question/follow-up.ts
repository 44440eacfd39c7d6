import { quotedIn } from '../intent/quoted'
import { hanShare } from '../text/language'
import { contentWords, type Word, wordsOf } from '../text/words'
import { chineseCue, cue } from './aspects'
import { subjectWords } from './subject'

/**
 * A follow-up as a question that stands by itself: pronouns and what it leaves out are filled in from the question before
 * (which stands by itself, too). What no rule can fill is put behind that question.
 */
export function standAlone(followUp: string, before: string): string {
  const asked = followUp.trim()
  if (asked === '' || before.trim() === '' || asked === before.trim()) return asked
  const subject = subjectOf(before)
  const isHan = hanShare(asked) >= 0.25
  const filled =
    subject === null ? null : isHan ? fillChinese(asked, before, subject) : fillEnglish(asked, before, subject)
  if (filled !== null) return filled.charAt(0).toUpperCase() + filled.slice(1)
  const isWhole = contentWords(asked).length >= 4 && !(isHan ? chinesePronoun : pronoun).test(asked)
  const isNamed = subject !== null && asked.toLowerCase().includes(subject.name.toLowerCase())
  return isWhole || isNamed ? asked : `${withoutEnd(before)}${isHan ? '：' : ': '}${asked}`
}

const withoutEnd = (text: string): string => text.trim().replace(/(?<![\s.?？。!！])[\s.?？。!！]+$/u, '')

/** What a question is about, where it says so, and as a pronoun's place takes it: `the heat pump`. */
interface Subject {
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
function subjectOf(question: string): Subject | null {
  const title = quotedIn(question).find(({ text }) => text.length <= longestName)
  if (title !== undefined) {
    const { start, end } = title
    const name = question.slice(start, end)
    return { name, named: name, start, end }
  }
  const all = wordsOf(question)
  const runs: Word[][] = []
  for (const word of subjectWords(question)) {
    const last = runs.at(-1)?.at(-1)
    const isNext = last !== undefined && /^(?:[\s-]?|\s?['’]s\s)$/.test(question.slice(last.end, word.start))
    // A Chinese question names one thing in one word, or says of what the next one is.
    if (isNext && !word.isHan) runs.at(-1)?.push(word)
    else runs.push([word])
  }
  const named = runs.map((run) => withoutVerb(run, all)).filter((run) => run.length > 0)
  const [first, second] = named
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

const opening = /^(?:(?:and|but|so|then|ok|okay|also)\b[\s,]*)+/i
const about = /^(?:what|how) about\s+/i
const asksItself =
  /^(?:who|whom|whose|what|which|when|where|why|how|do|does|did|can|could|will|would|should|may|might|must|is|are|was|were|has|have|had)\b/i
const adverbial =
  /^(?:in|on|at|with|without|for|from|under|during|after|before|when|while|if|as|by|through|below|above|between|outside|inside|among|on)\b/i
const pronoun = /\b(?:it|its|they|them|their|theirs|he|him|his|she|her)\b/i
/** `is it possible to`, `how long does it take`: the pronoun means nothing before it. */
const meansNothing = /\bit (?:is |was )?(?:possible|necessary|true|worth|take|matter|depend|rain|snow)\b/i
const ofThing = new RegExp(`(?:^|\\s)(?:${cue})$`, 'i')

function fillEnglish(asked: string, before: string, subject: Subject): string | null {
  const rest = asked.replace(opening, '').replace(about, '').trim()
  const bare = withoutEnd(rest)
  if (pronoun.test(rest)) return meansNothing.test(rest) ? null : inPlace(rest, subject)
  if (bare === '') return null
  if (asksItself.test(rest)) {
    const isSaid = rest.toLowerCase().includes(subject.name.toLowerCase())
    return !isSaid && ofThing.test(bare) ? `${bare} of ${subject.named}?` : null
  }
  if (adverbial.test(rest)) return `${withoutEnd(before)} ${bare}?`
  if (contentWords(bare).length > 5) return null
  if (ofThing.test(bare)) return `What are the ${bare.replace(/^the\s/i, '').toLowerCase()} of ${subject.named}?`
  // Another thing of which the same is asked.
  return `${before.slice(0, subject.start)}${bare}${before.slice(subject.end)}`
}

/** The question with what is meant in the place of each pronoun. */
function inPlace(question: string, { named }: Subject): string {
  const owner = `${named}${/s$/i.test(named) ? '’' : '’s'}`
  return question.replace(
    /\b(its|their|theirs|his|her(?=\s+\p{L})|it|they|them|he|him|she|her)\b/giu,
    (word, _kind, at: number) => {
      const said = /^(?:its|their|theirs|his)$/i.test(word) || /^her$/i.test(word) ? owner : named
      return at === 0 ? said.charAt(0).toUpperCase() + said.slice(1) : said
    },
  )
}

const chinesePronoun = /[它他她]们?|^(?:这|那)(?=有|是|会|能|怎|为|和|与)|其(?![他它她实中余次间])/u
const chineseOpening = /^(?:那么|那|然后|还有|另外|以及|而且|并且|可是|但是)[，,、\s]*/u
const chineseAdverbial = /^(?:在|当|如果|对于|从|到)|(?:时|时候|期间|情况下|以后|之后|以前|之前|天|季|月|年|里|上|下)$/u
const chineseCueAtEnd = new RegExp(`(?:${chineseCue}|成本|效率|价格|作者|定义)$`, 'u')
const chinesePredicate = /^(?:有|是|会|能|可以|要|需要|用|怎|如何|多少|何时|什么时候|在哪|由谁|属于)/u

function fillChinese(asked: string, before: string, { name, start, end }: Subject): string | null {
  const isPronoun = chinesePronoun.exec(asked)
  if (isPronoun !== null) {
    const isOwner = isPronoun[0] === '其'
    return asked.replace(chinesePronoun, isOwner ? `${name}的` : name).replace(chineseOpening, '')
  }
  const rest = asked.replace(chineseOpening, '')
  const topic = /^([^？?]{1,20})呢[？?]?$/u.exec(rest)?.[1]
  if (topic !== undefined) {
    if (topic.includes(name)) return rest
    if (chineseAdverbial.test(topic)) return `${topic}，${withoutEnd(before)}？`
    if (chineseCueAtEnd.test(topic)) return `${name}的${topic}是什么？`
    return `${before.slice(0, start)}${topic}${before.slice(end)}`
  }
  if (rest.includes(name) || contentWords(rest).length >= 4) return null
  return chinesePredicate.test(rest) ? `${name}${rest}` : null
}
