import { expect, it } from 'vitest'
import { databaseOf, type Given } from './asked-database'

const tableOf = (name: string, columns: Given['columns'], values: string) => databaseOf({ name, columns, values })

it('reads columns of Y and N with empty cells by what they hold', async () => {
  const ask = await tableOf(
    'users',
    { id: 'INTEGER', name: 'TEXT', active: 'TEXT' },
    `(1,'A','Y'),(2,'B','N'),(3,'C',''),(4,'D','Y')`,
  )
  expect(ask('How many active users are there?')).toEqual([2])
})

const trips = () =>
  tableOf(
    'trips',
    { id: 'INTEGER', driver: 'TEXT', duration_min: 'INTEGER', distance_km: 'REAL', amount_eur: 'REAL' },
    `(1,'A',30,5,10),(2,'B',121,20,700),(3,'C',200,14,90)`,
  )

it.each([
  ['List the trips over 2 hours.', [2, 3]],
  ['How many trips have a duration over 2 hours?', [2]],
  ['How many trips have a duration between 1 and 3 hours?', [1]],
  ['List the trips over 100 minutes.', [2, 3]],
  ['List the trips over 10 miles.', [2]],
  ['How many trips have a distance of 10 miles or more?', [1]],
  ['List the trips over 10 km.', [2, 3]],
  ['List the trips over 50 euros.', [2, 3]],
  ['List the trips over €50.', [2, 3]],
  // What a dollar is worth in euros nobody knows.
  ['List the trips over 50 dollars.', 'declined'],
  ['List the trips over $50.', 'declined'],
  ['How many trips have an amount over 50 dollars?', 'declined'],
])('compares in the unit that a column says: %s', async (question, rows) => {
  expect((await trips())(question)).toEqual(rows)
})

it('compares sizes in one unit only, as a kilobyte has 1000 bytes or 1024', async () => {
  const ask = await tableOf('files', { id: 'INTEGER', name: 'TEXT', size_kb: 'INTEGER' }, `(1,'A',3),(2,'B',3000000)`)
  expect(ask('List the files over 2 GB.')).toBe('declined')
  expect(ask('List the files over 5 KB.')).toEqual([2])
})

const states = (name: string, ...given: string[]) =>
  tableOf(
    name,
    { id: 'INTEGER', subject: 'TEXT', status: 'TEXT' },
    given.map((state, at) => `(${at},'S${at}','${state}')`).join(),
  )

it.each([
  ['How many tickets are still open?', ['open', 'closed', 'resolved', 'closed'], [1]],
  ['How many tickets are still open?', ['closed', 'resolved', 'cancelled'], 'declined'],
  ['How many tickets are still open?', ['closed', 'pending', 'pending'], [2]],
  ['How many tickets are unpaid?', ['paid', 'partial', 'refunded'], 'declined'],
  ['How many tickets are unpaid?', ['paid', 'due', 'due'], [2]],
  ['How many tickets are paid?', ['paid', 'partial', 'refunded'], [1]],
] as const)(
  'takes what is not one thing as the other only where there are two: %s %j',
  async (question, given, rows) => {
    expect((await states('tickets', ...given))(question)).toEqual(rows)
  },
)

it('knows what is still open by the date on which it was closed', async () => {
  const columns = { id: 'INTEGER', subject: 'TEXT', opened_at: 'DATE', closed_at: 'DATE', status: 'TEXT' }
  const rows = `(1,'A','2024-01-01',null,'new'),(2,'B','2024-01-02','2024-01-03','done'),(3,'C','2024-01-05',null,'idle')`
  expect((await tableOf('tickets', columns, rows))('How many tickets are still open?')).toEqual([2])
  const { closed_at: _, ...others } = columns
  const states = `(1,'A','2024-01-01','waiting'),(2,'B','2024-01-02','closed'),(3,'C','2024-01-05','resolved')`
  expect((await tableOf('tickets', others, states))('How many tickets are still open?')).toBe('declined')
  // Another table has what is open.
  const ask = await databaseOf(
    { name: 'tickets', columns, values: rows },
    {
      name: 'bills',
      columns: { id: 'INTEGER', payer: 'TEXT', state: 'TEXT' },
      values: `(1,'X','open'),(2,'Y','paid'),(3,'Z','late')`,
    },
  )
  expect(ask('How many tickets are still open?')).toEqual([2])
  expect(ask('How many bills are still open?')).toEqual([1])
})
