import { expect, it } from 'vitest'
import { databaseOf, openedDatabase } from './asked-database'

/** A register of trees, with the plant families of their species, and what was tested of their seeds. */
const trees = () =>
  databaseOf(
    {
      name: 'species',
      columns: { id: 'INTEGER', common_name: 'TEXT', family: 'TEXT', threat: 'TEXT', max_height_m: 'REAL' },
      values: `(1,'Lime','Malvaceae','LC',30),(2,'Oak','Fagaceae','EN',40),(3,'Beech','Fagaceae','EN',45)`,
    },
    {
      name: 'district',
      columns: { id: 'INTEGER', name: 'TEXT' },
      values: `(1,'Northgate'),(2,'Old Town')`,
    },
    {
      name: 'tree',
      columns: { id: 'INTEGER', species_id: 'INTEGER', district_id: 'INTEGER', mass_kg: 'REAL', quality: 'TEXT' },
      comments: { quality: 'V = valid, S = suspect' },
      references: { species_id: 'species', district_id: 'district' },
      values: `(1,1,1,900,'V'),(2,1,1,700,'V'),(3,2,2,1200,'S'),(4,3,2,800,'V'),(5,2,2,600,'V')`,
    },
    {
      name: 'mower',
      columns: { id: 'INTEGER', name: 'TEXT', yr: 'INTEGER' },
      values: `(1,'A',2015),(2,'B',2021)`,
    },
  )

it.each([
  // Where the rows are kept is no condition.
  ['How many trees are in the register?', [5]],
  ['How many trees are kept in each district?', [2, 1]],
  // 33 m are metres, and no millions.
  ['Which species have a maximum height above 33 m?', [2, 3]],
  ['How many species have the threat status EN?', [2]],
  ['What is the heaviest tree?', [3]],
  ['How many trees belong to each family? Sort from the largest family to the smallest.', ['Fagaceae', 'Malvaceae']],
  ['How many trees were rated valid?', [4]],
  // What stands with the rows holds for all of them.
  ['What percentage of the trees in Northgate are valid?', [100]],
  ['Of the trees in Northgate, what percentage are valid?', [100]],
  ['What percentage of the trees were rated valid?', [80]],
  ['How many mowers were built after 2018?', [1]],
  ['List the names of the mowers built in 2020 or later.', ['B']],
  ['每个城区有多少棵树？', [2, 1]],
])('a register is asked as people ask it: %s', async (question, rows) => {
  expect((await trees())(question)).toEqual(rows)
})

it('calls a species by its name, and not by its family', async () => {
  const { text2sql } = await openedDatabase({
    name: 'species',
    columns: { id: 'INTEGER', common_name: 'TEXT', family: 'TEXT' },
    values: `(1,'Lime','Malvaceae')`,
  })
  const read = text2sql.read('List all species')
  expect(read.kind === 'query' && read.statement.sql).toMatch(/common_name(?!.*family)/s)
})
