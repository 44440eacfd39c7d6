import type { DraftHeading } from './draft'

/** A declared symbol whose end was not seen yet. */
interface OpenSymbol {
  readonly heading: DraftHeading
  readonly indent: number
  /** Where its members stand; null until the first line in it, undefined of what has no members. */
  inner: number | null | undefined
  end: number
}

/** What stands before the name of a type. */
const beforeType =
  /(?:^|[\s@])(?:class|interface|struct|enum|trait|impl|module|object|namespace|extension|protocol|record|mod|union)$/

/** What a line ends with that goes on below at the same indentation: `) error {`, `}: Props) => {`. */
const goesOn = /(?:[{([,=]|=>|->)\s*$/
const closes = /^(?:[})\]]|end\b)/
/** Lines at the indentation of a declaration that are part of it: an opened body, a clause, a label, a directive. */
const belongs: Readonly<Record<string, RegExp>> = {
  c: /^(?:\{|#|[\p{L}_]\w*:$)/u,
  rust: /^(?:\{|where\b)/,
  java: /^(?:\{|throws\b|extends\b|implements\b|where\b)/,
  javascript: /^(?:\{|[|&?:.=])/,
}
const opensBody = /^\{/

/** Marks that hold lines of a text that is no code, by language. */
const quotes: Readonly<Record<string, RegExp>> = {
  python: /"""|'''/g,
  javascript: /(?<!\\)`/g,
  go: /`/g,
}

/**
 * Symbols of a source by indentation: where each begins, with the comments, decorators and attributes right above it, and
 * where what it declares ends. Members are looked for one level inside types, and inside types within these.
 */
export class OpenSymbols {
  readonly #headings: DraftHeading[] = []
  readonly #open: OpenSymbol[] = []
  readonly #family: string
  #pendingStart: number | null = null
  /** Brackets that a decorator or an attribute above a declaration has left open. */
  #pendingDepth = 0
  /** The mark that ends a text of several lines; null outside of one. */
  #quote: string | null = null

  constructor(family: string) {
    this.#family = family
  }

  /**
   * Takes the next line, which stands at `start` and ends at `end`.
   * @param nameOf the symbol that a trimmed line declares, null where it declares none
   */
  read(line: string, start: number, end: number, nameOf: (text: string, isMember: boolean) => string | null): void {
    const text = line.trim()
    if (this.#quote !== null) {
      this.#keepOpen(end)
      this.#followQuotes(text)
      return
    }
    if (text === '') {
      if (this.#pendingDepth === 0) this.#pendingStart = null
      return
    }
    const indent = indentOf(line)
    if (this.#pendingDepth > 0) {
      this.#pendingDepth = Math.max(0, this.#pendingDepth + depthOf(text))
      return
    }
    if (isLeading(text) && !(this.#family === 'python' && isDocstring(text))) {
      this.#endBefore(indent)
      this.#pendingStart ??= start
      if (/^(?:@|#\[)/.test(text)) this.#pendingDepth = Math.max(0, depthOf(text))
      if (/^\/\*/.test(text) && !text.includes('*/')) this.#quote = '*/'
      this.#followQuotes(text)
      if (indent > (this.#open[0]?.indent ?? indent)) this.#keepOpen(end)
      return
    }
    if (this.#isPartOfLast(text, indent, end)) {
      this.#followQuotes(text)
      this.#pendingStart = null
      return
    }
    this.#endBefore(indent)
    const container = this.#open.at(-1)
    if (container?.inner === null) container.inner = indent
    const isMember = container !== undefined && indent === container.inner
    const symbol =
      this.#open.length === 0 && indent > 0 ? null : isMember || indent === 0 ? nameOf(text, isMember) : null
    this.#keepOpen(end)
    if (symbol !== null) {
      const heading = { level: this.#open.length + 1, text: symbol, start: this.#pendingStart ?? start }
      const isType = declaresType(text, symbol)
      this.#headings.push(heading)
      this.#open.push({ heading, indent, inner: isType ? null : undefined, end })
    }
    this.#followQuotes(text)
    this.#pendingStart = null
  }

  /** All symbols in their order; none is read after. */
  close(): DraftHeading[] {
    const ends = this.#ends
    for (const symbol of this.#open) ends.set(symbol.heading, symbol.end)
    return this.#headings.map((heading) => ({ ...heading, end: ends.get(heading) ?? heading.start }))
  }

  readonly #ends = new Map<DraftHeading, number>()

  #keepOpen(end: number): void {
    for (const symbol of this.#open) symbol.end = end
  }

  /** What is no deeper than `indent` has ended before this line. */
  #endBefore(indent: number): void {
    while (this.#open.length > 0 && this.#open.at(-1)!.indent >= indent) this.#pop()
  }

  #pop(): void {
    const symbol = this.#open.pop()
    if (symbol !== undefined) this.#ends.set(symbol.heading, symbol.end)
  }

  /** A line at the indentation of the last symbol that closes it, or that goes on with it. */
  #isPartOfLast(text: string, indent: number, end: number): boolean {
    while (this.#open.length > 0 && this.#open.at(-1)!.indent > indent) this.#pop()
    const last = this.#open.at(-1)
    if (last === undefined || last.indent !== indent) return false
    const isClosing = closes.test(text)
    if (!isClosing && !(belongs[this.#family] ?? opensBody).test(text)) return false
    this.#keepOpen(end)
    if (isClosing && !goesOn.test(text) && !(this.#family === 'python' && text.endsWith(':')) && !/^[)\]]$/.test(text))
      this.#pop()
    return true
  }

  #followQuotes(text: string): void {
    if (this.#quote === '*/') {
      if (text.includes('*/')) this.#quote = null
      return
    }
    if (this.#family === 'rust') {
      this.#quote = rustQuoteAfter(text, this.#quote)
      return
    }
    for (const [mark] of text.matchAll(quotes[this.#family] ?? /(?!)/g)) {
      if (this.#quote === null) this.#quote = mark
      else if (this.#quote === mark) this.#quote = null
    }
  }
}

function declaresType(text: string, symbol: string): boolean {
  const before = text.slice(0, text.indexOf(symbol)).trimEnd()
  return /^(?:unsafe\s+)?impl\b/.test(before) || beforeType.test(before)
}

/** The mark that ends a string of Rust that is still open behind a line; null where none is. */
function rustQuoteAfter(line: string, open: string | null): string | null {
  let quote = open
  for (let at = 0; at < line.length; at++) {
    if (quote !== null) {
      // Nothing is escaped in a raw string, whose mark is kept with its `r`.
      const end = quote.replace('r', '')
      if (quote === '"' && line[at] === '\\') at++
      else if (line.startsWith(end, at)) {
        at += end.length - 1
        quote = null
      }
      continue
    }
    if (line.startsWith('//', at)) return null
    const [whole, raw] = /^(?:r(#*)"|"|'(?:\\.|[^\\'])')/.exec(line.slice(at, at + 12)) ?? []
    if (whole === undefined) continue
    at += whole.length - 1
    if (!whole.startsWith("'")) quote = raw === undefined ? '"' : `r"${raw}`
  }
  return quote
}

/** Of Python the text of what stands above it: of a class, not of its first method. */
const isDocstring = (text: string): boolean => /^[rRuUbB]{0,2}(?:"""|''')/.test(text)

/** Comments, decorators and attributes. */
function isLeading(text: string): boolean {
  return /^(?:\/\/|\/\*|\*|#(?!include|define|if|endif|else|pragma|\w+\()|--|;;|"""|'''|@\p{L}|\[\p{Lu}|%)/u.test(text)
}

const depthOf = (text: string): number => (text.match(/[([{]/g)?.length ?? 0) - (text.match(/[)\]}]/g)?.length ?? 0)

function indentOf(line: string): number {
  let width = 0
  for (const char of line) {
    if (char === ' ') width++
    else if (char === '\t') width += 4
    else break
  }
  return width
}
