import { spokenName, type Work, yearOf } from '../../contract/report/bibliography'
import { shownLine } from '../../contract/shown-text'

/** A work under the key that a text cites it by. */
export interface KeyedWork {
  readonly key: string
  readonly work: Work
}

/** Keys as authors are used to them: name and year, and a letter where that is not one work’s alone. */
export function keyedWorks(works: readonly Work[]): KeyedWork[] {
  const taken = new Map<string, number>()
  return works.map((work) => {
    const [first] = work.author ?? work.editor ?? []
    const given = work.title?.split(' ')[0] ?? ''
    const name = first === undefined ? given : 'literal' in first ? first.literal : first.family
    const plain = name
      .normalize('NFD')
      .toLowerCase()
      .replace(/[^a-z0-9]/g, '')
    const stem = `${plain === '' ? 'source' : plain}${yearOf(work) ?? ''}`
    const count = taken.get(stem) ?? 0
    taken.set(stem, count + 1)
    return { key: count === 0 ? stem : `${stem}${letters(count)}`, work }
  })
}

/** b, c, …, z, aa, ab: the first has none. */
function letters(count: number): string {
  const letter = String.fromCharCode(97 + (count % 26))
  return count < 26 ? letter : `${letters(Math.floor(count / 26) - 1)}${letter}`
}

/** The works as a CSL-JSON file (version 1.0.2), which Zotero, Pandoc and others read. */
export function toCslJson(works: readonly KeyedWork[]): string {
  return `${JSON.stringify(
    works.map(({ key, work }) => ({ id: key, ...work })),
    null,
    2,
  )}\n`
}

/** BibTeX's kinds for CSL's; what it has no word for is `misc`. */
const entryTypes: Readonly<Partial<Record<string, string>>> = {
  'article-journal': 'article',
  'article-magazine': 'article',
  'paper-conference': 'inproceedings',
  chapter: 'incollection',
  book: 'book',
  thesis: 'phdthesis',
  report: 'techreport',
}
const containers: Readonly<Partial<Record<string, string>>> = {
  article: 'journal',
  inproceedings: 'booktitle',
  incollection: 'booktitle',
}
const publishers: Readonly<Partial<Record<string, string>>> = { phdthesis: 'school', techreport: 'institution' }

/** The works as a BibTeX file in UTF-8, as biber and today's BibTeX read it. */
export function toBibtex(works: readonly KeyedWork[]): string {
  return works.map(entryOf).join('\n')
}

function entryOf({ key, work }: KeyedWork): string {
  const type = entryTypes[work.type] ?? 'misc'
  const [year, month] = work.issued?.['date-parts'][0] ?? []
  const fields: readonly (readonly [string, string | undefined])[] = [
    ['author', namesOf(work.author)],
    ['editor', namesOf(work.editor)],
    ['title', escaped(work.title)],
    [containers[type] ?? 'howpublished', escaped(work['container-title'])],
    ['year', year?.toString()],
    ['month', month?.toString()],
    ['volume', escaped(work.volume)],
    ['number', escaped(work.issue)],
    ['pages', escaped(work.page)?.replace(/(\d)\s*[-–]\s*(?=\d)/g, '$1--')],
    [publishers[type] ?? 'publisher', escaped(work.publisher)],
    ['doi', verbatim(work.DOI)],
    ['isbn', escaped(work.ISBN)],
    ['url', verbatim(work.URL)],
  ]
  const written = fields.flatMap(([name, value]) => (value ? [`  ${name} = {${value}},`] : []))
  return [`@${type}{${key},`, ...written, '}', ''].join('\n')
}

const namesOf = (names: Work['author']): string | undefined =>
  names
    ?.map((name) => {
      if ('literal' in name || name.given === undefined) return `{${escaped(spokenName(name))}}`
      return `${escaped(name.family)}, ${escaped(name.given)}`
    })
    .join(' and ')

const latexWords: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
}

/** Text that LaTeX shows as it is. */
const escaped = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : shownLine(text).replace(/[\\{}&%$#_~^]/g, (sign) => latexWords[sign] ?? `\\${sign}`)

/** What packages of LaTeX take as it is written; nothing in it ends the field. */
const verbatim = (text: string | undefined): string | undefined => text && shownLine(text).replace(/[{}\\\s]/g, '')
