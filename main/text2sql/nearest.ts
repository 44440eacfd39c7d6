import type { DeclinedQuestion } from '../../contract/databases/declined-question'
import type { Declined, Rival } from './answerable'
import type { Text2Sql } from './question-to-query'

/** Of so many words one may be unknown in a question that is about a database. */
const leastKnown = 4
/** Readings that are offered. */
const mostOffered = 3
/** A question of which more is unknown is about something else. */
const mostLeftOut = 3

/**
 * What a person may mean with a question that was declined: what it was declined between, or else what it asks without the
 * words that nothing in the database explains. None of it is asked by itself. Empty where nothing comes near.
 */
export function nearestReadings(text2sql: Text2Sql, question: string, declined: Declined): readonly Rival[] {
  if (declined.instead !== undefined) return declined.instead.slice(0, mostOffered)
  let { words } = declined
  let rest = question
  for (let leftOut = words.length; words.length > 0 && leftOut <= mostLeftOut; leftOut += words.length) {
    const shorter = without(rest, words)
    if (shorter === rest) return []
    rest = shorter
    const read = text2sql.read(rest)
    if (read.kind === 'query') return [read, ...read.rivals].filter(asksSomething).slice(0, mostOffered)
    if (read.instead !== undefined) return read.instead.filter(asksSomething).slice(0, mostOffered)
    words = read.words
  }
  return []
}

/**
 * Whether a question that was declined is about the database after all: all of its words are known there, or all but a few
 * and it can be read without them.
 */
export function isNear(question: string, { reason, words, instead }: DeclinedQuestion): boolean {
  switch (reason) {
    case 'explanation':
    case 'change':
    case 'tooLong':
      return false
    case 'noSubject':
      return instead.length > 0
    case 'unknownWords': {
      const isHan = /\p{Script=Han}/u.test(question)
      const length = (texts: readonly string[]): number =>
        isHan ? texts.join('').length : texts.flatMap((text) => text.split(/\s+/)).length
      return instead.length > 0 && length(words) * leastKnown <= length([question])
    }
    default:
      return true
  }
}

/** All rows of a table are what is left of many a question; nobody asked for them. */
const asksSomething = ({ query }: Rival): boolean =>
  query.measures.length + query.filters.length + query.related.length + query.having.length + query.order.length > 0 ||
  query.share !== null

/** A question without some of its words, whatever their capitals. */
function without(question: string, words: readonly string[]): string {
  const left = words.reduce((rest, word) => {
    const isHan = /\p{Script=Han}/u.test(word)
    const at = isHan ? rest.indexOf(word) : positionOf(rest, word)
    return at < 0 ? rest : `${rest.slice(0, at)}${isHan ? '' : ' '}${rest.slice(at + word.length)}`
  }, question)
  return left.replaceAll(/ {2,}/g, ' ').trim()
}

/** Where `word` stands as a word of its own; -1 where it does not. */
function positionOf(text: string, word: string): number {
  const [within, sought] = [text.toLowerCase(), word.toLowerCase()]
  const isLetter = (at: number): boolean => /[\p{L}\p{N}]/u.test(within[at] ?? '')
  for (let at = within.indexOf(sought); at >= 0; at = within.indexOf(sought, at + 1)) {
    if (!isLetter(at - 1) && !isLetter(at + sought.length)) return at
  }
  return -1
}
