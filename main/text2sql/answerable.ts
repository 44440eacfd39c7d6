import type { DeclinedQuestion } from '../../contract/databases/declined-question'
import type { Query } from './query/query'
import type { Statement } from './query/statement'
import type { SecondFigure } from './query/two-figures'

/** Why a question is not made into a query. `words`: those that it fails on. */
export interface Declined {
  readonly kind: 'declined'
  readonly reason: DeclinedQuestion['reason']
  readonly words: readonly string[]
  readonly held?: DeclinedQuestion['held']
  /** What it may mean, where that is known and not for certain; the likeliest first. */
  readonly instead?: readonly Rival[]
}

export interface Answerable {
  readonly kind: 'query'
  readonly query: Query
  /** The figure that `query`'s is divided by, or that is taken from it. */
  readonly second: SecondFigure | null
  readonly statement: Statement
  /** 0..1. */
  readonly sureness: number
  /** Finding nothing is no answer: several conditions or tables meet in what rules read. */
  readonly mayBeMisread: boolean
  /** Readings that are nearly as likely: where their answers differ, nobody knows which is meant. */
  readonly rivals: readonly Rival[]
}

export type Rival = Pick<Answerable, 'query' | 'second' | 'statement'>

/** Reads a question that asks for one figure. */
export type ReadQuestion = (question: string) => Answerable | Declined
