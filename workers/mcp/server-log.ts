import type { McpNotice, ServerLogLine } from '../../contract/resources/mcp'
import { shownText } from '../../contract/shown-text'
import { clip } from '../documents/clean'
import { redactText } from '../secrets/redact'

/** Lines are handed on together, so often at most. */
const everyMs = 250
/** Of those that come in between, these at most; the first of more are left out. */
const linesAtOnce = 60
const maxLineLength = 1000
/** Shorter values stand in too many words that are no secret. */
const leastSecretLength = 5

/**
 * What a server says beside its answers. A server that floods it loses lines, and nobody else anything. Secrets go before a
 * line leaves this process: those that the server was given, and what looks like one.
 */
export class ServerLog {
  readonly #notify: (notice: McpNotice) => void
  readonly #now: () => string
  #secrets: readonly string[] = []
  #waiting: ServerLogLine[] = []
  #leftOut = 0
  #timer: NodeJS.Timeout | undefined
  #partial = ''

  constructor(notify: (notice: McpNotice) => void, now = () => new Date().toISOString()) {
    this.#notify = notify
    this.#now = now
  }

  /** Values that are masked from now on. */
  keepSecret(values: readonly string[]): void {
    this.#secrets = values.filter(({ length }) => length >= leastSecretLength).toSorted((a, b) => b.length - a.length)
  }

  /** A piece of its error output, which may end in the middle of a line. */
  hear(chunk: string): void {
    const lines = (this.#partial + chunk).split('\n')
    this.#partial = lines.pop() ?? ''
    if (this.#partial.length > maxLineLength * 4) {
      lines.push(this.#partial)
      this.#partial = ''
    }
    for (const line of lines) this.add('stderr', line)
  }

  add(source: ServerLogLine['source'], text: string): void {
    if (text.trim() === '') return
    this.#waiting.push({ at: this.#now(), source, text: text.slice(0, maxLineLength * 4) })
    if (this.#waiting.length > linesAtOnce) {
      this.#waiting.shift()
      this.#leftOut++
    }
    this.#timer ??= setTimeout(() => this.flush(), everyMs)
  }

  /** Hands on what waits. */
  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#waiting.length === 0) return
    const [waiting, leftOut] = [this.#waiting, this.#leftOut]
    this.#waiting = []
    this.#leftOut = 0
    // All at once: a private key has many lines.
    const texts = this.masked(waiting.map(({ text }) => text.replace(/\n/g, ' ')).join('\n')).split('\n')
    const lines = waiting.map((line, at) => ({ ...line, text: clip((texts[at] ?? '').trimEnd(), maxLineLength) }))
    this.#notify({ kind: 'said', lines, leftOut })
  }

  /** Text of the server as it may leave this process. */
  masked(text: string): string {
    const known = this.#secrets.reduce((all, value) => all.replaceAll(value, '•'.repeat(8)), shownText(text))
    return redactText(known, 'settings', []).text
  }
}
