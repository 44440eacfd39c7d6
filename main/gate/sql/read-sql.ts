import { contentWords, isLookalike, plainText, wordSet } from '../plain-text'
import { excerptOf, floor, type Reason, risk } from '../reason'
import { beforeBracket, pureFunctions, secretCatalogTables, secretColumns, secretTables } from './functions'
import {
  dangerous,
  readingPragmas,
  readingStarts,
  settablePragmas,
  showable,
  writingPairs,
  writingStarts,
} from './statement-words'
import { AmbiguousSql, type SqlDialect, type Token, tokenize } from './tokens'

/** Whether a path leads to a file that the person gave. */
type IsGiven = (path: string) => boolean

/**
 * As a server of MySQL reads it that takes a backslash for a letter: texts end elsewhere there. Connections of Quarry's own are none
 * of those (`workers/databases/servers/mysql-connection.ts`).
 */
export function readWithoutEscapes(sql: string, dialect: SqlDialect, question: string): Reason[] {
  if (dialect !== 'mysql' || !/\\['"]/.test(sql)) return []
  return readSql(sql, 'sqlite', question).filter(({ fact }) => fact.kind !== 'sqlUnreadable')
}

/**
 * What speaks against running one text as SQL; nothing where it is one statement that only reads and computes.
 * @param isGiven whether DuckDB may read the file of a path
 */
export function readSql(sql: string, dialect: SqlDialect, question: string, isGiven: IsGiven = () => false): Reason[] {
  let tokens: Token[]
  try {
    tokens = tokenize(sql, dialect)
  } catch (error) {
    if (!(error instanceof AmbiguousSql)) throw error
    return [floor(0.8, 'sqlUnreadable', { word: excerptOf(error.excerpt) })]
  }
  while (tokens.at(-1)?.value === ';' && tokens.at(-1)?.kind === 'sign') tokens.pop()
  if (tokens.length === 0) return [floor(0.8, 'sqlUnreadable', { word: excerptOf(sql) })]
  return [
    ...statementReasons(tokens),
    ...writingReasons(tokens, dialect),
    ...callReasons(tokens, dialect === 'duckdb' ? isGiven : () => false),
    ...nameReasons(tokens, dialect, question, isGiven),
    ...costReasons(tokens),
  ]
}

const isSign = (token: Token | undefined, value: string): boolean => token?.kind === 'sign' && token.value === value
const isWord = (token: Token | undefined, value?: string): boolean =>
  token?.kind === 'word' && (value === undefined || token.value === value)

function statementReasons(tokens: readonly Token[]): Reason[] {
  const reasons: Reason[] = []
  if (tokens.some((token) => isSign(token, ';'))) reasons.push(floor(0.9, 'sqlSeveralStatements', {}))
  let at = 0
  while (isSign(tokens[at], '(')) at++
  const start = tokens[at]?.value ?? ''
  if (!isWord(tokens[at]) || !readingStarts.has(start)) {
    const known = writingStarts.has(plainText(start))
    return [
      ...reasons,
      known ? floor(0.9, 'sqlWrites', { word: start }) : floor(0.8, 'sqlUnreadable', { word: excerptOf(start) }),
    ]
  }
  if (start === 'show' && !showable.has(tokens[at + 1]?.value ?? '')) {
    reasons.push(risk(0.7, 'sqlUnreadable', { word: excerptOf(`show ${tokens[at + 1]?.value ?? ''}`) }))
  }
  if (start === 'pragma') {
    const name = tokens.slice(at + 1).find((token, index, all) => token.kind !== 'sign' && !isSign(all[index + 1], '.'))
    const said = name?.value.toLowerCase() ?? ''
    const sets = tokens.some((token) => isSign(token, '=') || (settablePragmas.has(said) && isSign(token, '(')))
    const isRead = readingPragmas.has(said) && !sets
    if (!isRead) reasons.push(floor(0.9, 'sqlWrites', { word: `pragma ${name?.value ?? ''}` }))
  }
  return reasons
}

/** Writing words where a statement can begin, and writing pairs anywhere. Columns of such names are left alone. */
function writingReasons(tokens: readonly Token[], dialect: SqlDialect): Reason[] {
  const found: string[] = []
  if (isWord(tokens[0], 'show')) return []
  tokens.forEach((token, at) => {
    const before = tokens[at - 1]
    const next = tokens[at + 1]
    if (token.kind !== 'word' || isSign(before, '.') || isSign(next, '.')) return
    const word = plainText(token.value)
    const opens =
      before === undefined ||
      isSign(before, '(') ||
      isSign(before, ')') ||
      isSign(before, ';') ||
      isWord(before, 'explain') ||
      isWord(before, 'analyze') ||
      isWord(before, 'verbose')
    const isFollowed = next !== undefined && next.kind !== 'sign'
    if (writingStarts.has(word) && opens && isFollowed && !columnEnds.has(next.value)) found.push(word)
    else if (writingPairs[word]?.includes(next?.value ?? '') && next?.kind === 'word' && !isWord(before, 'as')) {
      found.push(`${word} ${next.value}`)
    } else if (word === 'into' && !isWord(before, 'as')) found.push(`into ${next?.value ?? ''}`)
    else if (word === 'update' && next?.kind !== 'sign' && isWord(tokens[at + 2], 'set')) found.push('update')
    else if (
      word === 'copy' &&
      tokens.slice(at, at + 8).some((other) => isWord(other, 'program') || isWord(other, 'stdout'))
    )
      found.push('copy')
    else if (isLookalike(token.value) && (writingStarts.has(word) || dangerous.test(word))) found.push(word)
  })
  tokens.forEach((token, at) => {
    if (isSign(token, ':') && isSign(tokens[at + 1], '=')) found.push(':=')
    // Of PostgreSQL and DuckDB it compares; elsewhere it names a setting of the server.
    const isSetting = dialect !== 'postgres' && dialect !== 'duckdb'
    if (isSetting && isSign(token, '@') && isSign(tokens[at + 1], '@')) found.push('@@')
  })
  return [...new Set(found)].map((word) => floor(0.9, 'sqlWrites', { word: excerptOf(word) }))
}

/** What may follow a column in brackets; then a word such as `comment` before it is one. */
const columnEnds = wordSet(
  'is in not between like and or as asc desc from order collate over then end else separator filter ilike glob regexp within',
)

/** Calls of functions that are not known to only compute. */
function callReasons(tokens: readonly Token[], isGiven: IsGiven): Reason[] {
  const own = ownNames(tokens)
  const reasons: Reason[] = []
  if (isWord(tokens[0], 'pragma')) return reasons
  tokens.forEach((token, at) => {
    if ((token.kind !== 'word' && token.kind !== 'quoted') || !isSign(tokens[at + 1], '(')) return
    const name = plainText(token.value)
    const before = tokens[at - 1]
    if (fileReaders.has(name) && filesOf(tokens, at).every(isGiven)) return
    if (token.kind === 'word' && isLookalike(token.value))
      reasons.push(floor(0.9, 'sqlFunction', { name: excerptOf(token.value) }))
    else if (dangerous.test(name) && !(name === 'glob' && !isWord(before, 'from') && !isWord(before, 'join'))) {
      reasons.push(floor(0.9, 'sqlFunction', { name: excerptOf(token.value) }))
    } else if (pureFunctions.has(name) || (token.kind === 'word' && beforeBracket.has(name)) || own.has(token)) return
    else if (/^pragma_/.test(name) && readingPragmas.has(name.slice(7))) return
    // A name of a table and its columns: `(values …) as v(a, b)`, `unnest(x) u(y)`.
    else if (isWord(before, 'as') || isSign(before, ')')) return
    else reasons.push(risk(0.7, 'sqlFunction', { name: excerptOf(token.value) }))
  })
  return reasons
}

/** Functions of DuckDB that read a table from files, which are written first. */
const fileReaders = wordSet(
  'read_parquet parquet_scan read_csv read_csv_auto read_json read_json_auto read_ndjson read_ndjson_auto read_xlsx',
)

/** The paths that a function reads, written out; one that leads nowhere where they are put together. */
function filesOf(tokens: readonly Token[], at: number): readonly string[] {
  const inside = tokens.slice(at + 2)
  const list = isSign(inside[0], '[')
  const end = inside.findIndex((token) => (list ? isSign(token, ']') : isSign(token, ',') || isSign(token, ')')))
  const parts = inside.slice(list ? 1 : 0, Math.max(end, 0)).filter((token) => !isSign(token, ','))
  const areWritten = parts.length > 0 && parts.every(({ kind }) => kind === 'text')
  return areWritten ? parts.map(({ value }) => value) : ['~']
}

/** Where the statement itself gives a name and its columns: a CTE `b(y) as materialized (…)`. Called elsewhere, the name is a function. */
function ownNames(tokens: readonly Token[]): ReadonlySet<Token> {
  const names = new Set<Token>()
  tokens.forEach((token, at) => {
    const before = tokens[at - 1]
    if (token.kind === 'sign' || !isSign(tokens[at + 1], '(')) return
    if (!isWord(before, 'with') && !isWord(before, 'recursive') && !isSign(before, ',')) return
    let end = at + 2
    while (end < tokens.length && (tokens[end]?.depth ?? 0) > token.depth) end++
    const as = [end, end + 1].find((place) => isWord(tokens[place], 'as')) ?? tokens.length
    let opens = as + 1
    if (isWord(tokens[opens], 'not')) opens++
    if (isWord(tokens[opens], 'materialized')) opens++
    // `, f(x) as name` calls a function, and so does `, f(x) as materialized`.
    if (isSign(tokens[opens], '(')) names.add(token)
  })
  return names
}

/** Behind these stands a table: DuckDB takes the path of a file for one. */
const fromWords = wordSet('from join table describe summarize pivot unpivot pivot_wider pivot_longer')
const clauseWords = new Set([
  ...fromWords,
  'select',
  'where',
  'on',
  'using',
  'group',
  'order',
  'having',
  'limit',
  'values',
  'window',
  'qualify',
  'in',
])

function nameReasons(tokens: readonly Token[], dialect: SqlDialect, question: string, isGiven: IsGiven): Reason[] {
  const reasons: Reason[] = []
  const clauses: string[] = []
  const asked = contentWords(question)
  const leftOut = leftOutOf(tokens)
  const isAsked = (name: string): boolean =>
    [...contentWords(name.replaceAll('_', ' '))].some((word) => asked.has(word))
  tokens.forEach((token, at) => {
    clauses.length = token.depth + 1
    if (token.kind === 'word' && clauseWords.has(token.value)) clauses[token.depth] = token.value
    if (token.kind === 'sign' || token.kind === 'number' || leftOut.has(token)) return
    const name = plainText(token.value)
    const stands = clauses[token.depth] ?? ''
    const isFirst = isSign(tokens[at - 1], '(') && fromWords.has(tokens[at - 2]?.value ?? '')
    const isTable = fromWords.has(stands) || isFirst || (at === 1 && isWord(tokens[0], 'desc'))
    // DuckDB reads whatever file or address stands where a table does.
    if (
      isTable &&
      (token.kind === 'text' || (token.kind === 'quoted' && dialect === 'duckdb')) &&
      /[/\\:~*]|\.\w{2,7}(?:\.gz)?$/.test(name) &&
      !(dialect === 'duckdb' && isGiven(token.value))
    ) {
      reasons.push(floor(0.9, 'sqlReadsFile', { name: excerptOf(token.value) }))
    }
    if (token.kind === 'text') return
    if (
      secretTables.has(name) ||
      // Asked as a table, what is told is done first.
      (fromWords.has(stands) && /^pragma_/.test(name) && !readingPragmas.has(name.slice(7))) ||
      (name.startsWith('pg_') && secretCatalogTables.has(name.slice(3))) ||
      (name === 'mysql' && isSign(tokens[at + 1], '.')) ||
      (name === 'user' && fromWords.has(stands) && isSign(tokens[at - 1], '.'))
    ) {
      reasons.push(floor(0.8, 'sqlReadsSecrets', { name: excerptOf(token.value) }))
    } else if (secretColumns.has(name) && !fromWords.has(stands) && !isSign(tokens[at + 1], '(') && !isAsked(name)) {
      reasons.push(risk(0.7, 'sqlReadsSecrets', { name: excerptOf(token.value) }))
    }
  })
  return reasons
}

/** Columns that a statement leaves out: `* EXCLUDE (iban)`. */
function leftOutOf(tokens: readonly Token[]): ReadonlySet<Token> {
  const found = new Set<Token>()
  tokens.forEach((token, at) => {
    const isList = isWord(token, 'exclude') && isSign(tokens[at - 1], '*') && isSign(tokens[at + 1], '(')
    for (let next = at + 2; isList && (tokens[next]?.depth ?? 0) > token.depth; next++) found.add(tokens[next]!)
  })
  return found
}

const growing = new Set(['generate_series', 'range', 'randomblob', 'zeroblob', 'repeat', 'rpad', 'lpad', 'space'])

/** Words of the conditions by which a step of a recursion finds no more rows; a join without one multiplies them. */
const ending = wordSet('where on using natural having')

/** What would run without an end, or fill the memory. */
function costReasons(tokens: readonly Token[]): Reason[] {
  const reasons: Reason[] = []
  const has = (word: string): boolean => tokens.some((token) => isWord(token, word))
  if (has('recursive') && has('union') && !has('limit')) {
    const from = tokens.findIndex((token) => isWord(token, 'union'))
    const depth = tokens[from]?.depth ?? 0
    const body = tokens.slice(from).findIndex((token) => token.depth < depth)
    const step = tokens.slice(from, body < 0 ? undefined : from + body)
    if (!step.some((token) => token.kind === 'word' && ending.has(token.value))) {
      reasons.push(risk(0.7, 'sqlUnbounded', { word: 'recursive' }))
    }
  }
  tokens.forEach((token, at) => {
    if (token.kind !== 'word' || !growing.has(token.value) || !isSign(tokens[at + 1], '(')) return
    const inside: Token[] = []
    for (let end = at + 2; end < tokens.length && (tokens[end]?.depth ?? 0) > token.depth; end++)
      inside.push(tokens[end] as Token)
    if (inside.some(({ kind, value }) => kind === 'number' && Number(value.replaceAll('_', '')) > 5_000_000)) {
      reasons.push(risk(0.7, 'sqlUnbounded', { word: token.value }))
    }
  })
  const crossed = tokens.filter((token, at) => isWord(token, 'cross') && isWord(tokens[at + 1], 'join')).length
  if (Math.max(crossed, commaTables(tokens)) >= 3 && !has('where') && !has('on')) {
    reasons.push(risk(0.7, 'sqlUnbounded', { word: 'cross join' }))
  }
  return reasons
}

/** How many commas stand among the tables of the outermost FROM. */
function commaTables(tokens: readonly Token[]): number {
  const from = tokens.findIndex((token) => isWord(token, 'from') && token.depth === 0)
  if (from < 0) return 0
  let count = 0
  for (const token of tokens.slice(from + 1)) {
    if (token.depth === 0 && token.kind === 'word' && clauseWords.has(token.value) && token.value !== 'join') break
    if (token.depth === 0 && isSign(token, ',')) count++
  }
  return count
}
