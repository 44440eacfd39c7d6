import { posix } from 'node:path'
import { QuarryError } from '../../../contract/errors'
import { type BytesInput, type Draft, draftOf } from '../draft'
import { addRows } from '../row'
import { TextBuilder } from '../text-builder'
import { scanXml } from '../xml'
import { unpackEntries } from '../zip-entries'
import { coreProperties, refuseCompound } from './office-file'

type Entries = Readonly<Record<string, Uint8Array>>

/** A shape with text, or a table. */
type Shape =
  | { readonly kind: 'text'; readonly placeholder: string | null; readonly paragraphs: string[] }
  | { readonly kind: 'table'; readonly rows: string[][] }

/** Reads a presentation: each slide is a part with its title as heading, its text, its tables and its notes. */
export function readPptx(input: BytesInput): Draft {
  refuseCompound(input.bytes)
  const entries = unpackEntries(input.bytes, (name) =>
    /^(?:ppt\/(?:presentation\.xml|(?:slides|notesSlides|diagrams)\/[^/]+\.xml)|ppt\/(?:slides\/)?_rels\/[^/]+\.rels|docProps\/core\.xml)$/.test(
      name,
    ),
  )
  if (entries['ppt/presentation.xml'] === undefined) {
    throw new QuarryError('read.corrupt', 'It is named like a presentation but is not one.')
  }
  const builder = new TextBuilder(input.maxTextLength)
  for (const slide of slidesOf(entries)) {
    builder.beginPart()
    addSlide(builder, entries, slide)
  }
  const { title, ...properties } = coreProperties(entries['docProps/core.xml'])
  return draftOf(builder, {
    mediaType: 'slides',
    reader: 'pptx',
    // What programs call a presentation that nobody named.
    title: (/^(?:PowerPoint|Slide \d+$)/i.test(title ?? '') ? null : title) ?? builder.headings[0]?.text ?? null,
    pageStarts: builder.endParts(),
    metadata: properties,
  })
}

/** Names of the slides' entries as they are shown. */
function slidesOf(entries: Entries): string[] {
  const targets = relationsOf(entries, 'ppt/_rels/presentation.xml.rels', 'ppt/')
  const slides: string[] = []
  scanXml(entries['ppt/presentation.xml']!, {
    open: (name, attributes) => {
      const id = name === 'sldId' ? attributes['r:id'] : undefined
      const target = id === undefined ? undefined : targets.get(id)
      if (target !== undefined && entries[target] !== undefined) slides.push(target)
    },
  })
  return slides
}

function relationsOf(entries: Entries, name: string, folder: string): Map<string, string> {
  const targets = new Map<string, string>()
  const rels = entries[name]
  if (rels === undefined) return targets
  scanXml(rels, {
    open: (element, { Id, Target }) => {
      if (element !== 'Relationship' || Id === undefined || Target === undefined) return
      targets.set(Id, posix.resolve('/', folder, Target).slice(1))
    },
  })
  return targets
}

function addSlide(builder: TextBuilder, entries: Entries, slide: string): void {
  const relations = relationsOf(entries, slide.replace('slides/', 'slides/_rels/').concat('.rels'), 'ppt/slides/')
  const shapes = shapesOf(entries[slide]!)
  const title = shapes.find((shape) => shape.kind === 'text' && /^(?:title|ctrTitle)$/.test(shape.placeholder ?? ''))
  if (title?.kind === 'text') builder.heading(1, title.paragraphs.join(' '))
  for (const shape of shapes) if (shape !== title) addShape(builder, shape)
  for (const target of relations.values()) {
    const part = target.startsWith('ppt/diagrams/data') ? entries[target] : undefined
    if (part !== undefined) for (const shape of shapesOf(part)) addShape(builder, shape)
  }
  const notes = [...relations.values()].find((target) => target.startsWith('ppt/notesSlides/'))
  const said = notes === undefined || entries[notes] === undefined ? [] : shapesOf(entries[notes])
  const bodies = said.filter((shape) => shape.kind === 'text' && shape.placeholder === 'body')
  if (bodies.length > 0) builder.heading(2, 'Notes')
  for (const shape of bodies) addShape(builder, shape)
}

/** Placeholders whose text a presentation repeats on each slide. */
const furniture = new Set(['sldNum', 'dt', 'ftr', 'hdr'])

function addShape(builder: TextBuilder, shape: Shape): void {
  builder.separate()
  if (shape.kind === 'table') addRows(builder, shape.rows)
  else if (!furniture.has(shape.placeholder ?? '')) {
    const kind = shape.paragraphs.length > 1 ? 'item' : 'paragraph'
    for (const paragraph of shape.paragraphs) builder.add(kind, paragraph)
  }
}

function shapesOf(xml: Uint8Array): Shape[] {
  const shapes: Shape[] = []
  let shape: Shape & { kind: 'text' } = { kind: 'text', placeholder: null, paragraphs: [] }
  let table: string[][] | null = null
  let text = ''
  let isRun = false
  const close = (): void => {
    if (shape.paragraphs.length > 0) shapes.push(shape)
    shape = { kind: 'text', placeholder: null, paragraphs: [] }
  }
  scanXml(xml, {
    open: (name, { type }) => {
      if (name === 'sp' || name === 'pt') close()
      else if (name === 'ph') shape = { ...shape, placeholder: type ?? 'body' }
      else if (name === 'tbl') table = []
      else if (name === 'tr') table?.push([])
      else if (name === 'tc') table?.at(-1)?.push('')
      else if (name === 'p') text = ''
      else if (name === 'br') text += ' '
      else if (name === 't') isRun = true
    },
    text: (part) => {
      if (isRun) text += part
    },
    close: (name) => {
      if (name === 't') isRun = false
      else if (name === 'p' && text.trim() !== '') {
        const row = table?.at(-1)
        if (row !== undefined && row.length > 0) row[row.length - 1] = `${row.at(-1)} ${text}`.trim()
        else shape.paragraphs.push(text)
      } else if (name === 'tbl' && table !== null) {
        shapes.push({ kind: 'table', rows: table })
        table = null
      } else if (name === 'sp' || name === 'pt') close()
    },
  })
  close()
  return shapes
}
