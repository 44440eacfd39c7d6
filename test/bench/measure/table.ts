export interface Figure {
  readonly what: string
  readonly ours: string
  readonly theirs: string
  readonly value: number
  /** What the figure has to keep to. */
  readonly goal: { readonly atMost: number } | { readonly atLeast: number } | null
}

const isKept = ({ value, goal }: Figure): boolean =>
  goal === null || ('atMost' in goal ? value <= goal.atMost : value >= goal.atLeast)

/** Prints a table for people, then one line of JSON. Answers 0 where every goal is kept, else 1. */
export function printFigures(benchmark: string, figures: readonly Figure[]): number {
  const rows = figures.map((figure) => ({
    figure: figure.what,
    Quarry: figure.ours,
    other: figure.theirs,
    value: Number(figure.value.toPrecision(3)),
    goal: figure.goal === null ? '' : 'atMost' in figure.goal ? `≤ ${figure.goal.atMost}` : `≥ ${figure.goal.atLeast}`,
    kept: figure.goal === null ? '' : isKept(figure) ? 'yes' : 'NO',
  }))
  console.table(rows)
  console.log(JSON.stringify({ benchmark, figures: figures.map((figure) => ({ ...figure, kept: isKept(figure) })) }))
  return figures.every(isKept) ? 0 : 1
}

export const ms = (value: number): string => `${value.toPrecision(3)} ms`
