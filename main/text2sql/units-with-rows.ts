import type { DatabaseEngine } from '../../contract/resources/resource'
import type { Answerable, ReadQuestion } from './answerable'
import { statementFor } from './query/few-of-each'
import { figureNamesFor } from './query/figure-names'
import type { Join } from './query/joins'

const unit = '(days|weeks|months|quarters|years)'
const time = '(?:in|of|during) \\d{4}|between [^?]{3,60}? and (?:[\\p{L}]{3,12} )?(?:\\d{1,2},? )?\\d{4}'
const some = '(?:at least one |at least 1 |any |some |an? )?'
/** "How many months of 2022 had at least one paper published?" */
const having = new RegExp(
  `^how many (?:different )?${unit} (?:(${time}) )?(?:had|have|saw) ${some}([^?]{3,60}?)(?: (${time}))?[?. ]{0,3}$`,
  'iu',
)
/** "On how many days were there complaints?" */
const being = new RegExp(
  `^(?:on|in) how many (?:different )?${unit} (?:(${time}) )?(?:were|was) there ${some}([^?]{3,60}?)(?: (${time}))?[?. ]{0,3}$`,
  'iu',
)

/** A question for how many times of a kind have rows as the one for how many rows each of them has. Null of any other. */
export function rowsOfUnits(question: string): string | null {
  const said = having.exec(question.trim()) ?? being.exec(question.trim())
  if (said === null) return null
  const [, units, before, rows, behind] = said
  const plural = rows!.replace(/^(\p{L}+)(?=$| )/u, (word) => (/s$/i.test(word) ? word : `${word}s`))
  return `How many ${plural} per ${units!.slice(0, -1).toLowerCase()} ${(before ?? behind ?? '').replace(/^of /i, 'in ')}`.trim()
}

/** "How many months had papers": the times that have rows, counted. Null of what asks for something else, or is not grouped by the time. */
export function readUnitsWithRows(
  question: string,
  {
    read,
    ways,
    engine,
  }: { readonly read: ReadQuestion; readonly ways: readonly Join[]; readonly engine: DatabaseEngine },
): Answerable | null {
  const rows = rowsOfUnits(question)
  const found = rows === null ? null : read(`${rows}?`)
  if (found?.kind !== 'query' || found.second !== null || found.rivals.length > 0) return null
  const { groups, measures, limit, share } = found.query
  const [group, ...more] = groups
  const isOfTime = group !== undefined && 'unit' in group && more.length === 0
  if (!isOfTime || measures.length !== 1 || measures[0]!.fn !== 'count' || limit !== null || share !== null) return null
  const { filters } = found.query
  // What has no time is of none.
  const isKnown = filters.some(({ column }) => column === group.column)
  const known = { column: group.column, op: 'is not null' as const, values: [], words: group.unit }
  const query = { ...found.query, filters: isKnown ? filters : [...filters, known], order: [], onlyCount: true }
  return { ...found, query, statement: statementFor(query, ways, engine, figureNamesFor(question)) }
}
