import { expect, it } from 'vitest'
import { databaseOf, type Given } from './asked-database'

/** A charity with a shop: each table has a word that a question says of something else. */
const charity: readonly Given[] = [
  {
    name: 'volunteers',
    key: 'vol_id',
    columns: { vol_id: 'INTEGER', fname: 'TEXT', city: 'TEXT', state: 'TEXT', member_since: 'TEXT', joined_dt: 'TEXT' },
    values: `(1,'Ada','Boise','ID','2011-01-01','2023-03-01'),(2,'Ben','Reno','NV','2024-05-05','2024-06-01'),(3,'Cleo','Reno','NV','2012-02-02','2025-02-01')`,
  },
  {
    name: 'vol_shifts',
    key: 'shift_id',
    columns: { shift_id: 'INTEGER', vol_id: 'INTEGER', shift_dt: 'TEXT', hrs: 'REAL', ordered_by: 'INTEGER' },
    references: { vol_id: 'volunteers' },
    values: `(1,3,'2024-01-01',2,1),(2,3,'2024-01-02',3,1),(3,1,'2024-02-01',4,2),(4,2,'2025-02-02',1,2)`,
  },
  {
    name: 'samples',
    columns: { id: 'INTEGER', smp_type: 'TEXT', result: 'TEXT', filed_dt: 'TEXT', discarded_dt: 'TEXT' },
    values: `(1,'blood','PASS','2025-01-01',NULL),(2,'blood','FAIL','2025-01-02','2025-03-01'),(3,'serum','FAIL','2025-01-03',NULL)`,
  },
  {
    name: 'accounts',
    columns: { id: 'INTEGER', acct_stat: 'TEXT' },
    values: `(1,'ACTIVE'),(2,'CLOSED')`,
  },
  {
    name: 'subscriptions',
    columns: { id: 'INTEGER', acct_id: 'INTEGER', sub_stat: 'TEXT' },
    references: { acct_id: 'accounts' },
    values: `(1,1,'ACT'),(2,1,'TERM'),(3,2,'ACT')`,
  },
  {
    name: 'usage_monthly',
    columns: { id: 'INTEGER', data_mb: 'INTEGER', voice_min: 'INTEGER' },
    values: `(1,500,30),(2,700,10)`,
  },
  {
    name: 'bus_route',
    columns: { id: 'INTEGER', route_name: 'TEXT', driver_name: 'TEXT', route_miles: 'REAL' },
    values: `(31,'Route 1','Mo',7),(37,'Route 7','Kim',12)`,
  },
  {
    name: 'drugs',
    columns: { id: 'INTEGER', drug: 'TEXT' },
    values: `(1,'Meloxicam'),(2,'Enrofloxacin')`,
  },
  {
    name: 'prescriptions',
    columns: { id: 'INTEGER', drug_id: 'INTEGER', prescribed_by: 'TEXT' },
    references: { drug_id: 'drugs' },
    values: `(1,1,'Vesely'),(2,1,'Novak'),(3,2,'Vesely')`,
  },
]
const asked = () => databaseOf(...charity)

it.each([
  // What relates a thing to a time or to another names no column
  ['How many volunteers joined since 2024?', [2]],
  ['How many volunteers joined in 2024 or later?', [2]],
  ['Which volunteers joined since the start of 2025?', [3]],
  ['List the volunteers by number of shifts, most first.', [3, 1, 2]],
  ['Show the ID and first name of the volunteers who have shifts', [1, 2, 3]],
  // Whose key another table holds has no key of that table
  ['Which volunteer has the most hours?', [3]],
  ['What is the total hours of each volunteer?', [3, 1, 2]],
  // What failed was not filed
  ['How many samples failed in 2025?', [2]],
  ['How many blood samples do we still have?', [1]],
  // What was done asks for nobody who did it
  ['Which drug was prescribed most often?', [1]],
  ['Who prescribed the most drugs?', ['Vesely']],
  // Each table's own codes
  ['How many active subscriptions are there?', [2]],
  ['How many active accounts are there?', [1]],
  // Of several figures the one that is called so, and never how many rows there are
  ['What is the total data usage?', [1200]],
  ['What is the total usage?', 'declined'],
  // What is left out stays out, where what is counted has it
  ['How many samples were filed in 2025? Ignore samples that are still open.', 'declined'],
  // A number behind a name is part of another name
  ['Who drives bus route 7?', ['Kim']],
])('reads what a word says where it stands: %s', async (question, answer) => {
  const found = (await asked())(question)
  expect(Array.isArray(found) && Array.isArray(answer) && answer.length > 1 ? [...found].map(Number) : found).toEqual(
    answer,
  )
})

it('returns what is asked for once, whatever the rows are', async () => {
  const ask = await databaseOf(
    {
      name: 'vendors',
      columns: { id: 'INTEGER', vendor_name: 'TEXT', trade: 'TEXT' },
      values: `(1,'Smith','Body shop'),(2,'Young','Glass')`,
    },
    {
      name: 'claims',
      columns: { id: 'INTEGER', cause: 'TEXT' },
      values: `(1,'Hail'),(2,'Hail'),(3,'Fire')`,
    },
    {
      name: 'invoices',
      columns: { id: 'INTEGER', vendor_id: 'INTEGER', claim_id: 'INTEGER' },
      references: { vendor_id: 'vendors', claim_id: 'claims' },
      values: '(1,1,1),(2,1,2),(3,2,3)',
    },
  )
  expect(ask('Which body shops have invoices for hail claims? Return the distinct vendor names.')).toEqual(['Smith'])
})

it('compares two figures of the same year', async () => {
  const ask = await databaseOf({
    name: 'deliveries',
    columns: { id: 'INTEGER', delivered_on: 'TEXT', weight_kg: 'REAL', grade: 'TEXT' },
    values: `(1,'2025-01-01',30,'A'),(2,'2025-02-01',70,'B'),(3,'2024-02-01',500,'A')`,
  })
  expect(ask('What is the ratio of the weight delivered with grade A to the total weight delivered in 2025?')).toEqual([
    0.3,
  ])
})

it('counts donors by their kind, and who gave most often', async () => {
  const ask = await databaseOf(
    {
      name: 'donor',
      columns: { id: 'INTEGER', donor_name: 'TEXT', blood_grp: 'TEXT' },
      values: `(1,'Ada','O+'),(2,'Ben','O+'),(3,'Cleo','A-')`,
    },
    { name: 'staff', columns: { id: 'INTEGER', staff_name: 'TEXT' }, values: `(8,'Nora'),(9,'Olaf')` },
    {
      name: 'donation',
      columns: { id: 'INTEGER', donor_id: 'INTEGER', staff_id: 'INTEGER' },
      references: { donor_id: 'donor', staff_id: 'staff' },
      values: '(1,3,8),(2,3,9),(3,3,8),(4,1,8)',
    },
  )
  expect(ask('Which blood group is the most common among our donors?')).toEqual(['O+'])
  expect(ask('Who has donated most often?')).toEqual([3])
})

it('counts no rows that only share the name of the database', async () => {
  const ask = await databaseOf({
    name: 'expenses',
    columns: { id: 'INTEGER', category: 'TEXT' },
    values: `(1,'Post-production'),(2,'Travel')`,
  })
  expect(ask('How many films are in post-production?')).toBe('declined')
})
