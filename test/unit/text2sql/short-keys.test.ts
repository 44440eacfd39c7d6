import { expect, it } from 'vitest'
import { databaseOf, type Given } from './asked-database'

/** A tool library, whose columns begin with what is short for their tables, without declared keys. */
const library: readonly Given[] = [
  {
    name: 'tl_usr',
    columns: { tu_id: 'INTEGER', tu_nm: 'TEXT', tu_town: 'TEXT' },
    values: `(1,'Ada','Bern'),(2,'Ben','Basel'),(3,'Cleo','Bern')`,
  },
  {
    name: 'tl_locker',
    columns: { tk_id: 'INTEGER', tk_tu_id: 'INTEGER', tk_size: 'TEXT', tk_deposit: 'REAL' },
    values: `(1,1,'small',20),(2,1,'large',45.5),(3,2,'small',90),(4,1,'small',15)`,
  },
  {
    name: 'tl_pass',
    columns: {
      tp_id: 'INTEGER',
      tp_nm: 'TEXT',
      tp_tu_id: 'INTEGER',
      tp_vld_to: 'TEXT',
      tp_amt: 'REAL',
      tp_fee: 'REAL',
    },
    values: `(1,'Day',1,'2024-05-01',30,1),(2,'Week',2,'2025-06-01',60,2),(3,'Year',3,'2026-07-01',90,4)`,
  },
]
const asked = () => databaseOf(...library)

it.each([
  // A key that is called as the other, behind what its own table is short for
  ['Which users have no locker?', [3]],
  ['Who owns more than two lockers?', [1]],
  // What has a name of its own is added up, not what else a total may be
  ['What were the total fees?', [7]],
  // Rows are asked for, not the day until which they are so
  ['List the passes valid until 2025 or later.', [2, 3]],
])('reads a database of short keys: %s', async (question, answer) => {
  expect((await asked())(question)).toEqual(answer)
})

it('takes no column of two words for a key of another table', async () => {
  const ask = await databaseOf(
    { name: 'clubs', columns: { id: 'INTEGER', name: 'TEXT' }, values: `(1,'North'),(2,'South')` },
    { name: 'prizes', columns: { id: 'INTEGER', points_id: 'INTEGER' }, values: `(1,1),(2,2)` },
  )
  expect(ask('Which clubs have no prize?')).toBe('declined')
})

it('ranks by what belongs to whom Chinese asks for, where it is said whose it is', async () => {
  const ask = await databaseOf(
    {
      name: 'bk_usr',
      columns: { bu_id: 'INTEGER', bu_nm: 'TEXT', bu_town: 'TEXT' },
      values: `(1,'Ada','A'),(2,'Ben','B')`,
    },
    {
      name: 'bk_acct',
      columns: { ba_id: 'INTEGER', ba_bu_id: 'INTEGER', ba_bal: 'REAL' },
      values: `(1,1,20),(2,2,45.5),(3,1,30)`,
    },
    {
      name: 'bk_part',
      columns: { bp_id: 'INTEGER', bp_nm: 'TEXT', bp_unit_cost: 'REAL' },
      values: `(1,'Slot',7),(2,'Reel',9),(3,'Key',1)`,
    },
  )
  expect(ask('账户余额最高的用户是谁？')).toEqual([2])
  expect(ask('单价最贵的2种备件是什么？')).toEqual([2, 1])
})
