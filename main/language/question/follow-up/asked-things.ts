/** The things that a question counts, lists or ranks, with what it says of them. */
export interface AskedThings {
  /** `How many`, `Which`, `List`. */
  readonly asking: string
  /** `work orders` */
  readonly noun: string
  /** What is said of them, as the question says it: `were closed in 2023`; may be empty. */
  readonly said: string
}

const opening =
  /^(?:(?:how many|which)(?: of (?:the|our|all(?: the)?))?|what|(?:list|name|show(?: me)?|give me)(?: all)?(?: (?:of )?the)?)(?=\s)/i
const be = /^(?:is|are|was|were)$/i
const preposition =
  /^(?:in|on|at|from|for|of|by|to|with|without|during|after|before|since|under|over|above|below|within|between|that|who|which|whose)$/i
const auxiliary = /^(?:has|have|had|do|does|did|can|could|will|would|should|may|might|must|there)$/i
/** The commonest English verbs whose past tense has no -ed; those that are names of things, too (`cut`, `set`), are left out. */
const irregularPast =
  /^(?:ate|became|began|bought|broke|brought|built|came|caught|chose|cost|dealt|did|drank|drew|drove|fell|flew|forgot|fought|found|froze|gave|got|grew|heard|held|hid|kept|knew|laid|lasted|led|left|lent|lost|made|meant|met|paid|put|ran|rode|rose|said|sang|sank|sat|saw|sent|shot|slept|sold|sought|spent|spoke|stole|stood|swam|taught|thought|threw|told|took|understood|went|woke|won|wore|wrote)$/i
export const isPastVerb = (word: string): boolean => irregularPast.test(word) || /^\p{L}{2,}ed$/iu.test(word)
/** Words of a noun at most: `health and safety incident reports`. */
const longestNoun = 5

/** What many do: a verb behind their name (`patients live in Braga`), and the beginning of another name elsewhere (`play areas`). */
const present =
  /^(?:live|work|belong|come|go|play|take|use|cost|weigh|own|run|hold|contain|start|end|begin|need|know|speak|earn|pay|buy|sell|lie|stand|stay|attend|teach|study|receive|get|make|show|exceed|depend|require|include|serve|fly|drive|reach|carry|give|grow|feed|visit|lead|refer|relate)$/i
const many = /(?:s|^people|^children|^staff|^women|^men|^police|^data)$/i

const startsSaid = (word: string, at: number, words: readonly string[]): boolean =>
  be.test(word) ||
  preposition.test(word) ||
  auxiliary.test(word) ||
  (at > 0 && (isPastVerb(word) || (present.test(word) && many.test(words[at - 1] ?? ''))))

/** Null where the question counts, lists and ranks nothing that has a name. */
export function askedThings(question: string): AskedThings | null {
  const bare = question.trim().replace(/[\s.?!]{1,9}$/, '')
  const asking = opening.exec(bare)?.[0]
  if (asking === undefined) return null
  const words = bare.slice(asking.length).trim().split(/\s+/)
  const end = words.findIndex(startsSaid)
  const noun = words.slice(0, end < 0 ? words.length : end)
  if (noun.length === 0 || noun.length > longestNoun) return null
  return { asking, noun: noun.join(' '), said: end < 0 ? '' : words.slice(end).join(' ') }
}

/** What of it tells the things apart: of `that are pending is the oldest` the first clause, of `placed in 2023 were cancelled` both. */
function narrowing(words: readonly string[]): string[] {
  const [first = ''] = words
  if (be.test(first)) return [...words]
  const isRelative = /^(?:that|who|which)$/i.test(first)
  const next = words.findIndex((word, at) => at > (isRelative ? 1 : 0) && be.test(word))
  if (next < 0) return [...words]
  const isBoth = participle.test(words[next + 1] ?? '')
  return isBoth ? [...words.slice(0, next), 'and', ...words.slice(next + 1)] : words.slice(0, next)
}

const participle = /(?:\p{L}{2}ed|\p{L}{2}en|\p{L}wn|made|held|kept|sent|built|sold|lent|lost|found|paid)$/iu

/**
 * The things as a noun with what tells them apart: `work orders closed in 2023`, `trees in Plot B`, `volunteers that know
 * first aid`.
 */
export function describedThings({ noun, said }: AskedThings): string {
  const [first = '', ...rest] = narrowing(said.split(' ').filter((word) => !/^there$/i.test(word)))
  if (first === '' || (be.test(first) && rest.length === 0)) return noun
  const alone = /^(?:(?:still|currently|now|not) )?(\p{L}+)$/iu.exec(rest.join(' '))
  // `pending permits`
  if (be.test(first) && alone !== null && !/^not /i.test(alone[0])) return `${alone[1]} ${noun}`
  const next = rest[0] ?? ''
  const isPlain = be.test(first) && (preposition.test(next) || participle.test(next))
  const plain = isPlain ? rest : /^(?:do|does|did)$/i.test(first) ? ['that', ...rest] : [first, ...rest]
  const isRelative = isPlain || preposition.test(plain[0] ?? '') || /^that$/i.test(plain[0] ?? '')
  return [noun, ...(isRelative ? plain : ['that', ...plain])].join(' ')
}
