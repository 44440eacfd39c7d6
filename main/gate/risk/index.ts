import { type Leaf, type ReadArguments, writtenPath } from '../arguments'
import { isBuiltIn, isFromPerson, type ProposedCall } from '../call'
import { contentWords, hidesText, isLookalike } from '../plain-text'
import { excerptOf, floor, type Reason, risk } from '../reason'
import { readSql, readWithoutEscapes } from '../sql/read-sql'
import type { SqlDialect } from '../sql/tokens'
import { isAddress, readAddress } from './addresses'
import { codeReasons } from './code'
import { isPlaceInList } from './handed-on'
import { leavingReasons } from './leaving'
import { isPath, pathReasons, writtenPathReasons } from './paths'
import { provenanceReasons } from './provenance'
import { asksDocuments, asksOtherwise, queryReasons } from './query-languages'
import { amountReasons, recipientReasons } from './recipients'
import { saidAt, schemaReasons } from './schema-fit'
import { carriesEncodedText, cutNumber, holdsSecret } from './secrets'
import {
  commandReasons,
  contentReasons,
  decoded,
  hiddenReasons,
  isFreeText as isText,
  optionReasons,
  shellReasons,
} from './texts'
import { verbReasons } from './verbs'

const codeAtMost = 50_000
const rowsAtMost = 100_000

/** Everything that speaks against a call, each with its reason. */
export function riskReasons(call: ProposedCall, given: ReadArguments): Reason[] {
  const read = writesFile(call) ? withoutNested(given) : given
  const isFreeText = (leaf: Leaf): boolean => isText(leaf) || (writesFile(call) && /^(?:find|replace)$/.test(leaf.key))
  const isOfDocuments = asksDocuments(call)
  const reasons: Reason[] = [
    ...schemaReasons(call.tool.schema, call.arguments),
    ...disguiseReasons(call),
    ...hiddenReasons(read, isOfDocuments),
    ...verbReasons(call, read, isFreeText),
    ...provenanceReasons(call, read.leaves),
    ...recipientReasons(call, read.leaves),
    ...amountReasons(call, read.leaves),
  ]
  if (read.tooMuch !== null) return reasons
  const addresses = new Set<Leaf>()
  let leaves = false
  // Where a list goes on is handed back as a result gave it.
  const looked = isFromPerson(call)
    ? read.leaves
    : read.leaves.filter((leaf) => !isPlaceInList(leaf, call.context.text))
  for (const leaf of looked) {
    const isTopic = isFreeText(leaf)
    // `$room` is a field of a document.
    const isField = isOfDocuments && /^\${1,2}[a-z_][\w.]*$/i.test(leaf.text)
    const argument = writtenPath(leaf.path)
    // What stands in tables and texts that are computed with runs nowhere, and leads nowhere.
    if (isBuiltIn(call) && call.tool.name === 'compute' && /^(?:tables|texts)$/.test(leaf.path[0] ?? '')) continue
    if (leaf.text.length > codeAtMost && (isSql(leaf, call) || !isTopic))
      reasons.push(risk(0.6, 'argumentBulk', { argument, count: leaf.text.length }))
    else if (isSql(leaf, call)) {
      const dialect = dialectOf(call, leaf.text)
      reasons.push(
        ...readSql(leaf.text, dialect, call.question, isGivenFile(call.roots)),
        ...(isBuiltIn(call) ? [] : readWithoutEscapes(leaf.text, dialect, call.question)),
      )
    } else if (isCode(leaf, call)) {
      reasons.push(
        ...(leaf.text.length > codeAtMost
          ? [risk(0.6, 'argumentBulk', { argument, count: leaf.text.length })]
          : codeReasons(leaf.text, isJavaScript(leaf, call), tablesOf(call))),
      )
    } else if (
      (isRequestPath(leaf, call) ||
        (!isField && !isPath(leaf, true) && isAddress(leaf, saidAt(call.tool.schema, leaf.path, 'format')))) &&
      !((isTopic || drawn.test(call.tool.name)) && isBuiltIn(call))
    ) {
      const address = readAddress(leaf, call)
      reasons.push(...address.reasons)
      addresses.add(leaf)
      leaves ||= address.leaves
    } else {
      const isFile = isPath(leaf, isTopic)
      if (isFile && !call.tool.readOnly) reasons.push(...writtenPathReasons(leaf))
      if (isFile && !isField && !isRecordPath(leaf, call))
        reasons.push(...pathReasons(leaf, call.roots), ...shellReasons(leaf, isBuiltIn(call) && call.tool.readOnly))
      else if (!(isTopic && isSought(leaf) && isBuiltIn(call))) reasons.push(...commandReasons(leaf, isTopic, call))
      if (!isTopic) reasons.push(...optionReasons(leaf, nextTo(leaf, read.leaves)))
      if (!isSought(leaf)) reasons.push(...contentReasons(leaf))
    }
    reasons.push(...bulkReasons(leaf, argument), ...queryReasons(leaf, call))
  }
  if (addresses.size === 0 && asksWeb(call))
    reasons.push(
      floor(0.7, 'hostNotAllowed', { argument: '', host: excerptOf(call.tool.server), mode: call.egress.mode }),
    )
  return [...reasons, ...leakReasons(call, looked, addresses, leaves)]
}

/** A tool or service that is written to look like another one. */
const disguiseReasons = ({ tool }: ProposedCall): Reason[] =>
  [tool.name, tool.server]
    .filter((name) => isLookalike(name) || hidesText(name))
    .map((name) => floor(0.8, 'toolDisguised', { tool: excerptOf(name) }))

/** Quarry's own tools that write: their texts are what a file says, and never run. */
const writesFile = (call: ProposedCall): boolean => isBuiltIn(call) && !call.tool.readOnly

/** JSON in the text of a file is no argument; the text itself is looked at. */
const withoutNested = (read: ReadArguments): ReadArguments => ({
  ...read,
  leaves: read.leaves.filter(({ isNested }) => !isNested),
  keys: read.keys.filter(({ path }) => !path.slice(0, -1).some((name) => /^(?:content|find|replace)$/.test(name))),
})

/** What Quarry draws loads nothing, whatever it says of where its rows come from. */
const drawn = /^(?:draw_)?chart$/

/** What stands behind a value in the same list. */
function nextTo({ path }: Leaf, leaves: readonly Leaf[]): string | undefined {
  const behind = [...path.slice(0, -1), String(Number(path.at(-1)) + 1)].join('\n')
  return leaves.find((leaf) => leaf.path.join('\n') === behind)?.text
}

/** What is only looked for is shown nowhere. */
const isSought = ({ key }: Leaf): boolean =>
  /^(?:q|query|queries|search|search_query|keywords?|terms?|question|topic)$/.test(key)

/** Beside a method a path is one of a server. */
const isRequestPath = ({ path, text }: Leaf, { arguments: given }: ProposedCall): boolean =>
  path.length === 1 &&
  path[0] === 'path' &&
  typeof given.method === 'string' &&
  /^(?:get|head|post|put|patch|delete|options)$/i.test(given.method) &&
  /^\/(?![\\/])/.test(text)

/** Whether what looks like a path is what a result calls a record (`/objects/2207`), of a tool that has to do with no files. */
const isRecordPath = ({ path, text }: Leaf, { tool, context }: ProposedCall): boolean =>
  path.length === 1 &&
  context.source === 'tool_result' &&
  /^\/(?!(?:etc|home|root|usr|var|proc|sys|dev|tmp|opt|mnt|srv|boot|run|media|users|volumes|private|secrets?|keys?)\/)[a-z_-]{2,30}\/[\w-]{1,40}$/i.test(
    text,
  ) &&
  context.text.includes(text) &&
  !/file|folder|director|disk|datei|ordner|fichier|archivo|文件|目录/i.test(
    `${tool.name} ${tool.server} ${tool.description}`,
  )

/** Whether a path, with or without wildcards, leads to what the person gave, and holds no secrets. */
const isGivenFile =
  (roots: readonly string[]) =>
  (path: string): boolean =>
    roots.length > 0 &&
    /^(?:\/|[A-Za-z]:[\\/])/.test(path) &&
    pathReasons({ key: 'path', path: ['path'], text: path, value: path, isNested: false }, roots).length === 0

const sqlKeys = /^(?:sql|statement|sql_query|raw_query|sql_text)$/

/** By its key, or as the query of a tool that asks a database. */
function isSql({ key, value }: Leaf, call: ProposedCall): boolean {
  const { tool } = call
  if (typeof value !== 'string') return false
  if (key === 'statement' && asksOtherwise(call)) return false
  return (
    sqlKeys.test(key) ||
    (key === 'query' &&
      /sql|postgres|sqlite|duckdb|mariadb|\bdatabase\b|bigquery|snowflake|clickhouse/i.test(
        `${tool.name} ${tool.server} ${tool.description}`,
      ) &&
      tool.name !== 'recall')
  )
}

function dialectOf({ arguments: given }: ProposedCall, sql: string): SqlDialect {
  const named = given.dialect
  if (named === 'sqlite' || named === 'postgres' || named === 'mysql' || named === 'duckdb') return named
  if (named === 'postgresql') return 'postgres'
  // Where dialects read a text alike, it does not matter which it is.
  return sql.includes('`') ? 'mysql' : 'unknown'
}

const isCode = ({ key, value }: Leaf, { tool }: ProposedCall): boolean =>
  typeof value === 'string' &&
  (/^(?:code|javascript|js|script_code)$/.test(key) ||
    (key === 'expression' && /javascript|sandbox/i.test(tool.description)))

/** The tables that are computed with, and their columns. */
function tablesOf({ arguments: { tables } }: ProposedCall): { names: Set<string>; columns: Set<string> } {
  const given = typeof tables === 'object' && tables !== null ? Object.entries(tables) : []
  const first = given.flatMap(([, rows]): unknown[] => (Array.isArray(rows) ? rows.slice(0, 1) : []))
  const columns = first.flatMap((row) => (typeof row === 'object' && row !== null ? Object.keys(row) : []))
  return { names: new Set(given.map(([name]) => name)), columns: new Set(columns) }
}

const isJavaScript = ({ key }: Leaf, call: ProposedCall): boolean =>
  isBuiltIn(call) ||
  /^(?:javascript|js)$/.test(key) ||
  /javascript|\bjs\b|\bnode\b|quickjs/i.test(`${call.tool.name.replaceAll('_', ' ')} ${call.tool.description}`)

function bulkReasons({ key, value, path }: Leaf, argument: string): Reason[] {
  if (/(?:^|_)ids?$/.test(key) && /^(?:\*|%|\.\*)$/.test(String(value)))
    return [risk(0.6, 'argumentDestroys', { argument, word: String(value) })]
  if (
    typeof value !== 'number' ||
    // A cell of a row, or the direction of a sort.
    /^\d+$/.test(path.at(-1) ?? '') ||
    path.some((name) => /^\$?(?:sort|order)/i.test(name)) ||
    !/^(?:limit|page_size|count|top|k|n|rows|per_page|first|size|batch_size|max_(?:results|rows|items|records|files|hits|documents|entries|e?mails|messages|events|pages))$/.test(
      key,
    )
  )
    return []
  return value > rowsAtMost || value < 0 ? [risk(0.6, 'argumentBulk', { argument, count: value })] : []
}

/** What a call gives away: to a host, or to a server that is not ours and may reach one. */
function leakReasons(
  call: ProposedCall,
  all: readonly Leaf[],
  addresses: ReadonlySet<Leaf>,
  leaves: boolean,
): Reason[] {
  const goesOut = leaves || (call.tool.server !== 'builtin' && call.egress.mode === 'named' && reachesOut(call))
  if (!goesOut) {
    if (isBuiltIn(call) && call.tool.tier !== 'L3') return []
    return all
      .filter(
        ({ text, key }) =>
          key !== 'sql' &&
          !call.question.includes(text) &&
          (holdsSecret(text) || (isHostName(text) && carriesEncodedText(text))),
      )
      .map(({ path }) => floor(0.7, 'secretLeaves', { argument: writtenPath(path) }))
  }
  const told = isFromPerson(call) ? new Set<string>() : contentWords(call.context.text)
  const cut = cutNumber(all)
  // Where a person's files lie says who they are.
  const withRoot = [...addresses].filter(({ text }) =>
    call.roots.some((root) => root.length > 3 && decoded(text).includes(root) && !call.question.includes(root)),
  )
  return [
    ...withRoot.map(({ path }) => floor(0.7, 'personalLeaves', { argument: writtenPath(path) })),
    ...all.flatMap((leaf) => leavingReasons(leaf, addresses.has(leaf), call.question, told)),
    ...(cut === null ? [] : [floor(0.8, 'secretLeaves', { argument: writtenPath(cut.path) })]),
  ]
}

/** A name that is looked up is told to whoever keeps its domain. */
const isHostName = (text: string): boolean => /^[\w-]{1,63}(?:\.[\w-]{1,63}){2,9}$/.test(text)

/** A tool that says that it asks the web, while nothing may. */
const asksWeb = ({ tool, egress }: ProposedCall): boolean =>
  egress.mode !== 'named' &&
  tool.server !== 'builtin' &&
  /\b(?:search|searches|query|queries|asks?|browses?|looks? up)\b.{0,30}\b(?:web|internet|online)\b/i.test(
    tool.description,
  )

const reachesOut = ({ tool, egress }: ProposedCall): boolean =>
  egress.hosts.some((host) => tool.description.toLowerCase().includes(host.toLowerCase())) ||
  /\b(?:web|internet|online|network|https?|urls?|api|remote|cloud|hosted|service|fetch(?:es)?)\b/i.test(
    `${tool.name.replaceAll('_', ' ')} ${tool.description}`,
  )
