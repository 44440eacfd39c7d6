import { expect, it } from 'vitest'
import { calledBy, labelsIn } from '../../../main/text2sql/schema/comments'
import { databaseOf } from './asked-database'

it.each([
  ['dep_cd', 'depots', ['depot', 'code']],
  ['rte', 'a route', ['rout']],
  ['svc', 'workshop services', ['servic']],
  // A table of water meters holds no water.
  ['mtr', 'water meters', ['meter']],
  ['cst_nm', 'customer name', ['custom', 'name']],
  ['due_dt', 'due date', ['due', 'date']],
  ['sgn_dt', 'date on which the contract was signed', ['creat', 'date']],
  ['fix_dt', 'date repaired, NULL if not repaired yet', ['fix', 'date']],
  ['st', 'invoice state: O = open, P = paid', ['state']],
  // Short for several words, each by its first letter at least.
  ['rol', 'reorder level, sheets', ['reorder', 'level']],
  ['hrt', 'hourly rate, EUR', ['hourli', 'rate']],
  ['idt', 'invoice date', ['invoic', 'date']],
  // Of a name that is no word, and short for none, what its comment says first.
  ['qoh', 'sheets on hand', ['sheet']],
  ['reordrlevel', 'reorder level', ['reorder', 'level']],
  ['hoehe', 'altitude in metres above sea level', ['altitud']],
  ['n_korn', 'number of seeds on receipt', ['seed']],
  ['eingang', 'received at the bank', ['receiv']],
  ['lkz', 'country the collector comes from, ISO code', ['country', 'collector', 'come']],
  ['cap', 'parking places', null],
  // What is no short form, and a list, are no names.
  ['grade', 'junior, senior', null],
  ['rsn', 'why a trip was late', null],
  ['seats', undefined, null],
])('a comment says what a short name stands for: %s, %s', (name, comment, words) => {
  expect(calledBy(comment, name)).toEqual(words)
})

it.each([
  ['V = valid, S = suspect, X = rejected', ['V', 'S', 'X'], { V: 'valid', S: 'suspect', X: 'rejected' }],
  ['DSL diesel, ELE electric', ['DSL', 'ELE', 'HYB'], { DSL: 'diesel', ELE: 'electric' }],
  ['1: open; 2: closed', [1, 2], { 1: 'open', 2: 'closed' }],
  ['invoice state: O = open, P = paid', ['O', 'P'], { O: 'open', P: 'paid' }],
  ['possible values: buy, sell', ['buy', 'sell'], null],
  ['2 letter code', ['2', '3'], null],
  ['A active', ['A', 'B', 'C', 'D'], null],
  ['V = valid, S = suspect', null, null],
])('a comment says what codes stand for: %s', (comment, values, labels) => {
  const found = labelsIn(comment, values)
  expect(found === null ? null : Object.fromEntries(found)).toEqual(labels)
})

/** A bus company, in names that only their comments explain. */
const buses = () =>
  databaseOf(
    {
      name: 'dep',
      comment: 'depots',
      key: 'dep_cd',
      columns: { dep_cd: 'TEXT', nm: 'TEXT' },
      values: `('E','Eastgate'),('N','Northfield')`,
    },
    {
      name: 'veh',
      comment: 'vehicles',
      key: 'veh_id',
      columns: {
        veh_id: 'INTEGER',
        dep_cd: 'TEXT',
        stat: 'TEXT',
        yr: 'INTEGER',
        is_leased: 'INTEGER',
        rating: 'INTEGER',
      },
      comments: {
        stat: 'A active, M in maintenance, R retired',
        is_leased: '1 = yes, 0 = no',
        rating: '1 = poor, 2 = fair, 3 = good',
      },
      references: { dep_cd: 'dep' },
      values: `(1,'E','A',2015,1,3),(2,'E','R',2019,0,1),(3,'N','M',2021,1,2)`,
    },
  )

it.each([
  ['How many depots are there?', [2]],
  ['How many vehicles does the Eastgate depot have?', [2]],
  ['How many vehicles are retired?', [1]],
  ['How many vehicles were built after 2018?', [2]],
  // What says yes or no does so still, and a scale is a number still.
  ['How many vehicles are leased?', [2]],
  ['What is the average rating of the vehicles?', [2]],
  ['How many vehicles have a rating above 1?', [2]],
])('questions use the words of comments: %s', async (question, rows) => {
  expect((await buses())(question)).toEqual(rows)
})
