import { linesOf } from './lines'
import { addAsManualPage } from './plain-text'
import { renderRow } from './row'
import type { TextBuilder } from './text-builder'

/** The part of the DOM that is needed here: linkedom's nodes have it, and no browser types are. */
export interface HtmlNode {
  readonly nodeType: number
  readonly localName?: string | null
  readonly textContent: string | null
  readonly childNodes: ArrayLike<HtmlNode>
  getAttribute?(name: string): string | null
}

const elementNode = 1
const textNode = 3

const skipped = new Set(
  'script style noscript template svg canvas iframe object embed button select option input textarea nav dialog audio video map head title'.split(
    ' ',
  ),
)
const boilerplateRoles = new Set(['navigation', 'banner', 'contentinfo', 'search', 'menu', 'dialog', 'alert'])
const inline = new Set(
  `a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark math mi mn mo mrow msub msup q rp rt ruby s
   samp small span strike strong sub sup time tt u var wbr annotation semantics msubsup mfrac`.split(/\s+/),
)

type Step =
  /** `mark` is the number of an ordered list's item. */
  | { readonly enter: HtmlNode; readonly kind: 'paragraph' | 'item'; readonly mark?: string }
  | { readonly flush: 'paragraph' | 'item' }
  | { readonly endFigure: () => void }
  | { readonly heading: number }

export interface HtmlBlockOptions {
  /** Leave out what pages put around their content: header, footer, aside, forms. */
  readonly skipsBoilerplate: boolean
  /** What else is left out. */
  readonly leavesOut?: (node: HtmlNode) => boolean
  /** What the file calls an image; null for none. Default: by its `src`. */
  readonly picture?: (image: HtmlNode) => string | null
  /** Level of the heading that all of it stands under. Default: 0, there is none. */
  readonly under?: number
}

/**
 * Walks HTML in document order and adds its blocks: headings, paragraphs, list items, table rows, lines of
 * preformatted text. Keeps its own stack, so that deep nesting cannot overflow.
 */
export function addHtmlBlocks(root: HtmlNode, builder: TextBuilder, options: HtmlBlockOptions): void {
  const stack: Step[] = [{ flush: 'paragraph' }, { enter: root, kind: 'paragraph' }]
  let text = ''
  let breaks = 0
  let mark = ''
  const pictureOf = options.picture ?? sourceOf
  const flush = (kind: 'paragraph' | 'item'): void => {
    const isBlank = text.trim() === ''
    builder.add(kind, isBlank ? '' : `${mark}${text}`)
    if (!isBlank) mark = ''
    text = ''
    breaks = 0
  }
  for (let step = stack.pop(); step !== undefined; step = stack.pop()) {
    if ('flush' in step) {
      flush(step.flush)
      continue
    }
    if ('endFigure' in step) {
      step.endFigure()
      continue
    }
    if ('heading' in step) {
      builder.heading(step.heading, text)
      text = ''
      mark = ''
      continue
    }
    const { enter: node, kind } = step
    if (node.nodeType === textNode) {
      text += node.textContent ?? ''
      if ((node.textContent ?? '').trim() !== '') breaks = 0
      continue
    }
    const name = node.localName ?? ''
    if (node.nodeType === elementNode && isSkipped(node, name, options)) continue
    if (name === 'br') {
      breaks++
      if (breaks > 1) flush(kind)
      else text += ' '
      continue
    }
    if (name === 'math') {
      text += node.getAttribute?.('alttext') ?? node.textContent ?? ''
      continue
    }
    if (name === 'img') {
      const reference = pictureOf(node)
      if (reference !== null) builder.picture(reference, text.trim() !== '')
      continue
    }
    if (inline.has(name)) {
      pushChildren(stack, node, kind)
      continue
    }
    flush(kind)
    if (name === 'li') mark = step.mark ?? ''
    const level = /^h([1-6])$/.exec(name)?.[1]
    if (level !== undefined) {
      stack.push({ heading: Number(level) + (options.under ?? 0) })
      pushChildren(stack, node, 'paragraph')
    } else if (name === 'pre') {
      addPreformatted(node, builder)
    } else if (name === 'table' && isPlainTable(node)) {
      addTable(node, builder, pictureOf)
    } else if (name === 'ol' && kind === 'paragraph') {
      pushNumbered(stack, node)
    } else {
      if (name === 'figure') stack.push({ endFigure: builder.beginFigure() })
      const inner =
        name === 'li' || name === 'dt' || name === 'dd' ? 'item' : name === 'p' || name === 'ul' ? kind : kind
      stack.push({ flush: inner })
      pushChildren(stack, node, inner)
    }
  }
}

function pushChildren(stack: Step[], node: HtmlNode, kind: 'paragraph' | 'item'): void {
  // linkedom makes the list anew each time that it is asked for.
  const { childNodes } = node
  for (let index = childNodes.length - 1; index >= 0; index--) stack.push({ enter: childNodes[index]!, kind })
}

/** The items of an ordered list with the numbers that a browser shows; one within another's item has none of its own. */
function pushNumbered(stack: Step[], list: HtmlNode): void {
  const { childNodes } = list
  const attribute = (node: HtmlNode, name: string): number => Number.parseInt(node.getAttribute?.(name) ?? '', 10)
  const start = attribute(list, 'start')
  let number = Number.isNaN(start) ? 1 : start
  const steps: Step[] = []
  for (let index = 0; index < childNodes.length; index++) {
    const enter = childNodes[index]!
    if (enter.localName !== 'li') {
      steps.push({ enter, kind: 'paragraph' })
      continue
    }
    const own = attribute(enter, 'value')
    if (!Number.isNaN(own)) number = own
    steps.push({ enter, kind: 'paragraph', mark: `${number}. ` })
    number += 1
  }
  const isOrdered = list.getAttribute?.('reversed') == null && steps.filter((step) => 'mark' in step).length > 1
  for (const step of steps.reverse())
    stack.push(isOrdered || !('enter' in step) ? step : { enter: step.enter, kind: step.kind })
}

function isSkipped(node: HtmlNode, name: string, options: HtmlBlockOptions): boolean {
  if (skipped.has(name)) return true
  const attribute = (key: string): string => node.getAttribute?.(key)?.toLowerCase() ?? ''
  // Pandoc hides captions from those who hear the image's description.
  const isUnheard = attribute('aria-hidden') === 'true' && name !== 'figcaption'
  if (node.getAttribute?.('hidden') != null || isUnheard) return true
  if (/display\s*:\s*none/.test(attribute('style'))) return true
  // Reference marks and "edit" links of wikis.
  if (name === 'sup' && /\breference\b/.test(attribute('class'))) return true
  if (/\bmw-editsection\b/.test(attribute('class'))) return true
  if (name === 'a' && isLinkToItself(node)) return true
  // The index of a manual made by Texinfo: words with the sections that they stand in.
  if (name === 'table' && /\bindex-(?:cp|fn|ky|pg|tp|vr)\b|-printindex\b/.test(attribute('class'))) return true
  if (options.leavesOut?.(node) === true) return true
  if (!options.skipsBoilerplate) return false
  return /^(?:footer|aside|form)$/.test(name) || boilerplateRoles.has(attribute('role'))
}

/** The mark behind a heading or a definition (`¶`, `#`) by which manuals offer a link to it. */
function isLinkToItself(link: HtmlNode): boolean {
  if (link.childNodes.length > 3 || link.getAttribute?.('href')?.startsWith('#') !== true) return false
  return /^[¶§#∞🔗]$/u.test((link.textContent ?? '').trim())
}

function addPreformatted(node: HtmlNode, builder: TextBuilder): void {
  const text = (node.textContent ?? '').replace(/^\n/, '').trimEnd()
  if (addAsManualPage(builder, text)) return
  for (const line of linesOf(text)) builder.line(line)
}

/** Rows and cells of a table that holds values; a table made for layout (blocks in its cells) is walked as blocks. */
function isPlainTable(table: HtmlNode): boolean {
  const { rows, hasNested } = rowsOf(table)
  if (hasNested || rows.length < 2) return false
  return rows.every((row) => row.every((cell) => (cell.textContent ?? '').length < 600))
}

const sourceOf = (image: HtmlNode): string | null => image.getAttribute?.('src') ?? null

function addTable(table: HtmlNode, builder: TextBuilder, pictureOf: (image: HtmlNode) => string | null): void {
  const { rows } = rowsOf(table)
  const texts = rows.map((row) => row.map((cell) => cell.textContent ?? ''))
  const first = rows[0] ?? []
  const hasHeader = first.length > 1 && first.every((cell, index) => cell.localName === 'th' || index === 0)
  const hasNames = hasHeader && first.some((cell) => cell.localName === 'th')
  // Without marked header cells a first row still names the columns in every table but a list of pairs.
  const header = hasNames || (first.length > 2 && !first.some((cell) => cell.localName === 'th')) ? texts[0]! : []
  for (const [index, row] of texts.entries()) {
    for (const image of rows[index]!.flatMap(imagesIn)) {
      const reference = pictureOf(image)
      if (reference !== null) builder.picture(reference)
    }
    if (index === 0 && header.length > 0) continue
    // One cell across all columns: a caption, a part's name.
    const isPlain = row.length === 1 || (header.length === 0 && row.length === 2)
    const said = row.map((cell) => cell.trim()).filter((cell) => cell !== '')
    builder.add('row', isPlain ? said.join(': ') : renderRow(header, row))
  }
}

function imagesIn(cell: HtmlNode): HtmlNode[] {
  const images: HtmlNode[] = []
  const stack: HtmlNode[] = [cell]
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.localName === 'img') images.push(node)
    const { childNodes } = node
    for (let index = childNodes.length - 1; index >= 0; index--) stack.push(childNodes[index]!)
  }
  return images
}

function rowsOf(table: HtmlNode): { rows: HtmlNode[][]; hasNested: boolean } {
  const rows: HtmlNode[][] = []
  const stack: HtmlNode[] = [table]
  let visited = 0
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    // A layout table holds the whole page: it shows early. So it does where tables are nested without end.
    if (++visited > 200_000 || (node.localName === 'table' && node !== table)) return { rows, hasNested: true }
    if (node.localName === 'tr') {
      rows.push(Array.from(node.childNodes).filter((cell) => cell.localName === 'td' || cell.localName === 'th'))
    }
    const { childNodes } = node
    for (let index = childNodes.length - 1; index >= 0; index--) stack.push(childNodes[index]!)
  }
  return { rows: rows.filter((row) => row.length > 0), hasNested: false }
}
