import { wordsOfName } from '../arguments'
import type { ProposedCall } from '../call'
import { wordSet } from '../plain-text'

/** Parts of paths whose servers take questions as POST: searches, look-ups, checks of what is handed in. */
const asking =
  /^(?:_?(?:m?search|count|mget|explain|termvectors|field_caps|scroll)|search[\w-]*|query|queries|sparql|graphql|gql|lookup|scroll|free_?busy|translate|detect|interpreter|autocomplete|suggest|aggregate|(?:check|validate|verify)(?:[-_][\w-]+)?|batch(?:get|_get)?|[\w-]*:(?:search|query|lookup|batchget))$/i
const writing = wordSet(
  'update bulk create insert write upsert reindex close import delete remove purge drop destroy send publish submit cancel book pay order execute exec run commit set add edit move rename merge approve',
)
/** Names of what a query is made of. */
const asksOnly =
  /^(?:q|query|queries|search|jql|cql|filters?|where|sorts?|order|order_by|size|from|to|since|until|limit|offset|page|page_?size|max_?results|fields?|select|aggs|aggregations?|facets?|response|format|variables|operation_?name|range|terms?|ids?|keys?|symbols?|dois?|series_?ids?|(?:start|end)_?(?:year|date|time)?|time_?(?:min|max)|dates?|years?|regions?|countr(?:y|ies)|country_?code|codes?|currency|interval|step|lang|language|text|(?:source|target)_?lang(?:uage)?|formality|id_?(?:type|value)|exch_?code|mic_?code|track_total_hits|_source)$/i
/** Of GraphQL and SPARQL what changes something. */
const updating =
  /\bmutation\b|\bupdate=|\b(?:drop|clear|insert|delete|load|create)\s{1,9}(?:silent|graph|data|where|all|default|\{)/i
const readingVerbs =
  /\b(?:search(?:es)?|quer(?:y|ies)|look(?:s|-?ups?)?|reads?|read-only|checks?|lists?|finds?|gets?|shows?|translates?|detects?|computes?|explains?|resolves?|answers?|questions?|abfragen?|sucht?|recherche[rs]?|consultas?|consulte)\b|查询|检索|搜索|検索|照会/i

/**
 * Whether a request by POST only asks: its path is one of those that take questions so and nothing of it writes, or the tool
 * says that it takes its queries by POST and is given nothing else. What says that it makes GET requests makes no others.
 */
export function asksByPost({ arguments: given, tool }: ProposedCall): boolean {
  const body = given.body ?? {}
  const parts = String(given.path ?? given.url ?? '')
    .replace(/^[a-z]+:\/\/[^/]*/i, '')
    .split(/[?#]/)[0]!
    .split('/')
  const writes = parts.some((part) => wordsOfName(part).some((word) => writing.has(word)))
  // What stands in quotation marks within a query is a text to look for.
  if (updating.test(JSON.stringify(body).replace(/\\"[^"\\]{0,400}\\"/g, ' ')) || writes) return false
  const saysSo =
    /\b(?:search(?:es)?|query|queries|look-?ups?)\b[^.]{0,60}\bPOST\b|\bPOST\b[^.]{0,60}\b(?:search(?:es)?|query|queries|look-?ups?)\b/i.test(
      tool.description,
    )
  if (/^\s*GET\b/i.test(tool.description) && !saysSo) return false
  const says = readingVerbs.test(`${tool.name.replaceAll('_', ' ')} ${tool.description}`)
  if (says && parts.some((part) => asking.test(part))) return true
  if (isReadingRpc(body)) return true
  const isQuery = (part: unknown): boolean =>
    typeof part === 'object' && part !== null
      ? Object.keys(part).every((key) => asksOnly.test(key))
      : typeof part === 'string' &&
        (isFormOf(part, parts) || /^\s*(?:\[out:|[{[(]|select\b|prefix\b|(?:query|data)=)/i.test(part))
  return (saysSo || (says && Object.keys(body).length > 0)) && (Array.isArray(body) ? body : [body]).every(isQuery)
}

/** `inchi=…`, where the path ends in what is looked up by that. */
const isFormOf = (body: string, path: readonly string[]): boolean =>
  path.includes(/^([\w-]{2,30})=/.exec(body)?.[1] ?? '')

/** Whether a call over JSON-RPC reads, by the method that it names last. */
function isReadingRpc(body: unknown): boolean {
  const { jsonrpc, method, params } = body as { jsonrpc?: unknown; method?: unknown; params?: { args?: unknown } }
  if (jsonrpc === undefined || typeof method !== 'string') return false
  const named =
    method === 'call' && Array.isArray(params?.args) ? params.args.find((arg) => isReadingName(arg)) : method
  return isReadingName(named)
}
const isReadingName = (name: unknown): boolean =>
  typeof name === 'string' &&
  /(?:^|[._/])(?:search|get|find|list|query|read|lookup|count|describe|fields_get|name_search)(?:_(?:read|count|group))?$/i.test(
    name,
  )
