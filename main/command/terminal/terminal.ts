import type { ErrorShape } from '../../../contract/error-shape'
import { QuarryError } from '../../../contract/errors'
import type { Language } from '../../../contract/language'
import { shownJson, shownLine, shownText } from '../../../contract/shown-text'
import { type Speech, speechIn } from '../../../wording'
import { wordsIn } from '../words'
import type { TerminalWords } from '../words/en'

/** Progress for people, on stderr: a line that renews itself on a terminal, plain lines elsewhere. */
export class ProgressLine {
  /** Says facts and errors in the language of the terminal. */
  speech: Speech = speechIn('en')
  words: TerminalWords = wordsIn('en')
  #last = ''
  #lastAt = 0
  readonly #live = process.stderr.isTTY === true
  /** Between two plain lines where stderr is no terminal, in milliseconds. */
  readonly #plainIntervalMs = 2000

  speakIn(language: Language): void {
    this.speech = speechIn(language)
    this.words = wordsIn(language)
  }

  show(text: string): void {
    const line = shownText(text)
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
    const line = shownText(text)
    process.stderr.write(this.#live ? `\r\x1b[2K${line}\n` : `${line}\n`)
    this.#last = ''
  }

  /** What went wrong and what to do; of something that has a name in one line, else with the message of the logs below. */
  sayError(error: ErrorShape, name?: string): void {
    const { colon, stop, space } = this.words.said
    const remedy = error.remedy === undefined ? '' : `${space}${this.speech.fact(error.remedy)}`
    const what =
      name === undefined ? this.speech.error(error) : `${shownLine(name)}${colon}${this.speech.errorPhrase(error)}`
    this.say(`${what}${/[.。”]$/.test(what) ? '' : stop}${remedy}`)
    if (name === undefined && error.code !== 'internal') this.say(`  ${error.code}: ${shownLine(error.message)}`)
  }

  end(): void {
    if (this.#live && this.#last !== '') process.stderr.write('\r\x1b[2K')
    this.#last = ''
  }
}

/**
 * Writes a result to stdout and waits until it is taken, so that a pipe gets everything before the process ends.
 * @param clearing an escape sequence to be written before it
 */
export const printResult = (text: string, clearing = ''): Promise<void> => write(clearing + shownText(text))

/** @param indent spaces of each level; left out, all is one line */
export const printJson = (value: unknown, indent?: number): Promise<void> =>
  write(shownJson(JSON.stringify(value, null, indent)))

/** Whoever read the results has read enough, as `head` does: nobody is there to be told anything. */
export class ReaderGone extends Error {}

async function write(text: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    process.stdout.write(text.endsWith('\n') ? text : `${text}\n`, (error) => {
      if (!error) resolve()
      else if ((error as NodeJS.ErrnoException).code === 'EPIPE') reject(new ReaderGone())
      else reject(new QuarryError('export.failed', `stdout: ${error.message}`, { cause: error }))
    })
  })
}
