import { expect, it } from 'vitest'
import { createConnectionLog } from '../../../main/connections'
import type { Database } from '../../../main/store'

const attempt = { at: '2026-11-22T10:00:00.000Z', kind: 'connection', decision: 'refused', port: 443 } as const
type Row = { host: string | null; count: number }

/** A database that keeps what is inserted; nothing else of the log needs one here. */
function openLog() {
  const writes: Row[][] = []
  const query = async (sql: string, values: readonly unknown[]) => {
    if (sql.includes('insert')) writes.push(JSON.parse(values[0] as string) as Row[])
    return []
  }
  const database = { transaction: (work: (one: unknown) => Promise<void>) => work({ query }) } as unknown as Database
  return { writes, log: createConnectionLog(database, (error) => expect(error).toBeUndefined()) }
}

it('joins attempts that are alike while it writes, and of a flood of different ones keeps the number', async () => {
  const { writes, log } = openLog()
  for (let at = 0; at < 1000; at++) log.note({ ...attempt, host: 'a.example.org' }, { process: 'requests' })
  for (let at = 0; at < 2000; at++) log.note({ ...attempt, host: `${at}.example.org` }, { process: 'requests' })
  await log.close()
  const rows = writes.flat()
  expect(rows.filter(({ host }) => host === 'a.example.org').reduce((sum, { count }) => sum + count, 0)).toBe(1000)
  expect(rows.length).toBeLessThan(510)
  expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(3000)
  expect(rows.at(-1)).toMatchObject({ host: null, process: 'requests' })
})
