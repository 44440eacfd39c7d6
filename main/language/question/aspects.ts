import { filesIn } from '../intent/files'
import { quotedIn, without } from '../intent/quoted'
import { capitalise } from '../text/capitalise'
import { hanShare } from '../text/language'
import { contentWords } from '../text/words'
import { subjectWords } from './subject'

/** One thing that a question asks. `query` recalls well by itself: it carries the context of the whole question. */
export interface Aspect {
  readonly kind: 'clause' | 'side' | 'comparison' | 'cue'
  readonly title: string
  readonly query: string
}

const clauseOpening =
  /(?:[,;]|(?<!\s))\s+(?:and|but|or)\s+(?=(?:how|what|why|which|when|where|who|whom|whether|can|could|is|are|does|do|did|should|will)\b)|,\s+(?=(?:how|what|why|which|when|where|who|whom|whether)\b)/i
const chineseAsking = '(?:如何|怎样|怎么|为什么|为何|哪些|哪个|什么|哪里|何时|多少|是否|谁)'
/** With a conjunction the parts always are two; a bare comma parts two only where the first one asks by itself. */
const chineseClauseOpening = new RegExp(
  `[，,；;]\\s*(?:以及|并且|而且|同时|还有|又|和|与|那么)(?=[^，,；;？?]{0,16}${chineseAsking})|(?:以及|还有)(?=[^，,；;？?]{0,16}${chineseAsking})|(?<=${chineseAsking}[^，,；;？?]{0,200})[，,；;]\\s*(?=[^，,；;？?]{0,16}${chineseAsking})`,
)
const referring =
  /\b(it|its|they|them|their|this|these|that|those|he|she|his|her)\b|[它其他她]|这|那|\b(some|one|ones|many|most|others)\b(?= (are|is|were|of|do|have))/i

export const refersBack = (text: string): boolean => referring.test(text)

function tidyClause(clause: string): string {
  return clause
    .replace(/\s+/g, ' ')
    .replace(/ ([.?!,;:])(?=\s|$)/g, '$1')
    .replace(/^[\s,;，；]+/, '')
    .replace(/(?<![\s,;，；.。])[\s,;，；.。]+$/, '')
}

/**
 * A clause with too little of its own gets what the first one speaks of: first what it quotes. One that names no file is
 * asked of the file that the first one names.
 */
function withContext(clause: string, first: string): string {
  if (clause === first) return clause
  const files = filesIn(clause).length === 0 ? filesIn(first) : []
  const own = contentWords(clause)
  const isWhole = own.length >= 4 && !refersBack(clause)
  const quoted = isWhole || quotedIn(clause).length > 0 ? [] : quotedIn(first)
  const stems = new Set(own.map((word) => word.stem))
  const words = isWhole
    ? []
    : subjectWords(without(first, [...files, ...quoted]))
        .filter((word) => !stems.has(word.stem) && stems.add(word.stem))
        .slice(0, 4)
        .map(({ surface }) => surface)
  const named = [...quoted, ...files].map(({ start, end }) => first.slice(start, end))
  return [clause, ...named, ...words].join(' ')
}

/** Whether a part of a question says by itself what it is about. */
export const standsByItself = (part: string): boolean => contentWords(part).length >= 2 && !refersBack(part)

/** `In PostgreSQL, which …`, `When a table is dropped, what …`: where or when it is asked of, and no question by itself. */
const adverbial =
  /^(?:in|on|at|with|without|for|from|under|within|during|after|before|given|because|since|despite|unlike|if|while|once|as|by|through|(?:when|where)(?!\s+(?:was|were|is|are|do|does|did|should|can|will|would|could|has|have|had|may|must)\b))\b(?!.*\b(?:how|what|why|which|who|whom|whose)\b)/i

function splitClauses(question: string): string[] {
  const isHan = hanShare(question) >= 0.25
  const clauses = question
    .split(/[?？；;\n]+/)
    .flatMap((part) => part.split(isHan ? chineseClauseOpening : clauseOpening))
    .map(tidyClause)
    .filter((clause) => contentWords(clause).length >= 1 && clause.length >= 2)
  const whole: string[] = []
  for (const clause of clauses) {
    const before = whole.at(-1)
    if (before !== undefined && adverbial.test(before)) whole[whole.length - 1] = `${before}, ${clause}`
    else whole.push(clause)
  }
  return whole
}

interface Comparison {
  readonly left: string
  readonly right: string
  readonly about: string
}

const side = `([\\p{L}\\p{N}"“-](?:[\\p{L}\\p{N}\\s'’"“”_/=-]|\\.(?=\\p{L})){0,60}?)`
const comparisons: readonly RegExp[] = [
  new RegExp(`^how\\s+(?:do|does|did)\\s+(?:the\\s+)?${side}\\s+and\\s+${side}\\s+(?:compare|differ)\\b(.*)`, 'iu'),
  new RegExp(
    `^how\\s+(?:do|does|did|is|are)\\s+${side}\\s+(?:differ|different)\\s+from\\s+${side}(?=\\s+(?:in|for|with|on|at|of|when|under)\\b|[?.,]|$)(.*)`,
    'iu',
  ),
  new RegExp(
    `\\bdifferences?\\s+between\\s+${side}\\s+and\\s+${side}(?=\\s+(?:in|for|with|on|at|of|when|under)\\b|[?.,]|$)(.*)`,
    'iu',
  ),
  new RegExp(
    `\\bcompar(?:e|ing|ison of|ison between)\\s+${side}\\s+(?:and|with|to|against)\\s+${side}(?=\\s+(?:in|for|on|at|of|when|under)\\b|[?.,]|$)(.*)`,
    'iu',
  ),
  new RegExp(
    `\\b${side}\\s+(?:versus|vs\\.?|compared (?:with|to)|as opposed to)\\s+${side}(?=\\s+(?:in|for|on|at|of|when|under)\\b|[?.,]|$)(.*)`,
    'iu',
  ),
]
const chineseComparisons: readonly RegExp[] = [
  /(?:比较|对比)(?:一下)?(.{1,20}?)(?:和|与|跟|同|及)(.{1,20}?)(?:的|在|之间|[？?。，,]|$)(.*)/u,
  /(.{1,20}?)(?:和|与|跟|同)(.{1,20}?)(?:之间)?(?:的|有什么|有何|有哪些)+(?:区别|不同|差异|差别|异同|优劣)(.*)/u,
  /(.{1,20}?)(?:与|和|跟)(.{1,20}?)相比(.*)/u,
]

/** `When does a pump save money compared with a boiler`: one question about one thing, not two sides. */
const asksOneThing =
  /^(when|where|why|who|how (do|does|did|is|are|can|much|many)|do|does|did|is|are|can|will|should)\b(?!.*\bdifferences?\b)(?!.* and .*\b(compare|differ)\b)(?!.*\bdiffer(ent)? from\b)/i

const article = /^(?:the|an?)\s+/i

/** A point within a name is none of a sentence: `pager.c`. */
const withoutStops = (text = ''): string => text.replace(/[?？。]|\.(?!\p{L})/gu, '').trim()

function findComparison(clause: string): Comparison | null {
  if (asksOneThing.test(clause)) return null
  for (const pattern of hanShare(clause) >= 0.25 ? chineseComparisons : comparisons) {
    const match = pattern.exec(clause)
    const left = match?.[1]
      ?.replace(/^(?:how|do|does|what|is|are|the|when|why|which|of)\s+(?:(?:do|does|is|are|the)\s+)?/i, '')
      .replace(article, '')
      .trim()
    const kind = left?.split(/\s+/).slice(1).join(' ') ?? ''
    // "a lightweight tag and an annotated one": what the other one is called stands in for `one`.
    const right = match?.[2]
      ?.replace(article, '')
      .replace(/\bones?$/i, (one) => (kind === '' ? one : kind))
      .trim()
    // "ground-source and air-source pumps": the noun belongs to both.
    const tail = right?.split(/\s+/).slice(1).join(' ') ?? ''
    if (
      left &&
      right &&
      tail !== '' &&
      !/\s/.test(left) &&
      /-|(?:al|ic|ive|ary|ous|it|ed)$/.test(left) &&
      contentWords(right).length > 1
    )
      return { left: `${left} ${tail}`, right, about: withoutStops(match?.[3]) }
    if (left && right && contentWords(left).length > 0 && contentWords(right).length > 0)
      return { left, right, about: withoutStops(match?.[3]) }
  }
  return null
}

/** Whether a question sets two things side by side. */
export const comparesSides = (question: string): boolean =>
  splitClauses(question).some((clause) => findComparison(clause) !== null)

/** Nouns for what is asked of a thing. */
export const cue =
  'causes?|effects?|consequences?|impacts?|influences?|methods?|techniques?|limits?|limitations?|advantages?|disadvantages?|benefits?|risks?|drawbacks?|reasons?|origins?|history|uses?|applications?|symptoms?|treatments?|prevention|strengths?|weaknesses?|mechanisms?|properties|costs?'
const cuePair = new RegExp(
  `\\b((?:${cue})(?:\\s*,\\s*(?:${cue}))*)(?:\\s*,)?\\s+and\\s+(?:the\\s+)?(${cue})\\s+(of|for|on|in)\\s+(\\S.*)`,
  'i',
)
export const chineseCue =
  '原因|影响|后果|作用|方法|优点|缺点|优势|劣势|局限|风险|意义|特点|特征|应用|用途|历史|起源|过程|结果|症状|治疗|预防|成因|危害|好处'
const chineseCuePair = new RegExp(
  `(.{2,30}?)的?((?:${chineseCue})(?:、(?:${chineseCue}))*)(?:和|与|及|以及)(${chineseCue})`,
  'u',
)
const adjective = '\\p{Ll}{3,}(?:al|ic|ive|ary|ar|ous|ent|ant|able|ible)'
const adjectivePair = new RegExp(`\\b(${adjective})\\s+and\\s+(${adjective})\\s+(\\p{Ll}{4,}s?)\\b(.*)`, 'u')

function splitCues(clause: string): Aspect[] {
  const chinese = chineseCuePair.exec(clause)
  if (chinese?.[1] && chinese[2] && chinese[3]) {
    const subject = chinese[1].replace(/^(?:请|简述|说明|分析|介绍|什么是)/, '')
    return [...chinese[2].split('、'), chinese[3]].map((name) => ({
      kind: 'cue',
      title: `${subject}的${name}`,
      query: `${subject} ${name}`,
    }))
  }
  const pair = cuePair.exec(clause)
  if (pair?.[1] && pair[2] && pair[3] && pair[4]) {
    const [, names, last, preposition, subject] = pair
    return [...names.split(/(?<!\s)\s*,\s*/), last].map((name) => ({
      kind: 'cue',
      title: capitalise(`${name.toLowerCase()} ${preposition} ${subject}`),
      query: `${name} ${preposition} ${subject}`,
    }))
  }
  const adjectives = adjectivePair.exec(clause)
  if (adjectives?.[1] && adjectives[2] && adjectives[3]) {
    const [, first, second, noun, rest = ''] = adjectives
    return [first, second].map((name) => ({
      kind: 'cue',
      title: capitalise(`${name} ${noun}`),
      query: `${name} ${noun}${rest}`.trim(),
    }))
  }
  return []
}

function splitComparison(clause: string): Aspect[] {
  const found = findComparison(clause)
  if (found === null) return []
  const isHan = hanShare(clause) >= 0.25
  const { left, right, about } = found
  const query = (name: string) => `${name} ${about}`.trim()
  return [
    { kind: 'side', title: capitalise(left), query: query(left) },
    { kind: 'side', title: capitalise(right), query: query(right) },
    {
      kind: 'comparison',
      title: isHan ? `${left}与${right}的比较` : `${capitalise(left)} and ${right} compared`,
      query: clause,
    },
  ]
}

const proper = `(\\p{Lu}[\\p{L}\\p{N}_.-]{0,40}(?: \\p{Lu}[\\p{L}\\p{N}_.-]{0,40}){0,2})`
const bothAsked = new RegExp(
  `^(how|why|when|where|what) (do|are|were|have|did|can|could|should|will) (?:both )?${proper} and ${proper} (\\p{Ll}.{3,300})$`,
  'u',
)
/** What two do with each other, or only both of them. */
const together =
  /^(?:differ|compare|relate|interact|communicate|exchange|cooperate|collaborate|agree|disagree|share|meet|connect|combine|talk|fit|belong|depend on each|work (?:together|with each)|influence each)\b|\b(?:each other|one another|together|between them|in common)\b/iu
const singular: Readonly<Record<string, string>> = { do: 'does', are: 'is', were: 'was', have: 'has' }

/** `How do GFS and Bigtable deal with failures` asks the same of each, by their names; of what both do together it asks once. */
function splitSubjects(clause: string): string[] {
  const [, asked, verb, first, second, rest] =
    bothAsked.exec(clause.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase())) ?? []
  if (verb === undefined || rest === undefined || together.test(rest)) return [clause]
  return [first, second].map((name) => `${capitalise(asked ?? '')} ${singular[verb] ?? verb} ${name} ${rest}`)
}

function capQuestion(clause: string): string {
  const asks = /^(how|what|why|which|when|where|who|whom|whose|can|could|is|are|does|do|did|should|will)\b/i.test(
    clause,
  )
  return `${capitalise(clause)}${asks ? '?' : ''}`
}

/** The question divided into what it asks, in its own order; a question of one part answers one aspect. */
export function aspectsOf(question: string): Aspect[] {
  const clauses = splitClauses(question)
  const first = clauses[0] ?? tidyClause(question)
  const aspects: Aspect[] = []
  for (const clause of clauses.length === 0 ? [first] : clauses) {
    const sides = splitComparison(clause)
    aspects.push(...sides)
    const each = sides.length > 0 ? [] : splitSubjects(clause)
    for (const one of each) {
      const cues = splitCues(one)
      aspects.push(...cues)
      if (cues.length > 0) continue
      const isHan = hanShare(one) >= 0.25
      // One of two that are asked alike names what it is about.
      const query = withContext(one, each.length > 1 ? one : first)
      aspects.push({ kind: 'clause', title: isHan ? one : capQuestion(one), query })
    }
  }
  const seen = new Set<string>()
  return aspects.filter(({ title }) => !seen.has(title) && seen.add(title))
}
