import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import { QuarryError } from '../../contract/errors'
import type { WorkFields } from './bibliography/own-work'
import { type BytesInput, type Draft, draftOf } from './draft'
import { decodeText } from './encoding'
import { addHtmlBlocks, type HtmlNode } from './html-blocks'
import { TextBuilder, tidy } from './text-builder'

/** Deeper than any page a person wrote: such a page is walked, but not analysed. */
const maxAnalysedDepth = 400

/** Elements above which the analysis (worse than linear) is left out. */
const maxAnalysedNodes = 150_000

/**
 * An article found with less than this share of the page's text is not the page's content, but one part of it
 * (front pages, listings, references): then everything but navigation and the like is taken.
 */
const leastArticleShare = 0.3

/** Reads a web page's readable content: what Readability finds, or the page without its boilerplate. */
export function readHtml(input: BytesInput): Draft {
  const { text: source, encoding } = decodeText(input.bytes, declaredEncoding(input.bytes))
  const document = parsePage(source)
  const body = new TextBuilder(input.maxTextLength)
  const root = (document.body ?? document.documentElement) as unknown as HtmlNode | null
  if (root !== null) addHtmlBlocks(root, body, { skipsBoilerplate: true })
  const pageTitle = tidy(document.querySelector('title')?.textContent ?? '')
  const headings = Array.from(document.querySelectorAll('h1')).map((heading) => tidy(heading.textContent ?? ''))
  const article = isAnalysable(root) ? articleOf(source) : null
  let builder = body
  if (article !== null) {
    const found = new TextBuilder(input.maxTextLength)
    addHtmlBlocks(article.root, found, { skipsBoilerplate: false })
    if (found.length > 0 && found.length >= body.length * leastArticleShare) builder = found
  }
  const language = Array.from(document.getElementsByTagName('html')).at(-1)?.getAttribute('lang') ?? null
  return draftOf(builder, {
    mediaType: 'html',
    reader: 'html',
    title: titleOf(pageTitle, headings, article?.title ?? null),
    encoding,
    metadata: {
      content: builder === body ? 'page' : 'article',
      ...(language === null || language === '' ? {} : { declaredLanguage: language }),
      ...(article?.byline ? { author: tidy(article.byline) } : {}),
      ...(article?.siteName ? { siteName: tidy(article.siteName) } : {}),
      fields: fieldsOfPage(document),
    },
  })
}

/** Names of `meta` elements that say what a page is: Google Scholar's (Highwire), Dublin Core's and Open Graph's. */
const metaFields: readonly (readonly [field: Exclude<keyof WorkFields, 'authors'>, names: readonly string[]])[] = [
  [
    'date',
    ['citation_publication_date', 'citation_date', 'dc.date', 'dc.date.issued', 'article:published_time', 'date'],
  ],
  ['doi', ['citation_doi', 'dc.identifier', 'prism.doi']],
  ['isbn', ['citation_isbn', 'book:isbn']],
  ['journal', ['citation_journal_title', 'citation_conference_title', 'prism.publicationname']],
  ['publisher', ['citation_publisher', 'dc.publisher']],
  ['volume', ['citation_volume', 'prism.volume']],
  ['issue', ['citation_issue', 'prism.number']],
  ['firstPage', ['citation_firstpage', 'prism.startingpage']],
  ['lastPage', ['citation_lastpage', 'prism.endingpage']],
]

function fieldsOfPage(document: Document): WorkFields {
  const said = new Map<string, string[]>()
  for (const meta of Array.from(document.querySelectorAll('meta[content]')).slice(0, 1000)) {
    const name = (meta.getAttribute('name') ?? meta.getAttribute('property') ?? '').toLowerCase()
    const value = tidy((meta.getAttribute('content') ?? '').slice(0, 2000))
    if (name !== '' && value !== '') said.set(name, [...(said.get(name) ?? []), value])
  }
  const authors = ['citation_author', 'dc.creator', 'author'].map((name) => said.get(name)).find((found) => found)
  const fields = metaFields.flatMap(([field, names]) => {
    const value = names.map((name) => said.get(name)?.[0]).find((found) => found !== undefined)
    return value === undefined ? [] : [[field, value] as const]
  })
  return { ...(authors === undefined ? {} : { authors }), ...Object.fromEntries(fields) }
}

/** A page as a tree; one without a body gets one. */
export function parsePage(source: string): Document {
  try {
    const { document } = parseHTML(source)
    if (hasBody(document.documentElement)) return document
    // linkedom builds no body of its own where a page leaves its tag out, as HTML allows.
    return parseHTML(`<!doctype html><html><body>${source}</body></html>`).document
  } catch (error) {
    throw new QuarryError('read.corrupt', 'Its HTML cannot be read.', { cause: error })
  }
}

const hasBody = (root: Element | null): boolean =>
  root?.localName === 'html' && Array.from(root.children).some(({ localName }) => localName === 'body')

interface Article {
  readonly root: HtmlNode
  readonly title: string | null
  readonly byline: string | null
  readonly siteName: string | null
}

function articleOf(source: string): Article | null {
  // Readability rewrites its document, so that it gets its own.
  const found = new Readability<HtmlNode>(parsePage(source), {
    serializer: (node) => node as unknown as HtmlNode,
  }).parse()
  if (found?.content == null) return null
  return {
    root: found.content,
    title: found.title ?? null,
    byline: found.byline ?? null,
    siteName: found.siteName ?? null,
  }
}

function isAnalysable(root: HtmlNode | null): boolean {
  if (root === null) return false
  const stack: { node: HtmlNode; depth: number }[] = [{ node: root, depth: 0 }]
  let nodes = 0
  for (let step = stack.pop(); step !== undefined; step = stack.pop()) {
    if (step.depth > maxAnalysedDepth || ++nodes > maxAnalysedNodes) return false
    for (const child of Array.from(step.node.childNodes)) stack.push({ node: child, depth: step.depth + 1 })
  }
  return true
}

/** The only top heading, where the page's title contains it (titles add the site's name), else the title. */
function titleOf(pageTitle: string, headings: readonly string[], articleTitle: string | null): string | null {
  const own = headings.filter((heading) => heading !== '')
  if (own.length === 1 && (pageTitle === '' || pageTitle.toLowerCase().includes(own[0]!.toLowerCase()))) return own[0]!
  const title = articleTitle === null || articleTitle === '' ? pageTitle : tidy(articleTitle)
  return title === '' ? (own[0] ?? null) : title
}

/** What the page says of its own encoding in its first bytes. */
function declaredEncoding(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, 2048)).toString('latin1')
  return /<meta[^>]+?charset\s*=\s*(?:["']\s*)?([\w-]+)/i.exec(head)?.[1] ?? null
}
