import { expect, it } from 'vitest'
import { databaseOf } from './asked-database'

const pharmacy = () =>
  databaseOf(
    {
      name: 'drugs',
      columns: { drug_id: 'INTEGER', brand_name: 'TEXT', drug_class: 'TEXT', unit_price: 'REAL', refrigerated: 'BOOLEAN' },
      key: 'drug_id',
      values: `(1,'Amoxil','antibiotic',2,0),(2,'Lantus','insulin',9,1),(3,'Cipro','antibiotic',4,0)`,
    },
    {
      name: 'stock',
      columns: { stock_id: 'INTEGER', drug_id: 'INTEGER', quantity: 'INTEGER', expiry_date: 'DATE', shelf: 'TEXT' },
      key: 'stock_id',
      references: { drug_id: 'drugs' },
      values: `(1,1,10,'2027-01-01',null),(2,1,20,'2024-01-01',null),(3,2,5,'2024-06-01','A'),(4,3,5,'2024-06-01',null)`,
    },
    {
      name: 'patients',
      columns: { patient_id: 'INTEGER', patient_name: 'TEXT', admitted_on: 'DATE', discharged_on: 'DATE' },
      key: 'patient_id',
      values: `(1,'Ada Berg','2024-01-01','2024-01-09'),(2,'Bo Lind','2024-02-01',null),(3,'Cy Dahl','2024-03-01',null)`,
    },
    {
      name: 'prescribers',
      columns: { prescriber_id: 'INTEGER', prescriber_name: 'TEXT', role: 'TEXT' },
      key: 'prescriber_id',
      values: `(7,'Dr. Lee','resident'),(8,'Dr. Cox','consultant')`,
    },
    {
      name: 'prescriptions',
      columns: { prescription_id: 'INTEGER', patient_id: 'INTEGER', drug_id: 'INTEGER', prescriber_id: 'INTEGER', prescribed_at: 'DATE' },
      key: 'prescription_id',
      references: { patient_id: 'patients', drug_id: 'drugs', prescriber_id: 'prescribers' },
      values: `(1,1,1,7,'2024-01-01'),(2,1,2,7,'2024-01-02'),(3,2,1,7,'2024-02-01'),(4,3,3,8,'2024-03-01'),(5,2,2,8,'2024-03-02'),(6,1,1,7,'2024-03-05')`,
    },
    {
      name: 'side_effects',
      columns: { report_id: 'INTEGER', patient_id: 'INTEGER', drug_id: 'INTEGER', effect: 'TEXT', severity: 'TEXT' },
      key: 'none',
      references: { patient_id: 'patients', drug_id: 'drugs' },
      values: `(11,1,1,'rash','severe'),(12,1,3,'nausea','mild'),(13,2,2,'rash','mild'),(14,2,1,'itch','mild')`,
    },
  ) // biome-ignore format: a table

it.each([
  // By prescriptions: Amoxil has three, of one prescriber.
  ['Which drug is prescribed most often?', [1]],
  ['Who prescribed the most drugs?', [7, 8]],
  ['Which drugs have been prescribed fewer than 3 times?', [2, 3]],
  ['Which drugs have been prescribed more than 2 times?', [1]],
  // Who has none has fewer than two, whatever is said of those that are counted, or of whom they are counted for.
  ['Which patients have fewer than 2 side effects?', [3]],
  ['How many patients have fewer than 2 side effects with severity mild?', [2]],
  ['Which patient has the fewest side effects?', [3]],
  // So many pieces in stock are no so many rows.
  ['库存少于2的药品有哪些？', 'declined'],
  ['过期的库存有哪些？', 'declined'],
  ['已出院的患者有哪些？', [1]],
  ['Which two drugs have the fewest prescriptions?', [2, 3]],
  ['Which drugs with a unit price below 5 have at most 1 prescription?', [3]],
  // What a patient got is told by prescriptions and by reports of side effects.
  ['How many different drugs did each patient get?', 'declined'],
  // When something ends is known before it has.
  ['How many stock batches expired?', 'declined'],
  ['How many patients are currently admitted?', 'declined'],
  ['How many patients were admitted?', [3]],
  // What needs to be cooled is no more cooled yet than what is.
  ['Which drugs need to be refrigerated?', 'declined'],
  ['Which drugs are refrigerated?', [2]],
  // Prices of one piece add up to nothing.
  ['What is the total value of the stock?', 'declined'],
  // Where nothing is said of most rows, that is no shelf.
  ['Which shelf is used most often?', ['A']],
])('tells events, days and prices from what they are of: %s', async (question, answer) => {
  const answered = (await pharmacy())(question)
  expect(Array.isArray(answered) ? answered.toSorted() : answered).toEqual(answer)
})

it.each([
  // Two joined on one day.
  ['2024年有多少会员加入？', [3]],
  ['How many members joined in 2024?', [3]],
  ['一共有多少个回收桶？', [3]],
  ['每种材料各有多少个？', ['glass', 'paper']],
  // A diner is a restaurant, but "which restaurant" is not told by a kind of place.
  ['Which restaurant has the most members?', 'declined'],
  ['会费最高的餐厅是哪家？', 'declined'],
])('counts what happened, and names no kind for one of it: %s', async (question, answer) => {
  const asked = await databaseOf(
    {
      name: 'members',
      columns: { id: 'INTEGER', name: 'TEXT', joined: 'DATE', fee: 'REAL', place_id: 'INTEGER' },
      references: { place_id: 'places' },
      values: `(1,'Ada Berg','2024-01-01',5,1),(2,'Bo Lind','2024-01-01',6,1),(3,'Cy Dahl','2024-02-01',7,2),(4,'Di Ek','2023-02-01',8,2)`,
    },
    {
      name: 'places',
      columns: { id: 'INTEGER', category_name: 'TEXT' },
      values: `(1,'Diner'),(2,'Bakery')`,
    },
    { name: 'bins', columns: { id: 'INTEGER', material: 'TEXT' }, values: `(1,'glass'),(2,'paper'),(3,'glass')` },
  )
  expect(asked(question)).toEqual(answer)
})

it('asks for severe effects and their drugs of the same report', async () => {
  const asked = await databaseOf(
    {
      name: 'drugs',
      columns: { id: 'INTEGER', name: 'TEXT', class: 'TEXT' },
      values: `(1,'Amoxil','antibiotic'),(2,'Lovenox','anticoagulant')`,
    },
    { name: 'patients', columns: { id: 'INTEGER', name: 'TEXT' }, values: `(1,'Ada Berg'),(2,'Bo Lind')` },
    {
      name: 'side_effects',
      columns: { id: 'INTEGER', patient_id: 'INTEGER', drug_id: 'INTEGER', effect: 'TEXT', severity: 'TEXT' },
      references: { patient_id: 'patients', drug_id: 'drugs' },
      values: `(1,1,1,'rash','severe'),(2,1,2,'nausea','mild'),(3,2,2,'bleeding','severe')`,
    },
  )
  expect(
    asked(
      'Which patients had a severe side effect from a drug of the class "anticoagulant"? Return the patient name and the effect.',
    ),
  ).toEqual([2])
})

const office = () =>
  databaseOf(
    {
      name: 'employees',
      columns: { id: 'INTEGER', name: 'TEXT', hired_on: 'DATE' },
      values: `(1,'Ada Berg','2020-01-01'),(2,'Bo Lind','2021-01-01')`,
    },
    {
      name: 'devices',
      columns: { id: 'INTEGER', tag: 'TEXT', weight: 'REAL', employee_id: 'INTEGER' },
      references: { employee_id: 'employees' },
      values: `(1,'CW-1',2,1),(2,'CW-2',3,2)`,
    },
    {
      name: 'races',
      columns: { id: 'INTEGER', name: 'TEXT', distance_km: 'REAL', race_date: 'DATE' },
      values: `(1,'Lake Run',10,'2024-01-01'),(2,'Hill Run',20,'2024-02-01')`,
    },
    {
      name: 'programs',
      columns: { id: 'INTEGER', name: 'TEXT', credits_required: 'INTEGER' },
      values: `(1,'BSc Physics',180),(2,'MSc Physics',120)`,
    },
    {
      name: 'courses',
      columns: { id: 'INTEGER', title: 'TEXT', credits: 'INTEGER', program_id: 'INTEGER' },
      references: { program_id: 'programs' },
      values: `(1,'Optics',5,1),(2,'Mechanics',6,2)`,
    },
  )

it.each([
  // Neither a device nor a race is who is asked for.
  ['Who uses device CW-1?', 'declined'],
  ['Who ran the most kilometres?', 'declined'],
  ['Who was hired last?', [2]],
  ['Which programs require more than 120 credits?', 'declined'],
])('answers with what is asked for, or not at all: %s', async (question, answer) => {
  expect((await office())(question)).toEqual(answer)
})
