import type { DatabaseCell } from '../../contract/database-tasks'
import type { QuestionShape } from './corrected-query'
import { fillers, type Grammar, grammarOf, longestPhrase } from './grammar'
import { type Column, type DatabaseProfile, isPerson, type Table } from './profile'
import { numberOf, type Token, tokensOf } from './read-question'
import { type TimeSpan, timeAt } from './times'
import { isUnit } from './units'
import { canonical, identifierWords, isVerb, likeness, segmentHan } from './words'

/** What of the database words of a question may mean, and how well they say it (about 0.5..1.2). */
export type Ref =
  | { readonly kind: 'table'; readonly table: Table; readonly score: number }
  | {
      readonly kind: 'column'
      readonly column: Column
      readonly score: number /** Its table is named with it: "the cars cost". */
      readonly saysTable: boolean
    }
  | {
      readonly kind: 'value'
      readonly column: Column
      readonly values: readonly DatabaseCell[]
      readonly score: number
    }

interface Placed {
  readonly text: string
  readonly sentence: number
}
export type Item = Placed &
  (
    | Grammar
    | { readonly kind: 'refs'; readonly refs: readonly Ref[]; readonly isQuoted: boolean }
    /** `unit`: as it is written behind, else null. */
    | { readonly kind: 'number'; readonly value: number; readonly unit: string | null }
    | { readonly kind: 'time'; readonly span: TimeSpan; readonly bareYear: number | null }
  )

export interface Linked {
  readonly items: readonly Item[]
  /** Words that neither the database nor the grammar explains. */
  readonly unknown: readonly string[]
}

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/['’‘]/g, "'")
    .replace(/[\s\-_.,]+/g, ' ')
    .trim()
    .toLowerCase()

const measureWords = new Set('stars star points units square'.split(' '))
/** What a name says of a measure besides: its unit. */
const unitWords = new Set(
  `m cm mm km kg g t ton lb ft hour minute minimum second ms eur usd chf gbp pct percent c kwh mwh kw mw`.split(' '),
)
const genericWords = new Set([
  'name',
  'id',
  'date',
  'number',
  'code',
  'count',
  'time',
  'title',
  'text',
  canonical('value'),
])
const kindWords = new Set(['status', 'type', 'kind', 'level', 'category', 'class', 'group', 'state', 'ones'])
const person = canonical('person')
const perName = /[Pp]er(?=[A-Z_])|_per_|^per_/
/** A column that counts what stands beside it in its name. */
const tallyWords = new Set(['count', 'number', 'quantity'])
const opposites: readonly (readonly [string, string])[] = [
  ['open', 'closed'], ['active', 'inactive'], ['available', 'unavailable'], ['enabled', 'disabled'], ['paid', 'unpaid'], ['read', 'unread'],
  ['online', 'offline'], ['private', 'public'], ['valid', 'invalid'], ['visible', 'hidden'], ['resolved', 'unresolved'], ['settled', 'unsettled'], ['finished', 'unfinished'],
  ['married', 'unmarried'], ['confirmed', 'unconfirmed'], ['used', 'unused'], ['verified', 'unverified'], ['indoor', 'outdoor'],
] // biome-ignore format: pairs

const stateCodes: Record<string, string> = Object.fromEntries(
  `AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|LA Louisiana|ME Maine|MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|NC North Carolina|ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|VT Vermont|VA Virginia|WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming`
    .split('|')
    .map((pair) => [pair.slice(0, 2), pair.slice(3)]),
)

/** What two-letter codes are names of: in both languages, of a column that says which codes it holds. */
const coded = (['region', 'language'] as const).flatMap((type) =>
  ['en', 'zh'].map((language) => ({ type, names: new Intl.DisplayNames(language, { type, fallback: 'none' }) })),
)
const codeWords = { region: ['country', 'nation', 'nationality', 'flag'], language: ['language'] }

function namesOfCode(column: Column, value: string): string[] {
  if (!/^[a-z]{2}$/i.test(value)) return []
  return coded
    .filter(({ type }) => codeWords[type].some((word) => best(canonical(word), column.words) > 0))
    .flatMap(({ names, type }) => names.of(type === 'region' ? value.toUpperCase() : value.toLowerCase()) ?? [])
}

/** The words of a database's values and names, to look words of questions up in. */
export interface Vocabulary {
  readonly profile: DatabaseProfile
  readonly values: ReadonlyMap<
    string,
    readonly { readonly column: Column; readonly value: DatabaseCell; readonly exactCase: boolean }[]
  >
  readonly stems: ReadonlyMap<string, readonly { readonly column: Column; readonly value: DatabaseCell }[]>
  /** Values by the words inside them: `Eriksen` of `Dr. Hana Eriksen`. */
  readonly parts: ReadonlyMap<string, readonly { readonly column: Column; readonly value: DatabaseCell }[]>
  /** One-word values of columns that sort rows into kinds. */
  readonly kinds: readonly { readonly column: Column; readonly value: DatabaseCell; readonly word: string }[]
  /** Columns that say yes or no. */
  readonly flags: readonly Column[]
  readonly words: ReadonlySet<string>
  readonly han: ReadonlySet<string>
}

export function vocabularyOf(profile: DatabaseProfile): Vocabulary {
  const values = new Map<string, { column: Column; value: DatabaseCell; exactCase: boolean }[]>()
  const stems = new Map<string, { column: Column; value: DatabaseCell }[]>()
  const parts = new Map<string, { column: Column; value: DatabaseCell }[]>()
  const kinds: { column: Column; value: DatabaseCell; word: string }[] = []
  const words = new Set<string>()
  const han = new Set<string>()
  const put = (key: string, column: Column, value: DatabaseCell, exactCase = false): void => {
    if (key === '') return
    const list = values.get(key) ?? []
    if (!list.some((known) => known.column === column && known.value === value)) list.push({ column, value, exactCase })
    values.set(key, list)
  }
  // A Chinese name is a word of its own, and so is what a flag says: 是否住校, 住校.
  const hanNames = (name: string): void => {
    for (const run of name.match(/\p{Script=Han}{2,}/gu) ?? []) {
      han.add(run.replace(/^是否/, ''))
      // 成交 of 成交金额, which 成交总金额 says, too.
      for (const part of segmentHan(run, new Set())) if (/^\p{Script=Han}{2,}$/u.test(part)) han.add(part)
    }
  }
  for (const table of profile.tables) {
    for (const word of table.words) words.add(word)
    hanNames(table.name)
    for (const column of table.columns) {
      for (const word of column.words) words.add(word)
      hanNames(column.name)
      if (column.truth !== null) {
        const { yes: holds, no: fails } = column.truth
        const said = column.name.replace(/^是否/, '')
        put(plain(said.replace(/^(?:is|has|was)[_ ]?(?=[a-z])/i, '')), column, holds)
        const stem = column.words.join(' ')
        stems.set(stem, [...(stems.get(stem) ?? []), { column, value: holds }])
        for (const word of column.words) {
          const pair = opposites.find((words) => words.some((one) => canonical(one) === word))
          const yes = pair?.find((one) => canonical(one) === word) ?? word
          put(yes, column, holds)
          const no = pair?.find((one) => canonical(one) !== word)
          if (no !== undefined) put(no, column, fails)
          stems.set(word, [...(stems.get(word) ?? []), { column, value: holds }])
        }
      }
      if (column.type !== 'text') continue
      const isState = column.words.includes('state')
      const isSex = column.words.some((word) => word === canonical('sex') || word === canonical('gender'))
      for (const value of column.values ?? []) {
        const key = plain(String(value))
        if (/^[\d\s]*$/.test(key)) continue
        put(key, column, value, key.length <= 2)
        for (const name of namesOfCode(column, String(value))) put(plain(name), column, value)
        const sex = isSex ? { f: 'female', m: 'male', w: 'female' }[key] : undefined
        if (sex !== undefined) put(sex, column, value)
        if (isState && stateCodes[String(value)] !== undefined) put(plain(stateCodes[String(value)]!), column, value)
        const translated = /\p{Script=Han}/u.test(key) && key.length <= 6 ? segmentHan(key, new Set()).join(' ') : ''
        if (translated !== '' && !/\p{Script=Han}/u.test(translated)) put(plain(translated), column, value)
        const said = key.split(' ')
        if ((column.values?.length ?? 0) <= maxKinds && /^[a-z]{3,}$/.test(key))
          kinds.push({ column, value, word: canonical(key) })
        for (let length = 1; length < Math.min(said.length, 4) && said.length <= 6; length += 1) {
          for (let at = 0; at + length <= said.length; at += 1) {
            const part = said.slice(at, at + length).join(' ')
            if (part.length >= 3) parts.set(part, [...(parts.get(part) ?? []), { column, value }])
          }
        }
        if (/^[a-z][a-z ]{2,}$/.test(key)) {
          const stem = key.split(' ').map(canonical).join(' ')
          stems.set(stem, [...(stems.get(stem) ?? []), { column, value }])
        }
        for (const run of String(value).match(/\p{Script=Han}+/gu) ?? []) if (run.length > 1) han.add(run)
        // 高一1班
        if (/\p{Script=Han}/u.test(key) && /[\da-z]/.test(key)) han.add(String(value))
      }
    }
  }
  const flags = profile.tables.flatMap(({ columns }) => columns.filter(({ type }) => type === 'boolean'))
  return { profile, values, stems, parts, kinds, flags, words, han }
}

function valueRefs(vocabulary: Vocabulary, tokens: readonly Token[]): Ref[] {
  const [first] = tokens
  const text = tokens.map((token) => token.text).join(' ')
  const isSure = first!.isQuoted || first!.isCapital || /\p{Script=Han}{2}/u.test(text)
  const found = vocabulary.values.get(plain(text)) ?? []
  const byColumn = new Map<Column, DatabaseCell[]>()
  for (const { column, value, exactCase } of found) {
    if (exactCase && !first!.isQuoted && String(value) !== text) continue
    byColumn.set(column, [...(byColumn.get(column) ?? []), value])
  }
  let score = 1 + (isSure ? 0.15 : 0)
  if (byColumn.size === 0 && !first!.isQuoted) {
    score = 0.8
    for (const { column, value } of vocabulary.stems.get(tokens.map(({ lower }) => canonical(lower)).join(' ')) ?? []) {
      byColumn.set(column, [...(byColumn.get(column) ?? []), value])
    }
    const words = tokens.map(({ lower }) => canonical(lower))
    for (const column of byColumn.size === 0 ? vocabulary.flags : []) {
      // `isHaz` says which are hazardous.
      const isSaid = words.every((word) => best(word, column.words) > 0)
      if (isSaid && column.words.every((name) => words.some((word) => likeness(word, name) > 0)))
        byColumn.set(column, [column.truth!.yes])
    }
  }
  if (byColumn.size === 0) {
    // A part of a name, where it says one: `Eriksen`.
    score = 0.9
    const named = isSure ? (vocabulary.parts.get(plain(text)) ?? []) : []
    if (named.length === 1) byColumn.set(named[0]!.column, [named[0]!.value])
    const [only] = tokens
    if (byColumn.size === 0 && tokens.length === 1 && !isSure && !fillers.has(only!.lower)) {
      score = 0.72
      for (const { column, value, word } of vocabulary.kinds) {
        if (likeness(canonical(only!.lower), word) > 0.75)
          byColumn.set(column, [...(byColumn.get(column) ?? []), value])
      }
    }
  }
  return [...byColumn].map(([column, values]) => ({ kind: 'value', column, values, score }))
}

function best(word: string, names: readonly string[]): number {
  return names.reduce((most, name) => Math.max(most, likeness(word, name)), 0)
}

/** What people say behind the name of a column: "email address", "phone number". */
const suffixes: ReadonlySet<string> = new Set(['name', 'number', canonical('address')])

function columnScore(words: readonly string[], beforeOf: number, column: Column): number {
  const { table } = column
  let sum = 0
  let own = 0
  const met = new Set<string>()
  for (const [at, word] of words.entries()) {
    const ownLikeness = best(word, column.words)
    if (at < beforeOf && ownLikeness === 0) return 0
    // "the country name" of a column that is called country
    const isSuffix =
      at > 0 && at === words.length - 1 && suffixes.has(word) && column.type === 'text' && ownLikeness === 0
    // "the restaurant rating", but not "the rated restaurant", which is one
    const mayBeTable = own === 0 || (beforeOf > 0 && at >= beforeOf)
    const tableLikeness = isSuffix ? 0.9 : mayBeTable ? best(word, table.words) : 0
    if (Math.max(ownLikeness, tableLikeness) === 0) return 0
    if (ownLikeness > 0 && ownLikeness >= tableLikeness) {
      own += 1
      for (const name of column.words) if (likeness(word, name) === ownLikeness) met.add(name)
    }
    sum += Math.max(ownLikeness, tableLikeness)
  }
  if (own === 0) return 0
  const says = column.words.filter((word) => !genericWords.has(word) && (met.has(word) || !unitWords.has(word)))
  const core = says.length > 0 ? says : column.words
  const metCore = core.filter((word) => met.has(word)).length
  if (metCore * 2 < core.length || metCore === 0) return 0
  const isWhole = metCore === core.length
  const mean = sum / words.length
  // Of `qty_tons` the tons are what is counted.
  const isTally =
    column.words.some((word) => tallyWords.has(word) && !met.has(word)) && ![...met].some((word) => unitWords.has(word))
  return mean * (isWhole ? 1 : 0.65) + (isWhole && met.size === column.words.length ? 0.05 : 0) - (isTally ? 0.2 : 0)
}

function tableScore(words: readonly string[], table: Table): number {
  let sum = 0
  const met = new Set<string>()
  for (const word of words) {
    const like = best(word, table.words)
    if (like === 0) return 0
    sum += like
    for (const name of table.words) if (likeness(word, name) === like) met.add(name)
  }
  const share = met.size / table.words.length
  const isHead = met.has(table.words.at(-1)!) || share >= 0.5
  return (sum / words.length) * (share === 1 ? 1.06 : isHead ? 0.7 : 0.62)
}

function schemaRefs(vocabulary: Vocabulary, tokens: readonly Token[]): Ref[] {
  if (tokens.some(({ isQuoted }) => isQuoted)) return []
  const ofAt = tokens.findIndex(({ lower }) => lower === 'of')
  if (ofAt < 0 && tokens.some(({ lower }) => lower === 'the')) return []
  // "Price per ton" is a name only where it says so itself.
  const isPer = tokens.length > 2 && tokens.slice(1, -1).some(({ lower }) => lower === 'per')
  const content = tokens.filter(({ lower }) => !['of', 'the', ...(isPer ? ['per'] : [])].includes(lower))
  // In "customers joined" the verb says what they did.
  const endsInVerb = content.length > 1 && isVerb(content.at(-1)!.lower)
  const ends = [tokens[0]!.lower, tokens.at(-1)!.lower]
  if (ends.some((word) => word === 'of' || word === 'the') || content.length === 0) return []
  const words = content.flatMap(({ lower }) =>
    /\p{Script=Han}/u.test(lower) ? identifierWords(lower) : [canonical(lower)],
  )
  const beforeOf = ofAt < 0 ? 0 : tokens.slice(0, ofAt).filter(({ lower }) => lower !== 'the').length
  const refs: Ref[] = []
  for (const table of vocabulary.profile.tables) {
    const score = ofAt < 0 && !endsInVerb && !isPer ? tableScore(words, table) : 0
    if (score > 0) refs.push({ kind: 'table', table, score })
    for (const column of table.columns) {
      // "the active customers" are customers.
      if (column.type === 'boolean' && words.length > 1 && words.some((word) => best(word, table.words) > 0)) continue
      // "Number of households" counts them, whatever their numbers are called.
      if (ofAt === 1 && words[0] === 'number' && column.isKey && /s$/i.test(content.at(-1)!.lower)) continue
      if (isPer && !(perName.test(column.name) && words.every((word) => best(word, column.words) > 0))) continue
      if (endsInVerb && !words.every((word) => column.words.includes(word))) continue
      // `kWh` is one word, whatever its capitals say.
      const isWhole = content.length === 1 && plain(column.name).replaceAll(' ', '') === content[0]!.lower
      const columnMatch =
        (isWhole ? 1.05 : columnScore(words, beforeOf, column)) - (column.type === 'boolean' ? 0.3 : 0)
      const saysTable = words.length > 1 && best(words[0]!, column.words) === 0
      if (columnMatch > 0.3) refs.push({ kind: 'column', column, score: columnMatch, saysTable })
    }
  }
  // The customers of customer orders are the names that these hold.
  for (const ref of refs.filter(({ kind }) => kind === 'table')) {
    if (ref.kind !== 'table' || ref.score >= 1 || words.length > 1) continue
    const { words: named, columns } = ref.table
    const isHead = named.at(-1) === words[0] || !named.includes(words[0]!)
    const holder = isHead ? undefined : columns.find((column) => namesOf(column, words[0]!))
    if (holder === undefined) continue
    refs.splice(refs.indexOf(ref), 1, { kind: 'column', column: holder, score: 1, saysTable: false })
  }
  // People are the rows of what tells names, births and logins.
  if (words.length === 1 && words[0] === person && !refs.some(({ kind }) => kind === 'table')) {
    for (const table of vocabulary.profile.tables) if (isPerson(table)) refs.push({ kind: 'table', table, score: 0.75 })
  }
  // "Labels" are the rows of `label` before they are what another table calls so.
  const named = refs.find((ref) => ref.kind === 'table' && ref.score > 1)
  if (named?.kind === 'table' && /s$/i.test(content.at(-1)!.lower)) {
    for (const [at, ref] of refs.entries())
      if (ref.kind === 'column' && ref.column.table !== named.table) refs[at] = { ...ref, score: ref.score - 0.15 }
  }
  // A word that is in the name of one table alone says it nearly as well as the whole name.
  const tables = refs.filter(({ kind }) => kind === 'table')
  if (tables.length !== 1) return refs
  return refs.map((ref) =>
    ref.kind === 'table' && ref.score >= 0.6 ? { ...ref, score: Math.max(ref.score, 0.95) } : ref,
  )
}

/** Different values of a column that sorts rows into kinds. */
const maxKinds = 40
/** Whether a column of texts is called what a word says, or its name. */
const namesOf = ({ type, name, isKey }: Column, word: string): boolean => {
  const own = identifierWords(name)
  return type === 'text' && !isKey && own.includes(word) && own.every((one) => one === word || one === 'name')
}
const maxRefs = 8

/** What the words of a question may mean, from left to right, the longest that fit first. */
export function linkQuestion(question: string, vocabulary: Vocabulary): Linked {
  const { profile } = vocabulary
  const isKnown = (word: string): boolean =>
    vocabulary.values.has(plain(word)) || (!/[-_.]/.test(word) && vocabulary.words.has(canonical(word)))
  const tokens = tokensOf(question, isKnown, vocabulary.han)
  // "New customers in 2023" are those of that year.
  const isTimed = tokens.some((_, at) => timeAt(tokens, at) !== null || grammarOf(tokens[at]!.lower)?.kind === 'unit')
  const items: Item[] = []
  const unknown: string[] = []
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at]!
    const { sentence } = token
    const time = timeAt(tokens, at)
    const isComparedNumber = items.at(-1)?.kind === 'comparison' && time?.length === 1 && /^\d{4}$/.test(token.lower)
    if (time !== null) {
      const bareYear = time.length === 1 && isComparedNumber ? Number(token.lower) : null
      items.push({ kind: 'time', span: time.span, bareYear, text: token.text, sentence })
      at += time.length
      continue
    }
    const [before, compared] = [items.at(-1), items.at(-2)?.kind]
    const isCompared = compared === 'comparison' || compared === 'between' || compared === 'and'
    if (before?.kind === 'number' && before.unit === token.lower && isCompared) {
      at += 1
      continue
    }
    // "Consumption in kWh" says the unit only.
    const next = tokens[at + 1]
    if (token.lower === 'in' && next !== undefined && isUnit(next.lower) && before?.kind === 'refs') {
      at += 2
      continue
    }
    const rest = tokens.slice(at, at + longestPhrase).filter((other) => other.sentence === sentence)
    let grammar: Grammar | undefined
    let grammarLength = 0
    for (let length = rest.length; length > 0 && grammar === undefined; length -= 1) {
      const phrase = rest.slice(0, length)
      if (phrase.some(({ isQuoted }) => isQuoted)) continue
      grammar = grammarOf(phrase.map(({ lower }) => lower).join(' '))
      // "Return the names", but "not returned" in Chinese, too.
      if (grammar?.kind === 'list' && phrase[0]!.lower === 'return' && items.at(-1)?.sentence === sentence)
        grammar = undefined
      grammarLength = length
    }
    let refs: Ref[] = []
    let refLength = 0
    for (let length = rest.length; length > 0 && refs.length === 0; length -= 1) {
      const phrase = rest.slice(0, length)
      const isLoose =
        length > 1 &&
        [phrase[0]!, phrase.at(-1)!].some((word) => fillers.has(word.lower) && !word.isQuoted && !word.isCapital)
      let named = schemaRefs(vocabulary, phrase)
      // Synonyms of two words leave a value that is one of them: "repair visits" are visits for repair.
      const swallows =
        length > 1 &&
        !named.some(({ score }) => score >= 1) &&
        phrase.some(({ lower }) => vocabulary.values.has(lower) && !vocabulary.words.has(canonical(lower)))
      if (swallows) named = []
      const isSaid = phrase[0]!.isQuoted || phrase[0]!.isCapital
      // A word of the schema is no value unless it is written as one.
      const values = valueRefs(vocabulary, phrase).map((ref) =>
        named.some(({ score }) => score >= 1) && !isSaid && !(ref.kind === 'value' && ref.column.type === 'boolean')
          ? { ...ref, score: ref.score - 0.4 }
          : ref,
      )
      // "work type" is a column's name, "work in" is not.
      if (isLoose && ![...named, ...values].some(({ score, kind }) => score >= 1 || kind === 'value')) continue
      // A word that is a value stands for no table by a synonym: "houses" of kinds of properties.
      const isKind = length === 1 && values.some(({ score, kind }) => kind === 'value' && score >= 0.8)
      refs = [...named.filter(({ kind, score }) => !(isKind && kind === 'table' && score < 1)), ...values]
      refLength = length
    }
    const text = rest
      .slice(0, Math.max(1, refLength))
      .map((one) => one.text)
      .join(' ')
    const isNamed = refs.some(
      ({ score, kind }) =>
        score >= 1 && (kind !== 'value' || token.isCapital || token.isQuoted || grammar === undefined),
    )
    const isFiller = (fillers.has(token.lower) || (token.lower === 'new' && isTimed)) && !token.isQuoted
    const isGrouped = items.at(-1)?.kind === 'by' || items.at(-1)?.kind === 'each'
    // In "total quantity" the total is no column, although one may be called so.
    const following = rest.slice(1, 2)
    const isAggregate =
      grammar?.kind === 'aggregate' &&
      refLength === 1 &&
      following.length > 0 &&
      schemaRefs(vocabulary, following).some(
        (ref) => ref.score >= 0.9 && (ref.kind === 'table' || (ref.kind === 'column' && ref.column.type === 'number')),
      )
    const number = numberOf(token) ?? (token.lower === 'one' && items.at(-1)?.kind === 'comparison' ? 1 : null)
    const last = items.at(-1)
    if (
      refs.length > 0 &&
      !isAggregate &&
      (grammar === undefined ||
        refLength > grammarLength ||
        (refLength === grammarLength &&
          isNamed &&
          grammar.kind !== 'link' &&
          grammar.kind !== 'unit' &&
          grammar.kind !== 'list') ||
        (refLength === grammarLength && (grammar.kind === 'money' || grammar.kind === 'howMuch'))) &&
      !(
        isFiller &&
        !(last?.kind === 'list' && last.text.toLowerCase() === 'who' && refs.some(({ kind }) => kind === 'table')) &&
        refLength === 1 &&
        !refs.some(({ score, kind }) => score >= 1 && (kind === 'table' || at < tokens.length - 1 || isGrouped))
      )
    ) {
      const most = Math.max(...refs.map(({ score }) => score))
      // A word that people use for a name does not stand against the name itself.
      // What happened may be told by another verb: tickets are sold that people bought.
      const least = most >= 0.9 && !isVerb(text) ? Math.min(0.9, most - 0.06) : Math.min(0.7, most - 0.3)
      const kept = refs
        .filter(({ score, kind }) => score >= least || (kind === 'value' && score >= most - 0.3))
        .toSorted((left, right) => right.score - left.score)
      for (const word of rest.slice(0, refLength)) {
        const fn = aggregateWords[word.lower]
        if (
          refLength > 1 &&
          fn !== undefined &&
          kept.some((ref) => ref.kind === 'column' && ref.column.type === 'number')
        )
          items.push({ kind: 'aggregate', fn, text: word.text, sentence })
      }
      items.push({ kind: 'refs', refs: kept.slice(0, maxRefs), isQuoted: token.isQuoted, text, sentence })
      at += refLength
    } else if (number !== null) {
      const unit = tokens[at + 1]?.lower ?? ''
      items.push({ kind: 'number', value: number, unit: isUnit(unit) ? unit : null, text: token.text, sentence })
      at += 1
    } else if (grammar?.kind === 'by' && /(?:ed|en|made|sold|bought|held|ht)$/.test(tokens[at - 1]?.lower ?? '')) {
      items.push({ kind: 'link', word: 'by', text: token.text, sentence })
      at += grammarLength
    } else if (grammar !== undefined) {
      items.push({
        ...grammar,
        text: rest
          .slice(0, grammarLength)
          .map((one) => one.text)
          .join(' '),
        sentence,
      })
      at += grammarLength
    } else {
      const followsNumber = last?.kind === 'number' || (last?.kind === 'link' && last.text === 'in')
      const isMark = /^[()]$/.test(token.text)
      // "the check-in date" of a column that is a date.
      const isSaidAgain =
        ['date', 'day', 'time'].includes(token.lower) &&
        last?.kind === 'refs' &&
        last.refs.some((ref) => ref.kind === 'column' && ref.column.type === 'date')
      // "Gold status" of a value that is one.
      const isOfValue =
        last?.kind === 'refs' && last.refs.some(({ kind }) => kind === 'value') && kindWords.has(token.lower)
      const isOfDatabase = profile.words.has(canonical(token.lower))
      if (
        !isFiller &&
        !isSaidAgain &&
        !isOfValue &&
        !isOfDatabase &&
        !isMark &&
        !(followsNumber && (isUnit(token.lower) || measureWords.has(token.lower)))
      )
        unknown.push(token.text)
      at += 1
    }
  }
  return { items, unknown }
}

/** What is left of a question without the values, numbers and times that it names. */
export function shapeOf({ items, unknown }: Linked): QuestionShape {
  const slots: DatabaseCell[] = []
  const words = items.map((item) => {
    if (item.kind === 'number') slots.push(item.value)
    else if (item.kind === 'time') slots.push(item.span.from, item.span.to)
    const ref = item.kind === 'refs' ? item.refs[0] : undefined
    if (ref?.kind === 'value') {
      slots.push(ref.values[0] ?? null)
      return `<${ref.column.table.name}.${ref.column.name}>`
    }
    return item.kind === 'number' || item.kind === 'time' ? `<${item.kind}>` : plain(item.text)
  })
  return { shape: [...words, ...unknown.map(plain)].join(' '), slots }
}

const aggregateWords: Record<string, 'sum' | 'avg'> = { total: 'sum', average: 'avg' }
