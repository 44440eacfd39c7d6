import type { QueryRead } from '../../contract/databases/query-reading'
import { QuarryError } from '../../contract/errors'
import type { Answerable, Declined, Rival } from './answerable'
import { type Comparing, readDifference, readRatio } from './compared-figures'
import { readings } from './linking/item-readings'
import { type Linked, shapeOf } from './linking/items'
import { linkQuestion } from './linking/links'
import { type Vocabulary, vocabularyOf } from './linking/vocabulary'
import { factsOf, type TableFacts } from './one-table/facts'
import { inTableWords, namesNobody, putAtOnce } from './one-table/in-table-words'
import { type QuestionShape, queryOfReading } from './query/corrected-query'
import { statementFor } from './query/few-of-each'
import { figureNamesFor } from './query/figure-names'
import { type Join, joinsOf, withKeys } from './query/joins'
import type { Query } from './query/query'
import { isUnreliable, mayBeMisread } from './query/reliability'
import type { Statement } from './query/statement'
import { statementOfTwo } from './query/two-figures'
import { askedOtherwise, asListed } from './question/asked-otherwise'
import { declinedAtOnce } from './question/declined-at-once'
import { asOfToday, localToday, type Today, withDates } from './question/relative-dates'
import { compose } from './reading/compose'
import type { Chosen, Reading } from './reading/draft'
import { birthOf } from './reading/ranking/ranking'
import { Unclear } from './reading/unclear'
import { type FoundNames, lookUpsOf, type NameLookUp } from './schema/names-in-rows'
import type { Column, DatabaseProfile } from './schema/profile'
import { rolesIn } from './schema/roles'
import { isPerson, nameColumns } from './schema/row-names'
import { readTopOfEach } from './top-of-each'
import { readUnitsWithRows } from './units-with-rows'
import { asTyped } from './words/chinese'
import { canonical, canonicalWords, making } from './words/words'

export interface Text2Sql {
  read(question: string): Answerable | Declined
  /** What questions have in common that are read alike. */
  shapeOf(question: string): QuestionShape
  /** What a question that was declined may call rows by, beyond the values that were read. */
  lookUps(question: string, unknown: readonly string[]): readonly NameLookUp[]
  /** Reads questions alike, and knows that rows are called so. */
  knowing(found: FoundNames): Text2Sql
  /** The query of a reading. @throws QuarryError `input.invalid` where the database has not what it names */
  queryOf(reading: QueryRead): Answerable
}

/** What says until when something is good; of what has expired, when it ended. */
const expiry = canonicalWords('expiry expiration expires expire end until')

/** Readings within this of the best are rivals. */
const margin = 0.09

/**
 * Questions in English and Chinese on one database as queries, without a model; what is not sure is declined.
 * @param today from when “last month” is counted, asked anew for each question
 */
export function createText2Sql(
  profile: DatabaseProfile,
  found?: FoundNames,
  today: () => Today = localToday,
): Text2Sql {
  const vocabulary: Vocabulary = vocabularyOf(profile, found)
  const joins: readonly Join[] = withKeys(joinsOf(profile))
  const roles = rolesIn(joins)
  const comparing: Comparing = { read, joins, engine: profile.engine }
  const ways = [...joins, ...roles.flatMap((role) => role.joins)]
  const link = (words: string): Linked => linkQuestion(words, vocabulary)
  const [onlyTable, ...otherTables] = profile.tables
  const facts = onlyTable === undefined || otherTables.length > 0 ? null : factsOf(onlyTable)
  return {
    read(asked) {
      // 100,000 is one number.
      const dated = asListed(withDates(asked.replace(/(?<=\d),(?=\d{3}\b)/g, ''), today()))
      const question = facts === null ? dated : putAtOnce(dated, facts)
      const asWritten = readWhole(question)
      const found = facts === null ? asWritten : ofOneTable(question, asWritten, facts)
      return found.kind === 'query' ? found : { ...found, words: found.words.map((word) => asTyped(asked, word)) }
    },
    shapeOf: (question) => shapeOf(linkQuestion(withDates(question, today()), vocabulary)),
    lookUps: (question, unknown) => lookUpsOf(question, unknown, profile),
    knowing: (names) => createText2Sql(profile, names, today),
    queryOf({ values: { of, per, isDifference = false, question = '' } }) {
      const figures = figureNamesFor(question)
      const tables = [...profile.tables, ...roles.map(({ table }) => table)]
      const query = queryOfReading(of, tables)
      const second = per === null ? null : { query: queryOfReading(per, tables), isSubtracted: isDifference }
      try {
        const statement =
          second === null
            ? statementFor(query, ways, profile.engine, figures)
            : statementOfTwo(query, second, ways, profile.engine, figures)
        return { kind: 'query', query, second, statement, sureness: 1, mayBeMisread: false, rivals: [] }
      } catch (cause) {
        throw new QuarryError('input.invalid', `The tables cannot be joined: ${(cause as Error).message}`, { cause })
      }
    },
  }

  /** What a question on all that there is was read as, or is read as in the words of that table. */
  function ofOneTable(question: string, asWritten: Answerable | Declined, facts: TableFacts): Answerable | Declined {
    const said = asWritten.kind === 'query' ? null : inTableWords(question, facts)
    const inItsWords = said === null ? asWritten : readWhole(said)
    if (inItsWords.kind === 'declined') return asWritten
    if (namesNobody(question, inItsWords.query, facts)) return { kind: 'declined', reason: 'noSubject', words: [] }
    return withoutTotals(question, inItsWords, facts)
  }

  /** What is counted, summed or ranked over all kinds leaves out what stands for all of them. */
  function withoutTotals(question: string, found: Answerable, { kind, totals }: TableFacts): Answerable {
    const { query } = found
    const isOverAll = query.measures.length > 0 || query.limit !== null
    const isSaid = [...query.filters, ...query.anyOf].some(({ column }) => column === kind)
    if (kind === null || totals.length === 0 || !isOverAll || isSaid || found.second !== null) return found
    const words = totals.map(String).join(', ')
    const filters = [...query.filters, { column: kind, op: 'not in' as const, values: totals, words }]
    const without = { ...query, filters }
    return {
      ...found,
      query: without,
      statement: statementFor(without, ways, profile.engine, figureNamesFor(question)),
    }
  }

  /** A question as it stands, or in one of the forms that are read otherwise. */
  function readWhole(question: string): Answerable | Declined {
    const whole =
      readRatio(question, comparing) ?? readDifference(question, comparing) ?? otherwise(question) ?? read(question)
    return whole.kind === 'query'
      ? whole
      : (readTopOfEach(question, { read, link, joins, ways, engine: profile.engine }) ??
          readUnitsWithRows(question, { read, ways, engine: profile.engine }) ??
          readAsOfToday(question) ??
          whole)
  }

  /** How old people are is told by when they were born, where nothing tells their age; what has expired by the day until which it was good. */
  function readAsOfToday(question: string): Answerable | null {
    const asked = asOfToday(question, today())
    const found = asked === null ? null : read(asked)
    if (found?.kind !== 'query') return null
    const { root, filters } = found.query
    const days = filters.flatMap(({ column }) => (column.type === 'date' ? [column] : []))
    const isTold = (column: Column): boolean =>
      column.table === root &&
      (column.words.some((word) => expiry.has(word)) || (isPerson(root) && column === birthOf(root)))
    return days.length > 0 && days.every(isTold) ? found : null
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
    const isChinese = /\p{Script=Han}/u.test(question)
    const figures = figureNamesFor(question)
    const atOnce = declinedAtOnce(question, profile, joins)
    if (atOnce !== null) return { kind: 'declined', ...atOnce }
    const { items, unknown, idle } = linkQuestion(question, vocabulary)
    if (unknown.length > 0) return { kind: 'declined', reason: 'unknownWords', words: unknown }
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
        const { measures, having } = reading.query
        // "What are they insured for in total?" asks for no list.
        if (/\bin total\b/i.test(question) && measures.length + having.length === 0)
          throw new Unclear('noMeasure', 'in total')
        found.push({
          reading,
          score: score - reading.cost + (echoes(chosen) ? 0.12 : 0),
          statement: statementFor(reading.query, reading.joins, profile.engine, figures),
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
        ...(failed?.held !== undefined && { held: failed.held }),
      }
    }
    const refs = items.filter(({ kind }) => kind === 'refs').length
    const surenessOf = (score: number): number => Math.max(0, Math.min(1, score / Math.max(1, refs)))
    const isReliable = ({ reading, score }: (typeof found)[number]): boolean =>
      !isUnreliable(
        { ...reading.query, related: reading.query.related.filter(({ table }) => !reading.via.includes(table)) },
        surenessOf(score),
        refs,
      )
    const sorted = found.toSorted((left, right) => right.score - left.score)
    const likely = sorted[0]!
    // Else the same rows, without a column from elsewhere that makes the reading unsure.
    const surer = (other: (typeof found)[number]): boolean =>
      likely.score - other.score < margin && showsLess(other.reading.query, likely.reading.query) && isReliable(other)
    const first = isReliable(likely) ? likely : (sorted.find(surer) ?? likely)
    const text = ({ sql, parameters }: Statement): string => JSON.stringify([sql, parameters])
    const rivals = new Map<string, Rival>()
    for (const { score, statement, reading } of sorted) {
      const isOther = !showsLess(reading.query, first.reading.query) && !showsLess(first.reading.query, reading.query)
      if (isOther && first.score - score < margin && text(statement) !== text(first.statement))
        rivals.set(text(statement), { query: reading.query, second: null, statement })
    }
    const likeliest = { query: first.reading.query, second: null, statement: first.statement }
    if (!isReliable(first) || sumsOneThing(question, first.reading.query))
      return { kind: 'declined', reason: 'tooMuch', words: [], instead: [likeliest] }
    return {
      kind: 'query',
      ...likeliest,
      sureness: surenessOf(first.score),
      mayBeMisread: mayBeMisread(first.reading.query),
      rivals: [...rivals.values()].slice(0, 4),
    }
  }
}

/** "How much is a Tesla?" is no sum over all of them. */
const sumsOneThing = (question: string, { measures, groups, filters }: Query): boolean =>
  /^ *how much (?:is|does|do|would|will) an? (?!.*\b(?:average|total|altogether|all|together)\b)/i.test(question) &&
  measures[0]?.fn === 'sum' &&
  groups.length === 0 &&
  !filters.some(
    ({ column }) =>
      column.table === measures[0]!.table && (column.isUnique || nameColumns(column.table).includes(column)),
  )

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
