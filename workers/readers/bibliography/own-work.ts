import type { MediaType } from '../../../contract/library/source'
import { comparableDoi, type Work, work, workName } from '../../../contract/report/bibliography'
import type { Draft } from '../draft'
import { namesIn } from './names'

/** Where a paper says what it is: its first page. */
const firstCharacters = 4000

/** What a file says of itself in fields of its own, as they are written there. */
export interface WorkFields {
  readonly authors?: readonly string[]
  readonly date?: string
  readonly doi?: string
  readonly isbn?: string
  readonly journal?: string
  readonly publisher?: string
  readonly volume?: string
  readonly issue?: string
  readonly firstPage?: string
  readonly lastPage?: string
}

const typeOf: Readonly<Partial<Record<MediaType, string>>> = { html: 'webpage', book: 'book' }

/**
 * What a file says of itself as a work: its fields, and of a paper the DOI and year that its first page shows. Null of
 * what nobody cites as a work (code, data, mail) and where there is no more than a title.
 */
function ownWork(draft: Draft): Work | null {
  const { mediaType, title, text, metadata } = draft
  if (!['pdf', 'docx', 'html', 'book', 'odt', 'slides', 'markdown', 'rtf', 'text'].includes(mediaType)) return null
  const fields = fieldsOf(metadata)
  const isPaper = mediaType === 'pdf' || mediaType === 'docx'
  const first = isPaper ? text.slice(0, firstCharacters) : ''
  const doi = (fields.doi && comparableDoi(fields.doi)) || doiIn(first)
  const issued = dateIn(fields.date ?? '') ?? yearIn(first)
  const author = (fields.authors ?? []).flatMap(namesIn).slice(0, 200)
  const journal = kept(fields.journal)
  const pages = [fields.firstPage, fields.lastPage].filter((page) => page !== undefined && page !== '').join('–')
  const made = work.safeParse({
    type: journal !== undefined || (isPaper && doi !== null) ? 'article-journal' : (typeOf[mediaType] ?? 'document'),
    ...definedOf({
      title: kept(title),
      author: author.length > 0 ? author.filter((name) => workName.safeParse(name).success) : undefined,
      issued: issued === null ? undefined : { 'date-parts': [issued] },
      'container-title': journal,
      publisher: kept(fields.publisher),
      volume: kept(fields.volume),
      issue: kept(fields.issue),
      page: kept(pages),
      DOI: doi ?? undefined,
      ISBN: kept(fields.isbn),
    }),
  })
  // A title alone is no more than its source is called anyway.
  return made.success && Object.keys(made.data).some((name) => name !== 'type' && name !== 'title') ? made.data : null
}

/** The draft with what it says of itself as a work beside its other metadata. */
export function withOwnWork(draft: Draft): Draft {
  const own = ownWork(draft)
  const { fields: _, ...metadata } = draft.metadata
  return { ...draft, metadata: own === null ? metadata : { ...metadata, work: own } }
}

/** Readers leave `fields`; older and simpler ones an `author`. Front matter names them as its writer likes. */
function fieldsOf(metadata: Draft['metadata']): WorkFields {
  const text = (name: string): string | undefined => {
    const value = metadata[name]
    return typeof value === 'string' && value.trim() !== '' ? value : undefined
  }
  const author = text('author') ?? text('authors')
  return {
    ...definedOf({
      authors: author === undefined ? undefined : [author.replace(/^\[|\]$/g, '')],
      date: text('date') ?? text('published') ?? text('year'),
      doi: text('doi'),
      isbn: text('isbn'),
      journal: text('journal'),
      publisher: text('publisher'),
    }),
    ...(metadata.fields as WorkFields | undefined),
  }
}

/** A year, month and day as they are written in fields: 2004-05-12, 2004/05, 20040512, 12 May 2004. */
export function dateIn(text: string): number[] | null {
  const digits = /^\D{0,3}((?:1[5-9]|20)\d\d)(?:[-/.]?(0[1-9]|1[0-2])(?:[-/.]?(0[1-9]|[12]\d|3[01]))?)?(?!\d)/.exec(
    text,
  )
  if (digits !== null)
    return digits
      .slice(1)
      .filter((part) => part !== undefined)
      .map(Number)
  const year = /(?:^|\D)((?:1[5-9]|20)\d\d)(?!\d)/.exec(text.slice(0, 200))
  return year === null ? null : [Number(year[1])]
}

function doiIn(text: string): string | null {
  const at = /\bdoi(?:\.org\/|:?\s{0,3})10\.\d{4}/i.exec(text)?.index
  return at === undefined ? null : comparableDoi(text.slice(at))
}

/** The year that a first page says it came out in; a year alone may be of anything. */
function yearIn(text: string): number[] | null {
  const found =
    /(?:©|\(c\)|copyright|published(?: online)?:?|accepted:?)[^\n\d]{0,40}(?:\d{1,2}[^\n\d]{1,12})?((?:19|20)\d\d)(?!\d)/i.exec(
      text,
    )
  return found === null ? null : [Number(found[1])]
}

const kept = (text: string | null | undefined): string | undefined =>
  text == null || text.trim() === '' ? undefined : text.trim().slice(0, 2000)

const definedOf = <Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields
