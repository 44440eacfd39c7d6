import { QuarryError } from '../../contract/errors'
import type { Block, DraftHeading, FigureElement, PlacedPicture } from './draft'

/**
 * Puts an extract's text together block by block and keeps each block's exact offsets. Paragraphs are separated by an
 * empty line, list items and rows by a line end, and no block has a line end inside: that is what sentence splitting
 * relies on. Text is made safe to store: no NUL or other control characters, no half surrogates.
 */
export class TextBuilder {
  readonly blocks: Block[] = []
  readonly headings: DraftHeading[] = []
  readonly pictures: PlacedPicture[] = []
  readonly figures: FigureElement[] = []
  readonly #parts: string[] = []
  readonly #partStarts: number[] = []
  readonly #maxLength: number
  #length = 0
  #lastKind: Block['kind'] | null = null
  /** Parts begun since the last block. */
  #begunParts = 0

  constructor(maxLength: number) {
    this.#maxLength = maxLength
  }

  get length(): number {
    return this.#length
  }

  get text(): string {
    return this.#parts.join('')
  }

  /** Adds a block; white space inside it becomes single spaces. Text without content adds nothing. */
  add(kind: 'paragraph' | 'item' | 'row', raw: string): void {
    const text = tidy(raw)
    if (text !== '') this.#append(kind, text)
  }

  /** Puts an empty line before the next block, also between items and rows. */
  separate(): void {
    if (this.#lastKind !== null) this.#lastKind = 'paragraph'
  }

  /** The next block begins a part: a slide, a message, a cell. */
  beginPart(): void {
    this.#begunParts++
    this.separate()
  }

  /** Where each part starts, once everything is added; one without text of its own starts where the next one does. */
  endParts(): readonly number[] {
    this.#placeParts(this.#length)
    return this.#partStarts
  }

  /** Notes a picture before the next block; after it, where some of its text stood before the picture. */
  picture(reference: string, isInBlock = false): void {
    this.pictures.push({ reference, before: this.blocks.length + (isInBlock ? 1 : 0) })
  }

  /** What is added until the returned function is called belongs to one figure. */
  beginFigure(): () => void {
    const [block, picture] = [this.blocks.length, this.pictures.length]
    return () => {
      this.figures.push({ blocks: [block, this.blocks.length], pictures: [picture, this.pictures.length] })
    }
  }

  heading(level: number, raw: string): void {
    const text = tidy(raw)
    if (text === '') return
    const start = this.#append('heading', text)
    this.headings.push({ level, text, start })
  }

  /** Adds text that is tidy already and must stay as it is, to the character; answers where it starts. */
  addExact(kind: 'paragraph' | 'item' | 'row' | 'line', text: string): number {
    return text === '' ? this.#length : this.#append(kind, text)
  }

  headingExact(level: number, text: string): number {
    if (text === '') return this.#length
    const start = this.#append('heading', text)
    this.headings.push({ level, text, start })
    return start
  }

  /** Adds a line as it is (code, verse): its white space is kept. An empty one is a line end. */
  line(raw: string): void {
    const text = storable(raw).trimEnd().replaceAll('\n', ' ')
    this.#append('line', text)
  }

  #append(kind: Block['kind'], text: string): number {
    if (this.#lastKind !== null) {
      const isTight = this.#lastKind === kind && kind !== 'paragraph' && kind !== 'heading'
      this.#push(isTight ? '\n' : '\n\n')
    }
    const start = this.#length
    this.#placeParts(start)
    this.#push(text)
    if (text !== '') this.blocks.push({ kind, start, end: this.#length })
    this.#lastKind = kind
    return start
  }

  #placeParts(start: number): void {
    for (; this.#begunParts > 0; this.#begunParts--) this.#partStarts.push(start)
  }

  #push(text: string): void {
    this.#length += text.length
    if (this.#length > this.#maxLength) throw textTooLong(this.#maxLength)
    this.#parts.push(text)
  }
}

export function textTooLong(maxLength: number): QuarryError {
  return new QuarryError(
    'read.tooLarge',
    `It has more than ${Math.round(maxLength / 1e6)} million characters of text.`,
    {
      remedy: 'split',
      context: { maxTextLength: maxLength },
    },
  )
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed here
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]+/g
const invisible = /[\u00ad\u200b\u2060\ufeff]/g

/** Text that PostgreSQL stores and that reads back the same. */
export function storable(text: string): string {
  return text.toWellFormed().replace(controls, ' ').replace(invisible, '')
}

/** Anything that `tidy` might change: most of what comes is plain words with single spaces. */
const untidy = /[^ -~]| {2}|^ | $/

/** One line of storable text: white space of every kind is a single space, composed characters are composed. */
export function tidy(text: string): string {
  if (!untidy.test(text)) return text
  return storable(text).replace(/\s+/gu, ' ').trim().normalize('NFC')
}
