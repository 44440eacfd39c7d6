import type { ArgumentOrigin } from '../../contract/calls/asked-field'
import type { JsonValue } from '../../contract/json'
import { contentWords } from '../language'
import { identifierWords, likeness } from '../text2sql'
import {
  beginWords,
  endWords,
  idWords,
  isDate,
  isNumeric,
  isObject,
  isOf,
  isText,
  mostWords,
  namesOf,
  type Schema,
  searchWords,
  spokenWords,
  timed,
  valueFor,
} from './argument-forms'
import { idIn } from './earlier-ids'
import type { Mention } from './mentions'

/** A question as arguments are taken from it. */
export interface Asked {
  readonly text: string
  readonly mentions: readonly Mention[]
  /** Results of earlier calls, in which ids are looked for. */
  readonly earlier: readonly JsonValue[]
}

export interface Filled {
  readonly input: Record<string, JsonValue>
  /** Where each argument was taken from. */
  readonly origins: Record<string, ArgumentOrigin>
  /** Required arguments that the question does not give. */
  readonly missing: readonly string[]
  /** What the question names and the arguments do not hold. */
  readonly unused: readonly Mention[]
  /** Optional arguments that the question gives. */
  readonly chosen: number
  /** Which earlier results gave an argument, by their index. */
  readonly lent: readonly number[]
  /** Whether an argument holds words that nothing else explains: a guess. */
  readonly isGuessed: boolean
  /** Whether what the question names is searched for. */
  readonly isSearched: boolean
}

const isAlike = (words: readonly string[], others: readonly string[]): boolean =>
  words.some((word) => others.some((other) => likeness(word, other) > 0))

/**
 * Fills a tool's arguments from what a question names: each value goes to the argument that its words or its form point
 * at, and to none where two would do. Pure.
 * @param toolWords canonical words of the tool's name and description
 */
export function fillArguments(schema: Schema, asked: Asked, toolWords: readonly string[]): Filled {
  const properties = isObject(schema.properties) ? Object.entries(schema.properties) : []
  const required = new Set(Array.isArray(schema.required) ? schema.required : [])
  const input: Record<string, JsonValue> = {}
  const origins: Record<string, ArgumentOrigin> = {}
  const used = new Set<Mention>()
  const lent = new Set<number>()
  const free = (...kinds: Mention['kind'][]): Mention[] =>
    asked.mentions.filter((mention) => kinds.includes(mention.kind) && !used.has(mention))
  const open = (): [string, Schema][] =>
    properties.flatMap(([name, property]) =>
      Object.hasOwn(input, name) || !isObject(property) ? [] : [[name, property]],
    )
  const give = (name: string, value: JsonValue, ...mentions: readonly Mention[]): void => {
    input[name] = value
    origins[name] = 'question'
    for (const mention of mentions) used.add(mention)
  }
  const giveFrom = (origin: ArgumentOrigin, name: string, value: JsonValue): void => {
    give(name, value)
    origins[name] = origin
  }
  const openNumbers = (): [string, Schema][] => open().filter(([, property]) => isNumeric(property))

  for (const [name, property] of open()) {
    const value = enumValue(property, asked, name, required.has(name))
    if (value !== undefined) give(name, value.value, ...asked.mentions.filter(({ start }) => start === value.start))
    else if (property.const !== undefined && required.has(name)) giveFrom('schema', name, property.const as JsonValue)
  }
  // What stands right beside the words of its argument.
  for (const [name, property] of open()) {
    const own = identifierWords(name).filter((word) => !idWords.has(word))
    const words = isOf(idWords, name) ? [...own, ...(own.length === 0 ? toolWords : []), ...namesOf(name)] : [...own]
    const kinds: Mention['kind'][] = isNumeric(property)
      ? ['number', 'id']
      : isDate(name, property)
        ? []
        : isText(property) && isOf(idWords, name)
          ? ['id', 'number', 'quoted']
          : isText(property)
            ? ['quoted', 'name']
            : []
    const beside = free(...kinds).filter((mention) =>
      isAlike(words, wordsBeside(asked.text, mention, isOf(idWords, name))),
    )
    const [mention] = beside
    if (mention !== undefined && beside.length === 1) give(name, valueFor(property, mention), mention)
  }
  for (const [name, property] of open()) {
    const [first, second] = free('number')
    const isMost = isNumeric(property) && isOf(mostWords, name)
    if (isMost && first !== undefined && second === undefined && isCount(asked.text, first)) {
      give(name, first.value, first)
    }
  }
  fillDates(open(), free('date'), asked.text, give)
  // Forms that only one argument has.
  for (const [format, kind] of [
    ['email', 'email'],
    ['uri', 'url'],
  ] as const) {
    const fitting = open().filter(
      ([name, property]) => property.format === format || (isText(property) && isOf(new Set([kind]), name)),
    )
    const [mention, another] = free(kind)
    const [argument] = fitting
    if (mention !== undefined && another === undefined && argument !== undefined)
      give(argument[0], mention.value, mention)
  }
  const needed = (): [string, Schema][] => open().filter(([name]) => required.has(name))
  const numbers = free('number').filter((mention) => !isCount(asked.text, mention))
  const numeric = openNumbers().filter(([name]) => required.has(name))
  if (numeric.length === numbers.length) {
    for (const [at, [name, property]] of numeric.entries()) give(name, valueFor(property, numbers[at]!), numbers[at]!)
  }
  for (const [name, property] of needed().filter(([argument]) => isOf(idWords, argument))) {
    const ids = free('id', 'number').filter((mention) => !isCount(asked.text, mention))
    const earlier = idIn(asked.earlier, name)
    if (ids.length === 1) give(name, valueFor(property, ids[0]!), ids[0]!)
    else if (earlier !== null) {
      giveFrom('earlierAnswer', name, earlier.value)
      for (const from of earlier.from) lent.add(from)
    }
  }
  const isGuessed = fillTexts(needed(), free, give, asked, toolWords)
  for (const [name, property] of open()) {
    if (!isText(property) || !isOf(searchWords, name)) continue
    const [quoted] = free('quoted')
    const text = quoted === undefined ? leftover(asked, toolWords, used) : String(quoted.value)
    if (text !== '') give(name, text, ...(quoted === undefined ? free('name', 'id') : [quoted]))
    break
  }
  for (const [name, property] of needed())
    if (property.default !== undefined) giveFrom('schema', name, property.default as JsonValue)
  return {
    input,
    origins,
    missing: needed().map(([name]) => name),
    unused: asked.mentions.filter((mention) => !used.has(mention)),
    chosen: Object.keys(input).filter((name) => !required.has(name)).length,
    lent: [...lent],
    isGuessed,
    isSearched:
      Object.keys(input).some((name) => isOf(searchWords, name)) && asked.mentions.some((one) => used.has(one)),
  }
}

/** Dates in their order: the first and last day of what is named, or the one day. */
function fillDates(
  open: readonly [string, Schema][],
  dates: readonly Mention[],
  text: string,
  give: (name: string, value: JsonValue, ...mentions: readonly Mention[]) => void,
): void {
  const [first, last = first] = dates
  if (first === undefined || dates.length > 2) return
  const fitting = open.filter(([name, property]) => isDate(name, property))
  const begin = fitting.find(([name]) => isOf(beginWords, name))
  const end = fitting.find(([name]) => isOf(endWords, name))
  const before = text.slice(0, first.start)
  if (
    dates.length === 1 &&
    begin !== undefined &&
    /\b(?:since|after|starting|starting from)\s+$|自从?$/i.test(before)
  ) {
    give(begin[0], timed(begin[1], String(first.value)), first)
  } else if (
    dates.length === 1 &&
    end !== undefined &&
    /\b(?:until|before|by|till|up to)\s+$|截至$|截止$/i.test(before)
  ) {
    give(end[0], timed(end[1], String(first.value)), first)
  } else if (begin !== undefined && end !== undefined && last !== undefined) {
    give(begin[0], timed(begin[1], String(first.value)), first)
    give(end[0], timed(end[1], String(last.until ?? last.value)), last)
  } else if (fitting.length === 1 && dates.length === 1 && first.until === first.value) {
    give(fitting[0]![0], timed(fitting[0]![1], String(first.value)), first)
  } else if (dates.length === 1) {
    const year = open.find(([name, property]) => isNumeric(property) && isOf(new Set(['year']), name))
    if (year !== undefined) give(year[0], Number(String(first.value).slice(0, 4)), first)
  }
}

/** What a required text is about: a quotation, the one name, what follows a colon, else the words that nothing explains. Answers whether those were taken. */
function fillTexts(
  needed: readonly [string, Schema][],
  free: (...kinds: Mention['kind'][]) => Mention[],
  give: (name: string, value: JsonValue, ...mentions: readonly Mention[]) => void,
  asked: Asked,
  toolWords: readonly string[],
): boolean {
  const texts = needed.filter(([name, property]) => isText(property) && !isDate(name, property) && !isOf(idWords, name))
  const quoted = free('quoted')
  if (texts.length > 0 && texts.length === quoted.length) {
    for (const [at, [name]] of texts.entries()) give(name, quoted[at]!.value, quoted[at]!)
    return false
  }
  const [only, another] = texts
  if (only === undefined || another !== undefined) return false
  const [name] = only
  const afterColon = /[:：]\s*(\S.{0,2000})$/s.exec(asked.text)?.[1]
  if (isOf(spokenWords, name)) {
    if (afterColon !== undefined) give(name, afterColon.trim(), ...free('quoted', 'name', 'number', 'id', 'date'))
    return false
  }
  const names = free('name')
  if (names.length === 1 && !isOf(searchWords, name)) {
    give(name, names[0]!.value, names[0]!)
    return false
  }
  const text = leftover(asked, toolWords, new Set())
  const isPhrase = text !== '' && (isOf(searchWords, name) || asked.text.includes(text))
  if (isPhrase) give(name, text, ...free('name', 'id', 'number'))
  return isPhrase && names.length === 0 && !isOf(searchWords, name)
}

/** Words of the question that neither the tool nor what is used already explains, as they stand there. */
function leftover({ text, mentions }: Asked, toolWords: readonly string[], used: ReadonlySet<Mention>): string {
  const isUsed = (start: number): boolean => [...used].some((one) => start >= one.start && start < one.end)
  const isName = (start: number): boolean =>
    mentions.some((one) => one.kind === 'name' && start >= one.start && start < one.end)
  const words = contentWords(text).filter(
    ({ surface, start }) =>
      !isUsed(start) && (isName(start) || !isAlike(identifierWords(surface), [...toolWords, ...askingWords])),
  )
  return words
    .map(({ surface }, at) => (at === 0 || /\p{Script=Han}/u.test(surface) ? surface : ` ${surface}`))
    .join('')
}

const askingWords = identifierWords(
  'get list show fetch search look query call use api tool server ask tell print return display 查询 搜索 请问',
)

/** “the last 5 orders”, 前5个 */
const isCount = (text: string, { start }: Mention): boolean =>
  /\b(?:top|first|last|latest|newest)\s*$|[前头]$/i.test(text.slice(0, start))

/** The words right before and after a mention; an id stands after what it is of: “order 5” is one, “5 orders” are five. */
function wordsBeside(text: string, { start, end }: Mention, isId: boolean): string[] {
  const before =
    text
      .slice(Math.max(0, start - 40), start)
      .split(/[,;.，。；]/)
      .at(-1) ?? ''
  const after = isId ? '' : (/^[\s-]{0,2}([\p{L}]{1,30})/u.exec(text.slice(end, end + 32))?.[1] ?? '')
  return [...identifierWords(before).slice(-2), ...(after === '' ? [] : identifierWords(after).slice(0, 1))]
}

/** The value of an enumeration that the question says; of several the longest. */
function enumValue(
  property: Schema,
  { text }: Asked,
  name: string,
  isRequired: boolean,
): { value: JsonValue; start: number } | undefined {
  const list = isObject(property.items) && property.type === 'array' ? property.items.enum : property.enum
  if (!Array.isArray(list)) return undefined
  const plain = ` ${text.toLowerCase().replace(/[_\s?!.,;:()"'-]+/g, ' ')} `
  const said = list
    .filter((value): value is string => typeof value === 'string' && value.length > 1)
    .filter((value) => isSaid(plain, value.toLowerCase().replace(/[_\s-]+/g, ' ')))
    .sort((one, other) => other.length - one.length)
  const [value, second] = said
  if (value === undefined || (second !== undefined && !value.includes(second))) {
    return isRequired && list.length === 1 ? { value: list[0] as JsonValue, start: -1 } : undefined
  }
  // “asc” and “on” are words that anything may have: optional ones need their argument's name beside them.
  if (!isRequired && /^[\w-]{1,3}$/.test(value) && !isAlike(identifierWords(name), identifierWords(text)))
    return undefined
  const given = property.type === 'array' ? [value] : value
  return { value: given, start: text.toLowerCase().indexOf(value.toLowerCase()) }
}

const isSaid = (plain: string, value: string): boolean =>
  /\p{Script=Han}/u.test(value) ? plain.includes(value) : plain.includes(` ${value} `)
