import { expect, it } from 'vitest'
import { toldReading } from '../../../main/text2sql/query/told-reading'
import { speechIn } from '../../../wording'
import { databaseOf, type Given, openedDatabase } from './asked-database'

const trades: readonly Given[] = [
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
] // biome-ignore format: a table

const broker = () => databaseOf(...trades)

it.each([
  // 60 and 70, but no trade of more than 100.
  ['Which customers spent more than 100 in total?', [1]],
  ['Which customers spent more than 100?', [1]],
  ['How many customers spent more than 50?', [2]],
  // Shares are traded, and a share is asked for.
  ['What share of the trades was done?', [0.75]],
  ['What fraction of trades are done?', [0.75]],
  ['失败的交易占多少比例？', [25]],
  ['哪些客户总共花费超过100？', [1]],
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
  ['2025年举办了哪些比赛？', [2, 3]],
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

it.each([
  ['How many customers joined in 2020 or 2022?', [2]],
  ['How many customers joined in 2020 and 2022?', [2]],
  ['How many customers joined in 2020, 2021 and 2022?', [3]],
  ['2020年和2022年加入的客户有多少？', [2]],
  ['How many trades were there in April and May 2023?', [3]],
  ['How many trades were there in April 2023 and in June 2023?', [3]],
  ['How many trades were there between April and June 2023?', [4]],
  // Who joined in one year and traded in another.
  ['How many customers joined in 2020 and made a trade in 2023?', [1]],
])('asks for several years or months: %s', async (question, answer) => {
  expect((await broker())(question)).toEqual(answer)
})

it.each([
  ['Which customer has the second highest total amount?', [2]],
  ['Which customer has the 2nd highest total amount?', [2]],
  ['Which trade has the third highest amount?', [1]],
  // The figure alone, and not whose it is.
  ['What is the second highest amount?', 'declined'],
])('asks for a place that is not the first: %s', async (question, answer) => {
  expect((await broker())(question)).toEqual(answer)
})

it.each([
  [
    'Which customer has the second highest total amount?',
    'Read as: sum of “amount”, for each “id” of “customers” and “name” of “customers”, by sum of “amount”, highest first, only what comes second.',
    '读作：按“customers”的“id”和“customers”的“name”统计“amount”的总和，按“amount”的总和从高到低，只取第 2 名。',
  ],
  [
    'How many customers joined in 2020 or 2022?',
    'Read as: number of “customers”, where “joined_on” is in 2020 or 2022.',
    '读作：“customers”的数量，条件是“joined_on”在 2020 或 2022 内。',
  ],
  [
    'What is the ratio of buy trades to all trades for each status?',
    'Read as: number of “trades”, for each “status”, where “kind” is “buy”; divided by: number of “trades”, for each “status”.',
    '读作：按“status”统计“trades”的数量，条件是“kind”为“buy”；除以：按“status”统计“trades”的数量。',
  ],
])('tells what it read, and makes the same query of it: %s', async (question, english, chinese) => {
  const { text2sql } = await openedDatabase(...trades)
  const read = text2sql.read(question)
  if (read.kind === 'declined') throw new Error('declined')
  const told = toldReading(read)
  expect([speechIn('en').fact(told), speechIn('zh-CN').fact(told)]).toEqual([english, chinese])
  expect(text2sql.queryOf(told).statement).toEqual(read.statement)
})

it.each([
  ['Which customers made only buy trades?', 'made only', 'the query rules do not cover “made only”'],
  ['Which customers live in the same city?', 'in the same city', 'the query rules do not cover “in the same city”'],
])('says what it has no reading for: %s', async (question, words, why) => {
  const { text2sql } = await openedDatabase(...trades)
  const read = text2sql.read(question)
  if (read.kind === 'query') throw new Error('answered')
  expect(read).toEqual({ kind: 'declined', reason: 'beyondRules', words: [words] })
  const values = { reason: 'beyondRules' as const, words: [words], instead: [] }
  expect(speechIn('en').fact({ kind: 'questionDeclined', values })).toBe(why)
})
