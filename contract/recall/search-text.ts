/** A passage with what it stands under in its document. */
export interface PassageInContext {
  readonly title: string | null
  readonly headingPath: readonly string[]
  readonly text: string
  /** Of code the words within its names are searched, too. Default: it is none. */
  readonly isCode?: boolean
}

/** Raised with each change of how words are separated here; the ICU that does it counts, too (SEGMENTER_VERSION). */
export const segmenterRevision = 2

/** Runs in scripts that put no spaces between words: PostgreSQL would take each run for one word. */
const unspacedRun =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}々ー]+/gu

const beyondAscii = /[^\0-\x7f]/

const segmenters = new Map<string, Intl.Segmenter>()

/**
 * Separates words by spaces where the script doesn't, for the keyword index and its queries alike. Text with spaces
 * stays as it is, but for compatibility forms (full-width letters, ligatures of PDFs) becoming their plain ones.
 */
export function segmentForSearch(text: string): string {
  // Nothing to do in ASCII: NFKC leaves it as it is, and each of its scripts has spaces.
  if (!beyondAscii.test(text)) return text
  return text.normalize('NFKC').replace(unspacedRun, (run) => {
    const words: string[] = []
    for (const { segment, isWordLike } of segmenterFor(run).segment(run)) if (isWordLike) words.push(segment)
    return ` ${words.join(' ')} `
  })
}

const name = /[A-Za-z][A-Za-z0-9_$.]+/g
const hump = /[a-z0-9][A-Z]|[A-Z]{2}[a-z]/
const joint = /[A-Za-z0-9][._$]+[A-Za-z0-9]/

/** The words within a name: `parse Http Header` of `parseHttpHeader`, `res send File` of `res.sendFile`. */
export const wordsWithin = (name: string): string =>
  name
    .replace(/[._$]/g, ' ')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')

/** The words within the names of code that are made of several, each name once: the index takes `res.sendFile` for one word. */
function wordsOfNames(code: string): string {
  const joined = (code.match(name) ?? []).filter((one) => hump.test(one) || joint.test(one))
  const members = joined.flatMap((one) => one.split('.').filter((member) => one.includes('.') && hump.test(member)))
  return [...new Set([...joined.map(wordsWithin), ...members])].join(' ')
}

/** What the keyword index reads of a text that has its title and headings before it. */
export function searchTextOf(text: string, isCode: boolean): string {
  const segmented = segmentForSearch(text)
  return isCode ? `${segmented}\n${wordsOfNames(text)}` : segmented
}

/** A code of letters and a number, written with a hyphen or without. */
const code = /(?<![\p{L}\p{N}-])(\p{L}{1,4})(-?)(\p{Nd}{1,6}\p{L}?)(?![\p{L}\p{N}])/gu

/**
 * A query as `segmentForSearch` makes it, with the other spelling of each code behind it (`R290` finds `R-290`, too), and the
 * words within names that begin small: `parseHttpHeader` finds `parse_http_header`.
 */
export function segmentQuery(query: string): string {
  const others = [...query.matchAll(code)].map(([, letters, hyphen, number]) =>
    hyphen === '' ? `${letters}-${number}` : `${letters}${number}`,
  )
  const names = (query.match(name) ?? []).filter((one) => hump.test(one) && /^[a-z]{2}/.test(one))
  return [segmentForSearch(query), ...others, ...names.map(wordsWithin)].join(' ')
}

function segmenterFor(run: string): Intl.Segmenter {
  const locale = localeOf(run)
  let segmenter = segmenters.get(locale)
  if (segmenter === undefined) {
    segmenter = new Intl.Segmenter(locale, { granularity: 'word' })
    segmenters.set(locale, segmenter)
  }
  return segmenter
}

function localeOf(run: string): string {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(run)) return 'ja'
  return /\p{Script=Han}/u.test(run) ? 'zh' : 'th'
}

/**
 * What the keyword index reads of a passage: title and heading path before the text, each once. Passages of 80 words
 * alone lose the words that only their document's title says (nDCG@10 of CACM 0.458 without, 0.509 with it).
 */
export function buildSearchText(passage: PassageInContext): string {
  return searchTextOf(buildPassageText(passage), passage.isCode === true)
}

/**
 * What the encoder should read of a passage: title and heading path before the text, unsegmented. Beside vectors of the
 * text alone the whole recall gains 0.003 nDCG@10 on Cranfield and 0.005 on CACM (measured offline).
 */
export function buildPassageText(passage: PassageInContext): string {
  return [...contextOf(passage), passage.text].join('\n')
}

/** Title and headings that the text doesn't begin with and that don't repeat each other. */
function contextOf(passage: PassageInContext): string[] {
  const context: string[] = []
  for (const part of [passage.title ?? '', ...passage.headingPath]) {
    const key = comparable(part)
    if (key !== '' && !beginsWith(passage.text, key) && !context.some((earlier) => comparable(earlier) === key)) {
      context.push(part.trim())
    }
  }
  return context
}

/** Whether a text made comparable begins with `key`; only its beginning is looked at, as passages are many. */
function beginsWith(text: string, key: string): boolean {
  for (let length = key.length + 16; ; length *= 2) {
    const head = comparable(text.slice(0, length))
    if (head.length >= key.length || length >= text.length) return head.startsWith(key)
  }
}

const comparable = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase()
