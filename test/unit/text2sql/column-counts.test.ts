import { expect, it } from 'vitest'
import { profileDatabase } from '../../../main/text2sql'
import { countColumns } from '../../../main/text2sql/schema/column-counts'
import { openedDatabase } from './asked-database'

const rows = 60_000
const readings = {
  name: 'readings',
  columns: { id: 'INTEGER', ticket: 'TEXT', batch: 'TEXT', value: 'REAL', channel: 'TEXT', note: 'TEXT' },
  values: Array.from({ length: rows }, (_, at) => {
    // The first half of the tickets comes again, long after the rows that are looked at.
    const ticket = `'t${at < 50_000 ? at : at - 50_000}'`
    return `(${at},${ticket},'b${at}',${at / 7},'c${at % 40}',${at === 59_999 ? 'null' : "'read'"})`
  }).join(','),
} as const
const columns = Object.entries(readings.columns).map(([column, type]) => {
  return { column: `"${column}"`, type, isPrimary: column === 'id' }
})

it('counts what the columns of a large table hold without counting the values of each in all of its rows', async () => {
  const { select } = await openedDatabase(readings)
  const asked: string[] = []
  const count = (told: number | null) =>
    countColumns(
      async (sql) => {
        asked.push(sql)
        return select(sql)
      },
      '"readings"',
      columns,
      told,
    )
  const held = [rows, rows, rows, rows, rows, rows - 1]
  expect(await count(null)).toEqual({ rows, held, distinct: [20_000, 50_000, rows, 20_000, 40, 1] })
  const whole = asked.filter((sql) => sql.includes('DISTINCT') && !sql.includes('LIMIT'))
  expect(whole.map((sql) => sql.split('DISTINCT ').length - 1)).toEqual([1, 1])
  expect(await count(rows)).toEqual(await count(null))
  asked.length = 0
  // Of a small one all is counted at once.
  expect(await count(50_000)).toEqual({ rows, held, distinct: [rows, 50_000, rows, rows, 40, 1] })
  expect(asked).toHaveLength(1)
}, 60_000)

it('knows of a large table which column names a row, and the values of those that have few', async () => {
  const { select } = await openedDatabase(readings)
  const tables = [
    {
      ...{ schema: null, name: 'readings', kind: 'table' as const, rows, rowsEstimated: false, foreignKeys: [] },
      columns: columns.map(({ column, type, isPrimary }) => ({
        ...{ name: column.slice(1, -1), type, nullable: true, primaryKey: isPrimary, samples: [] },
      })),
    },
  ]
  const { tables: profiled } = await profileDatabase(
    { name: 'meters', engine: 'sqlite', tables },
    async (sql, maxRows) => select(sql).slice(0, maxRows),
  )
  const known = profiled[0]!.columns.map(({ name, isUnique, values }) => [name, isUnique, values?.length ?? null])
  expect(known).toEqual([
    ['id', true, null],
    ['ticket', false, null],
    ['batch', true, null],
    ['value', false, null],
    ['channel', false, 40],
    ['note', false, 1],
  ])
}, 60_000)
