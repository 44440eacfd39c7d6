import type { DeclinedQuestion } from '../../contract/declined-question'
import { QuarryError } from '../../contract/errors'
import type { QueryRead } from '../../contract/query-reading'
import { askedOtherwise, asListed } from './asked-otherwise'
import { type QuestionShape, queryOfReading } from './corrected-query'
import { figureNamesFor } from './figure-names'
import { type Item, shapeOf } from './items'
import { type Join, joinsOf, pathBetween, withKeys } from './joins'
import { linkQuestion } from './links'
import type { DatabaseProfile } from './profile'
import type { Query } from './query'
import { compose } from './reading/compose'
import type { Chosen, Reading } from './reading/draft'
import { Unclear } from './reading/unclear'
import type { Ref } from './refs'
import { isUnreliable, mayBeMisread } from './reliability'
import { rolesIn } from './roles'
import { ratioOf, type Statement, statementOf } from './statement'
import { type Vocabulary, vocabularyOf } from './vocabulary'
import { canonical, making } from './words'

/** Why a question is not made into a query. `words`: those that it fails on. */
export interface Declined {
  readonly kind: 'declined'
  readonly reason: DeclinedQuestion['reason']
  readonly words: readonly string[]
  /** What it may mean, where that is known and not for certain; the likeliest first. */
  readonly instead?: readonly Rival[]
}

export interface Answerable {
  readonly kind: 'query'
  readonly query: Query
  /** What `query` is divided by, of a ratio. */
  readonly divisor: Query | null
  readonly statement: Statement
  /** 0..1. */
  readonly sureness: number
  /** Finding nothing is no answer: several conditions or tables meet in what rules read. */
  readonly mayBeMisread: boolean
  /** Readings that are nearly as likely: where their answers differ, nobody knows which is meant. */
  readonly rivals: readonly Rival[]
}

export type Rival = Pick<Answerable, 'query' | 'divisor' | 'statement'>

export interface Text2Sql {
  read(question: string): Answerable | Declined
  /** What questions have in common that are read alike. */
  shapeOf(question: string): QuestionShape
  /** The query of a reading. @throws QuarryError `input.invalid` where the database has not what it names */
  queryOf(reading: QueryRead): Answerable
}

const maxReadings = 4000
/** Readings within this of the best are rivals. */
const margin = 0.09

/** Questions in English and Chinese on one database as queries, without a model; what is not sure is declined. */
export function createText2Sql(profile: DatabaseProfile): Text2Sql {
  const vocabulary: Vocabulary = vocabularyOf(profile)
  const joins: readonly Join[] = withKeys(joinsOf(profile))
  const roles = rolesIn(joins)
  const ways = [...joins, ...roles.flatMap((role) => role.joins)]
  const ratio = (question: string): Answerable | Declined | null => {
    const parts = partsOfRatio(question)
    if (parts === null) return null
    const isMean = !/ratio of /i.test(question)
    const [above, below] = parts.map((part) => {
      const counted = read(
        /\p{Script=Han}/u.test(part) ? `${part}有多少` : `How many ${part.replace(/^the (?:total )?number of /i, '')}`,
      )
      return counted.kind === 'query' ? counted : read(`What is the total ${part.replace(/^the /i, '')}`)
    })
    if (above!.kind === 'declined') return above!
    // The average number of citations of a paper is a mean of what its rows hold.
    if (isMean && above!.query.measures[0]?.fn !== 'count') return null
    if (below!.kind === 'declined') return below!
    for (const { query } of [above!, below!]) {
      if (query.measures.length !== 1 || query.groups.length > 0 || query.limit !== null || query.onlyCount) {
        return { kind: 'declined', reason: 'tooMuch', words: parts }
      }
    }
    // Artworks of an exhibition are those that it was shown with, however many there are in all.
    const way = isMean ? pathBetween(joins, above!.query.root, below!.query.root) : []
    const isDirect = way?.every(({ toOne }) => toOne) === true && way.length < 2
    // The authors of articles are counted where each of them is named for each article.
    const link = way?.length === 2 && !way[0]!.toOne && way[1]!.toOne ? way[0]!.to.table : null
    const isLinked = link !== null && above!.query.filters.length + above!.query.related.length === 0
    if (!isDirect && !isLinked) return { kind: 'declined', reason: 'tooMuch', words: parts }
    const counted = isLinked
      ? { ...above!.query, root: link, measures: above!.query.measures.map((measure) => ({ ...measure, table: link })) }
      : above!.query
    // "restaurants above 4 to restaurants below 4 in New York": where holds for both.
    const missing = below!.query.filters.filter(({ column }) =>
      counted.filters.every((other) => other.column !== column),
    )
    const query = { ...counted, filters: [...counted.filters, ...missing] }
    const statement = ratioOf([query, below!.query], joins, profile.engine, figureNamesFor(question))
    const rivals = [...above!.rivals, ...below!.rivals].length > 0
    if (rivals) return { kind: 'declined', reason: 'ambiguous', words: [] }
    return {
      kind: 'query',
      query,
      divisor: below!.query,
      statement,
      sureness: Math.min(above!.sureness, below!.sureness),
      mayBeMisread: above!.mayBeMisread || below!.mayBeMisread,
      rivals: [],
    }
  }
  return {
    read(asked) {
      const question = asListed(asked)
      return ratio(question) ?? otherwise(question) ?? read(question)
    },
    shapeOf: (question) => shapeOf(linkQuestion(question, vocabulary)),
    queryOf({ values: { of, per, question = '' } }) {
      const figures = figureNamesFor(question)
      const tables = [...profile.tables, ...roles.map(({ table }) => table)]
      const query = queryOfReading(of, tables)
      const divisor = per === null ? null : queryOfReading(per, tables)
      try {
        const statement =
          divisor === null
            ? statementOf(query, ways, profile.engine, figures)
            : ratioOf([query, divisor], ways, profile.engine, figures)
        return { kind: 'query', query, divisor, statement, sureness: 1, mayBeMisread: false, rivals: [] }
      } catch (cause) {
        throw new QuarryError('input.invalid', `The tables cannot be joined: ${(cause as Error).message}`, { cause })
      }
    },
  }

  /** What is told by numbers: whether there is any, and which of two is more. Null for what is asked as it is meant. */
  function otherwise(question: string): Answerable | Declined | null {
    const asked = askedOtherwise(question)
    if (asked === null) return null
    const found = read(asked.question)
    if (found.kind === 'declined') return found
    // Whether a chair was sold is not told by how many chairs there are.
    const { idle } = linkQuestion(asked.question, vocabulary)
    const unread = asked.question.split(/[^\p{L}]+/u).filter((word) => making.test(word.toLowerCase()))
    if (unread.some((word) => idle.has(canonical(word))))
      return { kind: 'declined', reason: 'unknownWords', words: unread }
    const { measures, groups, limit, share, filters } = found.query
    const isNumber = measures.length === 1 && limit === null && share === null
    const isTold =
      asked.kind === 'any'
        ? measures[0]?.fn === 'count' && groups.length === 0
        : groups.length === 1 && filters.some(({ op, values }) => op === 'in' && values.length === 2)
    return isNumber && isTold ? found : { kind: 'declined', reason: 'tooMuch', words: [] }
  }

  function read(question: string): Answerable | Declined {
    {
      const isChinese = /\p{Script=Han}/u.test(question)
      const figures = figureNamesFor(question)
      if (question.length > 600) return { kind: 'declined', reason: 'tooLong', words: [] }
      const isOpen =
        /^\s*(?:how (?:do|does|can|could|should|would|is|are)|why|explain|describe|should|can you|could you explain|do|does|did|is|are|was|were|has|have|had|will|would)\b/i.exec(
          question,
        )
      if (isOpen !== null) return { kind: 'declined', reason: 'explanation', words: [] }
      // How much of the rent is unpaid is no sum of rents, and what is bought together stands in two rows.
      if (
        /^\s*how much of (?:the|our|all|their)\b|\b(?:appear|occur|bought|sold|ordered|used|play|go|come)(?:s|ed|ing)? together\b/iu.test(
          question,
        )
      )
        return { kind: 'declined', reason: 'tooMuch', words: [] }
      // Who reports to somebody is told by rows that refer to rows of their own table, or by a text.
      const isChain = joins.some(({ from, to }) => from.table === to.table)
      const isNamed = profile.tables.some(({ columns }) =>
        columns.some(({ type, words }) => type === 'text' && words.includes(canonical('report'))),
      )
      if (/\bwho (?:all )?reports? (?:directly )?to \p{L}/iu.test(question) && !isChain && !isNamed)
        return { kind: 'declined', reason: 'notJoined', words: ['reports to'] }
      if (asksForChange.test(question)) return { kind: 'declined', reason: 'change', words: [] }
      // "Which sellers' customers": the sellers are asked for, or their customers.
      if (/^\s*which (?:\p{L}{1,20} ){0,2}\p{L}{2,20}(?:'s|s'|’s|s’) \p{L}/iu.test(question))
        return { kind: 'declined', reason: 'tooMuch', words: [] }
      // "In the same city as": one row compared with another that nothing names.
      const same = /\bthe same (?:\p{L}{1,20} ){1,2}(?:as|like)\b|同一个?\p{Script=Han}{1,4}的?|一样的/iu.exec(question)
      if (same !== null) return { kind: 'declined', reason: 'tooMuch', words: [same[0]] }
      const { items, unknown, idle } = linkQuestion(question, vocabulary)
      if (unknown.length > 0) return { kind: 'declined', reason: 'unknownWords', words: unknown }
      let best: (Reading & { readonly score: number }) | null = null
      const found: { reading: Reading; score: number; statement: Statement }[] = []
      let failed: Unclear | null = null
      /** "Produced quantity" is the quantity of a table of what is produced. */
      const echoes = (chosen: readonly Chosen[]): boolean =>
        chosen.some(
          (item) =>
            item.kind === 'refs' && item.ref.kind === 'column' && item.ref.column.words.some((word) => idle.has(word)),
        )
      for (const { chosen, score } of readings(items)) {
        try {
          const reading = compose(chosen, joins, isChinese, idle)
          const { measures } = reading.query
          // "What are they insured for in total?" asks for no list.
          if (/\bin total\b/i.test(question) && measures.length === 0) throw new Unclear('noMeasure', 'in total')
          const total = score - reading.cost + (echoes(chosen) ? 0.12 : 0)
          if (best === null || total > best.score) best = { ...reading, score: total }
          found.push({
            reading,
            score: total,
            statement: statementOf(reading.query, reading.joins, profile.engine, figures),
          })
        } catch (error) {
          if (!(error instanceof Unclear)) throw error
          failed ??= error
        }
      }
      if (found.length === 0) {
        return {
          kind: 'declined',
          reason: failed?.what ?? 'noSubject',
          words: failed === null || failed.words === '' ? [] : [failed.words],
        }
      }
      const sorted = found.toSorted((left, right) => right.score - left.score)
      const [first] = sorted
      const text = ({ sql, parameters }: Statement): string => JSON.stringify([sql, parameters])
      const rivals = new Map<string, Rival>()
      for (const { score, statement, reading } of sorted) {
        const isOther = !showsLess(reading.query, first!.reading.query)
        if (isOther && first!.score - score < margin && text(statement) !== text(first!.statement))
          rivals.set(text(statement), { query: reading.query, divisor: null, statement })
      }
      const refs = items.filter(({ kind }) => kind === 'refs').length
      const sureness = Math.max(0, Math.min(1, first!.score / Math.max(1, refs)))
      const likeliest = { query: first!.reading.query, divisor: null, statement: first!.statement }
      if (isUnreliable(likeliest.query, sureness, refs))
        return { kind: 'declined', reason: 'tooMuch', words: [], instead: [likeliest] }
      return {
        kind: 'query',
        ...likeliest,
        sureness,
        mayBeMisread: mayBeMisread(first!.reading.query),
        rivals: [...rivals.values()].slice(0, 4),
      }
    }
  }
}

/** "Discharge patient 7": what is to be done, and not what is so. */
const asksForChange =
  /^\s*(?:please )?(?:(?:add|insert|update|delete|remove|cancel|create|rename|assign|discharge|admit|refund|approve|reject|merge|reopen|publish|unpublish|deactivate|activate|reschedule|prescribe|invite|notify|promote|enable|disable) (?!of |in |to |by |from |per |up |an? (?:list|table|report|chart|graph|overview|summary|ranking)\b)(?:\p{L}|\d|["#])|(?:change|mark|increase|decrease|reduce|raise|reset|archive|register|transfer|move|close|release|schedule|book|set|block|double|extend|renew|send|put|switch) (?:the|all|an?|every|each|this|that|these|those|my|our) )/iu

/** Whether a query asks for the rows of another, and shows less of them. */
function showsLess(query: Query, other: Query): boolean {
  const rowsOf = ({ outputs: _, distinct: __, filters, order, ...rows }: Query): unknown[] => [
    ...Object.values(rows).flat(),
    ...order.flatMap(({ term, descending }) => [term.kind === 'column' ? term.column : term, descending]),
    ...filters.flatMap(({ column, op, values }) => [column, op, ...values]),
  ]
  const [left, right] = [rowsOf(query), rowsOf(other)]
  return (
    query.measures.length + other.measures.length === 0 &&
    left.length === right.length &&
    left.every((part, at) => part === right[at]) &&
    query.outputs.every((column) => other.outputs.includes(column))
  )
}

/** Every way to give the items one meaning each, the likelier meanings first. */
function* readings(items: readonly Item[]): Generator<{ chosen: Chosen[]; score: number }> {
  const choices = items.map((item) => (item.kind === 'refs' ? item.refs : [null]))
  let size = choices.reduce((product, list) => product * list.length, 1)
  // Of too many, the unlikely meanings go first.
  const kept = choices.map((list) => [...list])
  while (size > maxReadings) {
    const longest = kept.reduce((most, list, at) => (list.length > kept[most]!.length ? at : most), 0)
    kept[longest]!.pop()
    size = kept.reduce((product, list) => product * list.length, 1)
  }
  const picked: (Ref | null)[] = []
  function* pick(at: number, score: number): Generator<{ chosen: Chosen[]; score: number }> {
    if (at === items.length) {
      yield {
        chosen: items.map((item, index) => (item.kind === 'refs' ? { ...item, ref: picked[index]! } : item)),
        score,
      }
      return
    }
    for (const ref of kept[at]!) {
      picked[at] = ref
      yield* pick(at + 1, score + (ref?.score ?? 0))
    }
  }
  yield* pick(0, 0)
}

/** "the ratio of A to B": A and B; "how many A does a B have on average", too. */
function partsOfRatio(question: string): readonly [string, string] | null {
  const han =
    /^平均(?:每|一)[个名位家条座辆本件张台只项部次首支篇门节场间款份笔单棵头匹艘架颗块片层]?(.{1,12}?)有(?:多少|几)[个名位家条座辆本件张台只项部次首支篇门节场间款份笔单棵头匹艘架颗块片层]?(.{1,12}?)[？?]?$/u.exec(
      question.trim(),
    )
  if (han !== null) return [han[2]!, han[1]!]
  // 每个客户平均下多少订单
  const of =
    /^每[个名位家条座辆本件张台只项部次首支篇门节场间款份笔单棵头匹艘架颗块片层]?(.{1,12}?)平均(?:有|下|买|写|做|拥有|包含|收到)?(?:了|过)?(?:多少|几)[个名位家条座辆本件张台只项部次首支篇门节场间款份笔单棵头匹艘架颗块片层]?(.{1,12}?)[？?]?$/u.exec(
      question.trim(),
    )
  if (of !== null) return [of[2]!, of[1]!]
  const average =
    /^how many ([\p{L} ]{2,60}) (?:does|do|did|has|have) (?:an?|each|every|the average|one) ([\p{L} ]{2,60}?) (?:have|contain|get|receive|make|write|place)?(?: ?on average)\W*$/iu.exec(
      question.trim(),
    ) ??
    /^(?:what is |what's )?(?:the )?average number of ([\p{L} ]{2,60}) (?:per|for each|of each|of an?) ([\p{L} ]{2,60}?)\W*$/iu.exec(
      question.trim(),
    )
  if (average !== null) return [average[1]!, average[2]!]
  const start = question.toLowerCase().indexOf('ratio of ')
  if (start < 0) return null
  const rest = question.slice(start + 'ratio of '.length)
  const [middle] = [' to ', ' out of ']
    .filter((word) => rest.includes(word))
    .toSorted((a, b) => rest.indexOf(a) - rest.indexOf(b))
  if (middle === undefined) return null
  const at = rest.indexOf(middle)
  let end = rest.length
  while (end > 0 && '.?! '.includes(rest[end - 1]!)) end -= 1
  const above = rest.slice(0, at)
  // "Independent breweries to others that are not", "to non-independent ones": of the same.
  const rows = above.split(' ').at(-1)!
  return [above, rest.slice(at + middle.length, end).replace(/\bones$/i, rows)]
}
