import type { DeclinedQuestion, QuestionDeclined } from '../../contract/databases/declined-question'
import type {
  QueryRead,
  QueryReading,
  ReadCondition,
  ReadMeasure,
  RowsShown,
} from '../../contract/databases/query-reading'
import { type ConditionInWords, conditionsInWords, inValues } from '../query-conditions'
import type { Speech, Words } from '../words'

const said = (name: string): string => `“${name}”`

function labelOf(of: { readonly table: string; readonly column: string }, { rowsOf }: QueryReading): string {
  return of.table === rowsOf ? said(of.column) : `${said(of.column)} of ${said(of.table)}`
}

function measureOf({ fn, table, column, distinct, since }: ReadMeasure): string {
  if (column === null) return `number of ${said(table)}`
  if (since !== undefined) {
    const time = `${since.unit}s from ${said(since.column)} to ${said(column)}`
    return `${{ count: 'number of', sum: 'sum of the', avg: 'average', min: 'fewest', max: 'most', range: 'range of' }[fn]} ${time}`
  }
  if (fn === 'count') return `number of ${distinct ? 'different ' : ''}${said(column)}`
  return `${{ sum: 'sum of', avg: 'average', min: 'lowest', max: 'highest', range: 'highest less lowest' }[fn]} ${said(column)}`
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/** One, and several of them. */
const units = {
  year: ['year', 'years'], quarter: ['quarter', 'quarters'], month: ['month', 'months'], day: ['day', 'days'],
  weekday: ['day of the week', 'days of the week'], monthOfYear: ['month of the year', 'months of the year'],
  hourOfDay: ['hour of the day', 'hours of the day'], decade: ['decade', 'decades'],
} as const // biome-ignore format: pairs

const comparisons: Record<'=' | '<>' | '>' | '<' | '>=' | '<=', string> = {
  '=': 'is',
  '<>': 'is not',
  '>': 'is over',
  '<': 'is under',
  '>=': 'is at least',
  '<=': 'is at most',
}

function conditionOf(one: ConditionInWords, reading: QueryReading, speech: Speech): string {
  const label = labelOf(one, reading)
  if (one.op === 'span') return `${label} is from ${one.values[0]} to before ${one.values[1]}`
  if (one.op === 'between')
    return `${label} is between ${inValues(one.values.slice(0, 1), speech)} and ${inValues(one.values.slice(1), speech)}`
  if (one.op === 'in') return `${label} is one of ${inValues(one.values, speech, one.meanings)}`
  if (one.op === 'in years' || one.op === 'in months') return `${label} is in ${one.values.join(' or ')}`
  if (one.op === 'on weekdays')
    return `${label} is on a ${one.values.map((day) => weekdays[Number(day) - 1] ?? '').join(' or ')}`
  if (one.op === 'is null') return `${label} is empty`
  if (one.op === 'is not null') return `${label} is not empty`
  if (one.op === 'holds each') return `${label} includes each of ${inValues(one.values, speech, one.meanings)}`
  if (one.op === 'holds all') return `${label} includes every one there is`
  if (one.op === 'not in') return `${label} is not ${inValues(one.values, speech, one.meanings)}`
  if (one.op === 'above average' || one.op === 'below average') return `${label} is ${one.op}`
  if (one.op === 'above column' || one.op === 'below column')
    return `${label} is ${one.op === 'above column' ? 'over' : 'under'} ${one.values.map((name) => said(String(name ?? ''))).join('')}`
  if (one.op === 'contains' || one.op === 'starts with' || one.op === 'ends with')
    return `${label} ${one.op} ${inValues(one.values, speech, one.meanings)}`
  if (one.op === 'not contains') return `${label} does not contain ${inValues(one.values, speech, one.meanings)}`
  return `${label} ${comparisons[one.op]} ${inValues(one.values, speech, one.meanings)}`
}

/** Columns of the rows, and those of other tables beside them by their table. */
function shownInWords(reading: QueryReading, { format: { list } }: Speech): string {
  const own = reading.shown.filter(({ table }) => table === reading.rowsOf)
  const others = reading.shown.filter((column) => !own.includes(column)).map((column) => labelOf(column, reading))
  if (own.length === 0) return list(others)
  const rows = `${list(own.map(({ column }) => said(column)))} of ${said(reading.rowsOf)}`
  return others.length === 0 ? rows : `${rows} with ${list(others)}`
}

function inWords(reading: QueryReading, speech: Speech): string {
  const { rowsOf, measures, groups, anyOf, related, having, order, limit, nth, share, isCountOfGroups } = reading
  const { list } = speech.format
  const groupLabels = groups.map((group) =>
    group.unit === null
      ? labelOf(group, reading)
      : `${units[group.unit][isCountOfGroups ? 1 : 0]} of ${labelOf(group, reading)}`,
  )
  const subject = isCountOfGroups
    ? `how many ${list(groupLabels)} there are`
    : share !== null
      ? `share of ${measures[0]?.fn === 'sum' ? `the ${measureOf(measures[0])}` : said(rowsOf)}${share === 'percent' ? ' in percent' : ''}`
      : measures.length > 0
        ? list(measures.map(measureOf))
        : shownInWords(reading, speech)
  const where = [
    ...conditionsInWords(reading.conditions).map((one) => conditionOf(one, reading, speech)),
    ...(anyOf.length > 0 ? [anyOf.map((one: ReadCondition) => conditionOf(one, reading, speech)).join(' or ')] : []),
    ...related.map(({ table, isAbsent }) => `there is ${isAbsent ? 'nothing' : 'something'} in ${said(table)}`),
    ...having.map(
      ({ measure, op, value }) => `the ${measureOf(measure)} ${comparisons[op]} ${inValues([value], speech)}`,
    ),
  ]
  const whole = conditionsInWords(reading.within ?? []).map((one) => conditionOf(one, reading, speech))
  const sorted = order.map(
    ({ column, measure, descending }) =>
      `by ${measure === null ? said(column ?? '') : measureOf(measure)}, ${descending ? 'highest' : 'lowest'} first`,
  )
  const each = (reading.ofEach ?? []).map((one) => labelOf(one, reading))
  const within = each.length === 0 ? '' : ` of each ${list(each)}`
  return [
    subject,
    groupLabels.length > 0 && !isCountOfGroups ? `for each ${list(groupLabels)}` : '',
    where.length > 0 ? `where ${where.join(' and ')}` : '',
    whole.length > 0 ? `out of those where ${whole.join(' and ')}` : '',
    sorted.join(', '),
    nth !== undefined
      ? `only what comes ${['first', 'second', 'third', 'fourth', 'fifth'][nth - 1] ?? nth}${within}`
      : limit === null
        ? ''
        : limit === 1
          ? `the first one${within}`
          : `the first ${speech.format.number(limit)}${within}`,
  ]
    .filter((part) => part !== '')
    .join(', ')
}

const reasons: Record<DeclinedQuestion['reason'], (words: string) => string> = {
  explanation: () => 'it answers with rows and figures, not with explanations',
  change: () => 'it is only read, and never changed',
  unknownWords: (words) => `it does not know ${words}`,
  unread: (words) => `it is unclear what ${words} refers to`,
  noSubject: () => 'it is unclear which rows you mean',
  noMeasure: (words) => `it is unclear which figure ${words === '' ? 'you mean' : `${words} means`}`,
  noDate: () => 'it is unclear which date you mean',
  notJoined: (words) => `nothing connects ${words} with the rest of the question`,
  outOfRange: () => 'it has nothing from that time',
  ambiguous: () => 'the question can be read in several ways',
  nothingFound: () => 'the only query that fits returned no rows',
  tooMuch: () => 'the question is too complex for the query rules',
  beyondRules: (words) => `the query rules do not cover ${words}`,
  tooLong: () => 'the question is too long for one query',
}

/** What a reading asks for, where it follows other words. */
export const readingInWords = ({ values: { of, per, isDifference } }: QueryRead, speech: Speech): string =>
  `${inWords(of, speech)}${per === null ? '' : `; ${isDifference ? 'less' : 'divided by'}: ${inWords(per, speech)}`}`

/** How a question on a database was read, and why it was not. */
export const queries: Words<QueryRead | QuestionDeclined | RowsShown> = {
  rowsOver: ({ operation, given }, { format }) =>
    `Over the rows of ${operation}${given.length === 0 ? '' : `, called with ${format.list(given)}`}.`,
  rowsShown: ({ shown, total }, { format }) => `Shown here: ${format.number(shown)} of ${format.number(total)} rows.`,
  questionDeclined: ({ reason, words, held, instead }, speech) => {
    const offered = instead.map(({ values }) => inWords(values.of, speech))
    const plainly = reasons[reason](speech.format.list(words.map(said)))
    const why =
      held === undefined ? plainly : `${plainly}: ${said(held.column)} is from ${held.first} to ${held.last} there`
    return `${why}${offered.length === 0 ? '' : `. It could answer: ${offered.join('; or: ')}`}`
  },
  queryRead: (values, speech) =>
    `${values.corrected ? 'Read as you corrected it' : 'Read as'}: ${readingInWords({ kind: 'queryRead', values }, speech)}.`,
}
