import type { DatabaseEngine } from '../../contract/resources/resource'
import type { Answerable, Declined, ReadQuestion } from './answerable'
import { figureNamesFor } from './query/figure-names'
import { type Join, pathBetween } from './query/joins'
import type { Query } from './query/query'
import { type SecondFigure, statementOfTwo } from './query/two-figures'
import { partsOfDifference } from './question/difference-parts'
import { partsOfRatio, splitByGroups } from './question/ratio-parts'

/** What a question that asks for two figures is read with. */
export interface Comparing {
  readonly read: ReadQuestion
  readonly joins: readonly Join[]
  readonly engine: DatabaseEngine
}

const ofEachToAll =
  /\bratio of (?:the )?(?:total )?number of ([\p{L} -]{3,40}?) (?:in|of|for|per) each ([\p{L} ]{2,30}?) to (?:the )?(?:total )?number of (?:all )?\1(?: in the database| overall| in total)?(?=[ .?!]{0,3}$)/iu

/** "The ratio of A to B": both read by themselves. Null of a question that asks for none. */
export function readRatio(question: string, comparing: Comparing): Answerable | Declined | null {
  const { read, joins } = comparing
  // Of the number in each state to that in all: each as a part of the whole.
  const [, rows, kind] = ofEachToAll.exec(question) ?? []
  if (rows !== undefined) return read(`What proportion of ${rows} is in each ${kind}?`)
  const said = splitByGroups(question)
  const parts = partsOfRatio(said.question)
  if (parts === null) return null
  const isMean = !/ratio of /i.test(question)
  if (isMean && said.each !== '') return null
  const [above, below] = parts.map((part) => {
    // "The ratio of the average price in Wales to the average price in Scotland"
    if (/^(?:the )?(?:average|mean|highest|lowest|maximum|minimum|total(?! (?:number|count)\b)|sum of) /i.test(part))
      return read(`What is the ${part.replace(/^the /i, '')}${said.each}`)
    const counted = read(
      /\p{Script=Han}/u.test(part)
        ? `${part}有多少`
        : `How many ${part.replace(/^the (?:total )?number of /i, '')}${said.each}`,
    )
    return counted.kind === 'query' ? counted : read(`What is the total ${part.replace(/^the /i, '')}${said.each}`)
  })
  if (above!.kind === 'declined') return isMean ? null : above!
  // The average number of citations of a paper is a mean of what its rows hold.
  if (isMean && above!.query.measures[0]?.fn !== 'count') return null
  if (below!.kind === 'declined') return below!
  for (const { query } of [above!, below!]) {
    const isGrouped = query.groups.length > 0
    if (query.measures.length !== 1 || isGrouped !== (said.each !== '') || query.limit !== null || query.onlyCount) {
      return { kind: 'declined', reason: 'tooMuch', words: parts }
    }
  }
  if (!groupsAlike(above!.query, below!.query)) return { kind: 'declined', reason: 'tooMuch', words: parts }
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
    counted.filters.every((other) => other.column !== column || other.op === 'is not null'),
  )
  const query = { ...counted, filters: [...counted.filters, ...missing] }
  // "The passengers of a line in 2020 to its passengers in 2019": of the same line.
  const theirs = /\b(?:its|their)\b/i.test(parts[1]!)
    ? query.filters.filter(({ column }) => below!.query.filters.every((other) => other.column !== column))
    : []
  const divisor = { ...below!.query, filters: [...below!.query.filters, ...theirs] }
  const rivals = [...above!.rivals, ...below!.rivals].length > 0
  if (rivals) return { kind: 'declined', reason: 'ambiguous', words: [] }
  const second = { query: divisor, isSubtracted: false }
  return answerOfTwo([{ ...above!, query }, below!], second, question, comparing)
}

/** "How many more in 2024 than in 2023": the same figure of two times. Null of a question that asks for none. */
export function readDifference(question: string, comparing: Comparing): Answerable | Declined | null {
  const parts = partsOfDifference(question)
  if (parts === null) return null
  const [first, second] = parts.map(comparing.read) as [Answerable | Declined, Answerable | Declined]
  if (first.kind === 'declined') return first
  if (second.kind === 'declined') return second
  const isOneFigure = [first, second].every(
    ({ query, second: other, rivals }) =>
      query.measures.length === 1 &&
      query.groups.length + query.order.length === 0 &&
      query.limit === null &&
      query.share === null &&
      other === null &&
      rivals.length === 0,
  )
  if (!isOneFigure || !isSameFigure(first.query, second.query))
    return { kind: 'declined', reason: 'tooMuch', words: [] }
  return answerOfTwo([first, second], { query: second.query, isSubtracted: true }, question, comparing)
}

/** As sure as the less sure of two readings. */
function answerOfTwo(
  [first, other]: readonly [Answerable, Answerable],
  second: SecondFigure,
  question: string,
  { joins, engine }: Comparing,
): Answerable {
  return {
    kind: 'query',
    query: first.query,
    second,
    statement: statementOfTwo(first.query, second, joins, engine, figureNamesFor(question)),
    sureness: Math.min(first.sureness, other.sureness),
    mayBeMisread: first.mayBeMisread || other.mayBeMisread,
    rivals: [],
  }
}

/** Whether two queries differ in the values of their conditions alone. */
function isSameFigure(query: Query, other: Query): boolean {
  const [left, right] = [query, other].map(({ root, measures, filters }) => [
    root,
    ...measures.flatMap(({ fn, column, table, distinct }) => [fn, column, table, distinct]),
    ...filters.flatMap(({ column, op }) => [column, op]),
  ])
  return areSame(left!, right!)
}

/** Whether two queries have a figure for each of the same groups. */
function groupsAlike(query: Query, other: Query): boolean {
  const [groups, others] = [query, other].map((one) =>
    one.groups.flatMap((group) => ('unit' in group ? [group.column, group.unit] : [group])),
  )
  return areSame(groups!, others!)
}

const areSame = (left: readonly unknown[], right: readonly unknown[]): boolean =>
  left.length === right.length && left.every((part, at) => part === right[at])
