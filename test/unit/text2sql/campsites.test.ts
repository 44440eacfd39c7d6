import { expect, it } from 'vitest'
import { databaseOf } from './asked-database'

const campsites = () =>
  databaseOf(
    {
      name: 'campsite',
      columns: {
        id: 'INTEGER', name: 'TEXT', site_type: 'TEXT', village: 'TEXT', region: 'TEXT', pitches: 'INTEGER', nightly_price: 'REAL', opened: 'INTEGER', facilities: 'TEXT',
      }, // biome-ignore format: a list of columns
      values: `(1,'Foxglove','static','Bude','Wales',30,14,1920,'shop'),(2,'Oak Tree','touring','Bude','Wales',10,20,1980,'shop, pool'),
        (3,'Clifftop','static','Tenby','Scotland',60,30,1998,'pool'),(4,'Riverside','touring','Tenby','Scotland',10,10,2004,'playground')`,
    },
    {
      name: 'inspection',
      columns: { id: 'INTEGER', campsite_id: 'INTEGER', status: 'TEXT' },
      references: { campsite_id: 'campsite' },
      values: `(1,1,'passed'),(2,1,'passed'),(3,2,'failed')`,
    },
  )

it.each([
  ['Which campsites were opened after 1990?', [3, 4]],
  ['Which campsites cost less than 15 per night?', [1, 4]],
  // The sites are the campsites, not their types.
  ['What is the cheapest static site?', [1]],
  ['Which campsites have 10 pitches?', [2, 4]],
  ['List the campsites starting from the highest nightly price to the lowest', [3, 2, 1, 4]],
  ['Which campsite had the most inspection records?', [1]],
  // What lists several things holds each of them.
  ['How many campsites have a shop?', [2]],
  // What stands behind the whole holds for all of it.
  ['What proportion of all pitches in Bude belongs to static sites?', [0.75]],
  ['What is the ratio of the average nightly price in Wales to the average nightly price in Scotland?', [0.85]],
  ['What is the ratio of the highest to the lowest nightly price among static sites?', [30 / 14]],
  ['List the campsites of Tenby. Order them from the highest rating to the lowest.', 'declined'],
  ['Wales 有多少个营地？', [2]],
  // Of two counts one would have lost its condition.
  ['How many inspections and how many failed inspections were there for each region?', 'declined'],
  // Nobody is known who could own one.
  ['Who owns the campsites in Bude?', 'declined'],
])('what people ask of campsites: %s', async (question, rows) => {
  expect((await campsites())(question)).toEqual(rows)
})

/** Plants of families, with their seeds. */
const seeds = () =>
  databaseOf(
    {
      name: 'accession',
      columns: { id: 'INTEGER', accession_no: 'TEXT', plant_name: 'TEXT' },
      values: `(1,'a','Emmer'),(2,'b','Bean'),(3,'c','Barley')`,
    },
    {
      name: 'family',
      columns: { id: 'INTEGER', accession_no: 'TEXT', family_name: 'TEXT' },
      values: `(1,'a','Poaceae'),(2,'b','Fabaceae'),(3,'c','Poaceae')`,
    },
    {
      name: 'shipment',
      columns: { id: 'INTEGER', accession_no: 'TEXT', seeds: 'INTEGER' },
      values: `(1,'a',5),(2,'b',7),(3,'c',9)`,
    },
  )

it('of two names side by side the second is what groups are made of', async () => {
  expect((await seeds())('What is the total number of seeds shipped for each plant family?')).toEqual([
    'Poaceae',
    'Fabaceae',
  ])
})
