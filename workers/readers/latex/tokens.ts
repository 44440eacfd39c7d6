import { TexSource } from './source'

/** What TeX reads: a command, a brace, a stretch of mathematics as it is written, or text. */
export type TexToken =
  | { readonly kind: 'command'; readonly name: string }
  | { readonly kind: 'open' | 'close' | 'tab' | 'paragraph' }
  | { readonly kind: 'math'; readonly source: string; readonly isDisplay: boolean }
  | { readonly kind: 'text'; readonly text: string }

/** A command that the document defines. */
export interface Definition {
  readonly arguments: number
  /** Of the first argument, where it may be left out. */
  readonly preset: string | null
  readonly body: string
}

/** Characters that definitions may write, for each of the file: two that call each other twice would write for ever. */
const writtenPerCharacter = 2
const leastWritten = 10_000
/** Definitions within definitions. */
const maxDepth = 20

/**
 * Reads TeX piece by piece, without comments, and with the commands that the document defines written out. Reads each
 * character a bounded number of times, whatever is not closed.
 */
export class TexTokens {
  /** The file, and what definitions have written that is not read yet. */
  readonly #sources: TexSource[]
  readonly #definitions: Map<string, Definition>
  #left: number

  constructor(text: string, definitions = new Map<string, Definition>()) {
    this.#sources = [new TexSource(text)]
    this.#definitions = definitions
    this.#left = Math.max(leastWritten, text.length * writtenPerCharacter)
  }

  /** The next piece; null at the end. */
  next(): TexToken | null {
    for (;;) {
      const source = this.#source()
      const character = source.character
      if (character === undefined) return null
      if (character === '%') source.skipComment()
      else if (character !== '\\') return read(source, character)
      else {
        const token = this.#command(source)
        if (token !== null) return token
      }
    }
  }

  /** The text between brackets that follow, spaces before them apart; null where none do. */
  optional(): string | null {
    return this.#source().brackets()
  }

  /** The text of the braces that follow, or the one command or character that stands for it; empty where there is none. */
  argument(): string {
    const source = this.#source()
    source.skipBlanks()
    const character = source.character
    if (character === '{') return source.braces() ?? ''
    if (character === undefined || /[}\n&$%]/.test(character)) return ''
    source.at++
    return character === '\\' ? `\\${source.name()}` : character
  }

  skipArgument(): void {
    this.optional()
    this.argument()
  }

  skipArguments(): void {
    for (;;) {
      if (this.hasArgument()) this.argument()
      else if (this.optional() === null) return
    }
  }

  hasArgument(): boolean {
    return this.#source().isBefore('{')
  }

  /** All up to `end`, as it is written; the rest where there is none. */
  through(end: string): string {
    return this.#source().through(end)
  }

  /** What stands between a character and the same one again, on one line. */
  delimited(): string {
    return this.#source().delimited()
  }

  /** Whether the braces that follow have nothing in them, and so only end a command's name; they are read. */
  takeEmptyBraces(): boolean {
    return this.#source().take('{}')
  }

  /** Parameters of a definition, as `#1#2`, up to the brace of its body. */
  parameters(): number {
    return (
      this.#source()
        .match(/[^{\n]*/y)
        ?.match(/#\d/g)?.length ?? 0
    )
  }

  isBeforeWord(): boolean {
    return /[\p{L}\p{N}(]/u.test(this.#source().character ?? '')
  }

  #source(): TexSource {
    while (this.#sources.length > 1 && this.#sources.at(-1)!.character === undefined) this.#sources.pop()
    return this.#sources.at(-1)!
  }

  /** Null where a definition was put in its place. */
  #command(source: TexSource): TexToken | null {
    source.at++
    const name = source.name()
    if (name === '(' || name === '[') return formula(source, name === '(' ? '\\)' : '\\]')
    const definition = this.#definitions.get(name)
    if (definition === undefined || this.#sources.length > maxDepth) return { kind: 'command', name }
    const given: string[] = []
    if (definition.preset !== null) given.push(this.optional() ?? definition.preset)
    while (given.length < definition.arguments) given.push(this.argument())
    const written = definition.body.replace(/#(\d)/g, (_, place: string) => given[Number(place) - 1] ?? '')
    this.#left -= written.length
    if (this.#left < 0) return { kind: 'command', name }
    // Empty braces behind it only end its name.
    if (definition.arguments === 0) this.#source().take('{}')
    this.#sources.push(new TexSource(written))
    return null
  }
}

/** Text that ends before a character that TeX takes for more than itself. */
const plain = /[^\\{}$&%~\n]+/y

function read(source: TexSource, character: string): TexToken {
  if (character === '$') {
    const end = source.take('$$') ? '$$' : '$'
    if (end === '$') source.at++
    return formula(source, end)
  }
  if (character === '\n') return source.takeEmptyLines() ? { kind: 'paragraph' } : { kind: 'text', text: '\n' }
  const run = source.match(plain)
  if (run !== null) return { kind: 'text', text: run }
  source.at++
  if (character === '{' || character === '}') return { kind: character === '{' ? 'open' : 'close' }
  return character === '&' ? { kind: 'tab' } : { kind: 'text', text: ' ' }
}

function formula(source: TexSource, end: string): TexToken {
  const formula = source.formula(end)
  // A dollar that stands alone is money.
  if (formula === null) return { kind: 'text', text: end.startsWith('$') ? end : '' }
  return { kind: 'math', source: formula, isDisplay: end === '$$' || end === '\\]' }
}
