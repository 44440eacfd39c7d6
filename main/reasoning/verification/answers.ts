import type { AnswerPlace } from '../../../contract/report/place'
import { textOfRow } from '../../../contract/report/report-rows'
import { figuresOf, negationsIn } from '../../language'
import { namesIn, type RulesVerdict } from './rules'

/** Values of the answer that are meant (the cited row, or all that is kept), and what they are values of. */
interface Contents {
  readonly values: readonly string[]
  readonly context: readonly string[]
  /** False where the answer has more than what is looked at. */
  readonly isWhole: boolean
}

/** Names and values of a JSON value, each as text. */
function leavesOf(value: unknown): { names: string[]; values: string[] } {
  if (value === null || typeof value !== 'object') return { names: [], values: value === null ? [] : [String(value)] }
  const inner = Object.values(value).map(leavesOf)
  return {
    names: [...(Array.isArray(value) ? [] : Object.keys(value)), ...inner.flatMap(({ names }) => names)],
    values: inner.flatMap(({ values }) => values),
  }
}

function contentsOf(place: AnswerPlace): Contents {
  if (place.kind === 'call') {
    const { names, values } = leavesOf(place.value)
    const sent = leavesOf(place.arguments)
    const context = [place.resourceName, place.operation, place.pointer, ...names, ...sent.names, ...sent.values]
    return { values, context, isWhole: true }
  }
  const rows =
    place.row === null ? place.rows : place.rows.slice(place.row - place.firstRow, place.row - place.firstRow + 1)
  return {
    values: rows.flatMap((row) => leavesOf(row).values),
    context: [
      place.resourceName,
      place.statement,
      ...leavesOf(place.parameters).values,
      ...place.columns,
      String(place.totalRows),
    ],
    isWhole: place.row !== null || place.rows.length === place.totalRows,
  }
}

/** Whether a sentence says of a row that holds nothing just that. */
function isEmptyRow(place: AnswerPlace, sentence: string): boolean {
  if (place.kind !== 'query' || place.row === null) return false
  const cells = place.rows[place.row - place.firstRow] ?? []
  return cells.length > 0 && cells.every((cell) => cell === null) && sentence === textOfRow(place.columns, cells)
}

/** What was asked and answered as one text, for sentences that cite a source beside it. */
export function textOfAnswer(place: AnswerPlace): string {
  const { values, context } = contentsOf(place)
  return [...context, ...values].join('\n')
}

/** What rounding may take from a value, as a share of it. */
const mostRounded = 0.02

/** Whether a figure says this number: the same, or rounded to as many decimals as the sentence gives. */
function says(figure: string, value: number): boolean {
  const [said, size] = [Number(figure), Math.abs(value)]
  const decimals = Math.min(15, figure.split('.')[1]?.length ?? 0)
  return size.toFixed(decimals) === said.toFixed(decimals) && Math.abs(size - said) <= mostRounded * size
}

/** Words of a text in one spelling: `seasonal_performance factor` and `Seasonal performance factor` are alike. */
function plain(text: string): string {
  return text.toLowerCase().replace(/[\s_-]+/g, ' ')
}

/**
 * Checks a sentence against the stored answers that it cites: each of its figures must be a value there (or stand in
 * what was asked), its names too, and at least one value must be in the sentence.
 */
export function checkAgainstAnswers(sentence: string, places: readonly AnswerPlace[]): RulesVerdict {
  const contents = places.map(contentsOf)
  const values = contents.flatMap((item) => item.values)
  const context = contents.flatMap((item) => item.context)
  const numbers = values.filter((value) => value.trim() !== '' && Number.isFinite(Number(value))).map(Number)
  const inText = new Set([...values, ...context].flatMap((text) => figuresOf(text)).map(({ value }) => value))
  const figures = figuresOf(sentence)
  const isKnown = ({ value }: { value: string }): boolean =>
    inText.has(value) || numbers.some((number) => says(value, number))
  const foreign = figures.filter((figure) => !isKnown(figure))
  const spoken = plain(sentence)
  const named = values.filter((value) => /\p{L}/u.test(value) && value.length > 1 && spoken.includes(plain(value)))
  if (foreign.length > 0) {
    const isSameMatter = named.length > 0 && numbers.length > 0 && contents.every(({ isWhole }) => isWhole)
    const surfaces = foreign.map(({ surface }) => surface)
    return {
      verdict: isSameMatter ? 'contradicted' : 'insufficient',
      reason: { kind: 'numbersNotCited', values: { numbers: surfaces } },
    }
  }
  const known = plain([...values, ...context].join('\n'))
  const names = namesIn(sentence).filter((name) => !known.includes(plain(name)))
  if (names.length > 0) return { verdict: 'insufficient', reason: { kind: 'namesNotCited', values: { names } } }
  const isValue = ({ value }: { value: string }): boolean => numbers.some((number) => says(value, number))
  if (named.length === 0 && !figures.some(isValue) && !places.some((place) => isEmptyRow(place, sentence)))
    return { verdict: 'insufficient', reason: { kind: 'notInAnswer', values: {} } }
  if (negationsIn(sentence) % 2 !== 0 && negationsIn([...context, ...values].join(' ')) === 0)
    return { verdict: 'insufficient', reason: { kind: 'denied', values: {} } }
  return { verdict: 'supported', reason: { kind: 'answerFound', values: {} } }
}
