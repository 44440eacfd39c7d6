import type { TextBuilder } from '../text-builder'
import { chineseNames, headingLevels, silent, silentWithArguments, theorems } from './commands'
import { accents, textSymbols } from './symbols'
import type { Definition, TexTokens } from './tokens'

/** Marks of footnotes and affiliations behind an author's name. */
const marks = new Set(' \u00a0,*∗†‡^0123456789')

/** Share of characters from which on a document is taken for Chinese. */
const leastChinese = 0.1

/** What a file in LaTeX defines and says of itself, wherever in it that stands. */
export class LatexPaper {
  readonly definitions = new Map<string, Definition>()
  readonly theorems = new Map(theorems)
  readonly fields: { title?: string; authors?: string[]; date?: string } = {}

  readonly #isChinese: boolean

  constructor(
    readonly builder: TextBuilder,
    text: string,
  ) {
    this.#isChinese = (text.match(/\p{Script=Han}/gu)?.length ?? 0) > text.length * leastChinese
  }

  /** What a page calls a part, in the language of the document. */
  nameOf(part: string): string {
    return (this.#isChinese && chineseNames.get(part)) || part
  }

  /** Reads what follows `\\newcommand`. */
  defineCommand(tokens: TexTokens): void {
    const name = tokens.argument().trim().replace(/^\\/, '')
    const count = Number(tokens.optional() ?? 0)
    const preset = tokens.optional()
    this.#define(name, { arguments: count, preset, body: tokens.argument() })
  }

  /** Reads what follows `\\def`. */
  define(tokens: TexTokens): void {
    const name = tokens.argument().replace(/^\\/, '')
    const count = tokens.parameters()
    this.#define(name, { arguments: count, preset: null, body: tokens.argument() })
  }

  /** What the reader knows by itself keeps its meaning, however a document has it set. */
  #define(name: string, definition: Definition): void {
    const isKnown = silent.has(name) || silentWithArguments.has(name) || textSymbols.has(name) || accents.has(name)
    const isOwn = headingLevels.has(name) || /^(?:begin|end|item|author|title|caption|par)$/.test(name)
    if (name !== '' && !isKnown && !isOwn && definition.arguments <= 9) this.definitions.set(name, definition)
  }

  /** @param shown what is shown of a piece of the source */
  addAuthors(source: string, shown: (source: string) => string): void {
    const authors = source
      .split(/\\(?:and|And|AND)\b/)
      .map((author) => withoutMarks(shown(author.split('\\\\')[0] ?? '')))
      .filter((author) => author !== '' && author.length < 100)
    this.fields.authors = [...(this.fields.authors ?? []), ...authors].slice(0, 200)
  }
}

function withoutMarks(author: string): string {
  let end = author.length
  while (end > 0 && marks.has(author[end - 1]!)) end--
  return author.slice(0, end)
}
