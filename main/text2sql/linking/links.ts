import { grammarOf } from '../question/grammar'
import { inItsWords } from '../question/in-its-words'
import { numberOf, tokensOf } from '../question/read-question'
import { patternAt } from '../question/text-patterns'
import { timeAt } from '../question/times'
import { isUnit } from '../question/units'
import { codeFor } from '../schema/codes'
import type { Table } from '../schema/profile'
import { isMeasureColumn, isPerson } from '../schema/row-names'
import { onSide } from '../schema/sides'
import { fillers } from '../words/fillers'
import { withoutSlips } from '../words/nearest-word'
import { canonical, canonicalWords, isPlural, isVerb } from '../words/words'
import { grammarAt, type Linking, phraseFrom } from './grammar-at'
import { isOfSaidKind, valueSaid } from './idle-verbs'
import type { Item, Linked } from './items'
import {
  aggregateWords,
  isIdle,
  isInOtherUnit,
  isKindOfRows,
  isShown,
  ofOrigin,
  ranksPrices,
  saysCount,
  saysKind,
  saysMoney,
  saysRows,
  saysState,
  saysUnit,
  unitBehind,
} from './link-rules'
import { schemaRefs, toldRefs } from './refs'
import { boundOf, refsAt } from './refs-at'
import { kindWords, saysNothing } from './says-nothing'
import { statesOf } from './states'
import { valueRefs } from './value-refs'
import type { Vocabulary } from './vocabulary'
import { isPricedPer } from './worth'

// Over 300 lines: one pass over a question, in which each word is weighed against the ones before it.

/** Fillers that may as well be what rows are: nothing is grouped by less than it says. */
const namesRows =
  /^(?:platforms?|compan(?:y|ies)|collections?|systems?|catalog(?:ue)?s?|groups?|members?|works?|issues?|guides?|hosts?)$/
const maxRefs = 8

/** What the words of a question may mean, from left to right, the longest that fit first. */
export function linkQuestion(question: string, vocabulary: Vocabulary): Linked {
  const linked = linkAsWritten(question, vocabulary)
  const meant = linked.unknown.length === 0 ? null : withoutSlips(question, linked.unknown, vocabulary)
  const again = meant === null ? null : linkAsWritten(meant, vocabulary)
  return again?.unknown.length === 0 ? again : linked
}

const placeWords = canonicalWords(
  'venue site location place hall stadium arena theatre theater store shop branch warehouse',
)
const saidTables = (items: readonly Item[]): readonly Table[] =>
  items.flatMap((item) =>
    item.kind === 'refs' ? item.refs.map((ref) => (ref.kind === 'table' ? ref.table : ref.column.table)) : [],
  )

function linkAsWritten(question: string, vocabulary: Vocabulary): Linked {
  const { profile } = vocabulary
  const { asked, isKnown, isOneOfTwo } = statesOf(inItsWords(question, vocabulary), vocabulary)
  const tokens = tokensOf(asked, isKnown, vocabulary.han, isOneOfTwo)
  // "New customers in 2023" are those of that year.
  const isTimed = tokens.some((_, at) => timeAt(tokens, at) !== null || grammarOf(tokens[at]!.lower)?.kind === 'unit')
  const isHan = /\p{Script=Han}/u.test(question)
  const items: Item[] = []
  const unknown: string[] = []
  const idle = new Set<string>()
  const linking: Linking = { question, vocabulary, tokens, items, isHan }
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
    const pattern = patternAt(tokens, at)
    if (pattern !== null) {
      items.push({ kind: 'pattern', op: pattern.op, part: pattern.text, text: token.text, sentence })
      at += pattern.length
      continue
    }
    const [before, compared] = [items.at(-1), items.at(-2)?.kind]
    const isCompared = compared === 'comparison' || compared === 'between' || compared === 'and'
    const isElapsed = grammarOf(token.lower)?.kind === 'elapsed'
    if (before?.kind === 'number' && before.unit === token.lower && (isCompared || isElapsed)) {
      at += 1
      continue
    }
    // "Consumption in kWh" says the unit only.
    const next = tokens[at + 1]
    if (
      token.lower === 'in' &&
      next !== undefined &&
      isUnit(next.lower) &&
      !isInOtherUnit(items, next.lower) &&
      (before?.kind === 'refs' || (before?.kind === 'aggregate' && saysUnit(items, next.lower))) &&
      // "Total downtime in hours" of rows that begin and end.
      !(
        grammarOf(next.lower)?.kind === 'elapsed' &&
        !saysUnit(items, next.lower) &&
        (before.kind !== 'refs' || before.refs.every(({ kind }) => kind === 'table'))
      ) &&
      valueRefs(vocabulary, [next]).length === 0
    ) {
      at += 2
      continue
    }
    // "The weight in kilos" of `weight_g`: figures are told as they are held.
    if (
      token.lower === 'in' &&
      next !== undefined &&
      isUnit(next.lower) &&
      grammarOf(next.lower)?.kind !== 'elapsed' &&
      isInOtherUnit(items, next.lower)
    ) {
      unknown.push(next.text)
      at += 2
      continue
    }
    // "The total word count" adds up what is called words.
    if (
      token.lower === 'count' &&
      before?.kind === 'refs' &&
      before.text === tokens[at - 1]?.text &&
      saysCount(before.refs)
    ) {
      at += 1
      continue
    }
    // "The most expensive drug per day" of what costs so much a day.
    if (token.lower === 'per' && next !== undefined && isPricedPer(profile.tables, next.lower) && ranksPrices(items)) {
      at += 2
      continue
    }
    const rest = phraseFrom(tokens, at)
    const { grammar, length: grammarLength } = grammarAt(linking, at)
    // Whether films that "we are showing" are all, or some, nobody knows.
    if (tokens[at - 1]?.lower === 'we' && tokens[at - 2]?.lower === 'are' && /ing$/.test(token.lower))
      unknown.push(token.text)
    // 哪个职位的最高工资最高: of two, the first may be what a column is called.
    const bound = isHan ? boundOf(tokens, at, vocabulary) : null
    if (bound !== null) {
      items.push({ kind: 'refs', refs: bound.refs, isQuoted: false, text: bound.text, sentence })
      at += 2
      continue
    }
    const found = refsAt(linking, at)
    let refs = found.refs
    const refLength = found.length
    const text = rest
      .slice(0, refLength)
      .map((one) => one.text)
      .join(' ')
    const isNamed = refs.some(
      ({ score, kind }) =>
        score >= 1 && (kind !== 'value' || token.isCapital || token.isQuoted || grammar === undefined),
    )
    const isInside = /^(?:on|in|of|the|per|each|every|many|no|any|most|which|what|one|single)$/.test(
      tokens[at - 1]?.lower ?? '',
    )
    // "How many sick days" counts what a column holds, "how many days does it take" the time between.
    const isCountedUnit =
      grammar?.kind === 'unit' &&
      !/^(?:do|does|did|until|between)$/.test(tokens[at + 1]?.lower ?? '') &&
      refLength === 1 &&
      ['howMany', 'aggregate'].includes(items.findLast(({ kind }) => kind !== 'refs')?.kind ?? '') &&
      refs.some((ref) => ref.score >= 1 && ref.kind === 'column' && isMeasureColumn(ref.column))
    const isKind = grammar?.kind === 'unit' && refLength === 1 && isKindOfRows(linking, at, refs)
    const isShownUnit = grammar?.kind === 'unit' && refLength === 1 && isShown(tokens, at, refs)
    // Nobody is known who could own something.
    const isOwning =
      /^own(?:s|ed)?$/.test(token.lower) && tokens[at - 1]?.lower === 'who' && !profile.tables.some(isPerson)
    const isFiller = (isIdle(tokens, at) && !isOwning) || (token.lower === 'new' && isTimed)
    const isGrouped = items.at(-1)?.kind === 'by' || items.at(-1)?.kind === 'each'
    // In "total quantity" the total is no column, although one may be called so.
    const following = [rest.slice(1, 2), rest.slice(1, 3)].filter(({ length }) => length > 0)
    const isAggregate =
      grammar?.kind === 'aggregate' &&
      refLength === 1 &&
      // 捐款总额: in Chinese it stands behind.
      ((isHan && before?.kind === 'refs') ||
        // "Total revenue"
        (refs.length > 0 && following.some(([word]) => grammarOf(word!.lower)?.kind === 'howMuch')) ||
        following
          .flatMap((words) => schemaRefs(vocabulary, words))
          .some(
            (ref) =>
              ref.score >= 0.9 && (ref.kind === 'table' || (ref.kind === 'column' && ref.column.type === 'number')),
          ))
    if (refs.length === 0 && grammar === undefined && !fillers.has(token.lower) && !token.isQuoted) {
      const code = codeFor(vocabulary.codes, token.lower)
      refs =
        code === null
          ? toldRefs(vocabulary, token)
          : [{ kind: 'value', column: code.column, values: [code.value], score: 0.75 }]
    }
    refs = [...ofOrigin(onSide(refs, tokens[at - 1]?.lower), linking, at)]
    // "Gigs in Germany": where they were, and not where who played is from.
    if (tokens[at - 1]?.lower === 'in' && refs.length > 1 && refs.every(({ kind }) => kind === 'value')) {
      const places = refs.filter(
        (ref) => ref.kind === 'value' && ref.column.table.words.some((word) => placeWords.has(word)),
      )
      const isOwn = refs.some((ref) => ref.kind === 'value' && saidTables(items).includes(ref.column.table))
      if (places.length === 1 && !isOwn) refs = places
    }
    // "The language Spanish": of what the column holds that is named before, and no nationality.
    if (before?.kind === 'refs' && refs.length > 1 && refs.every(({ kind }) => kind === 'value')) {
      const named = before.refs.flatMap((ref) => (ref.kind === 'column' && ref.score >= 1 ? [ref.column] : []))
      const own = refs.filter((ref) => ref.kind === 'value' && named.includes(ref.column))
      if (own.length > 0) refs = own
    }
    // "Gold status" of a tier is no status of another table.
    const valued = kindWords.has(token.lower) && refLength <= 1 ? valueSaid(items) : null
    if (valued !== null && refs.every((ref) => ref.kind === 'column' && ref.column.table !== valued.table)) {
      at += 1
      continue
    }
    // "Difficulty level" of a column that says it is no level of another table.
    const isKindWord = refLength === 1 && ['level', 'type', 'kind'].includes(token.lower.replace(/s$/, ''))
    const saidText =
      before?.kind === 'refs' &&
      before.refs.some(
        (ref) =>
          ref.kind === 'column' &&
          ref.column.type === 'text' &&
          ref.score >= 1 &&
          refs.every((other) => other.kind === 'column' && other.column.table !== ref.column.table),
      )
    if (isKindWord && refs.length > 0 && saidText && tokens[at - 1]?.lower === before.text.toLowerCase()) {
      at += 1
      continue
    }
    const last = items.at(-1)
    const isBound = last?.kind === 'comparison' || last?.kind === 'between'
    const number = numberOf(token) ?? (token.lower === 'one' && isBound ? 1 : null)
    // "The attendance rate": of what may be attended or not, the part that is.
    const isRate = /^(?:rate|率)$/.test(token.lower) && last?.kind === 'refs' && saysState(last.refs)
    if (isRate && refs.every(({ score }) => score < 1)) {
      items.push({ kind: 'share', percent: true, text: token.text, sentence })
      at += 1
    } else if (
      refs.length > 0 &&
      !isAggregate &&
      (grammar === undefined ||
        refLength > grammarLength ||
        (refLength === grammarLength &&
          (isNamed || isKind) &&
          grammar.kind !== 'link' &&
          (grammar.kind !== 'unit' || isCountedUnit || isShownUnit || isKind) &&
          grammar.kind !== 'not' &&
          grammar.kind !== 'list') ||
        // "How many are on display?"
        (refLength === grammarLength &&
          grammar.kind === 'list' &&
          isInside &&
          refs.some(({ score }) => score >= 0.8)) ||
        (refLength === grammarLength &&
          (grammar.kind === 'money' || (grammar.kind === 'howMuch' && !/^sales/.test(text))) &&
          saysMoney(refs))) &&
      !(
        isFiller &&
        !(
          last?.kind === 'list' &&
          last.text.toLowerCase() === 'who' &&
          refs.some((ref) => ref.kind === 'table' && isPerson(ref.table))
        ) &&
        refLength === 1 &&
        !(last?.kind === 'not' && refs.some(({ score }) => score >= 0.8)) &&
        // "How many works" of artworks
        !(
          last?.kind === 'howMany' &&
          isPlural(text) &&
          refs.some(({ score, kind }) => kind === 'table' && score >= 0.8)
        ) &&
        !isOfSaidKind(last, refs) &&
        !refs.some(
          ({ score, kind }) =>
            (score >= 1 || (kind === 'table' && score > 0.95)) &&
            (kind !== 'column' || at < tokens.length - 1 || isGrouped),
        )
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
          // "The average total cost" is the mean of what is called so.
          last?.kind !== 'aggregate' &&
          kept.some((ref) => ref.kind === 'column' && ref.column.type === 'number')
        )
          items.push({ kind: 'aggregate', fn, text: word.text, sentence })
      }
      items.push({ kind: 'refs', refs: kept.slice(0, maxRefs), isQuoted: token.isQuoted, text, sentence })
      // "Night lines" of lines whose kind is called so are lines.
      const namesRows =
        refLength > 1 && !token.isQuoted && kept.every((ref) => saysRows(vocabulary, rest[refLength - 1]!, ref))
      at += namesRows ? refLength - 1 : refLength
    } else if (number !== null) {
      items.push({ kind: 'number', value: number, unit: unitBehind(vocabulary, next), text: token.text, sentence })
      at += 1
    } else if (grammar?.kind === 'by' && isVerb(tokens[at - 1]?.lower ?? '') && !saysKind(linking, at + 1)) {
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
      // "Session duration" of sessions that have a start and an end.
      if (/^durations?$/.test(token.lower)) {
        items.push({ kind: 'howMeasured', hints: ['duration'], text: token.text, sentence })
        at += 1
        continue
      }
      // What is grouped by is no word without meaning.
      const isNamingRows =
        (isGrouped || (last?.kind === 'list' && !/^who$/i.test(last.text))) && namesRows.test(token.lower)
      if (isNamingRows || !(isFiller || saysNothing(vocabulary, items, tokens, at))) unknown.push(token.text)
      else if (token.lower.length > 3) idle.add(canonical(token.lower))
      // What was sold is another number than what is for sale.
      if (token.lower === 'sold' || (token.lower === 'sell' && tokens.some(({ lower }) => lower === 'did')))
        idle.add('sold')
      at += 1
    }
  }
  return { items: isHan ? items : items.map((item, at) => ofTheNext(item, items[at + 1])), unknown, idle }
}

/** "French directors" are so themselves, whatever else is French. */
function ofTheNext(item: Item, next: Item | undefined): Item {
  if (item.kind !== 'refs' || next?.kind !== 'refs' || next.sentence !== item.sentence) return item
  const tables = next.refs.flatMap((ref) => (ref.kind === 'table' && ref.score >= 1 ? [ref.table] : []))
  const own = item.refs.filter((ref) => ref.kind === 'value' && tables.includes(ref.column.table))
  const isSure = own.length > 0 && item.refs.every((ref) => ref.kind === 'value' && ref.score <= own[0]!.score)
  return isSure ? { ...item, refs: own } : item
}
