import type { ApiCallResult, ApiCallTask, ApiCredential } from '../../contract/calls/api-call'
import { QuarryError } from '../../contract/errors'
import { fitBytes } from '../answers/fit-bytes'
import { cleanText } from '../documents/clean'
import { buildRequest } from './build-request'
import { joinedPages, listKey, nextPage } from './pages'
import { type Received, send } from './send'

/**
 * Calls an operation, page by page. Throws `input.invalid`, `tool.failed` with the status, `resource.needsSecret`,
 * `resource.unreachable`, `resource.unsupported` for what is neither JSON nor text, and `egress.denied`.
 */
export async function callOperation(task: ApiCallTask, signal: AbortSignal): Promise<ApiCallResult> {
  const { limits, operation } = task
  const readable = withoutSecrets(task.credentials)
  const request = buildRequest(task)
  const pages: unknown[] = []
  let { url } = request
  let cut = false
  let received = await send(request, limits, signal)
  const { status } = received
  const mediaType = mediaTypeOf(received)
  for (;;) {
    if (received.status >= 400) throw refusalOf(received, readable)
    const value = contentOf(received, mediaType, readable)
    pages.push(value)
    cut ||= received.cut
    const next =
      isJson(mediaType) && request.method === 'GET' && (Array.isArray(value) || listKey(value) !== null)
        ? nextPage(url, received.headers.get('link'), value, operation)
        : null
    if (next === null) break
    if (pages.length >= limits.maxPages) {
      cut = true
      break
    }
    url = next
    received = await send({ ...request, url }, limits, signal)
  }
  const joined = joinedPages(pages) ?? pages[0]
  const fitted = fitBytes(joined, limits.maxResultBytes)
  return {
    status,
    url: request.url.href,
    mediaType,
    value: fitted.value,
    pages: pages.length,
    cut: cut || fitted.cut,
  }
}

const mediaTypeOf = ({ headers }: Received): string =>
  cleanText((headers.get('content-type') ?? '').split(';')[0], 100).toLowerCase()

const isJson = (mediaType: string): boolean => /[/+]json$/.test(mediaType)

/** Types that are text without being called so. */
const textual = /^text\/|[/+](?:xml|yaml|csv|x-ndjson|javascript|x-www-form-urlencoded)$/

function contentOf({ bytes, cut }: Received, mediaType: string, readable: (text: string) => string): unknown {
  if (bytes.length === 0) return null
  const text = new TextDecoder().decode(bytes)
  if (isJson(mediaType) || (mediaType === '' && /^\s*[[{]/.test(text))) {
    if (cut) throw new QuarryError('resource.tooLarge', 'The response is too large to be read as JSON.')
    try {
      return JSON.parse(text, (_, value) => (typeof value === 'string' ? readable(value) : value))
    } catch (cause) {
      throw new QuarryError('tool.failed', 'The response says that it is JSON, and is none.', { cause })
    }
  }
  if (textual.test(mediaType) || mediaType === '') return readable(text)
  throw new QuarryError('resource.unsupported', `The response is ${mediaType}, which is not read.`, {
    context: { mediaType, bytes: bytes.length },
  })
}

function refusalOf({ status, bytes }: Received, readable: (text: string) => string): QuarryError {
  const said = cleanText(readable(new TextDecoder().decode(bytes.subarray(0, 4000))), 300)
  const message = `The server answered with ${status}${said === '' ? '.' : `: ${said}`}`
  if (status === 401 || status === 403) {
    return new QuarryError('resource.needsSecret', message, { remedy: 'enterKey', context: { status } })
  }
  return new QuarryError('tool.failed', message, { context: { status, said: `${status} ${said}`.trim() } })
}

/** Shorter ones would be found in words that have nothing to do with them. */
const shortest = 6

/** Masks credentials that a server says again, in whatever form they were sent, before an answer is read. */
export function withoutSecrets(credentials: readonly ApiCredential[]): (text: string) => string {
  const sent = credentials.flatMap(({ kind, value }) =>
    kind === 'basic' ? [value, Buffer.from(value).toString('base64'), value.slice(value.indexOf(':') + 1)] : [value],
  )
  const forms = new Set(
    sent.filter(({ length }) => length >= shortest).flatMap((value) => [value, encodeURIComponent(value)]),
  )
  const longestFirst = [...forms].sort((one, other) => other.length - one.length)
  return (text) => longestFirst.reduce((all, form) => all.replaceAll(form, '••••••••'), text)
}
