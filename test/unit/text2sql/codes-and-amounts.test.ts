import { expect, it } from 'vitest'
import { databaseOf } from './asked-database'

/** Tools for hire, with states as codes. */
const hire = () =>
  databaseOf(
    {
      name: 'model',
      columns: { id: 'INTEGER', descr: 'TEXT', power_cd: 'TEXT', day_rate: 'REAL' },
      values: `(1,'Saw A','PETR',20),(2,'Saw B','BATT',15),(3,'Drill','ELEC',10),(4,'Mixer','PETR',30)`,
    },
    {
      name: 'rental',
      columns: {
        id: 'INTEGER',
        model_id: 'INTEGER',
        out_date: 'DATE',
        due_date: 'DATE',
        back_date: 'DATE',
        status: 'TEXT',
      },
      references: { model_id: 'model' },
      values: `(1,1,'2025-01-02','2025-01-09','2025-01-08','CLS'),(2,1,'2025-02-01','2025-02-09',null,'OPN'),
        (3,2,'2025-02-03','2025-03-09',null,'CAN'),(4,3,'2025-03-01','2025-04-09',null,'OPN'),(5,4,'2025-03-02','2025-03-09',null,'LST')`,
    },
  )

it.each([
  ['How many rentals were cancelled?', [1]],
  ['How many rentals are lost?', [1]],
  ['How many petrol models are there?', [2]],
  // What is written in no code of the table is not guessed.
  ['How many rentals were disputed?', 'declined'],
  ['Which rentals should have been back before 10 February 2025?', [1, 2]],
])('a word is the one code that it can be short for: %s', async (question, rows) => {
  expect((await hire())(question)).toEqual(rows)
})

/** Hives of the members of an association, and what they gave. */
const hives = () =>
  databaseOf(
    {
      name: 'Member',
      columns: { id: 'INTEGER', FirstNm: 'TEXT', LastNm: 'TEXT', PhoneNo: 'TEXT' },
      values: `(1,'Ada','Berg','01'),(2,'Bo','Lind',null),(3,'Cy','Dahl','03')`,
    },
    {
      name: 'Apiary',
      columns: { id: 'INTEGER', ApNm: 'TEXT', MemberID: 'INTEGER', ElevM: 'INTEGER' },
      references: { MemberID: 'Member' },
      values: `(1,'Hill',1,700),(2,'Moor',1,300),(3,'Wood',3,650)`,
    },
    {
      name: 'Harv',
      columns: { id: 'INTEGER', ApiaryID: 'INTEGER', HarvDt: 'DATE', HnyTyp: 'TEXT', QtyKg: 'REAL' },
      references: { ApiaryID: 'Apiary' },
      values: `(1,1,'2025-05-01','acacia',10),(2,1,'2025-06-01','lime',5),(3,3,'2024-06-01','lime',20)`,
    },
  )

it.each([
  ['How many kilos of honey did we harvest altogether in 2025?', [15]],
  ['How much honey was harvested in 2025?', [15]],
  ['How many members does our association have?', [3]],
  ["Is there anyone whose phone number we don't have? List them.", [2]],
  ['Are there members without an apiary? Which ones?', [2]],
  ['Which members have no apiary at all?', [2]],
  ['Which members own an apiary that is higher than 600 metres?', [1, 3]],
  ['每个会员有多少个蜂场？', [1, 3]],
])('amounts, owners and who has none: %s', async (question, rows) => {
  const asked = (await hives())(question)
  expect(Array.isArray(asked) ? asked.toSorted() : asked).toEqual(rows)
})

it('who made the most is told by a scientist’s name, too', async () => {
  const ask = await databaseOf(
    {
      name: 'archaeologists',
      columns: { id: 'INTEGER', full_name: 'TEXT' },
      values: `(1,'Harold Bexley'),(2,'Ursula Garland')`,
    },
    {
      name: 'finds',
      columns: { id: 'INTEGER', found_by: 'INTEGER', material: 'TEXT' },
      references: { found_by: 'archaeologists' },
      values: `(1,2,'iron'),(2,2,'gold'),(3,1,'iron')`,
    },
  )
  expect(ask('Who has made the most finds?')).toEqual([2])
})
