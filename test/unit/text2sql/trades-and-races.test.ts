import { expect, it } from 'vitest'
import { databaseOf, openedDatabase } from './asked-database'

const broker = () =>
  databaseOf(
    {
      name: 'customers',
      columns: { id: 'INTEGER', name: 'TEXT', city: 'TEXT', joined_on: 'DATE' },
      values: `(1,'Ada Berg','Rome','2020-02-01'),(2,'Bo Lind','Oslo','2021-03-01'),(3,'Cy Dahl','Oslo','2022-04-01')`,
    },
    {
      name: 'trades',
      columns: { id: 'INTEGER', customer_id: 'INTEGER', kind: 'TEXT', status: 'TEXT', shares: 'INTEGER', amount: 'REAL', traded_on: 'DATE' },
      references: { customer_id: 'customers' },
      values: `(1,1,'buy','done',10,60,'2023-04-01'),(2,1,'buy','done',5,70,'2023-04-02'),(3,2,'sell','failed',20,80,'2023-05-01'),(4,3,'buy','done',1,20,'2023-06-01')`,
    },
  ) // biome-ignore format: a table

it.each([
  // 60 and 70, but no trade of more than 100.
  ['Which customers spent more than 100 in total?', [1]],
  ['Which customers spent more than 100?', [1]],
  ['How many customers spent more than 50?', [2]],
  // Shares are traded, and a share is asked for.
  ['What share of the trades was done?', [0.75]],
  ['What fraction of trades are done?', [0.75]],
  // When they bought, and not when they joined.
  ['How many customers bought something in April 2023?', [1]],
  // Who made a sale, too, made not only purchases.
  ['Which customers made only buy trades?', 'declined'],
  ['Which customers live in the same city?', 'declined'],
])('asks trades as people ask of them: %s', async (question, answer) => {
  expect((await broker())(question)).toEqual(answer)
})

const races = () =>
  databaseOf(
    {
      name: 'races',
      columns: { id: 'INTEGER', name: 'TEXT', race_type: 'TEXT', race_date: 'DATE' },
      values: `(1,'Harbour Run','10K','2024-05-01'),(2,'Lake Run','marathon','2025-05-01'),(3,'City Run','marathon','2025-09-01')`,
    },
    {
      name: 'results',
      columns: { id: 'INTEGER', race_id: 'INTEGER', runner: 'TEXT', status: 'TEXT', finish_seconds: 'INTEGER', place: 'INTEGER' },
      references: { race_id: 'races' },
      values: `(1,1,'Ada','finished',2400,1),(2,2,'Ada','finished',9000,2),(3,2,'Bo','finished',8000,1),(4,3,'Bo','stopped',null,null),(5,3,'Cy','finished',9500,1)`,
    },
  ) // biome-ignore format: a table

it.each([
  ['Which races took place in 2025?', [2, 3]],
  ['Which race took place last?', [3]],
  ['How many races have taken place in 2024?', [1]],
  // The fastest took the least time.
  ['What is the fastest marathon finish time in seconds?', [8000]],
  ['What is the fastest finish time of each race?', [3, 2, 1]],
  // Those who finished are no sum of seconds.
  ['List the races ordered by the number of finishers, from most to fewest.', 'declined'],
  ['How many finishers did each race have?', 'declined'],
])('knows what takes time, and what takes place: %s', async (question, answer) => {
  expect((await races())(question)).toEqual(answer)
})

it('divides the numbers of each group, by none where nothing is below', async () => {
  const { text2sql, select } = await openedDatabase(
    {
      name: 'offices',
      columns: { id: 'INTEGER', city: 'TEXT' },
      values: `(1,'Rome'),(2,'Oslo'),(3,'Bern')`,
    },
    {
      name: 'tickets',
      columns: { id: 'INTEGER', office_id: 'INTEGER', status: 'TEXT', opened_on: 'DATE' },
      references: { office_id: 'offices' },
      values: `(1,1,'open','2024-01-01'),(2,1,'closed','2024-02-01'),(3,1,'closed','2025-02-01'),(4,2,'closed','2025-03-01'),(5,3,'open','2025-03-01')`,
    },
  )
  const rows = (question: string): unknown => {
    const read = text2sql.read(question)
    return read.kind === 'declined' ? read.reason : select(read.statement.sql, read.statement.parameters)
  }
  expect(rows('What is the ratio of open tickets to all tickets for each city?')).toEqual([
    ['Bern', 1],
    ['Rome', 1 / 3],
    ['Oslo', 0],
  ])
  expect(rows('For each city, what is the ratio of open tickets to closed tickets?')).toEqual([
    ['Rome', 1 / 2],
    ['Oslo', 0],
  ])
  expect(rows('What is the ratio of open tickets to closed tickets in each year?')).toEqual([
    ['2024', 1],
    ['2025', 1 / 2],
  ])
  // Those in that state, not the days on which they were opened.
  expect(rows('How many open tickets are there per status?')).toEqual([['open', 2]])
})

const places = () =>
  databaseOf(
    {
      name: 'restaurants',
      columns: { id: 'INTEGER', name: 'TEXT', food_type: 'TEXT', city: 'TEXT' },
      values: `(1,'Joe’s Pizza','Italian','Rome'),(2,'The Wok','Chinese','Rome'),(3,'Noodle Bar','Chinese','Oslo'),(4,'Grill','Chinese','Oslo')`,
    },
    {
      name: 'states',
      columns: { name: 'TEXT', population: 'INTEGER' },
      key: 'name',
      values: `('Utah',3),('Idaho',2),('Nevada',3)`,
    },
    {
      name: 'border_info',
      columns: { name: 'TEXT', border: 'TEXT' },
      key: 'none',
      references: { name: 'states' },
      values: `('Utah','Nevada'),('Idaho','Nevada'),('Utah','Idaho')`,
    },
    {
      name: 'mountains',
      columns: { name: 'TEXT', altitude: 'INTEGER' },
      key: 'name',
      values: `('Kings Peak',4123),('Ben Lomond',2960)`,
    },
  )

it.each([
  // An apostrophe is printed otherwise than it is typed.
  ["What is the food type of Joe's Pizza?", ['Italian']],
  // Rome has other restaurants, too: who has no Italian one is not told by them.
  ['Which cities have no Italian restaurant?', 'declined'],
  ['Which mountains are higher than 3000?', ['Kings Peak']],
])('tells places from what they have: %s', async (question, answer) => {
  expect((await places())(question)).toEqual(answer)
})

it('does not answer with the state whose neighbours are asked for', async () => {
  expect((await places())('Which states border Utah?')).not.toEqual(['Utah'])
})

it('lists the people of a kind, and not where they are', async () => {
  const asked = await databaseOf(
    { name: 'department', columns: { id: 'INTEGER', name: 'TEXT' }, values: `(1,'Mathematics'),(2,'Physics')` },
    {
      name: 'instructor',
      columns: { id: 'INTEGER', full_name: 'TEXT', title: 'TEXT', department_id: 'INTEGER' },
      references: { department_id: 'department' },
      values: `(7,'Ada Berg','Lecturer',1),(8,'Bo Lind','Professor',1),(9,'Cy Dahl','Lecturer',2)`,
    },
  )
  expect(asked('List the lecturers in the Mathematics department.')).toEqual([7])
})
