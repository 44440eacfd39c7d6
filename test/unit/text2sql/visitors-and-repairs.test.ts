import { expect, it } from 'vitest'
import { databaseOf, type Given, openedDatabase } from './asked-database'

/** An aquarium: what swims in which tank, what was sold at its door, and when pumps stood still. */
const aquarium: readonly Given[] = [
  {
    name: 'keepers',
    columns: { id: 'INTEGER', name: 'TEXT' },
    values: `(1,'Ira'),(2,'Jon')`,
  },
  {
    name: 'halls',
    columns: { id: 'INTEGER', name: 'TEXT' },
    values: `(1,'Reef'),(2,'River')`,
  },
  {
    name: 'animals',
    columns: {
      id: 'INTEGER',
      title: 'TEXT',
      keeper_id: 'INTEGER',
      hall_id: 'INTEGER',
      insured_value: 'INTEGER',
      meals: 'INTEGER',
    },
    references: { keeper_id: 'keepers', hall_id: 'halls' },
    values: `(1,'Shark',1,1,900,2),(2,'Ray',2,1,400,3),(3,'Pike',2,NULL,50,3)`,
  },
  {
    name: 'tickets',
    columns: {
      id: 'INTEGER',
      visit_date: 'TEXT',
      ticket_type: 'TEXT',
      quantity: 'INTEGER',
      unit_price: 'REAL',
      hall_id: 'INTEGER',
      sold_online: 'INTEGER',
    },
    references: { hall_id: 'halls' },
    values: `(1,'2024-01-05','adult',2,10,1,1),(2,'2024-02-05','child',3,5,1,0),(3,'2023-02-06','adult',1,10,2,1)`,
  },
  {
    name: 'standstill',
    columns: { id: 'INTEGER', hall_id: 'INTEGER', start_ts: 'TEXT', end_ts: 'TEXT' },
    references: { hall_id: 'halls' },
    values: `(1,1,'2024-01-01 06:00:00','2024-01-01 12:00:00'),(2,1,'2024-01-02 06:00:00','2024-01-02 18:00:00')`,
  },
]
/** Its workshop: what is fed, and what was repaired. */
const workshop: readonly Given[] = [
  {
    name: 'feed',
    columns: { id: 'INTEGER', descr: 'TEXT', unit_cost: 'REAL', qty_oh: 'INTEGER', reord_lvl: 'INTEGER' },
    values: `(1,'Krill',2,5,9),(2,'Algae',1,9,4),(3,'Squid',7,2,3)`,
  },
  {
    name: 'work_ord',
    columns: { id: 'INTEGER', open_dt: 'TEXT', lbr_hrs: 'REAL', stat: 'TEXT' },
    values: `(1,'2024-03-01','2.5','OPEN'),(2,'2024-03-05',4,'CLOSED'),(3,'2024-04-05',1,'HELD')`,
  },
]
const asked = () => databaseOf(...aquarium)

it.each([
  // A state of how something was sold is no amount
  ['What was the ticket revenue in 2024?', [35]],
  ['2024年门票收入总共多少？', [35]],
  ['How many tickets were sold online?', [3]],
  ['How many tickets were sold in 2024?', [5]],
  // Rows that begin and end are no number of themselves
  ['What is the total standstill in hours?', [18]],
  ['List all animals worth 3 meals', [2, 3]],
])('reads a database of visitors and repairs: %s', async (question, answer) => {
  expect((await asked())(question)).toEqual(answer)
})

it.each([
  // What is still open is in that state
  ['How many work orders are still open?', [1]],
  ['2024年3月新开了多少张工单？', [2]],
  ['Total labor hours', [7.5]],
  // What there is of it against what there has to be
  ['Which feeds are below their reorder level?', [1, 3]],
])('reads a database of a workshop: %s', async (question, answer) => {
  expect((await databaseOf(...workshop))(question)).toEqual(answer)
})

it('shows whom rows are asked for with', async () => {
  const { text2sql, select } = await openedDatabase(...aquarium)
  const read = text2sql.read('Show the two most valuable animals with their keepers.')
  const rows = read.kind === 'query' ? select(read.statement.sql, read.statement.parameters) : []
  expect(rows.map((row) => row.includes('Ira') || row.includes('Jon'))).toEqual([true, true])
})

it('takes whose database it is for no row of it', async () => {
  const ask = await asked()
  expect(ask('How many animals does the gallery own?')).toBe('declined')
})
