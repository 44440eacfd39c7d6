import { expect, it } from 'vitest'
import { askDatabase } from '../../../main/text2sql'
import { databaseOf, type Given, openedDatabase } from './asked-database'

/** Records sold by the track: bills have a total and lines, and some names stand twice. */
const given: readonly Given[] = [
  {
    name: 'artist',
    columns: { id: 'INTEGER', name: 'TEXT' },
    values: `(1,'Night Owls'),(2,'Ada Vane'),(3,'Hob N'' Nob')`,
  },
  {
    name: 'album',
    columns: { id: 'INTEGER', title: 'TEXT', artist_id: 'INTEGER' },
    references: { artist_id: 'artist' },
    values: `(1,'Night Owls',1),(2,'Second Dusk',1),(3,'Harbour',2),(4,'Tea Time',3)`,
  },
  { name: 'genre', columns: { id: 'INTEGER', name: 'TEXT' }, values: `(1,'Folk'),(2,'Swing')` },
  {
    name: 'track',
    columns: {
      id: 'INTEGER',
      name: 'TEXT',
      album_id: 'INTEGER',
      genre_id: 'INTEGER',
      composer: 'TEXT',
      milliseconds: 'INTEGER',
    },
    references: { album_id: 'album', genre_id: 'genre' },
    values: `(1,'Lanterns',1,1,'Ada Vane',1000),(2,'Two Moons',2,1,null,2000),(3,'Quay',3,2,'Ada Vane',3000),
      (4,'Slow Train',3,2,null,4000),(5,'3 Wishes For Tea',4,2,null,5000)`,
  },
  {
    name: 'customer',
    columns: { id: 'INTEGER', first_name: 'TEXT', last_name: 'TEXT' },
    values: `(1,'Bo','Lind'),(2,'Cy','Dahl')`,
  },
  {
    name: 'invoice',
    columns: { id: 'INTEGER', customer_id: 'INTEGER', invoice_date: 'DATE', total: 'REAL' },
    references: { customer_id: 'customer' },
    values: `(1,1,'2024-01-05',7),(2,1,'2024-03-01',1),(3,2,'2024-02-01',3)`,
  },
  {
    name: 'invoice_line',
    columns: { id: 'INTEGER', invoice_id: 'INTEGER', track_id: 'INTEGER', unit_price: 'REAL', quantity: 'INTEGER' },
    references: { invoice_id: 'invoice', track_id: 'track' },
    values: `(1,1,1,1,3),(2,1,3,2,2),(3,2,2,1,1),(4,3,1,1,3)`,
  },
  { name: 'playlist', columns: { id: 'INTEGER', name: 'TEXT' }, values: `(1,'90’s Music'),(2,'Evening')` },
  {
    name: 'playlist_track',
    columns: { playlist_id: 'INTEGER', track_id: 'INTEGER' },
    references: { playlist_id: 'playlist', track_id: 'track' },
    key: '',
    values: `(1,1),(1,2),(2,3)`,
  },
]

it.each([
  // A bill stands once for each of its lines: their amounts add up, its total does not.
  ['What is the total revenue per genre?', [1, 2]],
  ['What is the average total per genre?', 'declined'],
  // Three, three and one; two of the other.
  ['How many tracks were sold?', [9]],
  ['卖出了多少首曲目？', [9]],
  ['How many tracks were never sold?', [2]],
  ['Which artist sold the most tracks?', [1]],
  // What of an album was sold are its tracks.
  ['How many albums were sold?', 'declined'],
  // Of one album there is one title.
  ['How many titles has each album?', 'declined'],
  ['How many invoices were above 2?', [2]],
  ['Which invoices are of more than 5?', [1]],
  // An artist and one of their albums are called so.
  ['How many albums has Night Owls?', [2]],
  ['Which albums are called Night Owls?', [1]],
  // Who is meant, the artist or the composer, nobody knows, and only one of them can be asked for.
  ['Which customers bought tracks by Ada Vane?', 'declined'],
  ["How many albums has Hob N' Nob?", [1]],
  ["How many tracks are on the playlist 90's Music?", [2]],
  ['What is the average length of a track in milliseconds?', [3000]],
  ['For each customer, when was the last invoice?', [2, 3]],
])('reads what people ask of records: %s', async (question, expected) => {
  expect((await databaseOf(...given))(question)).toEqual(expected)
})

/** A wholesaler whose table says to whom people report, and whose products have units in stock, on order and on bills. */
const wholesaler: readonly Given[] = [
  {
    name: 'employees',
    columns: { id: 'INTEGER', first_name: 'TEXT', last_name: 'TEXT', reports_to: 'INTEGER' },
    values: `(1,'Ada','Berg',null),(2,'Bo','Lind',1),(3,'Cy','Dahl',1),(4,'Di','Falk',2)`,
  },
  {
    name: 'customers',
    columns: { id: 'INTEGER', company_name: 'TEXT', contact_name: 'TEXT', contact_title: 'TEXT' },
    values: `(1,'Elm Ltd','Eva Ek','Owner'),(2,'Fir Ltd','Jo Fry','Buyer')`,
  },
  {
    name: 'products',
    columns: { id: 'INTEGER', product_name: 'TEXT', units_in_stock: 'INTEGER', units_on_order: 'INTEGER' },
    values: `(1,'Assam',5,40),(2,'Mocha',7,0)`,
  },
  {
    name: 'orders',
    columns: { id: 'INTEGER', customer_id: 'INTEGER', order_date: 'DATE' },
    references: { customer_id: 'customers' },
    values: `(1,1,'2024-01-01'),(2,2,'2024-01-05')`,
  },
  {
    name: 'order_details',
    columns: { order_id: 'INTEGER', product_id: 'INTEGER', unit_price: 'REAL', quantity: 'INTEGER' },
    references: { order_id: 'orders', product_id: 'products' },
    key: '',
    values: `(1,1,2,10),(1,2,3,20),(2,2,3,30)`,
  },
]

it.each([
  // Nothing declares whose key it is.
  ['Who does Di Falk report to?', [2]],
  ["Who is Bo Lind's boss?", [1]],
  ['Which employees report to Ada Berg?', [2, 3]],
  ['How many employees report to Ada Berg?', [2]],
  ['Who reports to nobody?', [1]],
  ['Which employees do not report to anyone?', [1]],
  ['Who is the contact of Elm Ltd?', ['Eva Ek']],
  ['How many units of Assam are in stock?', [5]],
  ['How many units are on order?', [40]],
  // What is for sale are products, what was sold are units.
  ['How many products do we sell?', [2]],
  ['How many products were sold?', [60]],
])('reads what people ask of a wholesaler: %s', async (question, expected) => {
  expect((await databaseOf(...wholesaler))(question)).toEqual(expected)
})

it('takes units that were sold for none in stock, or on order', async () => {
  const { text2sql, select } = await openedDatabase(...wholesaler)
  for (const question of ['How many units of Mocha were sold?', 'Which product sold the most units?']) {
    const read = text2sql.read(question)
    const rows = read.kind === 'query' ? select(read.statement.sql, read.statement.parameters) : null
    expect([null, [[50]], [[2, 'Mocha', 50]]]).toContainEqual(rows)
  }
})

it('puts both readings of a name against each other', async () => {
  const { text2sql, select } = await openedDatabase(...given)
  const ask = async (question: string) =>
    askDatabase(text2sql, question, async ({ sql, parameters }) => ({
      columns: [],
      rows: select(sql, parameters),
      truncated: false,
    }))
  // One track is of her albums alone, one she wrote for others.
  expect(await ask('Which tracks are by Ada Vane?')).toMatchObject({ kind: 'declined', reason: 'ambiguous' })
})

it('looks up what rows are called of which there are too many to know all', async () => {
  const many = Array.from({ length: 2100 }, (_, at) => `(${at + 10},'Song ${at}',4,1,null,100)`).join(',')
  const large = given.map((one) => (one.name === 'track' ? { ...one, values: `${one.values},${many}` } : one))
  const { text2sql, select } = await openedDatabase(...large)
  const asked: string[] = []
  const ask = async (question: string) => {
    const answer = await askDatabase(text2sql, question, async ({ sql, parameters }) => {
      asked.push(sql)
      return { columns: [], rows: select(sql, parameters), truncated: false }
    })
    return answer.kind === 'query' ? answer.rows.rows.map(([first]) => first) : answer.reason
  }
  expect(await ask('Which album is the track Slow Train on?')).toEqual([3])
  expect(await ask('Which album is the track "two moons" on?')).toEqual([2])
  expect(await ask('Which album has 3 Wishes For Tea?')).toEqual([4])
  expect(await ask('How long is the track Nowhere Bound?')).toBe('unknownWords')
  asked.length = 0
  // No name, and no question for a database.
  const beside = 'Which lacquers, stampers, plates and presses survive cold winters, damp cellars and careless movers?'
  expect(await ask(beside)).toBe('unknownWords')
  expect(asked).toEqual([])
  // A name that is there, and nothing that is asked of it: it is looked up once.
  expect(await ask('Which album of Night Owls has 3 Wishes For Tea?')).toBe('nothingFound')
  expect(asked.length).toBeLessThan(20)
})
