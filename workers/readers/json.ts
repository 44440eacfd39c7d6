import { QuarryError } from '../../contract/errors'
import { refuseCredentials } from '../secrets/credential-documents'
import { type Draft, draftOf, type ReaderInput, type TextInput } from './draft'
import { type JsonLeaf, scanJson } from './json-scanner'
import { TextBuilder } from './text-builder'

/** A value of more characters than this is prose: it gets its own paragraph, so that its sentences can be cited. */
const proseLength = 200

/** Path parts shown before a value: the last ones say most. */
const shownPathParts = 4

/** Reads JSON: each record of a list, or each value of a single object, becomes a citable line of "path: value". */
export function readJson(input: TextInput): Draft {
  const builder = new TextBuilder(input.maxTextLength)
  const isList = input.text.trimStart().startsWith('[')
  const records = new RecordWriter(builder, isList)
  scanJson(input.text, (leaf) => records.write(leaf))
  records.close()
  return jsonDraft(builder, input.encoding, { format: 'json', records: records.count }, records.title)
}

/** Reads JSON Lines from a stream of lines, one record each, so that the file is never in memory as a whole. */
export async function readJsonLines(
  lines: AsyncIterable<string> | Iterable<string>,
  input: ReaderInput,
  encoding: string,
): Promise<Draft> {
  const builder = new TextBuilder(input.maxTextLength)
  let count = 0
  const invalidLines: number[] = []
  let invalid = 0
  let lineNumber = 0
  for await (const line of lines) {
    lineNumber++
    if (line.trim() === '') continue
    refuseCredentials(line, 'json')
    const records = new RecordWriter(builder, true)
    try {
      scanJson(line, (leaf) => records.write({ ...leaf, record: 0 }))
    } catch (error) {
      if (!(error instanceof QuarryError) || error.code !== 'read.corrupt') throw error
      invalid++
      if (invalidLines.length < 20) invalidLines.push(lineNumber)
      continue
    }
    records.close()
    count++
  }
  if (count === 0) {
    if (lineNumber === 0 || invalid === 0) throw new QuarryError('input.empty', 'It has no records.')
    throw new QuarryError('read.corrupt', 'None of its lines is valid JSON.')
  }
  const metadata = { format: 'jsonl', records: count, ...(invalid > 0 ? { invalid, invalidLines } : {}) }
  return jsonDraft(builder, encoding, metadata, null)
}

/** Collects the leaves of one record into one line; prose values follow as paragraphs. */
class RecordWriter {
  count = 0
  title: string | null = null
  readonly #builder: TextBuilder
  readonly #isList: boolean
  #record = 0
  #fields: string[] = []
  #prose: string[] = []

  constructor(builder: TextBuilder, isList: boolean) {
    this.#builder = builder
    this.#isList = isList
  }

  write(leaf: JsonLeaf): void {
    const name = leaf.path.slice(-shownPathParts).join('.')
    if (!this.#isList && leaf.path.length === 1 && /^(?:title|name)$/i.test(name)) this.title ??= leaf.value
    if (this.#isList && leaf.record !== this.#record) {
      this.close()
      this.#record = leaf.record
    }
    const field = name === '' ? leaf.value : `${name}: ${leaf.value}`
    if (leaf.value.length > proseLength) this.#prose.push(field)
    else if (this.#isList) this.#fields.push(field)
    else this.#builder.add('row', field)
    if (!this.#isList && this.#prose.length > 0) this.close()
  }

  close(): void {
    if (this.#fields.length + this.#prose.length === 0) return
    if (this.#fields.length > 0) this.#builder.add('row', this.#fields.join('; '))
    for (const field of this.#prose) for (const part of field.split(/\n\s*\n/)) this.#builder.add('paragraph', part)
    this.#fields = []
    this.#prose = []
    this.count++
  }
}

function jsonDraft(
  builder: TextBuilder,
  encoding: string | null,
  metadata: Record<string, unknown>,
  title: string | null,
): Draft {
  return draftOf(builder, {
    mediaType: 'json',
    reader: 'json',
    headings: [],
    title,
    encoding,
    metadata,
  })
}
