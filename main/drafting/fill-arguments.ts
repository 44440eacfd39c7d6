import type { ArgumentOrigin } from '../../contract/calls/asked-field'
import type { JsonValue } from '../../contract/json'
import { identifierWords, likeness } from '../text2sql'
import { fitOf, isCount, saidAfter } from './argument-fit'
import type { Asked } from './asked'
import { idIn } from './earlier-ids'
import { fillTimes } from './fill-times'
import type { Mention } from './mentions'
import { type Parameter, parametersOf, type Schema, valueFor } from './parameters'
import { choiceSaid, isSwitchedOn } from './said-choices'

export interface Filled {
  readonly input: Record<string, JsonValue>
  /** Where each argument was taken from. */
  readonly origins: Record<string, ArgumentOrigin>
  /** Required arguments that the question does not give. */
  readonly missing: readonly string[]
  /** What the question names and the arguments do not hold. */
  readonly unused: readonly Mention[]
  /** What it names and they hold. */
  readonly used: readonly Mention[]
  /** Where it says values of lists that they hold. */
  readonly chosenAt: readonly { readonly start: number; readonly end: number }[]
  /** Optional arguments that the question gives. */
  readonly chosen: number
  /** Which earlier results gave an argument, by their index. */
  readonly lent: readonly number[]
  /** Whether an argument holds words that nothing else explains: a guess. */
  readonly isGuessed: boolean
  /** Whether what the question names is searched for. */
  readonly isSearched: boolean
}

/** What fits an argument at least so well is its value; what a call needs must fit less surely than what it may do without. */
const leastFit = { required: 0.4, optional: 0.8 }

/**
 * Fills a tool's arguments from what a question names: each value goes to the argument that its words or its form point
 * at, and to none where nothing does. Pure.
 * @param core canonical words of what the tool does
 * @param all canonical words of all that is said of it
 */
export function fillArguments(
  schema: Schema,
  asked: Asked,
  { core, all }: { readonly core: readonly string[]; readonly all: readonly string[] },
): Filled {
  const parameters = parametersOf(schema)
  const input: Record<string, JsonValue> = {}
  const origins: Record<string, ArgumentOrigin> = {}
  const used = new Set<Mention>()
  const lent = new Set<number>()
  const chosenAt: { start: number; end: number }[] = []
  let isSearched = false
  const free = (...kinds: Mention['kind'][]): Mention[] =>
    asked.mentions.filter((mention) => (kinds.length === 0 || kinds.includes(mention.kind)) && !used.has(mention))
  const open = (): Parameter[] => parameters.filter(({ name }) => !Object.hasOwn(input, name))
  const needed = (): Parameter[] => open().filter(({ isRequired }) => isRequired)
  const give = ({ name }: Parameter, value: JsonValue, ...mentions: readonly Mention[]): void => {
    input[name] = value
    origins[name] = 'question'
    for (const mention of mentions) used.add(mention)
  }
  const within = (start: number, end: number): Mention[] =>
    free().filter((mention) => mention.start >= start && mention.end <= end)

  for (const parameter of open()) {
    const { schema: property, choices, takes, isList } = parameter
    const choice = choices === null ? null : choiceSaid(parameter, asked, core)
    if (choice !== null) {
      give(parameter, isList ? [choice.value] : choice.value, ...within(choice.start, choice.end))
      if (choice.start >= 0) chosenAt.push({ start: choice.start, end: choice.end })
    } else if (takes === 'boolean' && isSwitchedOn(parameter, asked, core)) give(parameter, true)
    else if (property.const !== undefined && parameter.isRequired) {
      give(parameter, property.const as JsonValue)
      origins[parameter.name] = 'schema'
    }
  }
  for (const { parameter, mention } of bestPairs(open(), free(), asked, core)) {
    if (Object.hasOwn(input, parameter.name) || used.has(mention)) continue
    give(
      parameter,
      valueFor(parameter, mention.kind === 'date' ? Number(String(mention.value).slice(0, 4)) : mention.value),
      mention,
    )
  }
  for (const parameter of open()) {
    const said = saidAfter(parameter, asked, all, free())
    if (said !== null) give(parameter, parameter.isList ? [...said] : said[0]!)
  }
  fillTimes(open(), free('date', 'time'), asked.text, give)
  const rest = free('number').filter((mention) => !isCount(asked.text, mention))
  const numeric = needed().filter(({ takes }) => takes === 'number')
  if (numeric.length > 0 && numeric.length === rest.length)
    for (const [at, parameter] of numeric.entries()) give(parameter, valueFor(parameter, rest[at]!.value), rest[at]!)
  for (const parameter of needed().filter(({ role }) => role === 'id')) {
    const ids = free('id', 'number').filter((mention) => !isCount(asked.text, mention))
    const earlier = idIn(asked.earlier, parameter.name)
    if (ids.length === 1) give(parameter, valueFor(parameter, ids[0]!.value), ids[0]!)
    else if (earlier !== null) {
      give(parameter, parameter.isList ? [earlier.value] : earlier.value)
      origins[parameter.name] = 'earlierAnswer'
      for (const from of earlier.from) lent.add(from)
    }
  }
  const isGuessed = fillTexts()
  for (const parameter of needed()) {
    if (parameter.schema.default === undefined) continue
    give(parameter, parameter.schema.default as JsonValue)
    origins[parameter.name] = 'schema'
  }
  const searched = parameters.find(({ name, role }) => role === 'search' && Object.hasOwn(input, name))
  return {
    input,
    origins,
    missing: needed().map(({ name }) => name),
    unused: asked.mentions.filter((mention) => !used.has(mention)),
    used: [...used],
    chosenAt,
    chosen: parameters.filter(({ name, isRequired }) => !isRequired && Object.hasOwn(input, name)).length,
    lent: [...lent],
    isGuessed,
    isSearched: searched !== undefined && isSearched,
  }

  /** What a text is about: a quotation, the one name, what follows a colon or “about”, else the words that nothing explains. Answers whether those were taken. */
  function fillTexts(): boolean {
    const texts = needed().filter(({ takes, role }) => takes === 'text' && role !== 'id')
    const quoted = free('quoted')
    if (texts.length > 0 && texts.length === quoted.length) {
      for (const [at, parameter] of texts.entries())
        give(parameter, valueFor(parameter, quoted[at]!.value), quoted[at]!)
      return false
    }
    const [only, another] = texts
    if (only !== undefined && another === undefined) {
      const afterColon = /[:：]\s*(\S.{0,2000})$/s.exec(asked.text)?.[1]
      if (only.role === 'spoken') {
        if (afterColon !== undefined) give(only, afterColon.trim(), ...free())
        return false
      }
      const names = free('name')
      if (names.length === 1 && only.role !== 'search') {
        give(only, valueFor(only, names[0]!.value), names[0]!)
        return false
      }
      return giveWords(only, true)
    }
    const search = open().find(({ takes, role, isRequired }) => takes === 'text' && role === 'search' && !isRequired)
    if (search !== undefined && needed().length === 0) giveWords(search, false)
    return false
  }

  /** @returns whether the words are a guess */
  function giveWords(parameter: Parameter, isNeeded: boolean): boolean {
    const [quoted] = free('quoted')
    const { topic } = asked
    isSearched = quoted !== undefined || topic !== null || free('name').length > 0
    if (quoted !== undefined) give(parameter, valueFor(parameter, quoted.value), quoted)
    else if (
      topic !== null &&
      !asked.mentions.some((one) => used.has(one) && one.start < topic.end && one.end > topic.start)
    )
      give(parameter, valueFor(parameter, topic.text), ...within(topic.start, topic.end))
    else {
      // Beside an id a name is a remark.
      const isBesideId = [...used].some(({ kind }) => kind === 'id' || kind === 'number')
      const names = isNeeded || !isBesideId ? free('name') : []
      const text =
        names.length > 0 && !/\p{Script=Han}/u.test(asked.text)
          ? names.map(({ value }) => value).join(' ')
          : isNeeded || /\p{Script=Han}/u.test(asked.text)
            ? leftover(asked, all, used)
            : ''
      const isPhrase = text !== '' && (names.length > 0 || parameter.role === 'search' || asked.text.includes(text))
      if (isPhrase) give(parameter, valueFor(parameter, text), ...free('name', 'id', 'number'))
      return isPhrase && names.length === 0 && parameter.role !== 'search'
    }
    return false
  }
}

/** Pairs of an argument and what the question names, the surest first. */
function bestPairs(
  parameters: readonly Parameter[],
  mentions: readonly Mention[],
  { text }: Asked,
  toolWords: readonly string[],
): { readonly parameter: Parameter; readonly mention: Mention }[] {
  return parameters
    .flatMap((parameter) =>
      mentions.map((mention) => ({ parameter, mention, fit: fitOf(parameter, mention, text, toolWords) })),
    )
    .filter(({ parameter, fit }) => fit >= (parameter.isRequired ? leastFit.required : leastFit.optional))
    .sort((one, other) => other.fit - one.fit)
}

const askingWords = identifierWords(
  'get list show fetch search find look query call use api tool server ask tell print return display give count number many much 查询 搜索 请问',
)

/** Words of a question that neither the tool nor what is used already explains, as they stand there. */
function leftover({ words: said, mentions }: Asked, toolWords: readonly string[], used: ReadonlySet<Mention>): string {
  const isUsed = (start: number): boolean => [...used].some((one) => start >= one.start && start < one.end)
  const isName = (start: number): boolean =>
    mentions.some((one) => one.kind === 'name' && start >= one.start && start < one.end)
  const explained = [...toolWords, ...askingWords]
  const words = said.filter(
    ({ canonical, start }) =>
      !isUsed(start) &&
      (isName(start) || !canonical.some((word) => explained.some((other) => likeness(word, other) > 0))),
  )
  return words
    .map(({ surface }, at) => (at === 0 || /\p{Script=Han}/u.test(surface) ? surface : ` ${surface}`))
    .join('')
}
