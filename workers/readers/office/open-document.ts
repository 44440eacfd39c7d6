import { strFromU8 } from 'fflate'
import { QuarryError } from '../../../contract/errors'
import { type BytesInput, type Draft, draftOf } from '../draft'
import { addRows } from '../row'
import { TextBuilder } from '../text-builder'
import { scanXml } from '../xml'
import { unpackEntries } from '../zip-entries'
import { coreProperties } from './office-file'

/** What stands in a document but is no text of it: comments, what was deleted, descriptions of pictures. */
const skipped = new Set([
  'annotation',
  'tracked-changes',
  'forms',
  'desc',
  'note-citation',
  'ruby-text',
  'sequence-decls',
])

/** Cells that are written as one, at most: a sheet fills its rest so. */
const maxRepeated = { empty: 1000, filled: 50 }

/** Reads text, sheets and slides of OpenDocument; each sheet and slide is a part. */
export function readOpenDocument(input: BytesInput): Draft {
  const entries = unpackEntries(input.bytes, (name) =>
    /^(?:mimetype|content\.xml|meta\.xml|META-INF\/manifest\.xml)$/.test(name),
  )
  const content = entries['content.xml']
  if (content === undefined)
    throw new QuarryError('read.corrupt', 'It is named like an OpenDocument file but is not one.')
  const manifest = entries['META-INF/manifest.xml']
  if (manifest !== undefined && strFromU8(manifest).includes('encryption-data')) {
    throw new QuarryError('read.encrypted', 'It is protected by a password.', { remedy: 'saveWithoutPassword' })
  }
  const type = strFromU8(entries.mimetype ?? new Uint8Array())
  const mediaType = type.includes('spreadsheet') ? 'workbook' : type.includes('presentation') ? 'slides' : 'odt'
  const builder = new TextBuilder(input.maxTextLength)
  addContent(builder, content, mediaType)
  const { title, ...properties } = coreProperties(entries['meta.xml'])
  const firstTop = mediaType === 'workbook' ? undefined : builder.headings.find(({ level }) => level === 1)?.text
  return draftOf(builder, {
    mediaType,
    reader: 'open-document',
    title: title ?? firstTop ?? null,
    pageStarts: builder.endParts(),
    metadata: properties,
  })
}

function addContent(builder: TextBuilder, content: Uint8Array, mediaType: 'odt' | 'slides' | 'workbook'): void {
  /** Paragraphs that are open: a footnote stands within another. */
  const open: string[] = []
  const notes: string[] = []
  /** Rows of the table that is open, and how many are open within each other. */
  let rows: string[][] = []
  let tables = 0
  let lists = 0
  let emptyCells = 0
  let repeated = 0
  let level = 0
  let isTitle = false
  /** Notes of a slide begin, and nothing was said in them yet. */
  let areNotes = false
  let skipping = 0
  const say = (text: string): void => {
    if (areNotes && text.trim() !== '') {
      builder.heading(2, 'Notes')
      areNotes = false
    }
    const row = tables > 0 ? rows.at(-1) : undefined
    if (row !== undefined && row.length > 0) row[row.length - 1] = `${row.at(-1)} ${text}`.trim()
    else if (isTitle) builder.heading(1, text)
    else builder.add(lists > 0 ? 'item' : 'paragraph', text)
  }
  const write = (text: string): void => {
    if (open.length > 0) open[open.length - 1] += text
  }
  scanXml(content, {
    open: (name, attributes) => {
      if (skipping > 0 || skipped.has(name)) {
        skipping++
        return
      }
      if (name === 'h' || name === 'p') {
        open.push('')
        level = name === 'h' ? Math.min(6, Math.max(1, Number(attributes['text:outline-level']) || 1)) : 0
      } else if (name === 's' || name === 'tab' || name === 'line-break') write(' ')
      else if (name === 'list') lists++
      else if (name === 'page' && mediaType === 'slides') builder.beginPart()
      else if (name === 'notes') areNotes = true
      else if (name === 'frame') isTitle = attributes['presentation:class'] === 'title'
      else if (name === 'table') {
        tables++
        if (tables === 1) rows = []
        if (tables > 1 || mediaType !== 'workbook') return
        builder.beginPart()
        builder.heading(1, attributes['table:name'] ?? '')
      } else if (name === 'table-row' && tables === 1) {
        rows.push([])
        emptyCells = 0
      } else if ((name === 'table-cell' || name === 'covered-table-cell') && tables === 1) {
        repeated = Number(attributes['table:number-columns-repeated']) || 1
        if (attributes['office:value-type'] === undefined && repeated > 1) {
          emptyCells = Math.min(maxRepeated.empty, emptyCells + repeated)
          repeated = 0
        } else {
          rows.at(-1)?.push(...Array<string>(emptyCells).fill(''), '')
          emptyCells = 0
        }
      }
    },
    text: (part) => {
      if (skipping === 0) write(part)
    },
    close: (name) => {
      if (skipping > 0) skipping--
      else if (name === 'h' || name === 'p') {
        const text = open.pop() ?? ''
        if (open.length > 0) notes.push(text)
        else if (level > 0 && tables === 0) builder.heading(level, text)
        else say(text)
        if (open.length === 0) for (const note of notes.splice(0)) say(note)
      } else if (name === 'list') {
        lists--
        if (lists === 0) builder.separate()
      } else if (name === 'frame') isTitle = false
      else if (name === 'notes') areNotes = false
      else if (name === 'table-cell' && tables === 1) {
        const cell = rows.at(-1)?.at(-1) ?? ''
        for (let more = 1; more < Math.min(maxRepeated.filled, repeated); more++) rows.at(-1)?.push(cell)
      } else if (name === 'table') {
        tables--
        if (tables > 0) return
        addRows(builder, rows)
        rows = []
      }
    },
  })
}
