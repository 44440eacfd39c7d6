import type { DeclinedQuestion } from '../../../contract/databases/declined-question'

/** What a reading of a question lacks. */
export class Unclear extends Error {
  constructor(
    readonly what: 'unread' | 'noSubject' | 'noMeasure' | 'noDate' | 'notJoined' | 'tooMuch' | 'outOfRange',
    readonly words: string,
    readonly held?: DeclinedQuestion['held'],
  ) {
    super(`${what}: ${words}`)
  }
}
