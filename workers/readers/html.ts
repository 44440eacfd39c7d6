import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import { QuarryError } from '../../contract/errors'
import type { WorkFields } from './bibliography/own-work'
import { type BytesInput, type Draft, draftOf } from './draft'
import { decodeText } from './encoding'
import { pictureInData } from './figures/picture-in-data'
import { addHtmlBlocks, type HtmlBlockOptions, type HtmlNode } from './html-blocks'
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

/**
 * What Readability finds lacks boxes, lists and tables of the text itself where their names or links look like what stands
 * around a text. So the element that all of it stands in is taken, unless that has more than this many times its text.
 */
const mostAroundArticle = 2.5

/** Reads a web page's readable content: the element that Readability finds it in, or the page without its boilerplate. */
export function readHtml(input: BytesInput): Draft {
  const { text: source, encoding } = decodeText(input.bytes, declaredEncoding(input.bytes))
  const document = parsePage(source)
  // Before anything asks for the page's body or head: linkedom makes those that are missing.
  const elements = Array.from(document.querySelectorAll('*'))
  const body = new TextBuilder(input.maxTextLength)
  const root = (document.body ?? document.documentElement) as unknown as HtmlNode | null
  if (root !== null) addHtmlBlocks(root, body, { skipsBoilerplate: true })
  const pageTitle = tidy(document.querySelector('title')?.textContent ?? '')
  const headings = Array.from(document.querySelectorAll('h1')).map((heading) =>
    tidy(heading.textContent ?? '').replace(/ ?¶$/u, ''),
  )
  const article = isAnalysable(root) ? articleOf(source, elements) : null
  let builder = body
  if (article !== null) {
    const textOf = (from: HtmlNode, options: HtmlBlockOptions): TextBuilder => {
      const text = new TextBuilder(input.maxTextLength)
      addHtmlBlocks(from, text, options)
      return text
    }
    const found = textOf(article.root, { skipsBoilerplate: false })
    if (found.length > 0 && found.length >= body.length * leastArticleShare) {
      const { within, leavesOut } = article
      const whole = within === null ? found : textOf(within, { skipsBoilerplate: true, leavesOut })
      const isAround = whole.length >= found.length && whole.length <= found.length * mostAroundArticle
      builder = isAround ? whole : found
    }
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
    // What Readability finds lacks pictures. With a base, what lies beside a copy is not meant.
    ...(document.querySelector('base[href]') === null ? { withPictures: body, openPicture: pictureInData } : {}),
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
    if (hasBody(document.documentElement)) {
      gatherHead(document)
      return document
    }
    // linkedom builds no body of its own where a page leaves its tag out, as HTML allows.
    return parseHTML(`<!doctype html><html><body>${source}</body></html>`).document
  } catch (error) {
    throw new QuarryError('read.corrupt', 'Its HTML cannot be read.', { cause: error })
  }
}

/** linkedom makes a body of its own where something stands between the head and the page's, as where a page leaves the head's tag out. */
function gatherHead(document: Document): void {
  const outside = Array.from(document.documentElement.children).filter(
    ({ localName }) => localName !== 'head' && localName !== 'body',
  )
  // Asked for first: it makes the head that is missing.
  const { head } = document
  for (const element of outside) head.append(element)
}

const hasBody = (root: Element | null): boolean =>
  root?.localName === 'html' && Array.from(root.children).some(({ localName }) => localName === 'body')

interface Article {
  readonly root: HtmlNode
  /** The page's own element that all of it stands in. */
  readonly within: HtmlNode | null
  /** True for a block of links in it that the article lacks. */
  readonly leavesOut: (node: HtmlNode) => boolean
  readonly title: string | null
  readonly byline: string | null
  readonly siteName: string | null
}

/** Names an element by its place in the page: Readability moves elements and keeps their attributes. */
const placeName = 'data-place'

function articleOf(source: string, elements: readonly Element[]): Article | null {
  // Readability rewrites its document, so that it gets its own.
  const own = parsePage(source)
  Array.from(own.querySelectorAll('*')).forEach((element, at) => {
    element.setAttribute(placeName, String(at))
  })
  const found = new Readability<Element>(own, { serializer: (node) => node as Element }).parse()
  if (found?.content == null) return null
  const kept = Array.from(found.content.querySelectorAll(`[${placeName}]`)).flatMap(
    (element) => elements[Number(element.getAttribute(placeName))] ?? [],
  )
  const holders = new Set<Element | null>()
  for (const element of kept)
    for (let at: Element | null = element; at !== null && !holders.has(at); at = at.parentElement) holders.add(at)
  return {
    root: found.content as unknown as HtmlNode,
    within: commonAncestor(kept),
    leavesOut: (node) => {
      const element = node as unknown as Element
      return !holders.has(element) && holders.has(element.parentElement) && isListOfLinks(element)
    },
    title: found.title ?? null,
    byline: found.byline ?? null,
    siteName: found.siteName ?? null,
  }
}

/** The innermost element that holds all others. */
function commonAncestor(elements: readonly Element[]): HtmlNode | null {
  let holder = elements[0] ?? null
  for (const element of elements) while (holder !== null && !holder.contains(element)) holder = holder.parentElement
  return holder as unknown as HtmlNode | null
}

/** A block of which more than half is links. */
function isListOfLinks(node: Element): boolean {
  if (!/^(?:div|section|p|ul|ol|dl|table)$/.test(node.localName ?? '')) return false
  const linked = Array.from(node.querySelectorAll('a[href]')).reduce((sum, link) => sum + lengthOf(link), 0)
  return linked > lengthOf(node) / 2
}

const lengthOf = (node: Element): number => tidy(node.textContent ?? '').length

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
