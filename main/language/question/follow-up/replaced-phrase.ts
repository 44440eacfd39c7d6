import { monthNames } from '../../text/month-names'

/** Phrases of a question that a follow-up takes the place of: a time, a name, what it is asked for each of, a superlative. */

const year = '(?:19|20)\\d\\d'
const partOfYear = `(?:${monthNames.join('|')}|Q[1-4]|(?:the )?(?:first|second|third|fourth|last) (?:quarter|half)(?: of)?|spring|summer|autumn|winter)`
const timePreposition = '(?:in|during|for|since|before|after|until|by|on|over|of)'
const wholeTime = new RegExp(`\\b(?:${timePreposition} )?(?:${partOfYear},? )?${year}\\b(?![-/\\d])`, 'gi')
const partTime = new RegExp(`\\b${timePreposition} ${partOfYear}\\b`, 'gi')
const relativeTime =
  /\b(?:(?:in|during|over) )?(?:this|last|next|the (?:last|past|previous|following)) (?:year|quarter|month|week|season|winter|summer|spring|autumn)\b/gi
const isPartOfYear = new RegExp(`^(?:${timePreposition} )?${partOfYear}$`, 'i')
const leading = /^(?:in|during|for|since|before|after|until|by|on|over|of|at|from|with|to) /i

const yearAtEnd = new RegExp(`\\b${year}$`)
const yearAlone = new RegExp(`^${year}$`)

function lastOf(text: string, ...patterns: readonly RegExp[]): RegExpExecArray | null {
  for (const pattern of patterns) {
    const found = [...text.matchAll(pattern)].at(-1)
    if (found !== undefined) return found
  }
  return null
}

const put = (text: string, { 0: there, index }: RegExpExecArray, other: string): string =>
  `${text.slice(0, index)}${other}${text.slice(index + there.length)}`.replace(/ {2,}/g, ' ').trim()

const timeIn = (question: string): RegExpExecArray | null => lastOf(question, wholeTime, relativeTime, partTime)

/** The time that a question asks of: `in March 2023`. Null where it names none. */
export const timeOf = (question: string): string | null => timeIn(question)?.[0] ?? null

/** `in 2022` for `in 2023`, `in April 2023` for `in March 2023`, `in autumn 2023` for `in 2023`; behind the question where it names no time. */
export function withOtherTime(question: string, fragment: string): string | null {
  const isPart = isPartOfYear.test(fragment)
  if (!isPart && lastOf(fragment, wholeTime, relativeTime)?.[0] !== fragment) return null
  const there = timeIn(question)
  if (there === null) return leading.test(fragment) ? `${question} ${fragment}` : null
  const own = leading.exec(fragment)?.[0] ?? leading.exec(there[0])?.[0] ?? ''
  const kept = isPart ? yearAtEnd.exec(there[0])?.[0] : undefined
  return put(question, there, `${own}${fragment.replace(leading, '')}${kept === undefined ? '' : ` ${kept}`}`)
}

const forEach =
  /\b(?:per|by|for each|for every|in each|at each|of each) [\p{L}_-]+(?: (?:type|kind|group|name|category))?/giu
const eachAlone = /^(?:per|by|for each|for every|in each|at each|of each|each) \p{L}/iu
/** `at the Tram stop`: one of what it is asked for each of now. */
const oneOfThem =
  /\s(?:at|in) (?:the )?\p{Lu}[\p{L}\p{N}'’-]*(?: (?:\p{Lu}[\p{L}\p{N}'’-]*|stop|site|station|store|shop|ward|room|office))*/u
const place =
  /\b(?:sites?|stations?|stops?|places?|locations?|cit(?:y|ies)|towns?|countr(?:y|ies)|regions?|buildings?|rooms?|stores?|shops?|branch(?:es)?|wards?|departments?|areas?|zones?|plots?|fields?|airports?|offices?)$/i

/** `per site` in the place of `per month` and of `at the Tram stop`, or behind the question. Null where it asks for each of nothing. */
export function withOtherGroups(question: string, fragment: string): string | null {
  if (!eachAlone.test(fragment)) return null
  const all = place.test(fragment) ? question.replace(oneOfThem, '') : question
  const there = lastOf(all, forEach)
  return there === null ? `${all} ${fragment}` : put(all, there, fragment)
}

const count = '(?:two|three|four|five|six|seven|eight|nine|ten|\\d{1,3})'
const ordinal = '(?:second|third|fourth|fifth|next)'
const superlative = new RegExp(
  `\\b(?:the )?(?:(?:${count}|${ordinal}) )?(?:most|least|fewest|best|worst|(?:high|low|larg|small|great|long|short|old|young|new|earli|lat|cheap|bigg|heavi|light|fast|slow|deep|warm|cold|hott|cool|tall|wid|narrow|strong|weak|rich|poor|near|bus|quiet)i?est)\\b`,
  'gi',
)
const aggregate = /\b(?:the )?(?:average|mean|median|total|sum|maximum|minimum)\b/gi

const nextOne = new RegExp(`^(?:the )?(${ordinal})(?: (?:one|best|most))?$`, 'i')
const countedFirst = new RegExp(`^${count} `, 'i')
const countedBefore = new RegExp(`\\b${count} \\p{L}`, 'iu')
/** `the second most` of `the most` */
const nextInRank = (rank: string, next: string): string => {
  const at = rank.lastIndexOf(' ') + 1
  return `${rank.slice(0, at)}${next} ${rank.slice(at)}`
}

/** `the lowest` for `the highest`, `the second one` for `the most`, `the average` for `the total`. Null where either has none. */
export function withOtherSuperlative(question: string, fragment: string): string | null {
  const next = nextOne.exec(fragment)?.[1]
  for (const kind of [superlative, aggregate]) {
    const there = lastOf(question, kind)
    if (there === null) continue
    if (kind === superlative && next !== undefined) return put(question, there, nextInRank(there[0], next))
    const own = lastOf(fragment, kind)
    if (
      own === null ||
      fragment
        .replace(own[0], '')
        .replace(/\b(?:ones?|by|with|in)\b/gi, '')
        .trim() !== ''
    )
      continue
    const bare = own[0].replace(/^the /i, '')
    const counted = countedFirst.test(bare)
    // `Which five sites had the most`: how many stands elsewhere.
    const isCounted = counted && countedBefore.test(question.slice(0, there.index))
    const alone = isCounted ? bare.replace(/^\S+ /, '') : bare
    const said = /most$/i.test(there[0]) ? alone.replace(/lowest$/i, 'fewest').replace(/highest$/i, 'most') : alone
    return put(question, there, `${/^the\s/i.test(there[0]) ? 'the ' : ''}${said}`)
  }
  return null
}

const nameWord = "(?:\\p{Lu}[\\p{L}\\p{N}'’.-]*|\\p{L}{0,6}-?\\d[\\p{L}\\p{N}./-]*)"
/** A name or code: `Leeds`, `Building B`, `CH-02`, `Preston & Hale`, `“Ardent”`. */
const named = new RegExp(`[“"][^”"\\n]{1,40}[”"]|(?<![\\p{L}\\p{N}])${nameWord}(?: (?:& )?${nameWord})*`, 'gu')
const shapeOf = (name: string): string => (/^[“"]/.test(name) ? 'quoted' : /\d/.test(name) ? 'code' : 'name')
const isTime = (phrase: string): boolean => isPartOfYear.test(phrase) || yearAlone.test(phrase)
const withoutArticle = (phrase: string): string => phrase.replace(/^(?:the|an?) /i, '')

/** `Leeds` for `York`, `at BRH` for `at station TVK`: the name that stands where the fragment’s would. */
export function withOtherName(question: string, fragment: string): string | null {
  const own = leading.exec(fragment)?.[0].trim().toLowerCase() ?? ''
  const name = fragment.slice(own.length).trim()
  const whole = [...withoutArticle(name).matchAll(named)][0]
  if (whole === undefined || whole.index !== 0) return null
  const there = [...question.matchAll(named)].filter((one) => one.index > 0 && !isTime(one[0]))
  const isLed = ({ index }: RegExpExecArray): boolean => {
    const before = question.slice(0, index).trim().split(' ').slice(-3)
    const at = before.findLastIndex((word) => word.toLowerCase() === own)
    return own === '' || (at >= 0 && before.slice(at + 1).every((word) => word === word.toLowerCase()))
  }
  const alike = there.filter((one) => shapeOf(one[0]) === shapeOf(whole[0]))
  const meant = alike.filter(isLed).at(-1) ?? there.filter(isLed).at(-1)
  return meant === undefined ? null : put(question, meant, withoutArticle(name))
}

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']
const label = '(?:\\p{Lu}|\\d{1,4})'
const labels = new RegExp(`^(\\p{Ll}{3,20}) (${label}(?:(?:, ?| and | or | to |-|–)${label})*)$`, 'u')
const labelAlone = new RegExp(`^${label}$`, 'u')
const singular = (word: string): string => word.toLowerCase().replace(/s$/, '')
const leadsNoKind = /^(?:the|an?|which|what|many|each|per|by|of|in)$/i

/** `the night shift` for `the day shift`, `wave 1` for `wave 2`, `sections A to C` for `section D`: what has the same noun. */
export function withOtherOfItsKind(question: string, fragment: string): string | null {
  const own = withoutArticle(fragment.replace(leading, ''))
  const words = question.split(' ')
  const withPair = (from: number, other: string): string => words.toSpliced(from, 2, other).join(' ')
  const labelled = labels.exec(own)
  const noun = singular(labelled?.[1] ?? own.split(' ').at(-1) ?? '')
  const at = words.findIndex((word) => singular(word) === noun)
  const isLabelled = labelAlone.test(words[at + 1] ?? '')
  if (at < 0 || noun === '') return null
  if (labelled !== null) return isLabelled ? withPair(at, own) : null
  const [first = '', ...rest] = own.split(' ')
  const place = ordinals.indexOf(first.toLowerCase())
  if (isLabelled && place >= 0 && rest.length === 1) return withPair(at, `${rest[0]} ${place + 1}`)
  return at === 0 || rest.length === 0 || leadsNoKind.test(words[at - 1] ?? '') ? null : withPair(at - 1, own)
}

const endsPlace =
  /^(?:in|at|on|from|to|for|of|by|with|during|after|before|since|that|which|who|and|have|has|had|is|are|was|were)$/i
/** Words of a place at most, its article among them. */
const longestPlace = 5

/** `in the urn garden` for `in section D`: where, with the same preposition. */
export function withOtherPlace(question: string, fragment: string): string | null {
  const own = /^(?:in|at|on|from|to)(?= )/i.exec(fragment)?.[0].toLowerCase()
  const words = question.split(' ')
  const isThere = (word: string, at: number): boolean => word.toLowerCase() === own && !isTime(words[at + 1] ?? '')
  const at = words.findLastIndex(isThere)
  if (own === undefined || at < 0) return null
  const length = words.slice(at + 1).findIndex((word) => endsPlace.test(word))
  const count = Math.min(length < 0 ? words.length : length, longestPlace)
  return count === 0 ? null : words.toSpliced(at, count + 1, fragment).join(' ')
}
