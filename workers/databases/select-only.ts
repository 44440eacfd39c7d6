import { QuarryError } from '../../contract/errors'

export type SqlEngine = 'sqlite' | 'duckdb' | 'postgresql' | 'mysql'

const queryWords = new Set(['select', 'with', 'values', 'table'])
/** Words that begin what writes, also within brackets: a WITH may hold a DELETE. */
const writingWords = new Set(
  'insert update delete merge replace drop alter create truncate copy attach vacuum pragma call do grant install load export'.split(
    ' ',
  ),
)

/** Functions that read or write files, reach other hosts, wait, lock, change settings or run a text as SQL, by engine. */
const refusedFunctions: Record<SqlEngine, RegExp> = {
  sqlite:
    /^(?:load_extension|readfile|writefile|edit|eval|fts3_tokenizer|zipfile|lsdir|fsdir|pragma_(?!table_|index_|foreign_key_list$|database_list$|collation_list$|compile_options$|function_list$|module_list$))/,
  duckdb:
    /^(?:read_|sniff_|scan_|parquet_|sqlite_|postgres_|mysql_|iceberg_|delta_|st_read|write_|http|curl|load_|getenv$|glob$|which_secret$|duckdb_secrets$|query$|query_table$|nextval$|json_execute_serialized_sql$|from_substrait)|_scan$/,
  // Its own functions (`pg_`) read the server's files, wait, lock and end others' work: all but those that only tell.
  postgresql:
    /^(?:pg_(?!(?:typeof|size_pretty|column_size)$)|lo_|loread$|lowrite$|dblink|crosstab|connectby$|xpath_table$|ts_stat$|ts_rewrite$|set_config$|nextval$|setval$|(?:query|table|schema|database|cursor)_to_xml)/,
  mysql:
    /^(?:sleep|benchmark|load_file|get_lock|release_lock|release_all_locks|is_free_lock|is_used_lock|master_pos_wait|master_gtid_wait|source_pos_wait|wait_for_executed_gtid_set|wait_until_sql_thread_after_gtids|sys_exec|sys_eval|sys_get|sys_set|lib_mysqludf_sys_info|nextval|setval)$/,
}

/** What follows `FOR` where rows are locked. */
const locking = new Set(['update', 'share', 'no', 'key'])

type Lexeme = { readonly kind: 'word' | 'quoted' | 'mark'; readonly text: string }

/**
 * Words and marks of a statement without its strings and comments; null where an engine may read it otherwise than here:
 * an open string, a comment within a comment where those do not nest, one that MySQL runs, or a line that ends for one engine
 * and goes on for another.
 * @param escapes whether a backslash in a string keeps what follows it
 */
function lexemesOf(sql: string, engine: SqlEngine, escapes: boolean): Lexeme[] | null {
  const nests = engine === 'postgresql' || engine === 'duckdb'
  const lexemes: Lexeme[] = []
  let at = 0
  while (at < sql.length) {
    const char = sql[at]!
    const two = sql.slice(at, at + 2)
    // MySQL takes `#` for a comment, and `--` only before white space.
    if (engine === 'mysql' && (char === '#' || (two === '--' && !/^\s?$/.test(sql.charAt(at + 2))))) return null
    if (engine === 'sqlite' && char === '[') {
      const end = sql.indexOf(']', at)
      if (end < 0) return null
      lexemes.push({ kind: 'quoted', text: sql.slice(at + 1, end).toLowerCase() })
      at = end + 1
    } else if (two === '--') {
      const end = endOfLine(sql, at)
      if (end < 0) return null
      at = end
    } else if (two === '/*') {
      const end = endOfComment(sql, at, nests)
      const inside = sql.slice(at + 2, end)
      if (end < 0 || (!nests && inside.includes('/*')) || inside.startsWith('!') || inside.startsWith('M!')) return null
      at = end
    } else if (char === "'" || char === '"' || char === '`') {
      const start = at + 1
      for (at = start; at < sql.length; at += 1) {
        if (escapes && sql[at] === '\\') at += 1
        else if (sql[at] === char && sql[at + 1] === char) at += 1
        else if (sql[at] === char) break
      }
      if (at >= sql.length) return null
      if (char !== "'") lexemes.push({ kind: 'quoted', text: sql.slice(start, at).toLowerCase() })
      else lexemes.push({ kind: 'mark', text: "'" })
      at += 1
    } else if (/[\p{L}_]/u.test(char)) {
      const start = at
      while (at < sql.length && /[\p{L}\p{N}_$]/u.test(sql[at]!)) at += 1
      lexemes.push({ kind: 'word', text: sql.slice(start, at).toLowerCase() })
    } else {
      if (!/\s/.test(char)) lexemes.push({ kind: 'mark', text: char })
      at += 1
    }
  }
  return lexemes
}

/** The end of the line; -1 where a carriage return stands in it, which ends the line of PostgreSQL and DuckDB, and no other's. */
function endOfLine(sql: string, from: number): number {
  const found = sql.indexOf('\n', from)
  const end = found < 0 ? sql.length : found
  return /\r(?!$)/.test(sql.slice(from, end)) ? -1 : end
}

/** Behind the comment that begins at a place; -1 where it is not closed. */
function endOfComment(sql: string, from: number, nests: boolean): number {
  let open = 0
  for (const mark of sql.slice(from).matchAll(nests ? /\/\*|\*\//g : /^\/\*|\*\//g)) {
    open += mark[0] === '/*' ? 1 : -1
    if (open === 0) return from + mark.index + 2
  }
  return -1
}

const clauseWords = new Set('select from join where on using group order having limit window qualify union'.split(' '))
/** Words before a bracket that call nothing. */
const openingWords = new Set(
  'from join in exists as any all some select where on and or not with union except intersect lateral'.split(' '),
)

/** Whether a text stands where a table does: DuckDB reads the file or address of that name. */
function hasFileForTable(lexemes: readonly Lexeme[]): boolean {
  const clauses = ['']
  for (const [at, { kind, text }] of lexemes.entries()) {
    const before = lexemes[at - 1]
    const clause = clauses.at(-1)
    if (kind === 'mark' && text === '(')
      clauses.push(before?.kind === 'word' && !openingWords.has(before.text) ? 'call' : '')
    else if (kind === 'mark' && text === ')') clauses.pop()
    // `EXTRACT(year FROM '…')` names no table.
    else if (kind === 'word' && clauseWords.has(text) && (clause !== 'call' || text === 'select'))
      clauses[Math.max(0, clauses.length - 1)] = text === 'join' ? 'from' : text
    else if (
      kind === 'mark' &&
      text === "'" &&
      clause === 'from' &&
      ['from', 'join', ',', '('].includes(before?.text ?? '')
    )
      return true
  }
  return false
}

/** What of a statement is not a query that only reads; null where nothing is. */
function objectionTo(lexemes: readonly Lexeme[] | null, engine: SqlEngine): string | null {
  if (lexemes === null) return 'comment'
  const first = lexemes.find(({ text }) => text !== '(')
  if (first?.kind !== 'word' || !queryWords.has(first.text)) return first?.text ?? ''
  if (engine === 'duckdb' && hasFileForTable(lexemes)) return "'"
  for (const [at, { kind, text }] of lexemes.entries()) {
    const [before, after] = [lexemes[at - 1], lexemes[at + 1]]
    if (text === ';' && kind === 'mark' && after !== undefined && after.text !== ';') return ';'
    // A dollar begins a string of PostgreSQL's that this reader does not know, unless a number follows: a parameter.
    if (text === '$' && kind === 'mark' && !/^\d$/.test(after?.text ?? '')) return '$'
    if (kind === 'word') {
      // Behind the brackets of a WITH its own statement begins.
      const begins = before?.kind === 'mark' && ['(', ')', ';'].includes(before.text)
      if (begins && writingWords.has(text) && after?.text !== '(' && after?.text !== ',' && after?.text !== ')')
        return text
      if (text === 'into' && before?.text !== '.') return text
      if (text === 'outfile' || text === 'dumpfile') return text
      if (text === 'for' && after?.kind === 'word' && locking.has(after.text)) return `for ${after.text}`
      if (engine === 'mysql' && (text === 'procedure' || (text === 'lock' && after?.text === 'in'))) return text
    }
    // MySQL's variables keep what they are set to; elsewhere `:=` names an argument.
    if (engine === 'mysql' && kind === 'mark' && text === ':' && after?.text === '=') return ':='
    // PostgreSQL spells a name in code points after `U&`.
    if (kind === 'quoted' && before?.text === '&' && lexemes[at - 2]?.text === 'u') return 'U&'
    if (kind !== 'mark' && after?.text === '(') {
      if (refusedFunctions[engine].test(text)) return text
    }
  }
  return null
}

/**
 * The first of two locks: only one statement that is a query and calls nothing that reads or writes files, reaches out,
 * waits or locks gets to a connection, which is read-only itself. Backslashes escape in MySQL, whose sessions are told so
 * (`mysql-connection.ts`), and in some strings of other engines: read in both ways there, and where either objects, the statement
 * does not run.
 * @throws QuarryError `resource.invalid`; its context names what was refused
 */
export function assertQuery(sql: string, engine: SqlEngine): void {
  const refused =
    (engine === 'mysql' ? null : objectionTo(lexemesOf(sql, engine, false), engine)) ??
    objectionTo(lexemesOf(sql, engine, true), engine)
  if (refused === null) return
  throw new QuarryError('resource.invalid', 'Databases are read-only: only queries can run.', {
    remedy: 'oneSelect',
    context: { refused },
  })
}
