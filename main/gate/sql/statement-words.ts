import { wordTable } from '../../../contract/word-table'
import { wordSet } from '../plain-text'

/** Words that begin what only reads. */
export const readingStarts = new Set([
  'select',
  'with',
  'values',
  'table',
  'explain',
  'show',
  'describe',
  'desc',
  'pragma',
  'from',
  'summarize',
  'pivot',
  'unpivot',
])

/** Words that begin what writes, locks, or runs something. */
export const writingStarts =
  wordSet(`insert update delete drop alter truncate create grant revoke attach detach merge copy vacuum reindex call execute exec
  prepare deallocate set reset load install import export upsert replace rename lock unlock begin commit rollback start savepoint release
  do handler declare use kill shutdown flush purge optimize repair cluster refresh notify listen unlisten discard checkpoint
  comment security reassign force`)

/** What is created and dropped. */
const made = [
  'table',
  'view',
  'index',
  'schema',
  'database',
  'trigger',
  'function',
  'role',
  'user',
  'extension',
  'procedure',
]
/** What writes by two words, wherever they stand. */
export const writingPairs = wordTable<readonly string[]>({
  insert: ['into', 'or', 'ignore', 'overwrite'],
  replace: ['into'],
  delete: ['from'],
  merge: ['into'],
  truncate: ['table'],
  drop: [...made, 'sequence', 'column', 'materialized'],
  alter: ['table', 'database', 'role', 'user', 'system', 'schema', 'view'],
  create: [...made, 'temp', 'temporary', 'or', 'secret', 'macro', 'server'],
  for: ['update', 'share', 'no', 'key'],
  lock: ['in', 'table', 'tables'],
})

/** What `show` shows without doing anything. */
export const showable = wordSet(
  'tables columns databases schemas create index indexes keys fields full table views all',
)
/** What SQLite and DuckDB only tell of themselves. */
export const readingPragmas = wordSet(
  'table_info table_xinfo table_list index_list index_info index_xinfo foreign_key_list database_list collation_list compile_options function_list module_list pragma_list encoding user_version schema_version page_count page_size application_id',
)
/** Those that set what they tell where a value stands in brackets. */
export const settablePragmas = wordSet('encoding user_version schema_version page_size application_id')

/** Functions that reach beyond the rows: files, the network, the server, time. */
export const dangerous =
  /^(?:pg_(?!typeof$|size_pretty$|\w{1,20}_size$)|lo_|dblink|xp_|sp_|sys_|load_|read_|write|readfile|edit$|fts3_tokenizer|sleep|benchmark|get_lock|set_config|current_setting|query_to|table_to|database_to|schema_to|cursor_to|nextval|setval|http|curl|copy|getenv|sniff_|parquet_|glob$|query$|query_table$|sqlite_(?:scan|attach)|postgres_|mysql_|iceberg_|delta_|eval|exec|system|shell|utl_|dbms_|updatexml|extractvalue|master_|is_free_lock|release_|txid_|inet_|xmltable|sqlite_compileoption|load)/
