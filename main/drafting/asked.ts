import type { JsonValue } from '../../contract/json'
import { contentWords } from '../language'
import { identifierWords } from '../text2sql'
import type { Mention } from './mentions'
import { type Topic, topicOf } from './topic'

/** A telling word of a question where it stands, and in the form in which it meets those of tools. */
interface AskedWord {
  readonly surface: string
  readonly start: number
  readonly end: number
  readonly canonical: readonly string[]
}

/** A question as arguments are taken from it: read once, for the tools of a service are hundreds. */
export interface Asked {
  readonly text: string
  readonly mentions: readonly Mention[]
  readonly words: readonly AskedWord[]
  /** In small letters, without those that a “not” stands before. */
  readonly affirmed: readonly string[]
  readonly topic: Topic | null
  /** Results of earlier calls, in which ids are looked for. */
  readonly earlier: readonly JsonValue[]
}

const negated = /\b(?:not|never|isn't|aren't|no longer)\s+\p{L}+/giu

export const askedOf = (text: string, mentions: readonly Mention[], earlier: readonly JsonValue[]): Asked => ({
  text,
  mentions,
  words: contentWords(text).map(({ surface, start, end }) => ({
    surface,
    start,
    end,
    canonical: identifierWords(surface),
  })),
  affirmed: contentWords(text.replace(negated, ' ')).map(({ surface }) => surface.toLowerCase()),
  topic: topicOf(text),
  earlier,
})
