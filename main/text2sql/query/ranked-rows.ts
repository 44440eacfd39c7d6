import type { Query } from './query'

/** A SELECT whose rows are ranked, in its parts. */
export interface Ranked {
  /** What its columns are called. */
  readonly names: readonly string[]
  readonly select: string
  /** What the rank begins anew for, and what that is called; empty: nothing. */
  readonly partition: readonly { readonly by: string; readonly name: string }[]
  readonly by: string
  /** From FROM on. */
  readonly rest: readonly string[]
  /** False: equal rows are one answer, in no order. */
  readonly isOfRows: boolean
  readonly quote: (name: string) => string
}

/** The rows of the first `limit` places, those of one rank together, or of the `nth` place, where equal rows share one. */
export function rowsOfPlaces(
  { limit, nth }: Pick<Query, 'limit' | 'nth'>,
  { names, select, partition, by, rest, isOfRows, quote }: Ranked,
): string {
  // A table may have a column of that name.
  let place = 'place'
  while (names.includes(place)) place += '_'
  const parts = partition.map((part) => part.by).join(', ')
  const over = `${parts === '' ? '' : `PARTITION BY ${parts} `}ORDER BY ${by}`
  const sorted = [...partition.map(({ name }) => quote(name)), quote(place)]
  return [
    `SELECT ${isOfRows ? '' : 'DISTINCT '}${names.map(quote).join(', ')} FROM (`,
    `SELECT ${select}, ${nth === null ? 'RANK()' : 'DENSE_RANK()'} OVER (${over}) AS ${quote(place)}`,
    ...rest,
    `) ranked WHERE ${quote(place)} ${nth === null ? `<= ${limit}` : `= ${nth}`}`,
    ...(isOfRows ? [`ORDER BY ${sorted.join(', ')}`] : []),
  ].join('\n')
}
