import type { ListItem, Nodes, Root, Table } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { frontmatterFromMarkdown } from 'mdast-util-frontmatter'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { frontmatter } from 'micromark-extension-frontmatter'
import { gfm } from 'micromark-extension-gfm'
import { QuarryError } from '../../contract/errors'
import { type Draft, draftOf, type TextInput } from './draft'
import { linesOf } from './lines'
import { plainBlocksOf } from './plain-markdown'
import { renderRow } from './row'
import { TextBuilder } from './text-builder'

/**
 * Parsing a megabyte takes about a second and a hundred times its memory, so that longer ones are parsed part by
 * part, cut before headings.
 */
const partLength = 400_000

/** Reads Markdown (CommonMark, GFM tables, front matter) into plain text that quotes well: no marks, no link targets. */
export function readMarkdown(input: TextInput): Draft {
  const builder = new TextBuilder(input.maxTextLength)
  const metadata: Record<string, unknown> = {}
  addMarkdown(builder, input.text, metadata)
  const firstTop = builder.headings.find((heading) => heading.level === 1)
  const title = typeof metadata.title === 'string' ? metadata.title : (firstTop?.text ?? null)
  return draftOf(builder, {
    mediaType: 'markdown',
    reader: 'markdown',
    title,
    encoding: input.encoding,
    metadata,
  })
}

/** Adds the blocks of a text in Markdown; what its front matter says goes into `metadata`. */
export function addMarkdown(builder: TextBuilder, markdown: string, metadata: Record<string, unknown>): void {
  const plain = plainBlocksOf(markdown)
  if (plain === null) {
    for (const part of partsOf(markdown)) walkBlocks(parse(part), builder, metadata)
    return
  }
  for (const { level, text } of plain) {
    if (level === null) builder.add('paragraph', text)
    else builder.heading(level, text)
  }
}

const dialect = {
  extensions: [gfm(), frontmatter(['yaml'])],
  mdastExtensions: [gfmFromMarkdown(), frontmatterFromMarkdown(['yaml'])],
}

function parse(text: string): Root {
  try {
    return fromMarkdown(text, dialect)
  } catch (error) {
    throw new QuarryError('read.corrupt', 'Its Markdown is nested too deeply.', { cause: error })
  }
}

function partsOf(text: string): string[] {
  const parts: string[] = []
  let from = 0
  while (text.length - from > partLength) {
    const heading = text.indexOf('\n#', from + partLength)
    const paragraph = text.indexOf('\n\n', from + partLength)
    const cut = heading !== -1 && heading < from + 2 * partLength ? heading : paragraph
    if (cut === -1) break
    parts.push(text.slice(from, cut + 1))
    from = cut + 1
  }
  parts.push(text.slice(from))
  return parts
}

function walkBlocks(node: Nodes, builder: TextBuilder, metadata: Record<string, unknown>): void {
  switch (node.type) {
    case 'heading':
      builder.heading(node.depth, inlineText(node))
      return
    case 'paragraph':
      builder.add('paragraph', inlineText(node))
      return
    case 'list':
      node.children.forEach((item, at) => {
        const isOrdered = node.ordered === true && node.children.length > 1
        walkItem(item, isOrdered ? `${(node.start ?? 1) + at}. ` : '', builder, metadata)
      })
      return
    case 'code':
      for (const line of linesOf(node.value)) builder.line(line)
      return
    case 'table':
      walkTable(node, builder)
      return
    case 'html':
      builder.add('paragraph', withoutTags(node.value))
      return
    case 'yaml':
      Object.assign(metadata, frontMatter(node.value))
      return
    case 'definition':
    case 'thematicBreak':
      return
    default:
      if ('children' in node) for (const child of node.children) walkBlocks(child, builder, metadata)
  }
}

/** An item with its number; a list within it has none of its own. */
function walkItem(item: ListItem, mark: string, builder: TextBuilder, metadata: Record<string, unknown>): void {
  item.children.forEach((child, at) => {
    if (child.type === 'paragraph') builder.add('item', `${at === 0 ? mark : ''}${inlineText(child)}`)
    else if (child.type === 'list') for (const inner of child.children) walkItem(inner, '', builder, metadata)
    else walkBlocks(child, builder, metadata)
  })
}

function walkTable(table: Table, builder: TextBuilder): void {
  const [head, ...rows] = table.children.map((row) => row.children.map(inlineText))
  for (const row of rows) builder.add('row', renderRow(head ?? [], row))
  if (rows.length === 0 && head !== undefined) builder.add('row', head.join('; '))
}

function inlineText(node: Nodes): string {
  switch (node.type) {
    case 'text':
    case 'inlineCode':
      return node.value
    case 'break':
      return ' '
    case 'image':
    case 'imageReference':
      return node.alt ?? ''
    case 'html':
      return /^<(?:br|wbr)/i.test(node.value) ? ' ' : ''
    case 'footnoteReference':
      return ''
    default:
      return 'children' in node ? node.children.map(inlineText).join('') : ''
  }
}

function withoutTags(html: string): string {
  return html
    .replace(/<!--[\s\S]*?(?:-->|$)/g, '')
    .replace(/<(script|style)\b[\s\S]*?(?:<\/\1>|$)/gi, '')
    .replace(/<[^<>]*>/g, ' ')
}

/** Plain `key: value` lines of front matter: title, author, date. Anything deeper is left to whoever wrote it. */
function frontMatter(value: string): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const line of linesOf(value)) {
    const [, key, raw] = /^([A-Za-z][\w-]*):\s+(\S.*)$/.exec(line) ?? []
    if (key !== undefined && raw !== undefined) fields[key.toLowerCase()] = raw.trim().replace(/^(["'])(.*)\1$/, '$2')
  }
  return fields
}
