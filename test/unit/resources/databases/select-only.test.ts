import { describe, expect, it } from 'vitest'
import { assertQuery } from '../../../../workers/databases/select-only'

const refused = expect.objectContaining({ code: 'resource.invalid' })

describe('what is let through to a database', () => {
  it.each([
    'SELECT 1',
    '  ((select 1) union (select 2))',
    '-- why\n/* how * / */ WITH a AS (SELECT 1) SELECT * FROM a',
    'VALUES (1)',
    'TABLE orders',
    "SELECT 'a /* b' AS text",
  ])('is a query: %s', (sql) => expect(() => assertQuery(sql, 'mysql')).not.toThrow())

  it.each([
    '',
    '-- SELECT 1',
    '/* SELECT 1 */',
    '/* SELECT 1',
    'INSERT INTO a SELECT 1',
    'EXPLAIN ANALYZE DELETE FROM a',
    "ATTACH 'a' AS b",
    "SELECT 1 INTO OUTFILE '/tmp/a'",
    '/*!50000 DELETE FROM orders WHERE id IN ( */ SELECT 1 /*!50000 ) */',
    '/*M! DELETE FROM orders WHERE id IN ( */ SELECT 1 /*M! ) */',
    'SELECT 1 /*! INTO @a */',
  ])('is nothing else: %s', (sql) => {
    expect(() => assertQuery(sql, 'mysql')).toThrow(refused)
  })

  it('is looked at in a time that grows with it alone', () => {
    for (const part of ['/**/', '/*/', '--\n', '(', '/* * */ ', '*/']) {
      expect(() => assertQuery(`${part.repeat(20_000)}1`, 'postgresql')).toThrow(refused)
    }
  })

  it.each([
    ['postgresql', 'SELECT pg_sleep(10)'],
    ['postgresql', 'SELECT "pg_sleep" (10)'],
    ['postgresql', `SELECT pg_catalog . pg_Read_File /* */ ('/etc/passwd')`],
    ['postgresql', String.raw`SELECT U&"pg\005fsleep"(1)`],
    ['postgresql', 'WITH gone AS (DELETE FROM orders RETURNING *) SELECT * FROM gone'],
    ['postgresql', 'SELECT * INTO copied FROM orders'],
    ['postgresql', 'SELECT 1; DROP TABLE orders'],
    ['postgresql', String.raw`SELECT 'a\'; DROP TABLE orders; --'`],
    ['postgresql', 'SELECT $$a$$, lo_import($$/etc/passwd$$)'],
    ['sqlite', 'SELECT 1 /* /* */ ; DROP TABLE orders /* */ */'],
    ['postgresql', `SELECT dblink('host=evil', 'select 1')`],
    ['mysql', 'SELECT SLEEP(10)'],
    ['mysql', 'SELECT benchmark(1000000000, md5(1))'],
    ['mysql', "SELECT `load_file`('/etc/passwd')"],
    ['mysql', `SELECT 5--1 INTO OUTFILE '/tmp/x'`],
    ['mysql', `SELECT 1 # '\n, sleep(9) -- '`],
    ['mysql', String.raw`SELECT 'a\', sleep(9), 'b'`],
    ['sqlite', `SELECT load_extension('x')`],
    ['sqlite', `SELECT [a'b], load_extension('x'), [c'd]`],
    ['sqlite', `SELECT writefile('/tmp/x', 'y')`],
    ['duckdb', `SELECT * FROM read_csv('/etc/passwd')`],
    ['duckdb', `SELECT * FROM "read_text"('/etc/passwd')`],
    ['duckdb', `SELECT getenv('HOME')`],
    ['duckdb', `SELECT * FROM glob('/*')`],
  ] as const)('%s: reads no file, writes nothing, waits for nothing: %s', (engine, sql) => {
    expect(() => assertQuery(sql, engine)).toThrow(refused)
  })

  it.each([
    ['sqlite', "SELECT [order], name FROM t WHERE name GLOB 'a*' AND note = 'sleep(1); drop'"],
    ['postgresql', 'SELECT "update", replace(name, $1, $2) FROM t WHERE id = $3;'],
    ['mysql', 'SELECT `call`, count(*) FROM t -- sleep(1)'],
    ['duckdb', 'SELECT sleep, read_csv FROM t WHERE "into" = 1'],
  ] as const)('%s: lets a harmless look-alike pass: %s', (engine, sql) => {
    expect(() => assertQuery(sql, engine)).not.toThrow()
  })
})
