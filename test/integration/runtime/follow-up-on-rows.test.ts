import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { openQuarry } from '../../fixtures/runtime'

const patience = { timeout: 60_000, interval: 150 }

it('a follow-up on rows is asked anew: another year, some of them, and the thing that the answer named', async () => {
  const { work, call } = await openQuarry('follow-up')
  const file = join(work, 'orders.csv')
  const rows = [
    ['1001', '2022-03-04', 'Chur', 'Weber AG', 'open'],
    ['1002', '2023-01-19', 'Chur', 'Weber AG', 'cancelled'],
    ['1003', '2023-05-02', 'Davos', 'Hofer GmbH', 'open'],
    ['1004', '2023-06-11', 'Davos', 'Rosat SA', 'cancelled'],
    ['1005', '2023-08-30', 'Davos', 'Rosat SA', 'open'],
  ]
  const header = ['order_no', 'order_date', 'site', 'supplier', 'status']
  await writeFile(file, [header, ...rows].map((row) => `${row.join(',')}\n`).join(''))
  await writeFile(
    join(work, 'ordering.md'),
    '# Ordering\n\nOrders are placed by the office. In 2022 and in 2023 orders of each site were checked by two people.\n',
  )
  await call('library.add', { paths: [file, join(work, 'ordering.md')] })
  await vi.waitUntil(async () => (await call('library.summary')).passages > 0, patience)
  const databases = { type: 'database', status: 'ready', offset: 0, limit: 1 } as const
  await vi.waitUntil(async () => (await call('resources.list', databases)).total > 0, patience)
  const settings = { clarify: false, autoAccept: true, investigates: false }
  const { sessionId } = await call('session.start', { question: 'How many orders were placed in 2023?', settings })

  /** How the newest question was understood, and the first row that its report cites, once it is written. */
  async function answered(version: number): Promise<{ text: string | undefined; row: unknown }> {
    await vi.waitUntil(async () => {
      const { state, reportVersions } = await call('session.view', { sessionId })
      return state === 'done' && reportVersions.length === version
    }, patience)
    const { asked, report } = await call('session.view', { sessionId })
    const place = report?.citations.map((citation) => citation.place).find(({ kind }) => kind === 'query')
    return { text: asked.at(-1)?.text, row: place?.kind === 'query' ? place.rows[0] : null }
  }
  const further = async (question: string, version: number) => {
    await call('session.followUp', { sessionId, question })
    return answered(version)
  }
  expect((await answered(1)).row).toEqual([4])
  expect(await further('and in 2022?', 2)).toEqual({ text: 'How many orders were placed in 2022?', row: [1] })
  expect(await further('And in 2023?', 3)).toMatchObject({ row: [4] })
  expect(await further('how many of those were cancelled?', 4)).toEqual({
    text: 'How many of the orders placed in 2023 were cancelled?',
    row: [2],
  })
  expect(await further('Which site has the most orders?', 5)).toMatchObject({ row: ['Davos', 3] })
  expect(await further('How many orders does it have?', 6)).toEqual({
    text: 'How many orders does Davos have?',
    row: [3],
  })
}, 180_000)
