import type { QueryReading } from '../../../contract/databases/query-reading'
import { type AskedFigure, figureAsked } from '../../language'
import type { Answerable, Declined } from '../answerable'
import { toldReading } from '../query/told-reading'
import type { Text2Sql } from '../question-to-query'

/**
 * The query for the rows that a figure is computed from: values instead of their mean, or amounts by period. Declined where
 * the rules read the question otherwise, or could read it in more than one way.
 */
export function basisOf(text2sql: Text2Sql, question: string): Answerable | Declined {
  const asked = figureAsked(question)
  if (asked === null) return { kind: 'declined', reason: 'noMeasure', words: [] }
  const read = text2sql.read(asked.base)
  if (read.kind === 'declined') return read
  const { of, per } = toldReading(read).values
  if (read.rivals.length > 0) return { kind: 'declined', reason: 'ambiguous', words: [] }
  const basis = per === null && isPlain(of) ? basisReading(asked.figure, of) : null
  if (basis === null) return { kind: 'declined', reason: 'noMeasure', words: [] }
  return text2sql.queryOf({ kind: 'queryRead', values: { of: basis, per: null } })
}

const isPlain = ({ having, limit, isCountOfGroups, share, shown, order }: QueryReading): boolean =>
  having.length + shown.length + order.length === 0 && limit === null && !isCountOfGroups && share === null

function basisReading({ kind }: AskedFigure, of: QueryReading): QueryReading | null {
  const { measures, groups } = of
  if (kind === 'growth' || kind === 'trend') {
    const [group, ...more] = groups
    return measures.length === 1 && more.length === 0 && group !== undefined && group.unit !== null ? of : null
  }
  const values = measures.flatMap(({ fn, table, column, distinct }) =>
    fn === 'avg' && column !== null && !distinct ? [{ table, column }] : [],
  )
  const [first, second] = values
  const isPair = kind === 'correlation'
  if (values.length !== measures.length || values.length !== (isPair ? 2 : 1)) return null
  if (isPair && (groups.length > 0 || (first!.table === second!.table && first!.column === second!.column))) return null
  if (groups.some(({ unit }) => unit !== null)) return null
  return {
    ...of,
    measures: [],
    groups: [],
    shown: [...groups.map(({ table, column }) => ({ table, column })), ...values],
  }
}
