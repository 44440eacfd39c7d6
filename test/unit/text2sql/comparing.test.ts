import { expect, it } from 'vitest'
import { toldReading } from '../../../main/text2sql/query/told-reading'
import { speechIn } from '../../../wording'
import { databaseOf, type Given, openedDatabase } from './asked-database'

const shop: readonly Given[] = [
  {
    name: 'shops',
    columns: { id: 'INTEGER', name: 'TEXT', town: 'TEXT' },
    values: `(1,'Corner','Leeds'),(2,'Mill','York'),(3,'Quay','Leeds'),(4,'Empty','Hull')`,
  },
  {
    name: 'products',
    columns: { id: 'INTEGER', name: 'TEXT', category: 'TEXT', shop_id: 'INTEGER', price: 'REAL', cost: 'REAL' },
    references: { shop_id: 'shops' },
    values: `(1,'Lamp','light',1,20,25),(2,'Bulb','light',1,5,2),(3,'Chair','seat',2,40,30),(4,'Stool','seat',2,15,18),(5,'Sofa','seat',3,300,200)`,
  },
  {
    name: 'orders',
    columns: { id: 'INTEGER', product_id: 'INTEGER', amount: 'REAL', ordered_on: 'DATE', returned: 'BOOLEAN' },
    references: { product_id: 'products' },
    values: `(1,1,20,'2024-01-02',0),(2,1,20,'2024-01-05',1),(3,2,10,'2024-02-01',0),(4,3,50,'2024-03-01',1)`,
  },
]
const asked = () => databaseOf(...shop)

it.each([
  ['Is there any shop in Hull?', [1]],
  ['Are there any products above 50?', 'declined'],
  ['Are there products with a price above 50?', [1]],
  ['Do we have any shops in Paris?', 'declined'],
  ['Are there any shops without products?', [1]],
  ['有没有价格高于50的产品？', [1]],
  ['Have we ever sold a chair?', [1]],
  ['Did we close any shops?', 'declined'],
  // Nothing there is counted.
  ['Are all products expensive?', 'declined'],
  ['Is Leeds the town with the most shops?', 'declined'],
  ['Is the average price higher in Leeds?', 'declined'],
])('answers whether there is any with how many there are: %s', async (question, first) => {
  expect((await asked())(question)).toEqual(first)
})

it.each([
  ['Are there more shops in Leeds or in York?', ['Leeds', 'York']],
  ['Which town has more shops, Leeds or York?', ['Leeds', 'York']],
  ['Do we have more shops in Leeds or in Atlantis?', 'declined'],
])('answers which of two is more with the number of both: %s', async (question, first) => {
  expect((await asked())(question)).toEqual(first)
})

it.each([
  ['Which products cost more than their price?', [1, 4]],
  ['Which products have a higher cost than price?', [1, 4]],
  ['Which products have a price below their cost?', [1, 4]],
  // Of what tables hold different rows of, nothing says which is meant.
  ['Which products have a price above the amount?', 'declined'],
])('compares one column of a row with another: %s', async (question, first) => {
  expect((await asked())(question)).toEqual(first)
})

it.each([
  ['For each shop, show its cheapest product.', ['Bulb', 'Sofa', 'Stool']],
  ['What is the most expensive product of each shop?', ['Chair', 'Lamp', 'Sofa']],
  ['What is the most expensive product of each category?', ['Lamp', 'Sofa']],
])('finds the first row of each group: %s', async (question, names) => {
  const { text2sql, select } = await openedDatabase(...shop)
  const read = text2sql.read(question)
  if (read.kind === 'declined') throw new Error(read.reason)
  const rows = select(read.statement.sql, read.statement.parameters)
  expect(rows.map((row) => row.find((cell) => names.includes(String(cell)))).toSorted()).toEqual(names)
})

it('shows all that share the first place', async () => {
  const ask = await databaseOf({
    name: 'runs',
    columns: { id: 'INTEGER', title: 'TEXT', track: 'TEXT', distance: 'REAL' },
    values: `(1,'A','x',5),(2,'B','x',5),(3,'C','y',2),(4,'D','y',9)`,
  })
  expect((ask('What is the longest run of each track?') as number[]).toSorted()).toEqual([1, 2, 4])
})

it.each([
  ['What share of the total amount does each category account for?', ['light', 'seat'], [0.5, 0.5]],
  ['What percentage of the total amount was returned?', null, [70]],
])('adds up what a share is of: %s', async (question, groups, shares) => {
  const { text2sql, select } = await openedDatabase(...shop)
  const read = text2sql.read(question)
  if (read.kind === 'declined') throw new Error(read.reason)
  const rows = select(read.statement.sql, read.statement.parameters)
  expect(rows.map((row) => row.at(-1))).toEqual(shares)
  if (groups !== null) expect(rows.map(([group]) => group).toSorted()).toEqual(groups)
})

it('ranks groups by a share', async () => {
  const ask = await asked()
  expect(ask('Which category has the highest percentage of returned orders?')).toEqual(['seat'])
  expect(ask('Which category has the lowest percentage of returned orders?')).toEqual(['light'])
})

it.each([
  ['en', 'For each shop, show its cheapest product.', 'for each'],
  ['en', 'Which products cost more than their price?', '“cost” is over “price”'],
  ['zh-CN', 'Which products cost more than their price?', '“cost”大于“price”'],
  ['en', 'What share of the total amount does each category account for?', 'share of the sum of “amount”'],
] as const)('tells how it was read, and reads that again: %s %s', async (language, question, words) => {
  const { text2sql } = await openedDatabase(...shop)
  const read = text2sql.read(question)
  if (read.kind === 'declined') throw new Error(read.reason)
  const told = toldReading(read)
  expect(speechIn(language).fact(told)).toContain(words)
  expect(text2sql.queryOf(told).statement).toEqual(read.statement)
})

it.each([
  ['哪些商店没有灯在建？', 'declined'],
  ['How many days late were orders on average?', 'declined'],
  ['Which shops were opened together with Corner?', 'declined'],
])('declines what it cannot be sure of: %s', async (question, first) => {
  expect((await asked())(question)).toEqual(first)
})

it('joins what only sides and codes say, and nothing that tables merely tell of their rows', async () => {
  const ask = await databaseOf(
    {
      name: 'airlines',
      columns: { uid: 'INTEGER', name: 'TEXT', country: 'TEXT' },
      values: `(1,'Nord','Norway'),(2,'Hop','Ireland')`,
    },
    {
      name: 'airports',
      columns: { airport_code: 'TEXT', airport_name: 'TEXT', city: 'TEXT', country: 'TEXT' },
      values: `('OSL','Gardermoen','Oslo','Norway'),('DUB','Intl','Dublin','Ireland'),('ORK','South','Cork','Ireland')`,
    },
    {
      name: 'flights',
      columns: { flight_no: 'TEXT', airline_id: 'INTEGER', from_airport: 'TEXT', to_airport: 'TEXT' },
      values: `('N1',1,'OSL','DUB'),('N2',1,'DUB','OSL'),('H3',2,'ORK','DUB'),('H4',2,'OSL','DUB')`,
    },
  )
  expect((ask('List the flights from Oslo to Dublin.') as string[]).toSorted()).toEqual(['H4', 'N1'])
  expect(ask('How many flights are there from Cork?')).toEqual([1])
  // At which of its two ends?
  expect(ask('How many flights does each airport have?')).toBe('declined')
  expect(ask('Which airlines have airports in Cork?')).toBe('declined')
})

it('knows people by the plural of what they are', async () => {
  const ask = await databaseOf(
    {
      name: 'salespersons',
      columns: { id: 'INTEGER', full_name: 'TEXT', hired_on: 'DATE' },
      values: `(1,'Ada Berg','2020-01-01'),(2,'Bo Lind','2022-01-01')`,
    },
    {
      name: 'sales',
      columns: { id: 'INTEGER', salesperson_id: 'INTEGER', price: 'REAL' },
      references: { salesperson_id: 'salespersons' },
      values: `(1,1,10),(2,1,20)`,
    },
  )
  expect(ask('List the salespeople hired after 2020.')).toEqual([2])
})

it('joins what is called short without declared keys', async () => {
  const ask = await databaseOf(
    {
      name: 'pubs',
      columns: { id: 'INTEGER', name: 'TEXT', town: 'TEXT' },
      values: `(1,'Crown','Leeds'),(2,'Swan','York')`,
    },
    {
      name: 'deliveries',
      columns: { id: 'INTEGER', pub_id: 'INTEGER', amount: 'REAL' },
      values: `(1,1,10),(2,1,20),(3,1,5)`,
    },
  )
  expect(ask('Which pubs never got a delivery?')).toEqual([2])
})

it('joins by codes that are those of one table alone, whatever their column is called', async () => {
  const ask = await databaseOf(
    {
      name: 'airport',
      columns: { airport_code: 'TEXT', name: 'TEXT' },
      values: `('FRA','Frankfurt'),('OSL','Oslo'),('BER','Berlin'),('RIX','Riga')`,
    },
    {
      name: 'flight',
      columns: { id: 'INTEGER', origin_code: 'TEXT', destination_code: 'TEXT' },
      values: `(1,'FRA','OSL'),(2,'FRA','BER'),(3,'OSL','FRA'),(4,'BER','FRA')`,
    },
  )
  expect(ask('How many flights are there from Frankfurt?')).toEqual([2])
  expect(ask('How many flights are there to Berlin?')).toEqual([1])
})
