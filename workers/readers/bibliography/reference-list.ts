import { createRequire } from 'node:module'
import { QuarryError } from '../../../contract/errors'
import {
  comparableDoi,
  comparableTitle,
  type ListedWork,
  spokenName,
  type Work,
  work,
  yearOf,
} from '../../../contract/report/bibliography'
import { type Draft, draftOf, type TextInput } from '../draft'
import { TextBuilder } from '../text-builder'

/** Entries of one list that are kept as works; all of them are read as text. */
const maxWorks = 20_000
/** Characters of an entry that is parsed: an abstract has some thousands. */
const maxEntryLength = 100_000

interface Entry {
  readonly text: string
  readonly format: '@biblatex/text' | '@ris/file'
}

/**
 * Reads a list of references in BibTeX or RIS: each entry becomes a paragraph that can be found, and a work that says what
 * a source of the library with its DOI or title is. Entries that cannot be parsed are counted and left as they are written.
 */
export function readReferenceList(input: TextInput): Draft {
  const entries = /(?:^|\n)[ \t]{0,8}TY {2}-/.test(input.text.slice(0, 20_000))
    ? risEntries(input.text)
    : bibtexEntries(input.text)
  if (entries.length === 0) throw new QuarryError('input.empty', 'It holds no entry in BibTeX or RIS.')
  const parse = parserOf()
  const prelude = entries.filter(({ text }) => /^@string\b/i.test(text)).map(({ text }) => text)
  const builder = new TextBuilder(input.maxTextLength)
  const works: ListedWork[] = []
  let unread = 0
  for (const { text, format } of entries) {
    if (/^@(?:string|comment|preamble)\b/i.test(text)) continue
    const found = text.length > maxEntryLength ? null : parse(format, [...prelude, text].join('\n'))
    if (found === null) unread++
    else if (works.length < maxWorks) works.push(listed(found.work))
    builder.add('paragraph', found === null ? text : toldWork(found))
  }
  return draftOf(builder, {
    mediaType: 'references',
    reader: 'reference-list',
    encoding: input.encoding,
    metadata: { works, ...(unread > 0 ? { unread } : {}) },
  })
}

const listed = (one: Work): ListedWork => ({
  doi: one.DOI === undefined ? null : comparableDoi(one.DOI),
  title: one.title === undefined ? null : comparableTitle(one.title),
  work: one,
})

interface Parsed {
  readonly work: Work
  readonly abstract: string
}

function toldWork({ work: one, abstract }: Parsed): string {
  const names = (one.author ?? one.editor ?? []).map(spokenName)
  const year = yearOf(one)
  const by = `${names.join(', ')}${year === null ? '' : ` (${year})`}`.trim()
  const places = [one.title, by, one['container-title'] ?? one.publisher, one.DOI === undefined ? '' : `doi:${one.DOI}`]
  return `${places.filter((part) => part).join('. ')}. ${abstract}`
}

/** The parser takes one entry at a time, so that a broken one costs itself alone. */
function parserOf(): (format: Entry['format'], text: string) => Parsed | null {
  const require = createRequire(import.meta.url)
  const { plugins } = require('@citation-js/core') as typeof import('@citation-js/core')
  require('@citation-js/plugin-bibtex')
  require('@citation-js/plugin-ris')
  return (format, text) => {
    try {
      // With its type forced nothing is taken for an address and asked for.
      const [found] = plugins.input.chain(text, { forceType: format, generateGraph: false })
      const parsed = work.safeParse(found)
      const abstract = typeof found?.abstract === 'string' ? found.abstract : ''
      return parsed.success ? { work: parsed.data, abstract } : null
    } catch {
      return null
    }
  }
}

/** Entries from `@type{` to the brace that closes it; what stands between them is a comment, as in BibTeX. */
function bibtexEntries(text: string): Entry[] {
  const entries: Entry[] = []
  const start = /(?<![\w@])@[A-Za-z]{2,30}[ \t]{0,10}\{/g
  for (let found = start.exec(text); found !== null; found = start.exec(text)) {
    let depth = 1
    let at = start.lastIndex
    for (; at < text.length && depth > 0; at++) {
      const code = text.charCodeAt(at)
      if (code === 0x5c) at++
      else if (code === 0x7b) depth++
      else if (code === 0x7d) depth--
      // An entry that is never closed ends before the next one that begins a line.
      else if (code === 0x0a && text.charCodeAt(at + 1) === 0x40) break
    }
    entries.push({ text: text.slice(found.index, at).trim(), format: '@biblatex/text' })
    start.lastIndex = at
  }
  return entries
}

/** Entries from `TY  -` to `ER  -`. */
function risEntries(text: string): Entry[] {
  const entries: Entry[] = []
  let lines: string[] | null = null
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at)
    const line = text.slice(at, end === -1 ? text.length : end).trim()
    at = end === -1 ? text.length : end + 1
    if (line.startsWith('TY  -')) lines = []
    lines?.push(line)
    if (line.startsWith('ER  -') && lines !== null) {
      entries.push({ text: `${lines.join('\n')}\n`, format: '@ris/file' })
      lines = null
    }
  }
  if (lines !== null && lines.length > 1) entries.push({ text: `${lines.join('\n')}\nER  - \n`, format: '@ris/file' })
  return entries
}
