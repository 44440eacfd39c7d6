import { describe, expect, it } from 'vitest'
import { readSql } from '../../../../main/gate/sql/read-sql'
import { assertQuery, type SqlEngine } from '../../../../workers/databases/select-only'

/** What each engine would run of these reads or writes files, writes, locks, waits, reaches out, or runs text as SQL. */
const hostile: Record<SqlEngine, readonly string[]> = {
  postgresql: [
    'WITH x AS (SELECT 1) DELETE FROM orders',
    'WITH x AS (SELECT 1) UPDATE orders SET amount = 0',
    'WITH x AS MATERIALIZED (UPDATE orders SET amount = 0 RETURNING *) TABLE x',
    'SELECT * FROM orders FOR UPDATE',
    'SELECT * FROM orders FOR NO KEY UPDATE',
    'SELECT * FROM orders FOR SHARE NOWAIT',
    'SELECT 1 INTO TEMP t',
    'EXPLAIN ANALYZE DELETE FROM orders',
    'EXPLAIN (ANALYZE, BUFFERS) SELECT pg_sleep(1)',
    "COPY orders TO PROGRAM 'sh'",
    "SELECT lo_export(1, '/tmp/x')",
    'SELECT lo_open(1, 131072)',
    "SELECT dblink_get_connections(), dblink_disconnect('a')",
    "SELECT * FROM crosstab('select 1')",
    "SELECT ts_stat('select pg_sleep(9)')",
    "SELECT query_to_xml('delete from orders', true, true, '')",
    'DO $$ BEGIN DELETE FROM orders; END $$',
    'SELECT $a$x$a$; DROP TABLE orders; SELECT $a$y$a$',
    'SELECT 1 /* a /* b */ */ ; DROP TABLE orders; -- */',
    'SELECT pg_catalog."pg_read_file"(\'/etc/passwd\')',
    'SELECT 1\u0000; DROP TABLE orders',
    'SELECT 1 ;\u2028 DROP TABLE orders',
    'SET ROLE postgres; SELECT 1',
    "SELECT txid_current(), pg_notify('a', 'b')",
    "SELECT set_config('search_path', 'evil', false)",
    'CALL evil()',
    'LISTEN a',
    "SELECT 1 AS a --\r, pg_read_file('/etc/passwd')",
    'SELECT 1 --\r; DROP TABLE orders',
  ],
  mysql: [
    'WITH x AS (SELECT 1) DELETE FROM orders',
    'SELECT * FROM orders LOCK IN SHARE MODE',
    'SELECT * FROM orders FOR UPDATE SKIP LOCKED',
    "SELECT 1 INTO DUMPFILE '/tmp/x'",
    'SELECT 1 INTO @a',
    'SELECT @a := 1',
    'SELECT LOAD_FILE(0x2f6574632f706173737764)',
    'SELECT /*!32302 sleep(9) */ 1',
    'SELECT 1 /*!99999 + sleep(9) */',
    "SELECT 'a\\\\' UNION SELECT sleep(9) -- '",
    'SELECT "a\\\\" UNION SELECT sleep(9) -- "',
    'SELECT 1 /* a /* b */ ; DROP TABLE orders; -- */',
    'HANDLER orders OPEN',
    'TABLE orders INTO OUTFILE "/tmp/x"',
    'SELECT * FROM orders PROCEDURE ANALYSE()',
    'PREPARE s FROM 0x53454c454354',
    'SELECT GET_LOCK("a", 9)',
    'SELECT 1 -- \n; DROP TABLE orders',
    'SELECT 1 AS a -- \r /* \n , sleep(9) AS b -- \r */',
    'SELECT @@global.read_only := 0',
    'SELECT sys_exec("id")',
  ],
  sqlite: [
    'WITH x AS (SELECT 1) DELETE FROM orders',
    'WITH x AS (SELECT 1) REPLACE INTO orders SELECT 1',
    "ATTACH DATABASE '/tmp/x' AS y",
    'PRAGMA writable_schema = 1',
    'SELECT 1; PRAGMA query_only = 0',
    "SELECT load_extension('/tmp/x')",
    "SELECT 1 AS a --\r /* \n , load_extension('/tmp/x') AS b --\r */",
    'SELECT [load_extension](1)',
    "SELECT fts3_tokenizer('simple', x'00')",
    "SELECT * FROM pragma_journal_mode('wal')",
    'VACUUM INTO "/tmp/x"',
    "SELECT eval('drop table orders')",
    "SELECT * FROM fsdir('/')",
    'EXPLAIN DELETE FROM orders',
    "SELECT 'a''; DROP TABLE orders; --",
  ],
  duckdb: [
    "SELECT * FROM '/etc/passwd'",
    "SELECT * FROM orders, 'https://evil.example/x.parquet'",
    "SELECT * FROM orders JOIN 'x.csv' ON true",
    "FROM 'x.csv'",
    "COPY (SELECT 1) TO '/tmp/x'",
    "COPY (SELECT 1) TO 'x' (FORMAT parquet)",
    "SELECT * FROM read_duckdb('/tmp/x')",
    "SELECT * FROM parquet_bloom_probe('/tmp/x', 'a', 1)",
    "SELECT * FROM sniff_csv('/etc/passwd')",
    "SELECT * FROM query('drop table orders')",
    "SELECT * FROM query_table('/etc/passwd')",
    "SELECT * FROM st_read_meta('/tmp/x')",
    "SELECT * FROM excel_scan('/tmp/x')",
    "SELECT http_get('http://evil.example')",
    "ATTACH '/tmp/x' AS y",
    'INSTALL httpfs',
    'SET enable_external_access = true',
    "EXPORT DATABASE '/tmp/x'",
    "SELECT nextval('ids')",
    'SELECT * FROM duckdb_secrets()',
    'CHECKPOINT',
    'EXPLAIN ANALYZE DELETE FROM orders',
    'SELECT $$a$$; DROP TABLE orders',
    "SELECT 1 AS a --\r, getenv('HOME') AS b",
  ],
}
const dialects = { postgresql: 'postgres', mysql: 'mysql', sqlite: 'sqlite', duckdb: 'duckdb' } as const

/** What people ask every day, and what only looks like the above. */
const harmless: readonly (readonly [SqlEngine, string])[] = [
  ['postgresql', "SELECT date_trunc('month', at), count(*) FILTER (WHERE state = 'for update') FROM orders GROUP BY 1"],
  ['postgresql', 'SELECT * FROM orders WHERE note ILIKE $1 ORDER BY amount DESC NULLS LAST LIMIT 5'],
  ['postgresql', 'WITH a AS (SELECT 1 AS x), b AS (SELECT x FROM a) SELECT sum(x) OVER (ORDER BY x) FROM b'],
  ['mysql', 'SELECT `update`, `for` FROM orders WHERE DATE_FORMAT(at, "%Y") = ? LIMIT 5'],
  ['sqlite', "SELECT strftime('%Y', at, 'unixepoch') AS year, group_concat(name, ', ') FROM t GROUP BY year"],
  ['sqlite', "SELECT replace(name, 'a', 'b'), t.\"delete\" FROM t WHERE name IN ('x', 'y')"],
  ['mysql', String.raw`SELECT id FROM loans WHERE note = 'it\'s worn; drop it'`],
  ['postgresql', 'SELECT 1 /* a /* DELETE FROM orders; */ b */ FROM orders'],
  ['duckdb', 'SELECT 1 /* a /* DELETE FROM orders; */ b */ FROM orders'],
  ['sqlite', 'SELECT 1 -- a line\r\nFROM t -- another\r\n'],
  ['postgresql', 'SELECT 1 -- a line\r\nFROM t -- another\r'],
  ['duckdb', "SELECT * EXCLUDE (a) REPLACE (b + 1 AS b) FROM orders WHERE name IN ('x.csv', 'y')"],
  ['duckdb', "SELECT trim(both 'x' FROM 'xax'), extract(year FROM at) FROM orders"],
  ['duckdb', "SELECT list_filter([1, 2], x -> x > 1), 'x.csv' AS file FROM orders"],
]

describe.each(Object.keys(hostile) as SqlEngine[])('hostile statements for %s', (engine) => {
  it.each(hostile[engine])('are stopped by either lock alone: %s', (sql) => {
    expect(() => assertQuery(sql, engine)).toThrow(expect.objectContaining({ code: 'resource.invalid' }))
    const most = Math.max(0, ...readSql(sql, dialects[engine], '').map(({ score }) => score))
    expect(most).toBeGreaterThanOrEqual(0.6)
  })
})

it.each(harmless)('a harmless statement for %s passes both: %s', (engine, sql) => {
  expect(() => assertQuery(sql, engine)).not.toThrow()
  expect(readSql(sql, dialects[engine], '')).toEqual([])
})

it.each(Object.keys(dialects) as (keyof typeof dialects)[])(
  'reads names that every object has as names: %s',
  (engine) => {
    expect(readSql('SELECT constructor, valueOf FROM toString', dialects[engine], '')).toEqual([])
  },
)
