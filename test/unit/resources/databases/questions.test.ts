import { describe, expect, it } from 'vitest'
import type { DatabaseInspection } from '../../../../contract/databases/database-tasks'
import { keptQuestion } from '../../../../contract/databases/sample-question'
import type { TableColumn, TableSchema } from '../../../../contract/resources/resource'
import { describeDatabase, describeQuestions } from '../../../../main/resources/discoverers/databases/describe'
import type { Dialect } from '../../../../workers/databases/connection'
import { plainWords } from '../../../../workers/databases/plain-words'
import { type ProfiledTable, proposeQueries } from '../../../../workers/databases/questions'
import { assertQuery } from '../../../../workers/databases/select-only'

const dialect: Dialect = {
  quote: (name) => `"${name.replaceAll('"', '""')}"`,
  clipped: (expression) => expression,
  month: (expression) => `month(${expression})`,
}

const column = (name: string, type: string, changes: Partial<TableColumn> = {}): TableColumn => ({
  name,
  type,
  nullable: true,
  primaryKey: false,
  samples: [],
  ...changes,
})

function table(name: string, columns: TableColumn[], changes: Partial<TableSchema> = {}): TableSchema {
  return { schema: null, name, kind: 'table', rows: 100, rowsEstimated: false, columns, foreignKeys: [], ...changes }
}

const profiled = (schema: TableSchema, distinct: Record<string, number> = {}): ProfiledTable => ({
  head: { schema: schema.schema, name: schema.name, kind: schema.kind, rowsEstimate: null },
  table: schema,
  profiles: schema.columns.map(({ name, samples }) => ({ samples, distinct: distinct[name] ?? 100, filled: 100 })),
})

const inspectionOf = (tables: TableSchema[], changes: Partial<DatabaseInspection> = {}): DatabaseInspection => ({
  tables,
  tablesTotal: tables.length,
  sizeBytes: null,
  sampleQuestions: [],
  knownQueries: [],
  ...changes,
})

describe('identifiers as words', () => {
  it.each([
    ['order_items', 'order items'],
    ['orderItems', 'order items'],
    ['HTTPServerLog', 'http server log'],
    ['ORDER-ITEMS 2024', 'order items 2024'],
    ['客户订单', '客户订单'],
    ['Größe_cm', 'größe cm'],
    ['---', '---'],
  ])('%s', (identifier, words) => {
    expect(plainWords(identifier)).toBe(words)
  })
})

describe('questions from a schema', () => {
  const authors = table('authors', [column('id', 'integer', { primaryKey: true }), column('fullName', 'text')])
  const books = table(
    'book_loans',
    [
      column('id', 'integer', { primaryKey: true }),
      column('author_id', 'integer'),
      column('genre', 'varchar(20)'),
      column('status', "enum('in','out')"),
      column('price', 'numeric(9,2)'),
      column('postal_code', 'integer'),
      column('duration', 'interval'),
      column('lent_on', 'text', { samples: ['2024-01-02', '2024-02-03T10:00:00'] }),
    ],
    { foreignKeys: [{ columns: ['author_id'], table: 'authors', references: ['id'] }] },
  )
  const { queries, questions } = proposeQueries([profiled(authors), profiled(books, { genre: 4, status: 2 })], dialect)

  it('counts, groups, orders, goes along time and along keys', () => {
    expect(questions.map(keptQuestion)).toEqual([
      'How many authors are there?',
      'How many book loans are there?',
      'How many book loans does each of the authors have?',
      'How many book loans are there for each genre?',
      'What is the average price of book loans for each genre?',
      'How many book loans are there per month of lent on?',
      'Which book loans have the highest price?',
    ])
    expect(queries.find(({ question }) => question.kind === 'samplePerOwner')?.sql).toBe(
      'SELECT p."fullName", COUNT(*) AS "count" FROM "book_loans" c JOIN "authors" p ON c."author_id" = p."id" GROUP BY p."fullName" ORDER BY "count" DESC LIMIT 10',
    )
  })

  it('quotes what would be more than a name', () => {
    const odd = proposeQueries([profiled(table('x"; DROP TABLE y; --', [column('a"b', 'double')]))], dialect)
    expect(odd.queries.map(({ sql }) => sql)).toEqual([
      'SELECT COUNT(*) AS "count" FROM "x""; DROP TABLE y; --"',
      'SELECT * FROM "x""; DROP TABLE y; --" WHERE "a""b" IS NOT NULL ORDER BY "a""b" DESC LIMIT 10',
    ])
  })

  it('takes no mean of years', () => {
    const sites = table('sites', [
      column('country', 'text'),
      column('Year installed', 'bigint'),
      column('experience_years', 'bigint'),
      column('cost_per_year', 'bigint'),
    ])
    const { questions } = proposeQueries([profiled(sites, { country: 3 })], dialect)
    const asked = questions.map(keptQuestion).join(' ')
    expect(asked).toContain('average experience years')
    expect(asked).toContain('highest cost per year')
    expect(asked).not.toContain('year installed')
  })

  it('has none for a database without tables', () => {
    expect(proposeQueries([], dialect)).toEqual({ queries: [], questions: [] })
  })
})

describe('descriptions', () => {
  it('say tables, columns and values in plain words, and the exact names for use', () => {
    const orders = table(
      'customerOrders',
      [column('id', 'integer', { primaryKey: true }), column('ship_city', 'text', { samples: ['Berlin', 'Paris'] })],
      { foreignKeys: [{ columns: ['id'], table: 'parcels', references: ['order_id'] }], rowsEstimated: true },
    )
    const texts = describeDatabase('sqlite', 'web_shop', inspectionOf([orders]))
    expect(texts.description).toBe(
      'SQLite database web shop with 1 table. Customer orders (about 100 rows): id, ship city. Ship city such as Berlin, Paris.',
    )
    expect(texts.capabilities).toEqual([
      'sql_query',
      'data_analysis',
      'customer orders',
      'customer orders id',
      'customer orders ship city',
    ])
    expect(texts.usageInfo).toBe(
      'Queried with SQLite SQL, read-only. Tables:\ncustomerOrders(id integer primary key → parcels.order_id, ship_city text) about 100 rows',
    )
  })

  it('tell what the database says of its tables and columns', () => {
    const trips = table('trp', [column('pax', 'int', { comment: 'passengers carried' })], { comment: 'trips' })
    const texts = describeDatabase('sqlite', 'bus', inspectionOf([trips]))
    expect(texts.description).toContain('Trp (trips, 100 rows): pax.')
    expect(texts.usageInfo).toContain('trp(pax int “passengers carried”) 100 rows “trips”')
  })

  it('stay within the limits of the contract, however large the database', () => {
    const wide = Array.from({ length: 500 }, (_, index) =>
      table(
        `table_${index}_${'x'.repeat(300)}`,
        Array.from({ length: 60 }, (_none, at) =>
          column(`column ${at} ${'y'.repeat(250)}`, 'text', { samples: ['one word', 'two words'] }),
        ),
      ),
    )
    const found = inspectionOf(wide, {
      tablesTotal: 5000,
      sampleQuestions: [{ kind: 'sampleCount', values: { of: 'z'.repeat(9000) } }],
      knownQueries: [{ question: 'q', sql: 's'.repeat(9000) }],
    })
    for (const texts of [describeDatabase('mysql', 'n', found), describeQuestions('n', found)]) {
      expect(texts.description.length).toBeLessThanOrEqual(8000)
      expect(texts.usageInfo.length).toBeLessThanOrEqual(8000)
      expect(texts.capabilities.length).toBeLessThanOrEqual(200)
      expect(Math.max(...texts.capabilities.map(({ length }) => length))).toBeLessThanOrEqual(200)
    }
    expect(describeDatabase('mysql', 'n', found).description).toContain('5000 tables')
  })
})

describe('the first lock', () => {
  it.each([
    'SELECT 1',
    '  -- why\n /* x */ with a as (select 1) select * from a',
    '(select 1) union (select 2)',
    'VALUES (1)',
    'TABLE t',
  ])('lets %s pass', (sql) => expect(() => assertQuery(sql, 'mysql')).not.toThrow())
  it.each([
    '',
    '--',
    'DELETE FROM t',
    'explain delete from t',
    'PRAGMA x = 1',
    '; select 1',
    "ATTACH 'x'",
    "VACUUM INTO 'x'",
    "COPY t TO 'x'",
    "select 1 into outfile '/x'",
    'select 1 INTO  DUMPFILE "x"',
    'select 1 into/**/outfile "x"',
    'SET a = 1',
    'BEGIN',
    'CALL p()',
    'DO $$ $$',
  ])('holds %s', (sql) =>
    expect(() => assertQuery(sql, 'mysql')).toThrow(expect.objectContaining({ code: 'resource.invalid' })),
  )
})
