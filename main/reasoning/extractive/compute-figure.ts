import { computation } from '../../../contract/calls/compute'
import { type DatabaseAnswer, databaseAnswer } from '../../../contract/databases/database-answer'
import type { JsonValue } from '../../../contract/json'
import { textOfRow } from '../../../contract/report/report-rows'
import { type AskedFigure, figureAsked, languageOf } from '../../language'
import type { CallRequest } from '../../tools'
import { callPlaceOf, queryPlaceOf } from '../places/answers'
import type { CallTool, Evidence } from '../port'
import { type Wording, wordingFor } from '../wording'
import { toldFigure } from './told-figure'

/** Rows of a result that become evidence one by one; the citation keeps more. */
const toldRows = 20
const clipped = 300

/** Code for a figure. No text of a question or a database is part of it: names and words are handed in as data. */
interface Draft {
  readonly code: string
  readonly texts: Readonly<Record<string, string>>
  readonly tables: Readonly<Record<string, JsonValue[]>>
}

const precise = 'const precise = (value) => Number(value.toPrecision(10))\n'

/** Of each group of rows one number, made of the values of a column. */
const ofGroups = (figure: string, least: number, isGrouped: boolean): string => {
  const told = ['[texts.label]: precise(figure(values))', '[texts.count]: values.length']
  return `${precise}const figure = (values) => ${figure}
stats.groupBy(tables.rows, tables.groups)
  .map(({ rows }) => ({ row: rows[0], values: stats.numbers(stats.column(rows, texts.value)) }))
  .filter(({ values }) => values.length >= ${least})
  .map(({ row, values }) => ({
    ...Object.fromEntries(tables.groups.map((name) => [name, row[name]])),
    ${(isGrouped ? told.toReversed() : told).join(',\n    ')},
  }))
  .sort((one, other) => other[texts.label] - one[texts.label])
  .slice(0, 100)`
}

const ofPairs = `${precise}const [xs, ys] = [texts.value, texts.other].map((name) => stats.column(tables.rows, name))
const pairs = xs.filter((x, at) => x !== null && ys[at] !== null)
;[{ [texts.label]: precise(stats.correlation(xs, ys)), [texts.count]: pairs.length }]`

const ofPeriods = `${precise}const amounts = stats.column(tables.rows, texts.value).map((amount) => (amount === null ? null : Number(amount)))
tables.rows.map((row, at) => ({
  [texts.period]: row[texts.period],
  [texts.value]: amounts[at],
  [texts.label]: amounts[at - 1] && amounts[at] !== null ? precise(stats.percentChange(amounts[at - 1], amounts[at])) : null,
}))`

const ofYears = `${precise}const amountIn = (year) => {
  const row = tables.rows.find((one) => String(one[texts.period]) === year)
  if (row === undefined) throw new RangeError(\`There is nothing of \${year}.\`)
  return row[texts.value]
}
const [before, after] = tables.years.map(amountIn)
;[{
  [\`\${texts.value} \${tables.years[0]}\`]: before,
  [\`\${texts.value} \${tables.years[1]}\`]: after,
  [texts.label]: precise(stats.percentChange(before, after)),
}]`

const ofLine = `${precise}const placeOf = (period) => {
  const [year, part = '1'] = String(period).replace('Q', '').split('-')
  return Number(year) * tables.perYear[0] + Number(part) - 1
}
const periods = stats.column(tables.rows, texts.period).map(placeOf)
const { slope } = stats.regression(periods, stats.column(tables.rows, texts.value))
;[{ [texts.label]: precise(slope), [texts.count]: periods.length }]`

const perYear: Readonly<Record<string, number>> = { year: 1, quarter: 4, month: 12 }

/** The code for a figure over rows with these columns. Pure. */
export function draftFigure(
  figure: AskedFigure,
  columns: readonly string[],
  { figures: words }: Wording,
): Draft | null {
  const value = columns.at(-1)
  if (value === undefined) return null
  const texts = { value, count: words.values }
  switch (figure.kind) {
    case 'correlation': {
      const [left = '', right = ''] = columns.slice(-2)
      const label = words.correlation(left, right)
      return { code: ofPairs, texts: { ...texts, value: left, other: right, label }, tables: {} }
    }
    case 'growth': {
      const of = { ...texts, period: columns[0]!, label: words.growth(value) }
      return figure.years === null
        ? { code: ofPeriods, texts: of, tables: {} }
        : { code: ofYears, texts: of, tables: { years: [...figure.years] } }
    }
    case 'trend': {
      const period = columns[0]!
      const perYearOf = perYear[period]
      if (perYearOf === undefined) return null
      const label = words.trend(value, period as 'year' | 'quarter' | 'month')
      return { code: ofLine, texts: { ...texts, period, label }, tables: { perYear: [perYearOf] } }
    }
    default: {
      const groups = columns.slice(0, -1)
      const [code, least, label] =
        figure.kind === 'quantile'
          ? [`stats.quantile(values, ${figure.share})`, 1, words.quantile(value, Math.round(figure.share * 100))]
          : [`stats.${figure.kind}(values)`, figure.kind === 'median' ? 1 : 2, words[figure.kind](value)]
      return {
        code: ofGroups(code, least, groups.length > 0),
        texts: { ...texts, label },
        tables: { groups: [...groups] },
      }
    }
  }
}

/** Rows that a figure is computed from, and the call that brought them. */
interface Basis {
  readonly callId: string
  readonly answer: DatabaseAnswer
}

/** Asks a database for the rows that a figure is computed from; null where the question asks for none, or they are not sure. */
export async function queryBasis(callTool: CallTool, resourceId: string, question: string): Promise<Basis | null> {
  if (figureAsked(question) === null) return null
  const queried = await callTool({ tool: 'sql_query', resourceId, input: { question, basis: true } })
  const answer = databaseAnswer.parse(queried.output)
  return answer.statement === null || answer.rows.length === 0 ? null : { callId: queried.callId, answer }
}

/** Has a figure computed from rows; each sentence cites the computation and the query. */
export async function computeFrom(
  callTool: CallTool,
  question: string,
  { callId, answer }: Basis,
): Promise<readonly Evidence[]> {
  const asked = figureAsked(question)
  const language = languageOf(question)
  const draft = asked === null ? null : draftFigure(asked.figure, answer.columns, wordingFor(language))
  if (answer.statement === null || answer.rows.length === 0 || asked === null || draft === null) return []
  const input = { ...draft, results: { rows: callId } }
  const computed = await callTool({ tool: 'compute', resourceId: null, input })
  const evidence = evidenceOfComputation(computed.output, answer, input, (table) =>
    toldFigure(asked.figure, answer.columns, table, language),
  )
  const place = placeOfBasis(answer, answer.statement)
  return [...evidence, ...evidence.map((item) => ({ ...item, place }))]
}

function placeOfBasis(answer: DatabaseAnswer, statement: string): Evidence['place'] {
  const {
    columns,
    rows,
    parameters,
    reading,
    declined: _declined,
    truncated: _truncated,
    statement: _,
    ...answered
  } = answer
  return queryPlaceOf(answered, { statement, parameters, reading }, { columns, rows })
}

type ComputedTable = NonNullable<ReturnType<typeof computation.parse>['table']>

/**
 * What code brought: a sentence for each row, or one for what is no table. All of them cite the computation as a whole.
 * @param tell says a whole table in one sentence; null where it cannot
 */
export function evidenceOfComputation(
  output: unknown,
  { resourceId, resourceName }: Pick<DatabaseAnswer, 'resourceId' | 'resourceName'>,
  input: CallRequest['input'],
  tell: (table: ComputedTable) => string | null = () => null,
): Evidence[] {
  const { table, value, at } = computation.parse(output)
  const answered = { resourceId, resourceName, at }
  const place = callPlaceOf(answered, { operation: 'compute', arguments: input }, output)
  const told = table === null ? JSON.stringify(value).slice(0, clipped) : tell(table)
  const sentences =
    told === null ? (table?.rows ?? []).slice(0, toldRows).map((row) => textOfRow(table?.columns ?? [], row)) : [told]
  return sentences
    .filter((sentence) => sentence !== '')
    .map((sentence) => ({ sentence, place, score: 1, reason: null }))
}
