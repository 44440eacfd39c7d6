import { aspectsOf, contentWords, occurrence, profileText, type TextProfile, type Word, wordsOf } from '../../language'
import { saysWhatItIs } from './definitions'
import type { WeighedSentence } from './weigh'

/** One of two things that a question compares, by the words that the other does not have. */
export interface Side {
  readonly name: string
  readonly own: readonly Word[]
  /** Words of the name that the other has, too. */
  readonly shared: readonly Word[]
}

export type Sides = readonly [Side, Side]

/** Share of the words that only one side has, from which on a text names it. */
const namedFrom = 0.5
const noParts: ReadonlySet<string> = new Set()

/** Whether a text names the side: `ScriptAlias` is no mention of `Alias`. */
export const names = ({ own }: Side, text: TextProfile): boolean =>
  own.reduce((sum, word) => sum + occurrence(word, { ...text, parts: noParts }), 0) >= namedFrom * own.length

/** Two things that a question compares, and what is searched for to set them against each other. */
export interface Contrast {
  readonly sides: Sides
  readonly query: string
}

function sideOf(name: string, other: string): Side {
  const others = new Set(contentWords(other).map(({ stem }) => stem))
  const words = contentWords(name)
  return {
    name,
    own: words.filter(({ stem }) => !others.has(stem)),
    shared: words.filter(({ stem }) => others.has(stem)),
  }
}

/** Null where a question compares no two things, or more than two. */
export function contrastIn(question: string): Contrast | null {
  const aspects = aspectsOf(question)
  const [left, right, ...more] = aspects.filter(({ kind }) => kind === 'side')
  if (left === undefined || right === undefined || more.length > 0) return null
  const sides = [sideOf(left.title, right.title), sideOf(right.title, left.title)] as const
  if (sides.some(({ own }) => own.length === 0)) return null
  return { sides, query: aspects.find(({ kind }) => kind === 'comparison')?.query ?? question }
}

/** Words that set two things apart, and weaker ones that often do. */
const apart =
  /\b(while|whereas|unlike|differences?|differs?( from)?|distinguish(es|ed)?|distinction|in contrast|by contrast|contrary to|rather than|compared (to|with))\b|区别|不同|相比|相反/i
const contrasting =
  /\b(instead|except|but|only|same|similar(ly)?|likewise|both|neither|than|on the other hand|however)\b|而|但|相同|类似|都/i

/** A sentence with what it stands below: its heading and what introduces its list, and its document's title. */
interface Placed {
  readonly said: TextProfile
  readonly above: readonly string[]
  readonly title: string
}

/**
 * What adds to the log odds of a sentence's worth: naming both sides, and what both are; beginning with one of them; a word of
 * contrast; a heading that names both.
 */
const shares = { both: 2, shared: 1, subject: 1, apart: 2, contrast: 1, heading: 1.5 } as const
/** Words of a sentence that its subject stands among. */
const subjectWords = 3

/** Whether a text speaks of what both sides are: of packages, where a virtual one and a meta-package are compared. */
export const isOfTheirKind = ([{ shared }]: Sides, ...texts: readonly TextProfile[]): boolean =>
  shared.length === 0 || texts.some((text) => shared.some((word) => occurrence(word, text) > 0))

export const namesBoth = (sides: Sides, text: TextProfile): boolean => sides.every((side) => names(side, text))

/** Whether a sentence says how the two differ: with a word of contrast, or in that one is the other and more. */
const setsApart = (sides: Sides, text: string): boolean =>
  apart.test(text) || contrasting.test(text) || sides.some(({ name }) => saysWhatItIs(name, text))

/**
 * How much a sentence sets the two sides against each other: one that names both; that names one where a heading names both; or
 * that names one with a word of contrast below the other's name. Null for all others.
 */
function contrastOf(sides: Sides, { said, above, title }: Placed): number | null {
  const over = above.map(profileText)
  const around = [...over, profileText(title)]
  if (!isOfTheirKind(sides, said, ...around)) return null
  const own = sides.filter((side) => names(side, said))
  const isApart = setsApart(sides, said.text)
  const isBelowBoth = over.some((text) => namesBoth(sides, text))
  const isBelowOther = isApart && sides.some((side) => !own.includes(side) && around.some((text) => names(side, text)))
  const isBoth = own.length === 2 || (own.length === 1 && isBelowOther)
  if (!isBoth && !(isBelowBoth && own.length > 0)) return null
  const begin = profileText(said.text.slice(0, wordsOf(said.text)[subjectWords - 1]?.end))
  return (
    (isBoth ? shares.both : 0) +
    (sides[0].shared.length > 0 && isOfTheirKind(sides, said) ? shares.shared : 0) +
    (sides.some((side) => names(side, begin)) ? shares.subject : 0) +
    (apart.test(said.text) ? shares.apart : isApart ? shares.contrast : 0) +
    (isBelowBoth ? shares.heading : 0)
  )
}

/** Whether a sentence answers how the two differ: that both stand in one yard is no answer. */
export function answersContrast(sides: Sides, placed: Placed): boolean {
  const isBelowBoth = placed.above.some((text) => namesBoth(sides, profileText(text)))
  const isNaming = isBelowBoth ? namesBoth(sides, placed.said) : setsApart(sides, placed.said.text)
  return isNaming && contrastOf(sides, placed) !== null
}

/** What sets the two sides against each other, best first; all that there is where nothing does. */
export function contrastsAmong(sides: Sides, weighed: readonly WeighedSentence[]): readonly WeighedSentence[] {
  const contrasts = weighed.flatMap((item) => {
    const { profile, hit, label } = item.candidate
    const above = [hit.headingPath.at(-1) ?? '', label ?? '']
    const value = contrastOf(sides, { said: profile, above, title: hit.title ?? '' })
    if (value === null) return []
    const odds = Math.log(item.score / (1 - item.score)) + value
    return [{ ...item, score: 1 / (1 + Math.exp(-odds)) }]
  })
  return contrasts.length === 0 ? weighed : contrasts.sort((one, other) => other.score - one.score)
}
