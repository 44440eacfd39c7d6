/** What is taken of the library that statistics are made with. */
export interface StatisticsLibrary {
  sum(values: readonly number[]): number
  mean(values: readonly number[]): number
  medianSorted(sorted: readonly number[]): number
  sampleVariance(values: readonly number[]): number
  sampleCorrelation(xs: readonly number[], ys: readonly number[]): number
  linearRegression(pairs: readonly (readonly number[])[]): { readonly m: number; readonly b: number }
}

/**
 * Statistics over cells of tables: empty cells are passed over, numbers in texts are numbers, anything else is an error.
 * This function runs inside the sandbox, as its own text: it names nothing that stands around it.
 */
export function statistics(library: StatisticsLibrary) {
  const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === ''
  const numberOf = (value: unknown): number => {
    const isWritten = typeof value === 'string' && /^ *[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)? *$/i.test(value)
    const number = isWritten ? Number(value) : value
    if (typeof number === 'number' && Number.isFinite(number)) return number
    throw new TypeError(`“${String(value).slice(0, 40)}” is not a number.`)
  }
  const numbers = (values: readonly unknown[]): number[] => {
    if (!Array.isArray(values)) throw new TypeError('A list of numbers is needed.')
    return values.filter((value) => !isEmpty(value)).map(numberOf)
  }
  const some = (values: readonly unknown[], least = 1): number[] => {
    const found = numbers(values)
    if (found.length >= least) return found
    throw new RangeError(`At least ${least} numbers are needed; there are ${found.length}.`)
  }
  const sorted = (values: readonly unknown[]): number[] => some(values).sort((a, b) => a - b)
  const pairs = (xs: readonly unknown[], ys: readonly unknown[], least: number): number[][] => {
    if (xs.length !== ys.length) throw new RangeError('Both lists must be equally long.')
    const both = xs.flatMap((x, at) => (isEmpty(x) || isEmpty(ys[at]) ? [] : [[numberOf(x), numberOf(ys[at])]]))
    if (both.length >= least) return both
    throw new RangeError(`At least ${least} pairs of numbers are needed; there are ${both.length}.`)
  }
  const percentChange = (from: unknown, to: unknown): number => {
    const [before, after] = [numberOf(from), numberOf(to)]
    if (before === 0) throw new RangeError('A change from 0 has no percentage.')
    return ((after - before) / Math.abs(before)) * 100
  }
  return {
    numbers,
    count: (values: readonly unknown[]): number => numbers(values).length,
    sum: (values: readonly unknown[]): number => library.sum(numbers(values)),
    mean: (values: readonly unknown[]): number => library.mean(some(values)),
    min: (values: readonly unknown[]): number => sorted(values)[0] as number,
    max: (values: readonly unknown[]): number => sorted(values).pop() as number,
    median: (values: readonly unknown[]): number => library.medianSorted(sorted(values)),
    /** As `percentile_cont` of SQL has it: between two values by distance. @param share 0..1 */
    quantile(values: readonly unknown[], share: number): number {
      if (!(share >= 0 && share <= 1)) throw new RangeError('A quantile is between 0 and 1.')
      const list = sorted(values)
      const at = (list.length - 1) * share
      const below = list[Math.floor(at)] as number
      return below + ((list[Math.ceil(at)] as number) - below) * (at - Math.floor(at))
    },
    /** Of a sample: divided by one less than there are values. */
    variance: (values: readonly unknown[]): number => library.sampleVariance(some(values, 2)),
    stdev: (values: readonly unknown[]): number => Math.sqrt(library.sampleVariance(some(values, 2))),
    /** Pearson's. Pairs with an empty cell are passed over. */
    correlation(xs: readonly unknown[], ys: readonly unknown[]): number {
      const both = pairs(xs, ys, 3)
      const [left, right] = [both.map(([x]) => x as number), both.map(([, y]) => y as number)]
      if (left.every((x) => x === left[0]) || right.every((y) => y === right[0]))
        throw new RangeError('Values that are all equal correlate with nothing.')
      return library.sampleCorrelation(left, right)
    },
    /** The straight line that fits best. */
    regression(xs: readonly unknown[], ys: readonly unknown[]): { slope: number; intercept: number } {
      const both = pairs(xs, ys, 2)
      if (both.every(([x]) => x === both[0]?.[0])) throw new RangeError('A line needs two different x.')
      const { m, b } = library.linearRegression(both)
      return { slope: m, intercept: b }
    },
    percentChange,
    /** The change from each value to the next, in percent. */
    growth: (values: readonly unknown[]): number[] => {
      const list = some(values, 2)
      return list.slice(1).map((value, at) => percentChange(list[at], value))
    },
    /** A column of a table, as a list. */
    column(rows: readonly Readonly<Record<string, unknown>>[], name: string): unknown[] {
      if (rows.length > 0 && !rows.some((row) => Object.hasOwn(row, name)))
        throw new RangeError(`There is no column “${name}”.`)
      return rows.map((row) => row[name] ?? null)
    },
    /** Rows with the same values of a column, or of several, in the order in which these come. */
    groupBy<Row extends Readonly<Record<string, unknown>>>(rows: readonly Row[], names: string | readonly string[]) {
      const of = typeof names === 'string' ? [names] : names
      const groups = new Map<string, { key: unknown; rows: Row[] }>()
      for (const row of rows) {
        const keys = of.map((name) => row[name] ?? null)
        const written = JSON.stringify(keys)
        const group = groups.get(written)
        if (group === undefined) groups.set(written, { key: typeof names === 'string' ? keys[0] : keys, rows: [row] })
        else group.rows.push(row)
      }
      return [...groups.values()]
    },
    round: (value: number, digits = 0): number => Number(`${Math.round(Number(`${value}e${digits}`))}e-${digits}`),
  }
}
