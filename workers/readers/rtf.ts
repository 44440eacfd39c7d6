import iconv from 'iconv-lite'
import { QuarryError } from '../../contract/errors'
import { wordTable } from '../../contract/word-table'
import { type BytesInput, type Draft, draftOf } from './draft'
import { addRows } from './row'
import { TextBuilder, tidy } from './text-builder'

/** Groups whose text is none of the document's. Those that begin with `\*` are all passed over. */
const skipped = new Set(
  `colortbl filetbl pict object header headerl headerr headerf footer footerl footerr footerf fldinst themedata
   listtable listoverridetable rsidtbl generator xmlnstbl latentstyles datastore annotation atnid atnauthor bkmkstart bkmkend`.split(
    /\s+/,
  ),
)

const characters = wordTable<string>({
  tab: ' ',
  line: ' ',
  emdash: '—',
  endash: '–',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '•',
  emspace: ' ',
  enspace: ' ',
})

/** Code pages of fonts by their `\fcharset`. */
const charsets: Readonly<Record<number, string>> = {
  128: 'shift_jis',
  129: 'cp949',
  134: 'gb18030',
  136: 'big5',
  161: 'cp1253',
  162: 'cp1254',
  163: 'cp1258',
  177: 'cp1255',
  178: 'cp1256',
  186: 'cp1257',
  204: 'cp1251',
  222: 'cp874',
  238: 'cp1250',
}

interface Group {
  /** What its text is for; `none` is passed over. */
  readonly target: 'body' | 'fonts' | 'styles' | 'title' | 'note' | 'none'
  /** Characters behind `\u` that stand in for it where a program knows no Unicode. */
  readonly fallback: number
  readonly codePage: string
}

const control = /\\(?:([a-zA-Z]{1,32})(-?\d{1,10})? ?|'([\da-fA-F]{2})|([^a-zA-Z']))/y

/** Reads a rich text document: paragraphs, headings by their outline level or style, rows of tables, footnotes. */
export function readRtf(input: BytesInput): Draft {
  const source = Buffer.from(input.bytes.buffer, input.bytes.byteOffset, input.bytes.byteLength).toString('latin1')
  if (!source.startsWith('{\\rtf'))
    throw new QuarryError('read.corrupt', 'It is named like an RTF document but is not one.')
  const builder = new TextBuilder(input.maxTextLength)
  const reading = new RtfReading(builder)
  reading.read(source)
  return draftOf(builder, {
    mediaType: 'rtf',
    reader: 'rtf',
    title: reading.title ?? builder.headings.find(({ level }) => level === 1)?.text ?? null,
  })
}

class RtfReading {
  title: string | null = null
  readonly #builder: TextBuilder
  readonly #groups: Group[] = []
  #group: Group = { target: 'body', fallback: 1, codePage: 'cp1252' }
  #text: string[] = []
  /** Bytes that are no character yet: some are two of a character. */
  #bytes: number[] = []
  #skip = 0
  /** Where the group that was entered last begins. */
  #groupStart = 0
  #defaultPage = 'cp1252'
  #level = 0
  #rows: string[][] = []
  #cells: string[] = []
  #notes: string[] = []
  readonly #fonts = new Map<number, string>()
  #font = 0
  readonly #styleLevels = new Map<number, number>()
  #style = 0

  constructor(builder: TextBuilder) {
    this.#builder = builder
  }

  read(source: string): void {
    for (let at = 0; at < source.length; ) {
      const char = source.charAt(at)
      if (char === '{') {
        this.#groups.push(this.#group)
        this.#groupStart = ++at
      } else if (char === '}') {
        this.#endGroup()
        at++
      } else if (char === '\\') {
        control.lastIndex = at
        const match = control.exec(source)
        if (match === null) {
          // A broken escape is passed over, not what follows it.
          at++
          continue
        }
        at += match[0].length
        const [, word, number, hex, symbol] = match
        if (hex !== undefined) this.#byte(Number.parseInt(hex, 16))
        else if (symbol === '*') this.#pass(at - match[0].length)
        else if (symbol !== undefined) this.#symbol(symbol)
        else if (word === 'bin') at += Math.max(0, Number(number ?? 0))
        else if (word !== undefined) this.#word(word, number === undefined ? null : Number(number))
      } else {
        let end = at + 1
        while (end < source.length && !'{}\\\r\n'.includes(source.charAt(end))) end++
        if (char !== '\r' && char !== '\n') this.#plain(source.slice(at, end))
        at = char === '\r' || char === '\n' ? at + 1 : end
      }
    }
    if (this.#cells.length > 0) this.#endRow()
    this.#endParagraph()
    this.#endTable()
  }

  #word(word: string, number: number | null): void {
    const { target } = this.#group
    if (word === 'fonttbl') this.#enter('fonts')
    else if (word === 'stylesheet') this.#enter('styles')
    else if (word === 'info') this.#enter('none')
    else if (word === 'title') this.#enter('title')
    else if (word === 'footnote' && target === 'body') this.#enterNote()
    else if (skipped.has(word)) this.#enter('none')
    else if (word === 'ansicpg' && number !== null) {
      this.#decodeAs(`cp${number}`)
      this.#defaultPage = this.#group.codePage
    } else if (word === 'f' && number !== null) {
      this.#font = number
      if (target !== 'fonts') this.#decodeAs(this.#fonts.get(number) ?? this.#defaultPage)
    } else if (word === 'fcharset' && number !== null && charsets[number] !== undefined) {
      this.#fonts.set(this.#font, charsets[number])
    } else if (word === 'uc' && number !== null) this.#group = { ...this.#group, fallback: Math.max(0, number) }
    else if (word === 'u' && number !== null) {
      this.#flushBytes()
      this.#say(String.fromCharCode(number & 0xffff))
      this.#skip = this.#group.fallback
    } else if (word === 's' && number !== null) {
      this.#style = number
      if (target === 'body') this.#level = this.#styleLevels.get(number) ?? 0
    } else if (word === 'outlinelevel' && number !== null && number < 9) {
      if (target === 'styles') this.#styleLevels.set(this.#style, number + 1)
      else this.#level = number + 1
    } else if (word === 'pard') this.#level = 0
    else if (word === 'par' || word === 'sect' || word === 'page') this.#endParagraph()
    else if (word === 'cell') this.#cells.push(this.#taken())
    else if (word === 'row') this.#endRow()
    else if (characters[word] !== undefined) this.#say(characters[word])
  }

  /** `\\*` marks a group that may be passed over only where it begins it. */
  #pass(at: number): void {
    if (at === this.#groupStart) this.#enter('none')
  }

  #symbol(symbol: string): void {
    if (symbol === '~') this.#say(' ')
    else if (symbol === '_') this.#say('-')
    else if (symbol === '\n' || symbol === '\r') this.#endParagraph()
    else if ('{}\\'.includes(symbol)) this.#plain(symbol)
  }

  #enter(target: Group['target']): void {
    // What is passed over stays so, but for the title among the information about a document.
    if (this.#group.target !== 'none' || target === 'title') this.#group = { ...this.#group, target }
    this.#flushBytes()
    if (target === 'title') this.#text = []
  }

  #enterNote(): void {
    this.#notes.push(this.#taken())
    this.#enter('note')
  }

  #endGroup(): void {
    this.#flushBytes()
    const ended = this.#group
    const outer = this.#groups.pop()
    if (outer === undefined) return
    this.#group = outer
    if (ended.target === outer.target) return
    if (ended.target === 'title') this.title = tidy(this.#taken()) || null
    if (ended.target === 'note') {
      // What stood before the footnote goes on; the footnote follows its paragraph.
      const note = this.#taken()
      this.#text = [this.#notes.pop() ?? '']
      this.#notes.push(note)
    }
  }

  /** Bytes of the file as they stand: of the code page, like those that are written in hexadecimal. */
  #plain(text: string): void {
    const said = text.slice(this.#skip)
    this.#skip = Math.max(0, this.#skip - text.length)
    if (said === '') return
    if (/^[\0-\x7f]*$/.test(said) && this.#bytes.length === 0) this.#say(said)
    else for (let at = 0; at < said.length; at++) this.#bytes.push(said.charCodeAt(at))
  }

  #byte(byte: number): void {
    if (this.#skip > 0) this.#skip--
    else this.#bytes.push(byte)
  }

  #flushBytes(): void {
    if (this.#bytes.length === 0) return
    const bytes = Buffer.from(this.#bytes)
    this.#bytes = []
    this.#say(iconv.decode(bytes, this.#group.codePage))
  }

  #say(text: string): void {
    const { target } = this.#group
    if (target === 'none' || target === 'fonts' || target === 'styles') return
    this.#flushBytes()
    this.#text.push(text)
  }

  #taken(): string {
    this.#flushBytes()
    const text = this.#text.join('')
    this.#text = []
    return text
  }

  #decodeAs(name: string): void {
    this.#flushBytes()
    if (iconv.encodingExists(name)) this.#group = { ...this.#group, codePage: name }
  }

  #endParagraph(): void {
    if (this.#group.target === 'note') {
      this.#say(' ')
      return
    }
    // Within a row a cell has several paragraphs.
    if (this.#cells.length > 0) {
      this.#say(' ')
      return
    }
    const text = this.#taken()
    if (text.trim() === '' && this.#notes.length === 0) return
    this.#endTable()
    if (this.#level > 0) this.#builder.heading(Math.min(6, this.#level), text)
    else this.#builder.add('paragraph', text)
    for (const note of this.#notes.splice(0)) this.#builder.add('paragraph', note)
  }

  #endRow(): void {
    this.#rows.push(this.#cells)
    this.#cells = []
  }

  #endTable(): void {
    if (this.#rows.length > 0) addRows(this.#builder, this.#rows)
    this.#rows = []
  }
}
