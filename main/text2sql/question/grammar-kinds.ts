import type { Aggregate, Comparison, TimeGroup } from '../query/query'
import type { TextPattern } from './text-patterns'

/** What words of a question do, whatever the database. */
export type Grammar =
  | { readonly kind: 'howMany' }
  /** The sum of what is named behind, or of what its rows are worth. */
  | { readonly kind: 'howMuch' }
  /** What was paid, or is to be, where no column is called so. */
  | { readonly kind: 'money' }
  /** `hints`: words of columns that are meant. */
  | { readonly kind: 'howMeasured'; readonly hints: readonly string[] }
  | { readonly kind: 'compare' }
  | { readonly kind: 'aggregate'; readonly fn: Aggregate }
  | { readonly kind: 'each' }
  | { readonly kind: 'by' }
  | { readonly kind: 'unit'; readonly unit: TimeGroup['unit']; readonly isEach: boolean }
  /** Days of a week, of which 1 is Monday. */
  | { readonly kind: 'weekdays'; readonly days: readonly number[] }
  /** What time is counted in that nothing is grouped by. */
  | { readonly kind: 'elapsed'; readonly unit: 'hour' | 'minute' }
  | { readonly kind: 'top'; readonly descending: boolean }
  /** `hints`: words of columns that are meant where none is named (`longest`: length). */
  | {
      readonly kind: 'superlative'
      readonly descending: boolean
      readonly hints: readonly string[]
      readonly counts: boolean
      /** "The second highest": its place. */
      readonly nth?: number
    }
  | { readonly kind: 'comparison'; readonly op: Comparison; readonly hints: readonly string[] }
  | { readonly kind: 'between' }
  /** On one side of zero. */
  | { readonly kind: 'sign'; readonly op: '<' | '>' }
  | { readonly kind: 'not' }
  | { readonly kind: 'distinct' }
  | { readonly kind: 'share'; readonly percent: boolean }
  | { readonly kind: 'ratio' }
  | { readonly kind: 'sorted' }
  | { readonly kind: 'direction'; readonly descending: boolean }
  | { readonly kind: 'alphabetical' }
  | { readonly kind: 'and' }
  | { readonly kind: 'or' }
  | { readonly kind: 'list' }
  | { readonly kind: 'link'; readonly word: string }
  | { readonly kind: 'orEqual'; readonly more: boolean }
  /** A part of a name: "contains the word 'Ltd'". */
  | { readonly kind: 'pattern'; readonly op: TextPattern; readonly part: string }
  /** All that rows hold: "all information about". */
  | { readonly kind: 'everything' }
  /** What two columns make: "price times quantity". */
  | { readonly kind: 'formula'; readonly op: 'times' | 'minus' | 'per' }
  | { readonly kind: 'difference' }
  /** After the day by which it was to be done. */
  | { readonly kind: 'late'; readonly isEarly: boolean }
