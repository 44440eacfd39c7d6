/** Characters in which the bracket that closes an option is looked for. */
const longestOption = 1000

const commandName = /[A-Za-z@]+\*?/y
const blanks = /[ \t]*/y
const emptyLines = /\n[ \t]*\n\s*/y

/** TeX as it is written, and how far it was read. */
export class TexSource {
  at = 0
  readonly #text: string
  /** Where each brace that is opened is closed again. */
  #closing: ReadonlyMap<number, number> | null = null
  /** Where what was looked for stands next. */
  readonly #found = new Map<string, number>()

  constructor(text: string) {
    this.#text = text
  }

  get character(): string | undefined {
    return this.#text[this.at]
  }

  /** What matches here, and is read with that; null where nothing does. `pattern` is sticky. */
  match(pattern: RegExp): string | null {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.#text)?.[0] ?? null
    this.at += found?.length ?? 0
    return found
  }

  /** Whether this stands here; it is read with that. */
  take(text: string): boolean {
    const isHere = this.#text.startsWith(text, this.at)
    if (isHere) this.at += text.length
    return isHere
  }

  skipBlanks(): void {
    this.match(blanks)
  }

  /** Whether this stands here, spaces before it apart. */
  isBefore(text: string): boolean {
    blanks.lastIndex = this.at
    return this.#text.startsWith(text, this.at + (blanks.exec(this.#text)?.[0].length ?? 0))
  }

  /** Whether a line ends here and an empty one follows; the line's end is read either way. */
  takeEmptyLines(): boolean {
    if (this.match(emptyLines) !== null) return true
    this.at++
    return false
  }

  /** A comment goes to the first text of the next line, where that is not empty. */
  skipComment(): void {
    this.at = endOfLine(this.#text, this.at)
    const next = this.at
    if (this.match(emptyLines) !== null) this.at = next
    else {
      this.at++
      this.skipBlanks()
    }
  }

  /** The name of a command behind its backslash. Spaces after one in letters only end it. */
  name(): string {
    const letters = this.match(commandName)
    if (letters !== null) {
      this.skipBlanks()
      return letters
    }
    return this.#text[this.at++] ?? ''
  }

  /** The text of the braces that open here; null where they are not closed: then the brace alone is read. */
  braces(): string | null {
    const closing = this.#closingOf().get(this.at)
    const inner = closing === undefined ? null : this.#text.slice(this.at + 1, closing)
    this.at = (closing ?? this.at) + 1
    return inner
  }

  /** The text of the brackets that follow; null, with nothing read, where none do. */
  brackets(): string | null {
    if (!this.isBefore('[')) return null
    const before = this.at
    this.skipBlanks()
    const inner = this.#toBracket()
    if (inner === null) this.at = before
    return inner
  }

  #toBracket(): string | null {
    const closing = this.#closingOf()
    const end = Math.min(this.#text.length, this.at + longestOption)
    for (let at = this.at + 1; at < end; at++) {
      const character = this.#text[at]
      if (character === '\\') at++
      else if (character === '{') at = closing.get(at) ?? at
      else if (character === '}' || (character === '\n' && this.#text[at + 1] === '\n')) return null
      else if (character === ']') {
        const inner = this.#text.slice(this.at + 1, at)
        this.at = at + 1
        return inner
      }
    }
    return null
  }

  /** All up to `end` within this paragraph; null, with nothing read, where that does not stand in it. */
  formula(end: string): string | null {
    const found = this.#next(end)
    const paragraph = this.#next('\n\n')
    if (found === -1 || (paragraph !== -1 && paragraph < found)) return null
    const source = this.#text.slice(this.at, found)
    this.at = found + end.length
    return source
  }

  through(end: string): string {
    const found = this.#next(end)
    const raw = this.#text.slice(this.at, found === -1 ? undefined : found)
    this.at = found === -1 ? this.#text.length : found + end.length
    return raw
  }

  delimited(): string {
    const end = this.character ?? ''
    const line = endOfLine(this.#text, this.at)
    const found = this.#text.slice(this.at + 1, line).indexOf(end)
    if (end === '' || found === -1) return ''
    const raw = this.#text.slice(this.at + 1, this.at + 1 + found)
    this.at += found + 2
    return raw
  }

  /** Where this stands next and no backslash escapes it; looked for anew only behind the last find. */
  #next(text: string): number {
    const known = this.#found.get(text)
    if (known !== undefined && (known === -1 || known >= this.at)) return known
    let found = this.#text.indexOf(text, this.at)
    while (found !== -1 && isEscaped(this.#text, found)) found = this.#text.indexOf(text, found + 1)
    this.#found.set(text, found)
    return found
  }

  #closingOf(): ReadonlyMap<number, number> {
    this.#closing ??= closingBraces(this.#text)
    return this.#closing
  }
}

function closingBraces(text: string): ReadonlyMap<number, number> {
  const closing = new Map<number, number>()
  const open: number[] = []
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '\\') at++
    else if (character === '%') at = endOfLine(text, at)
    else if (character === '{') open.push(at)
    else if (character === '}') {
      const opened = open.pop()
      if (opened !== undefined) closing.set(opened, at)
    }
  }
  return closing
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0
  while (text[at - 1 - backslashes] === '\\') backslashes++
  return backslashes % 2 === 1
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end === -1 ? text.length : end
}
