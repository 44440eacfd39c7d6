import type { Fact } from '../contract/facts'
import type { Language } from '../contract/language'
import type { Format } from './format'

/** What the words of one fact may use: numbers as the language writes them, and the words of facts inside it. */
export interface Speech {
  readonly language: Language
  readonly format: Format
  /** A fact in words. */
  fact(fact: Fact): string
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
