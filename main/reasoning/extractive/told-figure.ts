import type { JsonValue } from '../../../contract/json'
import type { Language } from '../../../contract/language'
import { shownCell } from '../../../contract/report/report-rows'
import type { AskedFigure } from '../../language'
import { wordingFor } from '../wording'

/**
 * A figure of all rows together as a person would say it; null of one for each group or period, which a table shows, and
 * where a number is missing.
 * @param columns of the rows that it was computed from, by what they mean: what tells them apart first, the amount last
 * @param table what was computed
 */
export function toldFigure(
  figure: AskedFigure,
  columns: readonly string[],
  table: { readonly columns: readonly string[]; readonly rows: readonly (readonly JsonValue[])[] },
  language: Language,
): string | null {
  const [row, ...more] = table.rows
  if (row === undefined || more.length > 0 || isByGroup(figure, columns)) return null
  const numbers = row.map((cell) => (cell === null || cell === '' ? Number.NaN : Number(cell)))
  if (!numbers.every(Number.isFinite)) return null
  const [first = 0, second = 0, third = 0] = numbers
  const { told } = wordingFor(language).figures
  const write = (number: number, signDisplay: 'auto' | 'exceptZero' = 'auto'): string =>
    new Intl.NumberFormat(language, { maximumFractionDigits: 20, signDisplay }).format(shownCell(number))
  const [name = ''] = table.columns
  switch (figure.kind) {
    case 'correlation':
      return told.ofPairs(name, write(first), second)
    case 'growth': {
      const [before = '', after = ''] = figure.years ?? []
      const amounts = [
        { year: before, amount: write(first) },
        { year: after, amount: write(second) },
      ] as const
      return told.growth(columns.at(-1) ?? '', ...amounts, write(third, 'exceptZero'))
    }
    case 'trend':
      return told.trend(
        columns.at(-1) ?? '',
        columns[0] as 'year' | 'quarter' | 'month',
        write(first, 'exceptZero'),
        second,
      )
    default:
      return told.ofValues(name, write(first), second)
  }
}

function isByGroup(figure: AskedFigure, columns: readonly string[]): boolean {
  if (figure.kind === 'growth') return figure.years === null
  return figure.kind !== 'correlation' && figure.kind !== 'trend' && columns.length > 1
}
