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
  ])('is a query: %s', (sql) => expect(() => assertQuery(sql)).not.toThrow())

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
    expect(() => assertQuery(sql)).toThrow(refused)
  })

  it('is looked at in a time that grows with it alone', () => {
    for (const part of ['/**/', '/*/', '--\n', '(', '/* * */ ', '*/']) {
      expect(() => assertQuery(`${part.repeat(20_000)}1`)).toThrow(refused)
    }
  })
})
