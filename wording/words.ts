import type { WrittenRule } from '../contract/calls/calls'
import type { ErrorCode } from '../contract/error-codes'
import type { ErrorShape } from '../contract/error-shape'
import type { Fact } from '../contract/facts'
import type { Language } from '../contract/language'
import type { Format } from './format'

/** What the words of one fact may use: numbers as the language writes them, and the words of facts inside it. */
export interface Speech {
  readonly language: Language
  readonly format: Format
  /** A fact in words. */
  fact(fact: Fact): string
  /** What went wrong, as a sentence. */
  error(error: ErrorShape): string
  /** What went wrong, where it follows a name: of files and resources a phrase that begins small. */
  errorPhrase(error: ErrorShape): string
  /** The sentence of an error of which only the code is known; null for what is no code. */
  errorOf(code: unknown): string | null
}

interface AnyFact {
  readonly kind: string
  readonly values: object
}

/** The words of a family of facts: a sentence or phrase for every kind, made of its values. */
export type Words<Family extends AnyFact> = {
  readonly [Kind in Family['kind']]: (
    values: Extract<Family, { readonly kind: Kind }>['values'],
    speech: Speech,
  ) => string
}

/** The words of every error, of its code and context. Its message is for logs; only what nobody foresaw quotes it. */
export type ErrorWords = {
  readonly [Code in ErrorCode]: (error: ErrorShape, speech: Speech) => string
}

/** How a language says what a rule does. */
export interface RuleWords {
  /** `isExact`: the pattern is one text alone. */
  readonly tool: (pattern: string, isExact: boolean) => string
  readonly server: (pattern: string, isExact: boolean) => string
  readonly resource: (pattern: string, isExact: boolean) => string
  readonly tiers: (tiers: readonly string[]) => string
  /** `isEvery`: all values at the path must match, not only one. */
  readonly argument: (path: string, pattern: string, isExact: boolean, isEvery: boolean) => string
  /** `calls`: which ones, each part one condition; none: all. */
  readonly whole: (decide: WrittenRule['decide'], calls: readonly string[], conditions: readonly string[]) => string
}
