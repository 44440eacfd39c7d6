import type { WorkFields } from '../bibliography/own-work'
import { type Draft, draftOf, type TextInput } from '../draft'
import { linesOf } from '../lines'
import { addRows } from '../row'
import { TextBuilder, tidy } from '../text-builder'
import {
  captioned,
  environmentsWithArgument,
  headingLevels,
  hiddenBefore,
  mathEnvironments,
  silent,
  silentWithArguments,
  skippedEnvironments,
  tableEnvironments,
  unstarred,
  verbatimEnvironments,
} from './commands'
import { LatexEnvironments } from './environments'
import { mathText } from './math-text'
import { LatexPaper } from './paper'
import { accents, textSymbols } from './symbols'
import { accented, readable } from './text'
import { TexTokens } from './tokens'

// Over 300 lines: one paragraph under way, to which every command does something.

/** Arguments within arguments that are read: a footnote in a caption in a figure, and some more. */
const maxDepth = 8

/**
 * Reads LaTeX as one reads its pages: sections, lists, tables, theorems and captions, with the document's own commands
 * written out, mathematics in Unicode, references by their keys. Pictures and what is set for printing are left out.
 */
export function readLatex(input: TextInput): Draft {
  const builder = new TextBuilder(input.maxTextLength)
  const paper = new LatexPaper(builder, input.text)
  new LatexPages(paper, input.text, 0).read()
  const { title, ...fields } = paper.fields
  const first = builder.headings[0]
  return draftOf(builder, {
    mediaType: 'text',
    reader: 'latex',
    title: title ?? (first !== undefined && first.start === 0 ? first.text : null),
    encoding: input.encoding,
    metadata: { fields: fields satisfies WorkFields },
  })
}

/** Reads a document, or an argument of a command as one line. What each command does, it does to the paragraph that is being read. */
class LatexPages {
  readonly #paper: LatexPaper
  readonly #tokens: TexTokens
  readonly #depth: number
  readonly #environments = new LatexEnvironments()
  /** Before the document begins only what it is called and defines counts. */
  #isPreamble: boolean
  #text = ''
  #mark = ''
  #isItem = false
  #footnotes: string[] = []
  /** Names of commands that another file defines, in this paragraph. */
  #standIns = ''

  constructor(paper: LatexPaper, text: string, depth: number) {
    this.#paper = paper
    this.#tokens = new TexTokens(text, paper.definitions)
    this.#depth = depth
    this.#isPreamble = depth === 0 && text.includes('\\begin{document}')
  }

  /** Adds the blocks of a document. */
  read(): void {
    this.#walk()
    for (const name of this.#environments.names.toReversed()) this.#end(name)
    this.#flush()
  }

  /** Reads an argument as one line. */
  line(): string {
    this.#walk()
    return readable(this.#text)
  }

  get #isLine(): boolean {
    return this.#depth > 0
  }

  #walk(): void {
    for (let token = this.#tokens.next(); token !== null; token = this.#tokens.next()) {
      if (token.kind === 'text') this.#text += token.text
      else if (token.kind === 'math')
        this.#text += token.isDisplay ? ` ${mathText(token.source)} ` : mathText(token.source)
      else if (token.kind === 'tab') this.#endCell()
      else if (token.kind === 'paragraph') this.#endParagraph()
      else if (token.kind === 'command') this.#command(token.name)
    }
  }

  #inline(text: string): string {
    if (this.#depth >= maxDepth) return ''
    const inner = new LatexPages(this.#paper, text, this.#depth + 1)
    const line = inner.line()
    this.#footnotes.push(...inner.#footnotes)
    return line
  }

  #command(written: string): void {
    const name = unstarred(written)
    const tokens = this.#tokens
    const symbol = textSymbols.get(name)
    const accent = accents.get(name)
    const level = headingLevels.get(name)
    const hidden = hiddenBefore.get(name)
    if (symbol !== undefined) this.#text += symbol
    else if (accent !== undefined) this.#text += accented(this.#inline(tokens.argument()), accent)
    else if (name === 'begin') this.#begin(tokens.argument())
    else if (name === 'end') this.#end(tokens.argument())
    else if (level !== undefined) this.#heading(level)
    else if (/^(?:\\|newline|linebreak|tabularnewline|cr)$/.test(name)) this.#endRow()
    else if (/^[\s,;:>]$|^(?:quad|qquad|enspace|thinspace|space)$/.test(name)) this.#text += ' '
    else if (/^end(?:first)?head$|^end(?:last)?foot$/.test(name)) {
      this.#endCell()
      this.#environments.endHead()
    } else if (silent.has(name)) return
    else if (name === 'par') this.#endParagraph()
    else if (name === 'item') this.#item()
    else if (/^(?:(?:re)?new|provide)command$|^DeclareRobustCommand$/.test(name)) this.#paper.defineCommand(tokens)
    else if (name === 'def' || name === 'gdef' || name === 'edef') this.#paper.define(tokens)
    else if (name === 'let') {
      tokens.argument()
      tokens.argument()
    } else if (name === 'newtheorem') this.#newTheorem()
    else if (silentWithArguments.has(name)) this.#tokens.skipArguments()
    else if (hidden !== undefined) for (let at = 0; at < hidden; at++) this.#tokens.skipArgument()
    else this.#other(name)
  }

  #other(name: string): void {
    const tokens = this.#tokens
    switch (name) {
      case 'maketitle':
        this.#showTitle()
        return
      case 'date': {
        const date = this.#inline(tokens.argument())
        if (/\d/.test(date)) this.#paper.fields.date ??= date
        return
      }
      case 'title':
        tokens.optional()
        this.#paper.fields.title ??= this.#inline(tokens.argument())
        return
      case 'author':
        tokens.optional()
        this.#paper.addAuthors(tokens.argument(), (author) => this.#inline(author))
        return
      case 'caption':
      case 'captionof':
        this.#caption(name === 'captionof' ? tokens.argument() : null)
        return
      case 'footnote':
      case 'footnotetext':
        tokens.optional()
        this.#footnotes.push(this.#inline(tokens.argument()))
        return
      case 'paragraph':
      case 'subparagraph': {
        this.#endParagraph()
        const title = this.#inline(tokens.argument())
        this.#text = /[.:?!]$/.test(title) ? `${title} ` : `${title}. `
        return
      }
      case 'verb':
      case 'lstinline':
      case 'mintinline':
        if (name !== 'verb') tokens.optional()
        if (name === 'mintinline') tokens.argument()
        this.#text += name !== 'verb' && tokens.hasArgument() ? tokens.argument() : tokens.delimited()
        return
      case 'url':
      case 'path':
      case 'nolinkurl':
        this.#text += tokens.argument()
        return
      case 'multicolumn': {
        const columns = Math.min(50, Number(tokens.argument()) || 1)
        tokens.argument()
        this.#text += this.#inline(tokens.argument())
        for (let at = 1; at < columns; at++) this.#endCell()
        return
      }
      case 'texorpdfstring':
        this.#text += this.#inline(tokens.argument())
        tokens.argument()
        return
      case 'bibitem':
        this.#endParagraph()
        tokens.optional()
        this.#isItem = true
        this.#mark = `[${tokens.argument()}] `
        return
      case 'xspace':
        if (tokens.isBeforeWord()) this.#text += ' '
        return
    }
    if (/^index/.test(name)) {
      this.#tokens.skipArguments()
      return
    }
    if (/cite[a-z]*$/i.test(name) || /ref(?:range)?$/.test(name)) {
      this.#reference()
      return
    }
    tokens.optional()
    // Of what it is given the text is shown; without that its name stands for what another file defines.
    if (tokens.hasArgument() && !tokens.takeEmptyBraces()) return
    if (!/^[A-Za-z]{2,}$/.test(name) || /^the[a-z]+$/.test(name)) return
    this.#standIns += name
    this.#text += tokens.isBeforeWord() ? `${name} ` : name
  }

  #reference(): void {
    this.#tokens.optional()
    this.#tokens.optional()
    const keys = tidy(this.#tokens.argument())
    if (keys !== '') this.#text += `[${keys.split(',').map(tidy).join(', ')}]`
  }

  #heading(level: number): void {
    this.#endParagraph()
    this.#tokens.optional()
    const title = this.#inline(this.#tokens.argument())
    if (!this.#isPreamble && !this.#isLine) this.#paper.builder.heading(level, title)
  }

  #showTitle(): void {
    const { builder, fields } = this.#paper
    const isFirst = !this.#isPreamble && !this.#isLine && builder.headings.length === 0
    if (isFirst && fields.title !== undefined) builder.heading(1, fields.title)
  }

  #caption(of: string | null): void {
    this.#tokens.optional()
    const written = this.#tokens.argument()
    if (this.#isLine || this.#environments.isRepeatedHead) return
    this.#flush()
    const text = this.#inline(written)
    const label = (of === null ? this.#environments.captioned : captioned.get(of)) ?? 'Figure'
    if (text !== '') this.#paper.builder.add('paragraph', `${this.#paper.nameOf(label)}: ${text}`)
    this.#flush()
  }

  #begin(written: string): void {
    const name = written.trim()
    const base = unstarred(name)
    const tokens = this.#tokens
    if (base === 'document') {
      this.#isPreamble = false
      this.#text = ''
      this.#footnotes = []
      this.#showTitle()
    }
    if (skippedEnvironments.has(name)) {
      tokens.through(`\\end{${name}}`)
      return
    }
    if (mathEnvironments.has(base)) {
      this.#text += ` ${mathText(tokens.through(`\\end{${name}}`))} `
      return
    }
    if (verbatimEnvironments.has(name)) {
      this.#verbatim(name)
      return
    }
    if (tableEnvironments.has(base)) {
      this.#tokens.skipArguments()
      // A cell's own table is part of its text.
      const isText = this.#isLine || this.#environments.isInTable
      if (!isText) this.#flush()
      this.#environments.open(name, isText ? null : [[]])
      return
    }
    this.#endParagraph()
    this.#environments.open(name)
    const named = this.#paper.theorems.get(base)
    const theorem = named && this.#paper.nameOf(named)
    const title = tokens.optional()
    if (theorem !== undefined) this.#text = title === null ? `${theorem}. ` : `${theorem} (${this.#inline(title)}). `
    else if (base === 'abstract' && !this.#isLine) this.#paper.builder.heading(2, this.#paper.nameOf('Abstract'))
    else if (base === 'thebibliography' && !this.#isLine)
      this.#paper.builder.heading(2, this.#paper.nameOf('References'))
    else if (base === 'frame' && tokens.hasArgument()) this.#heading(headingLevels.get('frametitle')!)
    if (environmentsWithArgument.has(base)) this.#tokens.skipArguments()
  }

  #end(written: string): void {
    const name = written.trim()
    if (!this.#environments.names.includes(name)) return
    const isTable = tableEnvironments.has(unstarred(name))
    if (isTable) this.#endCell()
    else this.#endParagraph()
    const rows = this.#environments.close(name)?.rows ?? null
    if (rows !== null) addRows(this.#paper.builder, rows)
    if (!isTable) this.#isItem = this.#environments.isInList && this.#isItem
  }

  #item(): void {
    this.#endParagraph()
    const label = this.#tokens.optional()
    const number = this.#environments.item()
    this.#isItem = true
    if (label !== null) {
      const term = this.#inline(label)
      this.#text = term === '' || /[.:)\]]$/.test(term) ? `${term} ` : `${term}: `
    } else if (number !== null) this.#mark = `${number}. `
  }

  #verbatim(name: string): void {
    const tokens = this.#tokens
    tokens.optional()
    if (name === 'minted' || name === 'algorithmic') this.#tokens.skipArguments()
    const lines = [...linesOf(tokens.through(`\\end{${name}}`))]
    if (this.#isLine || this.#isPreamble) return
    this.#flush()
    const { builder } = this.#paper
    builder.separate()
    for (const line of lines.slice(lines[0]?.trim() === '' ? 1 : 0, lines.at(-1)?.trim() === '' ? -1 : undefined))
      builder.line(line)
    builder.separate()
  }

  #newTheorem(): void {
    const name = unstarred(this.#tokens.argument())
    this.#tokens.optional()
    this.#paper.theorems.set(name, this.#inline(this.#tokens.argument()))
    this.#tokens.optional()
  }

  #endCell(): void {
    if (this.#environments.endCell(() => readable(this.#text))) this.#text = ''
    else this.#text += ' '
  }

  #endRow(): void {
    this.#tokens.optional()
    this.#endCell()
    this.#environments.beginRow()
  }

  /** Within an argument or a cell an empty line is white space. */
  #endParagraph(): void {
    if (this.#isLine || this.#environments.isInTable) this.#text += ' '
    else this.#flush()
  }

  #flush(): void {
    const text = readable(this.#text)
    // A command alone sets something that is no text: a rule, a page's head, a list of exercises.
    const isText = text !== '' && text.replaceAll(' ', '') !== this.#standIns
    this.#text = ''
    this.#standIns = ''
    if (this.#isPreamble) return
    if (isText) {
      this.#paper.builder.add(this.#isItem ? 'item' : 'paragraph', `${this.#mark}${text}`)
      this.#mark = ''
    }
    for (const footnote of this.#footnotes.splice(0)) this.#paper.builder.add('paragraph', footnote)
  }
}
