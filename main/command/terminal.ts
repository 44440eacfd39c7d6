import { stripVTControlCharacters } from 'node:util'
import type { ErrorShape } from '../../contract/errors'
import { type Speech, speechIn } from '../../wording'

/** Progress for people, on stderr: a line that renews itself on a terminal, plain lines elsewhere. */
export class ProgressLine {
  /** Says facts and errors in the language of the terminal. */
  speech: Speech = speechIn('en')
  #last = ''
  #lastAt = 0
  readonly #live = process.stderr.isTTY === true
  /** Between two plain lines where stderr is no terminal, in milliseconds. */
  readonly #plainIntervalMs = 2000

  show(text: string): void {
    const line = printable(text)
    if (line === this.#last) return
    if (this.#live) {
      const width = process.stderr.columns ?? 80
      process.stderr.write(`\r\x1b[2K${line.slice(0, width - 1)}`)
    } else if (Date.now() - this.#lastAt >= this.#plainIntervalMs || this.#last === '') {
      process.stderr.write(`${line}\n`)
      this.#lastAt = Date.now()
    }
    this.#last = line
  }

  /** A line that stays. */
  say(text: string): void {
    const line = printable(text)
    process.stderr.write(this.#live ? `\r\x1b[2K${line}\n` : `${line}\n`)
    this.#last = ''
  }

  /** What went wrong and what to do; of what was named, in one line. */
  sayError(error: ErrorShape, name?: string): void {
    const remedy = error.remedy === undefined ? '' : ` ${this.speech.fact(error.remedy)}`
    if (name !== undefined) this.say(`${name}: ${this.speech.errorPhrase(error)}.${remedy}`.replace(/([.。])\./, '$1'))
    else {
      this.say(`${this.speech.error(error)}${remedy}`)
      // As it stands in logs: what the words leave out.
      if (error.code !== 'internal') this.say(`  ${error.code}: ${error.message}`)
    }
  }

  end(): void {
    if (this.#live && this.#last !== '') process.stderr.write('\r\x1b[2K')
    this.#last = ''
  }
}

/** Names of files and titles are other people's text: no escape sequence of theirs reaches the terminal. */
export function printable(text: string): string {
  return stripVTControlCharacters(text).replace(/(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '\ufffd')
}

/** Writes a result to stdout and waits until it is taken, so that a pipe gets everything before the process ends. */
export async function printResult(text: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    process.stdout.write(text.endsWith('\n') ? text : `${text}\n`, (error) => (error ? reject(error) : resolve()))
  })
}
