import type { DatabaseCell } from '../../../contract/databases/database-tasks'
import { grammarOf } from '../question/grammar'
import { numberOf, type Token } from '../question/read-question'
import { timeAt } from '../question/times'
import { tableOf } from '../reading/columns'
import type { Column, Table } from '../schema/profile'
import { fillers } from '../words/fillers'
import { best } from '../words/likeness'
import { canonical, canonicalWords, isShortForm, isVerb, nameParts } from '../words/words'
import { type Linking, phraseFrom } from './grammar-at'
import { isValueOf } from './idle-verbs'
import { addsUpNamed, isColumnOfName, isOwner, isSynonymOf, namedWhole } from './link-rules'
import type { Ref } from './ref'
import { schemaRefs } from './refs'
import { namedByNumber, namedInPlace, valuesOfSex, withCode } from './refs-in-place'
import { valueRefs } from './value-refs'
import type { Vocabulary } from './vocabulary'
import { saysWorth } from './worth'

/** What the words from a place on may name or be in the rows. */
export interface SaidRefs {
  readonly refs: Ref[]
  /** In words; 1 where they say nothing of the database. */
  readonly length: number
}

/** The longest phrase from a place on that names something of the database, or is a value of it. */
export function refsAt(linking: Linking, at: number): SaidRefs {
  const rest = phraseFrom(linking.tokens, at)
  for (let length = rest.length; length > 0; length -= 1) {
    const refs = isPartOfOther(linking, at, length) ? [] : refsOf(linking, at, rest.slice(0, length))
    if (refs.length > 0) return namedByNumber(linking, at, length, refs) ?? { refs, length }
  }
  return { refs: [], length: 1 }
}

/** Whether the last words of a phrase belong to what follows it. */
const isPartOfOther = ({ tokens, isHan }: Linking, at: number, length: number): boolean => {
  if (length === 1) return false
  const last = tokens[at + length - 1]!.lower
  // 客户数量 counts customers, whatever their numbers are called; "the flights from Oslo" are flights.
  return (isHan && last === 'number' && tokens[at + length]?.lower === 'of') || last === 'from' || last === 'to'
}

/** Values that a word only means by what people say for it score less. */
const otherWord = 0.75

function refsOf(linking: Linking, at: number, phrase: readonly Token[]): Ref[] {
  const { tokens, vocabulary } = linking
  const valuesOfPhrase = withCode(linking, at, phrase, valueRefs(vocabulary, phrase))
  const ofSex = valuesOfSex(phrase, valuesOfPhrase)
  if (ofSex.length > 0) return ofSex
  const mayBeCalled = kindsOfRows(linking, phrase) ?? namesOf(linking, at, phrase, valuesOfPhrase)
  const called = namedInPlace(tokens, at, phrase, mayBeCalled)
  const named = isManner(tokens, at, called, valuesOfPhrase) ? [] : called
  const values = valuesOf(linking, at, phrase, named, valuesOfPhrase)
  // "work type" is a column's name, "work in" is not.
  const isLoose =
    phrase.length > 1 &&
    [phrase[0]!, phrase.at(-1)!].some((word) => fillers.has(word.lower) && !word.isQuoted && !word.isCapital)
  if (isLoose && ![...named, ...values].some(({ score, kind }) => score >= 1 || kind === 'value')) return []
  // A word that is a value stands for no table by a synonym.
  // "Houses" of kinds of properties, but not the bills of a category "billing".
  const said = tokens[at]!.lower
  const isSaidKind = (value: DatabaseCell): boolean =>
    canonical(String(value)) === canonical(said) && /ing$/i.test(String(value)) === /ings?$/.test(said)
  const isKind =
    phrase.length === 1 && values.some((ref) => ref.kind === 'value' && ref.score >= 0.8 && ref.values.some(isSaidKind))
  const isSynonym = (ref: Ref): boolean =>
    ref.kind === 'table' && ref.score < 1 && !ref.table.words.includes(canonical(said))
  // Who left has a day on which they did, whatever else people call a reason.
  const isDeed =
    phrase.length === 1 &&
    isVerb(said) &&
    named.some((ref) => ref.kind === 'column' && ref.column.type === 'date' && ref.score >= 0.75)
  // "The most funding" is no number of funders.
  const isMade =
    /ing$/.test(said) && /^(?:most|more|much|total|average|highest|least|less)$/.test(tokens[at - 1]?.lower ?? '')
  const isMaker = (ref: Ref): boolean => ref.kind === 'table' && isMade && /ers?$/i.test(ref.table.name)
  // What tickets brought in is not how many were sold.
  const isTaken = phrase.length > 1 && /^(?:revenues?|takings|proceeds|turnover|income)$/.test(phrase.at(-1)!.lower)
  const isCountOf = (ref: Ref): boolean => isTaken && ref.kind === 'column' && !saysWorth(ref.column) && ref.score < 1
  const held = isDeed ? values.filter(({ score }) => score >= otherWord) : values
  // 已完成 is the state that is called so, and not the day on which it came to be.
  const isState =
    linking.isHan &&
    /^[已未待]/u.test(said) &&
    values.some((ref) => ref.kind === 'value' && ref.values.includes(phrase.map(({ lower }) => lower).join('')))
  const isDayOfState = (ref: Ref): boolean => isState && ref.kind === 'column' && ref.column.type === 'date'
  const isOther = (ref: Ref): boolean => isMaker(ref) || isCountOf(ref) || isDayOfState(ref)
  const found = [...named.filter((ref) => !(isKind && isSynonym(ref)) && !isOther(ref)), ...held]
  const isDay = found.every((ref) => ref.kind === 'column' && ref.column.type === 'date')
  if (isDay && phrase.length === 1 && !linking.isHan && isOpenRows(tokens, at)) return []
  // "How many open tickets": those in that state, where rows have one.
  if (phrase.length === 1 && !linking.isHan && isOpenState(tokens, at) && found.some(({ kind }) => kind === 'value'))
    return found.filter((ref) => ref.kind !== 'column' || ref.column.type !== 'date')
  const pending = pendingAt(linking, at)
  if (pending.length > 0 && phrase.length > 1) return []
  return found.filter(
    (ref) =>
      (ref.kind === 'column' && pending.includes(ref.column)) || !pending.some(({ table }) => table === tableOf(ref)),
  )
}

const kindNames = canonicalWords('type kind category class sort genre')
const kindOf = ({ type, words }: Column): boolean => type === 'text' && kindNames.has(words.at(-1) ?? '')

/** "How many documents … of each kind": what sorts the rows that were named, and no kind of somebody else's. Null where that is not asked. */
function kindsOfRows({ items, isHan }: Linking, phrase: readonly Token[]): Ref[] | null {
  const [before] = items.slice(-1)
  if (isHan || phrase.length > 1 || !/^(?:kind|type|sort|category)$/.test(phrase[0]!.lower) || before?.kind !== 'each')
    return null
  const [only, ...more] = items.flatMap((item) =>
    item.kind === 'refs'
      ? item.refs.flatMap((ref) => (ref.kind === 'table' && ref.score >= 0.9 ? [ref.table] : []))
      : [],
  )
  const [kind, ...others] = only?.columns.filter(kindOf) ?? []
  return kind === undefined || more.length + others.length > 0
    ? null
    : [{ kind: 'column', column: kind, score: 1.05, saysTable: false }]
}

/** "Reported by phone": how it was done, where rows say so, and not whose phone it was. */
const isManner = (tokens: readonly Token[], at: number, named: readonly Ref[], values: readonly Ref[]): boolean =>
  /^(?:by|via|per|through)$/.test(tokens[at - 1]?.lower ?? '') &&
  isVerb(tokens[at - 2]?.lower ?? '') &&
  values.some(({ kind, score }) => kind === 'value' && score >= 1) &&
  named.every((ref) => ref.kind === 'column' && !values.some((value) => tableOf(value) === ref.column.table))

/** Days on which what is said not to have been done was: what is not paid has none, whatever state it is in, and is no payment that is not there. */
function pendingAt({ tokens, vocabulary }: Linking, at: number): readonly Column[] {
  if (!/^(?:not|never)$/.test(tokens[at - 1]?.lower ?? '') || !isVerb(tokens[at]!.lower)) return []
  return schemaRefs(vocabulary, [tokens[at]!]).flatMap((ref) =>
    ref.kind === 'column' && ref.column.type === 'date' && ref.column.isSparse && ref.score >= 1 ? [ref.column] : [],
  )
}

/** Tables and columns that a phrase may name. */
function namesOf(
  { tokens, vocabulary, isHan, items }: Linking,
  at: number,
  phrase: readonly Token[],
  valuesOfPhrase: readonly Ref[],
): Ref[] {
  const { length } = phrase
  const [first, last] = [phrase[0]!, phrase.at(-1)!]
  // 费用总额 is a sum of fees.
  const endsInSum = length > 1 && isHan && grammarOf(last.lower)?.kind === 'aggregate'
  let named = endsInSum || addsUpNamed(vocabulary, phrase) ? [] : namedWhole(vocabulary, phrase)
  // "More than 2 sections" are no second line of an address.
  if (length === 1 && numberOf(first) !== null) named = named.filter((ref) => wordsOf(ref).length === 1)
  if (isOwner(tokens, at)) named = named.filter((ref) => !isSynonymOf(ref, first))
  // In "average hourly rate" the mean of hours is not asked.
  // "Total cost" is a sum where a column is called cost, though another one is called a total.
  if (length > 1 && grammarOf(first.lower)?.kind === 'aggregate') {
    const isCalled = length === 2 && schemaRefs(vocabulary, [last]).some(isColumnOfName)
    named = named.filter(({ score }) => score >= (isCalled ? 1 : 0.7))
  }
  // "How many different vaccines": of what a column holds, and not of the vaccinations.
  const isKind =
    items.at(-1)?.kind === 'distinct' && named.some((ref) => ref.kind === 'column' && isCalledSo(ref.column, first))
  if (length === 1 && isKind) named = named.filter((ref) => ref.kind === 'column')
  // Synonyms of two words leave a value that is one of them: "repair visits" are visits for repair.
  const swallows =
    length > 1 &&
    !named.some(
      (ref) => ref.score >= 1 || (ref.score >= 0.75 && ref.kind === 'column' && ref.column.type === 'date'),
    ) &&
    phrase.some(({ lower }) => vocabulary.values.has(lower) && !vocabulary.words.has(canonical(lower)))
  if (swallows) return []
  // "That are debuts" of a column that says so.
  const isSaidOf = /^(?:is|are|was|were)$/.test(tokens[at - 1]?.lower ?? '')
  const truths = isSaidOf
    ? valuesOfPhrase.flatMap((ref) => (ref.kind === 'value' && ref.column.truth !== null ? [ref.column] : []))
    : []
  return named.filter(
    (ref) =>
      ref.kind !== 'column' ||
      // "Severe diagnoses" are those of a severity, not severities.
      (!phrase.some((word) => isValueOf(vocabulary, word, ref.column)) &&
        // A cat is no `TrtCat`, where cats are known.
        !(length === 1 && isShortForm(first.lower) && valuesOfPhrase.some(({ score }) => score >= 1)) &&
        // "Open requests" are no days on which they were opened.
        !(ref.saysTable && isStateBesideDay(vocabulary, first, ref.column)) &&
        !truths.includes(ref.column)),
  )
}

/** Whether a text column has no other name than a word, in whichever number. */
const isCalledSo = ({ type, name }: Column, { lower }: Token): boolean =>
  type === 'text' && name.toLowerCase().replace(/s$/, '') === lower.replace(/s$/, '')

const wordsOf = (ref: Ref): readonly string[] => (ref.kind === 'table' ? ref.table.words : ref.column.words)

/** Values that a phrase may be. A word of the schema is none unless it is written as one. */
function valuesOf(
  { tokens, vocabulary }: Linking,
  at: number,
  phrase: readonly Token[],
  named: readonly Ref[],
  valuesOfPhrase: readonly Ref[],
): Ref[] {
  const isSaid = phrase[0]!.isQuoted || phrase[0]!.isCapital
  // What is "still open" is in that state, whenever it was opened.
  const isStill = (ref: Ref): boolean =>
    tokens[at - 1]?.lower === 'still' &&
    named.every((one) => one.kind === 'column' && one.column.type === 'date') &&
    named.some((one) => one.kind === 'column' && ref.kind === 'value' && one.column.table === ref.column.table)
  const isWord = phrase.length === 1
  const happened = isWord ? tablesOfDay(tokens, at, named) : []
  const isState = (ref: Ref): boolean => ref.kind === 'value' && happened.includes(ref.column.table)
  const written = isWord ? phrase[0]!.lower : ''
  // "Bitterness" of a column that is called so is no style that is called bitter.
  const isCalled = (ref: Ref): boolean => ref.kind === 'column' && nameParts(ref.column.name).includes(written)
  const isOther = (ref: Ref): boolean =>
    ref.kind === 'value' &&
    ref.column.truth === null &&
    !ref.values.some((value) => String(value).toLowerCase() === written)
  // "The ID and the name" are none of Idaho.
  const isIdaho = (ref: Ref): boolean =>
    written === 'id' && ref.kind === 'value' && !/^(?:in|from|of)$/.test(tokens[at - 1]?.lower ?? '')
  return valuesOfPhrase
    .filter((ref) => !isState(ref) && !isIdaho(ref) && !(isOther(ref) && named.some(isCalled)))
    .map((ref) =>
      named.some(({ score }) => score >= 1) &&
      !isSaid &&
      !isStill(ref) &&
      !(isWord && isAsItIs(vocabulary, tokens, at, named)) &&
      !(ref.kind === 'value' && ref.column.type === 'boolean')
        ? { ...ref, score: ref.score - 0.4 }
        : ref,
    )
}

/** Whether a word is the state of rows that have a day on which they came into it, too: `open` beside `opened_on`. */
const isStateBesideDay = ({ values }: Vocabulary, { lower }: Token, { type, table }: Column): boolean =>
  type === 'date' && (values.get(lower) ?? []).some(({ column }) => column.table === table && column.type === 'text')

/** Whether such a word tells how rows are, not what happened to them: "closed requests", "requests that are closed". */
function isAsItIs(vocabulary: Vocabulary, tokens: readonly Token[], at: number, refs: readonly Ref[]): boolean {
  const [before, word] = [tokens[at - 1]?.lower ?? '', tokens[at]!]
  // 已完成的项目
  const next = tokens[tokens[at + 1]?.lower === '的' ? at + 2 : at + 1]
  return daysIn(refs).some(
    (column) =>
      isStateBesideDay(vocabulary, word, column) &&
      (next === undefined || next.sentence !== word.sentence
        ? /^(?:is|are|was|were)$/.test(before)
        : best(canonical(next.lower), column.table.words) === 1),
  )
}

/** "Open complaints" are no days on which something opened. */
const isOpenRows = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]!.lower === 'open' &&
  (tokens[at + 1] !== undefined
    ? !/^(?:to|did|when|we)$/.test(tokens[at - 1]?.lower ?? '')
    : /^(?:still|currently|is|are)$/.test(tokens[at - 1]?.lower ?? ''))

/** "How many open tickets", "tickets that are open per priority". */
const isOpenState = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]!.lower === 'open' &&
  (/^(?:many|of|the|all|our|are|is|were|was|still|currently)$/.test(tokens[at - 1]?.lower ?? '') || at === 0) &&
  !isTimeBehind(tokens, at)

/** The tables whose rows a verb says the day of: "opened in March 2024", whatever state they are in now. */
const tablesOfDay = (tokens: readonly Token[], at: number, refs: readonly Ref[]): readonly Table[] =>
  isVerb(tokens[at]!.lower) && isTimeBehind(tokens, at) ? daysIn(refs).map(({ table }) => table) : []

const isTimeBehind = (tokens: readonly Token[], at: number): boolean =>
  [1, 2, 3].some(
    (ahead) =>
      timeAt(tokens, at + ahead) !== null &&
      tokens
        .slice(at + 1, at + ahead)
        .every(({ lower }) => /^(?:in|on|the|during|before|after|since|until|between|from)$/.test(lower)),
  )

const daysIn = (refs: readonly Ref[]): readonly Column[] =>
  refs.flatMap((ref) => (ref.kind === 'column' && ref.column.type === 'date' ? [ref.column] : []))

/** "Highest salary" as the name of a column `max_salary`, where what is highest of it is asked for. */
export function boundOf(
  tokens: readonly Token[],
  at: number,
  vocabulary: Vocabulary,
): { readonly refs: readonly Ref[]; readonly text: string } | null {
  const [token, next] = [tokens[at]!, tokens[at + 1]]
  const word = { highest: 'maximum', lowest: 'minimum' }[token.lower]
  const isAgain = tokens.slice(at + 2).some(({ lower }) => grammarOf(lower)?.kind === 'superlative')
  if (word === undefined || next === undefined || !isAgain) return null
  const refs = schemaRefs(vocabulary, [{ ...token, text: word, lower: word }, next]).filter(
    (ref) => ref.kind === 'column' && ref.score >= 1 && ref.column.words.includes(word),
  )
  return refs.length === 0 ? null : { refs, text: `${word} ${next.text}` }
}
