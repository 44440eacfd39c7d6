import { QuarryError } from '../../contract/errors'

export type SqlEngine = 'sqlite' | 'duckdb' | 'postgresql' | 'mysql'

const queryWords = new Set(['select', 'with', 'values', 'table'])
/** Words that begin what writes, also within brackets: a WITH may hold a DELETE. */
const writingWords = new Set(
  'insert update delete merge replace drop alter create truncate copy attach vacuum pragma call do grant install load export'.split(
    ' ',
  ),
)

/** Functions that read or write files, reach other hosts, wait, lock, or change settings, by engine. */
const refusedFunctions: Record<SqlEngine, ReadonlySet<string>> = {
  sqlite: new Set('load_extension readfile writefile edit fts3_tokenizer zipfile lsdir fsdir'.split(' ')),
  duckdb: new Set(
    `read_csv read_csv_auto sniff_csv read_parquet parquet_scan parquet_metadata parquet_schema parquet_file_metadata parquet_kv_metadata
     read_json read_json_auto read_json_objects read_json_objects_auto read_ndjson read_ndjson_auto read_ndjson_objects read_text read_blob
     read_xlsx glob sqlite_scan sqlite_attach postgres_scan postgres_query mysql_scan mysql_query iceberg_scan delta_scan st_read arrow_scan
     getenv which_secret duckdb_secrets query query_table write_log`.split(/\s+/),
  ),
  postgresql: new Set(
    `lo_import lo_export lo_create lo_creat lo_from_bytea lo_put lo_unlink lowrite dblink dblink_exec dblink_connect dblink_connect_u
     dblink_open dblink_fetch dblink_send_query dblink_get_result set_config nextval setval query_to_xml query_to_xmlschema
     query_to_xml_and_xmlschema cursor_to_xml table_to_xml schema_to_xml database_to_xml`.split(/\s+/),
  ),
  mysql: new Set(
    `sleep benchmark load_file get_lock release_lock release_all_locks is_free_lock master_pos_wait source_pos_wait
     wait_for_executed_gtid_set sys_exec sys_eval sys_get sys_set lib_mysqludf_sys_info nextval setval`.split(/\s+/),
  ),
}

type Lexeme = { readonly kind: 'word' | 'quoted' | 'mark'; readonly text: string }

/**
 * Words and marks of a statement without its strings and comments; null where an engine may read it otherwise than here:
 * an open string, a comment within a comment, or one that MySQL runs.
 * @param escapes whether a backslash in a string keeps what follows it, as in MySQL
 */
function lexemesOf(sql: string, engine: SqlEngine, escapes: boolean): Lexeme[] | null {
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
      const end = sql.indexOf('\n', at)
      at = end < 0 ? sql.length : end
    } else if (two === '/*') {
      const end = sql.indexOf('*/', at + 2)
      const inside = sql.slice(at + 2, end < 0 ? sql.length : end)
      if (end < 0 || inside.includes('/*') || inside.startsWith('!') || inside.startsWith('M!')) return null
      at = end + 2
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

/** PostgreSQL's own functions read the server's files, wait, lock and end others' work: all but those that only tell. */
const isServerFunction = (name: string): boolean =>
  name.startsWith('pg_') && !['pg_typeof', 'pg_size_pretty', 'pg_column_size'].includes(name)

/** What of a statement is not a query that only reads; null where nothing is. */
function objectionTo(lexemes: readonly Lexeme[] | null, engine: SqlEngine): string | null {
  if (lexemes === null) return 'comment'
  const first = lexemes.find(({ text }) => text !== '(')
  if (first?.kind !== 'word' || !queryWords.has(first.text)) return first?.text ?? ''
  for (const [at, { kind, text }] of lexemes.entries()) {
    const [before, after] = [lexemes[at - 1], lexemes[at + 1]]
    if (text === ';' && kind === 'mark' && after !== undefined && after.text !== ';') return ';'
    // A dollar begins a string of PostgreSQL's that this reader does not know, unless a number follows: a parameter.
    if (text === '$' && kind === 'mark' && !/^\d$/.test(after?.text ?? '')) return '$'
    if (kind === 'word') {
      const begins = before?.text === '(' || before?.text === ';'
      if (begins && writingWords.has(text) && after?.text !== '(' && after?.text !== ',' && after?.text !== ')')
        return text
      if (text === 'into' && before?.text !== '.') return text
      if (text === 'outfile' || text === 'dumpfile') return text
    }
    // PostgreSQL spells a name in code points after `U&`.
    if (kind === 'quoted' && before?.text === '&' && lexemes[at - 2]?.text === 'u') return 'U&'
    if (kind !== 'mark' && after?.text === '(') {
      if (refusedFunctions[engine].has(text) || (engine === 'postgresql' && isServerFunction(text))) return text
    }
  }
  return null
}

/**
 * The first of two locks: only one statement that is a query and calls nothing that reads or writes files, reaches out,
 * waits or locks gets to a connection, which is read-only itself. Read with and without escapes by backslash, as engines
 * differ: where either reading objects, the statement does not run.
 * @throws QuarryError `resource.invalid`; its context names what was refused
 */
export function assertQuery(sql: string, engine: SqlEngine): void {
  const refused =
    objectionTo(lexemesOf(sql, engine, false), engine) ?? objectionTo(lexemesOf(sql, engine, true), engine)
  if (refused === null) return
  throw new QuarryError('resource.invalid', 'Databases are read-only: only queries can run.', {
    remedy: 'oneSelect',
    context: { refused },
  })
}
