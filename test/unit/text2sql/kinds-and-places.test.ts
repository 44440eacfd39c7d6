import { expect, it } from 'vitest'
import { databaseOf, type Given, openedDatabase } from './asked-database'

const clubs: readonly Given[] = [
  {
    name: 'clubs',
    columns: { id: 'INTEGER', name: 'TEXT', location: 'TEXT', city: 'TEXT' },
    values: `(1,'Chess','North Hall','Leeds'),(2,'Tennis','Park','York'),(3,'Go','Library','Leeds'),(4,'Rowing','River','Hull'),(5,'Judo','Gym','York')`,
  },
  {
    name: 'members',
    columns: { id: 'INTEGER', first_name: 'TEXT', club_id: 'INTEGER', fee: 'REAL' },
    references: { club_id: 'clubs' },
    values: `(1,'Ann',1,10),(2,'Bob',1,20),(3,'Ann',2,30),(4,'Dan',2,5),(5,'Eve',3,60)`,
  },
]
const asked = () => databaseOf(...clubs)

it.each([
  // Those at the top, however many; all of them only where an order is asked for.
  ['Which cities have the most clubs?', ['Leeds', 'York']],
  ['Show the names of the clubs that have the most members.', ['Chess', 'Tennis']],
  ['Which cities have the most clubs, sorted from most to least?', ['Leeds', 'York', 'Hull']],
  ['Which clubs have just one member?', [3]],
  ['What are the names of the cities with at least 2 clubs?', ['Leeds', 'York']],
  ['What are the distinct first names of the members?', ['Ann', 'Bob', 'Dan', 'Eve']],
  // Nothing says how tall they are.
  ['Who is the tallest member?', 'declined'],
  ['Which club has the most?', 'declined'],
])('answers with the kinds that are asked for: %s', async (question, first) => {
  const answer = (await asked())(question)
  expect(Array.isArray(answer) ? answer.toSorted() : answer).toEqual(Array.isArray(first) ? first.toSorted() : first)
})

it('answers where something is with its place, and leaves out what has none', async () => {
  const { text2sql, select } = await openedDatabase(...clubs)
  for (const question of ['Where is the club "Tennis" located?', 'Where is Tennis?']) {
    const read = text2sql.read(question)
    if (read.kind === 'declined') throw new Error(read.reason)
    expect(select(read.statement.sql, read.statement.parameters)).toEqual([[2, 'Tennis', 'Park', 'York']])
  }
  expect(text2sql.read('Where is the member Eve?').kind).toBe('declined')
})

it('sorts by name what is asked for in alphabetical order', async () => {
  expect((await asked())('List the names of all clubs ordered in alphabetical order.')).toEqual([1, 3, 5, 4, 2])
})
