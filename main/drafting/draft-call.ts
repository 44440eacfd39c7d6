import type { ArgumentOrigin } from '../../contract/calls/asked-field'
import type { JsonValue } from '../../contract/json'
import { contentWords } from '../language'
import { identifierWords, likeness } from '../text2sql'
import { type Filled, fillArguments } from './fill-arguments'
import { mentionsIn } from './mentions'

/** What is known of a tool that a call may be drafted for. */
export interface DraftableTool {
  readonly name: string
  readonly description: string
  /** JSON Schema of type `object`. */
  readonly inputSchema: Readonly<Record<string, unknown>>
  readonly effect: 'reads' | 'changes'
}

export type CallDraft =
  | {
      readonly kind: 'call'
      readonly tool: string
      readonly input: Readonly<Record<string, JsonValue>>
      /** Which earlier results gave an argument, by their index. */
      readonly lent: readonly number[]
      /** 0..1 */
      readonly sureness: number
    }
  | {
      readonly kind: 'declined'
      /** `noTool`: none answers; `unsure`: two would do; `missing`: arguments are; `changes`: the one that is meant changes something. */
      readonly reason: 'noTool' | 'unsure' | 'missing' | 'changes'
      readonly tool: string | null
      readonly missing: readonly string[]
      /** Of what misses arguments: those that it has, each with where it was taken from. */
      readonly given: DraftedArguments | null
      /** 0..1, of what misses arguments as if it had them; 0 of anything else. */
      readonly sureness: number
    }

interface DraftedArguments {
  readonly input: Readonly<Record<string, JsonValue>>
  readonly origins: Readonly<Record<string, ArgumentOrigin>>
  readonly lent: readonly number[]
}

/** A tool must be this likely meant, and so much more than the next one. */
const leastSureness = 0.5
const leastMargin = 0.06
/** What misses arguments is less likely meant. */
const missingPenalty = 0.15

/** Verbs that most tools begin with: they tell one from the other only where nothing else does. */
const commonVerbs = new Set(
  identifierWords(
    'get list find read fetch show search query retrieve return all by api v1 v2 request tool server value values given',
  ),
)
const changingVerbs = new Set(
  identifierWords('create add update delete remove write set put edit move send post insert cancel'),
)

/** Verbs of Chinese instructions that change something. */
const chineseVerbs = [
  ['删除', 'delete'],
  ['创建', 'create'],
  ['新增', 'add'],
  ['添加', 'add'],
  ['更新', 'update'],
  ['修改', 'update'],
  ['发送', 'send'],
] as const

/** What Chinese questions say around what they ask for. */
const chineseFillers = /关于|有关|的内容(?=[？?。]|$)|知道|请问|问(?!题)/gu

interface Candidate<OneTool> {
  readonly tool: OneTool
  readonly filled: Filled
  readonly score: number
}

interface Asked {
  /** What earlier calls answered: ids are taken from there. */
  readonly earlier?: readonly JsonValue[]
  /** Name of whose tools they are: a question that says it says nothing more by it. */
  readonly service?: string
}

/** Tools by how likely a question means a call of them, the likeliest first; of equals in the order given. Pure. */
export const likeliestFirst = <OneTool extends DraftableTool>(
  question: string,
  tools: readonly OneTool[],
  service: string,
): { readonly tool: OneTool; readonly score: number }[] => candidatesOf(question, tools, { service }).candidates

/**
 * A call that answers a question, drafted by rules: the tool whose words and arguments the question has, its arguments
 * from what the question names. What is called after a change is not drafted. Pure.
 */
export function draftCall(question: string, tools: readonly DraftableTool[], of: Asked = {}): CallDraft {
  const { candidates, words } = candidatesOf(question, tools, of)
  const isAsking = words.some((word) => changingVerbs.has(word))
  const fitting = candidates.filter(({ tool }) => !isChanging(tool) || isAsking)
  const [best, second] = fitting
  if (best === undefined || best.score < leastSureness) return declined('noTool', null)
  const { name } = best.tool
  if (isChanging(best.tool)) return declined('changes', name)
  if (second !== undefined && best.score - second.score < leastMargin) return declined('unsure', null)
  const { input, origins, lent, missing } = best.filled
  if (missing.length > 0) {
    const given = { input, origins, lent }
    return { ...declined('missing', name), missing, given, sureness: Math.min(1, best.score + missingPenalty) }
  }
  return { kind: 'call', tool: name, input, lent, sureness: Math.min(1, best.score) }
}

function candidatesOf<OneTool extends DraftableTool>(
  question: string,
  tools: readonly OneTool[],
  { earlier = [], service = '' }: Asked,
): { readonly candidates: Candidate<OneTool>[]; readonly words: readonly string[] } {
  // Of the same length: mentions stand where they stood.
  const text = question.replace(chineseFillers, (filler) => ' '.repeat(filler.length))
  const asked = { text, mentions: mentionsIn(question), earlier }
  // What the question names is for the arguments, and whose tools they are is known.
  const known = [service, ...asked.mentions.map(({ value }) => String(value))].flatMap(identifierWords)
  const said = wordsOfQuestion(text)
  const words = said.filter((word) => !known.includes(word))
  const vocabularies = tools.map(wordsOfTool)
  const rarity = (word: string): number => {
    const holding = vocabularies.filter(({ all }) => all.some((one) => likeness(word, one) > 0)).length
    return Math.log(1 + tools.length / Math.max(1, holding)) * (commonVerbs.has(word) ? 0.2 : 1)
  }
  const weights = new Map(words.map((word) => [word, rarity(word)]))
  const candidates = tools
    .map((tool, at): Candidate<OneTool> => {
      const { name, all } = vocabularies[at]!
      const filled = fillArguments(tool.inputSchema, asked, [...all, ...identifierWords(service)])
      return { tool, filled, score: scoreOf(said, words, weights, name, all, filled) }
    })
    .sort((one, other) => other.score - one.score)
  return { candidates, words }
}

/** Of a tool that does not say that it only reads, its name tells: many a server says nothing, and the gate asks for it anyway. */
const isChanging = ({ effect, name, description }: DraftableTool): boolean =>
  effect === 'changes' &&
  (/^(?:POST|PUT|PATCH|DELETE) /.test(description) || identifierWords(name).some((word) => changingVerbs.has(word)))

const declined = (
  reason: Extract<CallDraft, { kind: 'declined' }>['reason'],
  tool: string | null,
): Extract<CallDraft, { kind: 'declined' }> => ({
  kind: 'declined',
  reason,
  tool,
  missing: [],
  given: null,
  sureness: 0,
})

const shareOf = (words: readonly string[], weightOf: (word: string) => number, others: readonly string[]): number => {
  const total = words.reduce((sum, word) => sum + weightOf(word), 0)
  const held = words.reduce(
    (sum, word) => sum + weightOf(word) * Math.max(0, ...others.map((one) => likeness(one, word), 0)),
    0,
  )
  return total === 0 ? 0 : held / total
}

/** How likely a tool is meant: its name by all that the question says, the rest of that by its words, and what fits its arguments. */
function scoreOf(
  said: readonly string[],
  words: readonly string[],
  weights: ReadonlyMap<string, number>,
  name: readonly string[],
  all: readonly string[],
  { missing, unused, chosen, input, isGuessed, isSearched }: Filled,
): number {
  const named = shareOf(name, (word) => (commonVerbs.has(word) ? 0.15 : 1), said)
  const covered = words.length === 0 && isSearched ? 1 : shareOf(words, (word) => weights.get(word) ?? 1, all)
  if (named === 0 && covered < 0.34) return 0
  const given = Object.keys(input).length
  return (
    0.5 * named +
    0.4 * covered +
    (given > 0 && missing.length === 0 ? 0.15 : 0) +
    (isSearched ? 0.15 : 0) +
    Math.min(0.12, 0.06 * chosen) -
    (missing.length > 0 ? 0 : Math.min(0.5, 0.25 * unused.length)) -
    (isGuessed ? 0.1 : 0) -
    (missing.length > 0 ? missingPenalty : 0)
  )
}

/** The telling words of a question, in the form in which they meet those of tools. */
function wordsOfQuestion(question: string): string[] {
  const words = contentWords(question).flatMap(({ surface }) => identifierWords(surface))
  const verbs = chineseVerbs.flatMap(([verb, meaning]) => (question.includes(verb) ? identifierWords(meaning) : []))
  return [...new Set([...words, ...verbs])].filter((word) => !/^[\d.]+$/.test(word))
}

function wordsOfTool({ name, description, inputSchema }: DraftableTool): { name: string[]; all: string[] } {
  const { properties } = inputSchema
  const ofArguments = typeof properties === 'object' && properties !== null ? Object.entries(properties) : []
  const values = ofArguments.flatMap(([, property]) => {
    const list = (property as { enum?: unknown } | null)?.enum
    return Array.isArray(list) ? list.filter((value) => typeof value === 'string') : []
  })
  const parts = [...new Set(identifierWords(name.slice(0, 200)))]
  const known = parts.filter((word) => !/^\p{Script=Han}$/u.test(word))
  const own = known.length > 0 ? known : parts
  const said = contentWords(description.slice(0, 1000)).flatMap(({ surface }) => identifierWords(surface))
  const argumentWords = ofArguments.flatMap(([argument]) => identifierWords(argument))
  return { name: own, all: [...new Set([...own, ...said, ...argumentWords, ...values.flatMap(identifierWords)])] }
}
