/** What a reading of a question lacks. */
export class Unclear extends Error {
  constructor(
    readonly what: 'unread' | 'noSubject' | 'noMeasure' | 'noDate' | 'notJoined' | 'tooMuch' | 'outOfRange',
    readonly words: string,
  ) {
    super(`${what}: ${words}`)
  }
}
