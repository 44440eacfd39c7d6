import { describe, expect, it } from 'vitest'
import { comparableDoi, comparableTitle, type ListedWork } from '../../../contract/report/bibliography'
import { namesIn } from '../../../workers/readers/bibliography/names'
import { dateIn, withOwnWork } from '../../../workers/readers/bibliography/own-work'
import { readReferenceList } from '../../../workers/readers/bibliography/reference-list'
import { type Draft, draftOf } from '../../../workers/readers/draft'
import { readHtml } from '../../../workers/readers/html'
import { TextBuilder } from '../../../workers/readers/text-builder'

const draftWith = (text: string, own: Partial<Draft>): Draft => {
  const builder = new TextBuilder(1_000_000)
  builder.add('paragraph', text)
  return draftOf(builder, { mediaType: 'pdf', reader: 'pdf', ...own } as Parameters<typeof draftOf>[1])
}
const workOf = (draft: Draft): unknown => withOwnWork(draft).metadata.work
const worksIn = (draft: Draft): unknown[] => (draft.metadata.works as ListedWork[]).map(({ work }) => work)
const list = (text: string, name = 'refs.bib'): Draft =>
  readReferenceList({ name, language: null, maxTextLength: 1_000_000, text, encoding: null })

describe('names in a field', () => {
  it.each([
    ['Ada Lovelace', [{ given: 'Ada', family: 'Lovelace' }]],
    ['Lovelace, Ada', [{ family: 'Lovelace', given: 'Ada' }]],
    [
      'A. Smith, B. Jones and C. van der Berg',
      [
        { given: 'A.', family: 'Smith' },
        { given: 'B.', family: 'Jones' },
        { given: 'C.', family: 'van der Berg' },
      ],
    ],
    [
      'Müller, H.; García, J.',
      [
        { family: 'Müller', given: 'H.' },
        { family: 'García', given: 'J.' },
      ],
    ],
    ['张三、李四', [{ literal: '张三' }, { literal: '李四' }]],
    ['The Debian Project', [{ literal: 'The Debian Project' }]],
    ['Ada Lovelace <ada@example.org>', [{ given: 'Ada', family: 'Lovelace' }]],
    ['Microsoft Office User', []],
    ['root', []],
    ['', []],
  ])('%s', (field, names) => {
    expect(namesIn(field)).toEqual(names)
  })
})

it.each([
  ['2004-05-12T10:00:00Z', [2004, 5, 12]],
  ['D:20040512', [2004, 5, 12]],
  ['2004/05', [2004, 5]],
  ['12 May 2004', [2004]],
  ['12345678', null],
  ['', null],
])('reads a date: %s', (text, parts) => {
  expect(dateIn(text)).toEqual(parts)
})

it.each([
  ['https://doi.org/10.1017/S0022112004000001.', '10.1017/s0022112004000001'],
  ['doi:10.1000/182)', '10.1000/182'],
  ['10.12/short', null],
  ['version 10.4', null],
])('reads a DOI: %s', (text, doi) => {
  expect(comparableDoi(text)).toBe(doi)
})

it('compares titles by their letters and digits', () => {
  expect(comparableTitle('{On} the Étude of  Waves: Part 2.')).toBe(comparableTitle('on the étude of waves – part 2'))
})

describe('what a file says of itself', () => {
  it('takes a paper’s DOI and year from its first page, and its names from its fields', () => {
    const draft = draftWith(
      'Journal of Heat. © 2019 The Authors. https://doi.org/10.1016/J.heat.2019.01.002 Abstract',
      {
        title: 'Storing heat',
        metadata: { pages: 3, fields: { authors: ['Ada Lovelace'] } },
      },
    )
    expect(withOwnWork(draft).metadata).toEqual({
      pages: 3,
      work: {
        type: 'article-journal',
        title: 'Storing heat',
        author: [{ given: 'Ada', family: 'Lovelace' }],
        issued: { 'date-parts': [[2019]] },
        DOI: '10.1016/j.heat.2019.01.002',
      },
    })
  })

  it('takes no year that is not said to be its own, and nothing of code', () => {
    expect(workOf(draftWith('In 1998 the tunnel was built.', { title: 'Tunnels' }))).toBeUndefined()
    expect(workOf(draftWith('© 2019 doi:10.1016/1', { mediaType: 'code', title: 'x' }))).toBeUndefined()
  })

  it('reads what a page’s meta elements say', () => {
    const bytes = Buffer.from(`<html><head><title>Waves</title>
      <meta name="citation_author" content="Smith, Jo"><meta name="citation_author" content="Lee, Ann">
      <meta name="citation_doi" content="10.1000/182"><meta name="citation_journal_title" content="J. Waves">
      <meta name="citation_publication_date" content="2004/05/12"></head><body><p>Text of the page.</p></body></html>`)
    const draft = readHtml({ name: 'waves.html', language: null, maxTextLength: 100_000, bytes })
    expect(workOf(draft)).toEqual({
      type: 'article-journal',
      title: 'Waves',
      author: [
        { family: 'Smith', given: 'Jo' },
        { family: 'Lee', given: 'Ann' },
      ],
      issued: { 'date-parts': [[2004, 5, 12]] },
      'container-title': 'J. Waves',
      DOI: '10.1000/182',
    })
  })
})

describe('a list of references', () => {
  it('reads BibTeX, with its strings and its accents; a broken entry costs itself alone', () => {
    const draft = list(`Notes before.
@string{jfm = "Journal of Fluid Mechanics"}
@article{one, author={M{\\"u}ller, Hans and Jos\\'e Garc\\'ia}, title={{On} Waves}, journal=jfm, year=2004, doi={10.1000/abc}}
@article{broken, title={never closed
@book{two, title="A Book", editor={Ada Lovelace}, year={1843}, publisher={X}, abstract={About {braces}.}}`)
    expect(draft).toMatchObject({ mediaType: 'references', metadata: { unread: 1 } })
    expect(draft.metadata.works).toMatchObject([
      { doi: '10.1000/abc', title: 'on waves' },
      { doi: null, title: 'a book' },
    ])
    expect(worksIn(draft)).toMatchObject([
      {
        title: 'On Waves',
        author: [{ family: 'Müller' }, { family: 'García' }],
        'container-title': 'Journal of Fluid Mechanics',
      },
      { type: 'book', title: 'A Book', issued: { 'date-parts': [[1843]] } },
    ])
    expect(draft.text).toContain(
      'On Waves. Hans Müller, José García (2004). Journal of Fluid Mechanics. doi:10.1000/abc',
    )
    expect(draft.text).toContain('About braces.')
    expect(draft.text).toContain('never closed')
  })

  it('reads RIS, also where its last entry has no end', () => {
    const draft = list(
      'TY  - JOUR\r\nAU  - Smith, Jo\nTI  - Hi there\nPY  - 2003\nER  - \n\nTY  - BOOK\nTI  - Open',
      'refs.ris',
    )
    expect(worksIn(draft)).toMatchObject([{ title: 'Hi there', issued: { 'date-parts': [[2003]] } }, { title: 'Open' }])
  })

  it.each(['', 'no entries here', '@', '@article', 'TY  - '])('says that there is none: %j', (text) => {
    expect(() => list(text)).toThrow('It holds no entry')
  })

  it('takes no address for something to fetch', () => {
    expect(
      worksIn(list('@misc{a, title={T}, url={http://127.0.0.1:1/x}}\n@misc{b, title={https://example.org}}')),
    ).toMatchObject([{ URL: 'http://127.0.0.1:1/x' }, { title: 'https://example.org' }])
  })
})
