/** What a session asks and plans in the language of its question: rows keep it, and a person edits it. */
export interface Wording {
  readonly ask: {
    readonly onTheme: readonly ((theme: string) => string)[]
    readonly narrowed: readonly ((subject: string, theme: string) => string)[]
  }
  readonly plan: {
    readonly direct: string
    readonly background: (subject: string) => string
    readonly compare: string
    /** Title of a step that calculates a figure. */
    readonly calculate: string
    /** Title of a step that looks again, with fewer words, for what the step of this title did not find. */
    readonly wider: (title: string) => string
    readonly join: (names: readonly string[]) => string
  }
  /** Where a symbol of code is declared; lines are 1-based. */
  readonly code: { readonly located: (symbol: string, path: string, from: number, to: number) => string }
  /** What calls wrote. */
  readonly files: {
    readonly saved: (name: string, bytes: number) => string
    readonly changed: (name: string, added: number, removed: number) => string
  }
  /** Columns of what is computed from values of a column. */
  readonly figures: Readonly<Record<'median' | 'stdev' | 'variance', (of: string) => string>> & {
    readonly quantile: (of: string, percent: number) => string
    readonly correlation: (left: string, right: string) => string
    readonly growth: (of: string) => string
    readonly trend: (of: string, period: 'year' | 'quarter' | 'month') => string
    readonly values: string
    /** A figure of all rows together. Numbers are written already, changes with their sign; `figure` is the name of its column. */
    readonly told: {
      readonly ofValues: (figure: string, value: string, count: number) => string
      readonly ofPairs: (figure: string, value: string, count: number) => string
      readonly growth: (of: string, before: YearAmount, after: YearAmount, percent: string) => string
      readonly trend: (of: string, period: 'year' | 'quarter' | 'month', change: string, count: number) => string
    }
  }
}

interface YearAmount {
  readonly year: string
  readonly amount: string
}
