import { isRecord } from '../../contract/json'
import type { ApiOperation } from '../../contract/resources/resource'

type Json = Readonly<Record<string, unknown>>

const at = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((one, key) => (isRecord(one) && Object.hasOwn(one, key) ? one[key] : undefined), value)

/** Where answers hold the address of the next page. */
const addresses = [
  ['next'],
  ['next_url'],
  ['nextLink'],
  ['@odata.nextLink'],
  ['links', 'next'],
  ['links', 'next', 'href'],
  ['_links', 'next'],
  ['_links', 'next', 'href'],
  ['paging', 'next'],
  ['pagination', 'next'],
  ['pagination', 'next_url'],
  ['meta', 'next'],
]
/** Where they hold a mark to ask on from, and the parameters that take one. */
const marks = [
  ['next_cursor'],
  ['nextCursor'],
  ['cursor', 'next'],
  ['next_page_token'],
  ['nextPageToken'],
  ['pagination', 'next_cursor'],
  ['pagination', 'nextCursor'],
  ['meta', 'next_cursor'],
  ['response_metadata', 'next_cursor'],
  ['next_page'],
  ['nextPage'],
  ['pagination', 'next_page'],
  ['meta', 'next_page'],
]
const markParameters = ['cursor', 'page_token', 'pageToken', 'after', 'starting_after', 'continuation_token', 'page']

/**
 * The address of the next page, in the same origin: by the `Link` header (RFC 8288), an address in the answer, or a mark
 * for a parameter that the operation has. Null where there is none.
 */
export function nextPage(
  current: URL,
  linkHeader: string | null,
  answer: unknown,
  { parameters }: Pick<ApiOperation, 'parameters'>,
): URL | null {
  const linked = linkedNext(linkHeader ?? '')
  const stated = addresses.map((path) => at(answer, path)).find(isAddress)
  const address = linked ?? stated
  if (address !== undefined) return sameOrigin(current, address)
  const mark = marks.map((path) => at(answer, path)).find(isMark)
  if (mark === undefined) return null
  const names = parameters.filter((one) => one.in === 'query').map(({ name }) => name)
  const name = markParameters.find((wanted) => names.includes(wanted))
  if (name === undefined || (name === 'page' && !/^\d+$/.test(String(mark)))) return null
  const next = new URL(current)
  next.searchParams.set(name, String(mark))
  return next.href === current.href ? null : next
}

function linkedNext(header: string): string | undefined {
  for (const link of header.slice(0, 16_000).split(/,(?=[ \t]*<)/)) {
    const end = link.indexOf('>')
    const relations = /\brel="?([^";]*)/i.exec(link.slice(end + 1))?.[1] ?? ''
    if (end !== -1 && relations.toLowerCase().split(' ').includes('next')) return link.slice(link.indexOf('<') + 1, end)
  }
  return undefined
}

const isAddress = (value: unknown): value is string =>
  typeof value === 'string' && value.length < 4000 && /^(?:https?:\/\/|\/|\?)/i.test(value)

const isMark = (value: unknown): value is string | number =>
  (typeof value === 'string' && value !== '' && value.length < 2000) || (typeof value === 'number' && value > 0)

function sameOrigin(current: URL, address: string): URL | null {
  try {
    const next = new URL(address, current)
    return next.origin === current.origin && next.href !== current.href ? next : null
  } catch {
    // No address after all: then there is no further page.
    return null
  }
}

/** Pages as one answer: the list of the first one goes on with those of the others. Null where they have no one list. */
export function joinedPages(pages: readonly unknown[]): unknown {
  const [first, ...rest] = pages
  if (rest.length === 0) return first
  if (Array.isArray(first)) return [first, ...rest].flat(1)
  const key = listKey(first)
  if (key === null) return null
  const lists = pages.map((page) => at(page, [key]))
  return { ...(first as Json), [key]: lists.flatMap((list) => (Array.isArray(list) ? list : [])) }
}

/** The member that holds the list of a page: its only list. */
export function listKey(page: unknown): string | null {
  if (!isRecord(page)) return null
  const lists = Object.entries(page).filter(([, value]) => Array.isArray(value))
  return lists.length === 1 ? (lists[0]?.[0] ?? null) : null
}
