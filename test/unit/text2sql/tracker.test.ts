import { expect, it } from 'vitest'
import { databaseOf, openedDatabase } from './asked-database'

/** A tracker of issues whose keys are not declared. */
const tracker = () =>
  databaseOf(
    {
      name: 'appUser',
      columns: { id: 'INTEGER', fullName: 'TEXT', email: 'TEXT', isActive: 'INTEGER', joinedOn: 'DATE' },
      values: `(1,'Ada Berg','a@x',1,'2020-01-01'),(2,'Bo Lind','b@x',0,'2021-01-01'),(3,'Cy Dahl','c@x',1,'2022-01-01')`,
    },
    {
      name: 'issue',
      key: 'issueId',
      columns: {
        issueId: 'INTEGER',
        title: 'TEXT',
        status: 'TEXT',
        assigneeId: 'INTEGER',
        reporterId: 'INTEGER',
        storyPoints: 'INTEGER',
        createdAt: 'DATE',
      },
      values: `(11,'Login fails','done',1,3,3,'2024-01-02'),(12,'Slow list','open',1,3,5,'2024-02-03'),(13,'Dark mode','open',null,1,2,'2024-02-09')`,
    },
    {
      name: 'issueComment',
      key: 'commentId',
      columns: { commentId: 'INTEGER', issueId: 'INTEGER', authorId: 'INTEGER', createdAt: 'DATE' },
      values: `(1,11,1,'2024-01-05'),(2,11,3,'2024-02-06'),(3,12,1,'2024-03-07'),(4,12,1,'2024-03-08')`,
    },
    {
      name: 'outage',
      columns: { id: 'INTEGER', cause: 'TEXT', startedAt: 'TIMESTAMP', endedAt: 'TIMESTAMP' },
      values: `(1,'storm','2024-01-01 10:00:00','2024-01-01 12:00:00'),(2,'fire','2024-02-01 10:00:00','2024-02-02 12:00:00')`,
    },
  )

it.each([
  // Who wrote a comment is one of the people, although no key says so.
  ['Who has written the most comments?', [1]],
  // Issues have a day of their own on which they were created.
  ['How many issues were created per month in 2024?', ['2024-01', '2024-02']],
  ['How many comments are there for each issue?', [11, 12]],
  ['Which users are deactivated?', [2]],
  ['Which outage was the longest?', [2]],
  ['How many open issues are there, whatever became of them?', [2]],
  ['Which users joined before 2022, active or not?', [1, 2]],
  ['How many issues have we had per status?', ['open', 'done']],
  ['Which two issues were used together most often?', 'declined'],
  ['How much of the open issues is done?', 'declined'],
  // Nothing says here who reports to whom, although issues have reporters.
  ['Who reports directly to Ada Berg?', 'declined'],
  ['Add up the story points of all issues.', [10]],
  ['Delete all open issues', 'declined'],
  ['Mark the open issues as done', 'declined'],
])('reads what people ask of a tracker: %s', async (question, rows) => {
  expect((await tracker())(question)).toEqual(rows)
})

/** Apartments whose columns are called after a short form of their table. */
const apartments = () =>
  databaseOf({
    name: 'apartments',
    columns: {
      id: 'INTEGER',
      apt_number: 'TEXT',
      room_count: 'INTEGER',
      bedroom_count: 'INTEGER',
      votes: 'INTEGER',
      vote_percent: 'REAL',
    },
    values: `(1,'Suite 7',3,2,10,20.5),(2,'Suite 9',5,3,40,79.5)`,
  })

it.each([
  ['What is the average room count?', [4]],
  ['What is the total number of votes?', [50]],
])('takes what is called so wholly before what is called so in part: %s', async (question, rows) => {
  expect((await apartments())(question)).toEqual(rows)
})

/** What people of a shop earn, and how they are paid. */
const shop = () =>
  databaseOf(
    {
      name: 'contractors',
      columns: { id: 'INTEGER', name: 'TEXT', hourly_rate: 'REAL' },
      values: `(1,'Ada',40),(2,'Bo',60)`,
    },
    {
      name: 'orders',
      columns: {
        id: 'INTEGER',
        payment_method: 'TEXT',
        contractor_id: 'INTEGER',
        net: 'REAL',
        tax: 'REAL',
        total: 'REAL',
      },
      references: { contractor_id: 'contractors' },
      values: `(1,'Cash',1,10,1,11),(2,'Card',1,20,2,22),(3,'Cash',2,30,3,33)`,
    },
  )

it.each([
  ['Which contractors charge more than 55 an hour?', [2]],
  ['Which contractor earns more than 1,000 a month?', 'declined'],
  ['What does the tax add up to?', [6]],
  ['What is the average total per type of payment method?', ['Cash', 'Card']],
  ['How many orders use each payment method?', ['Cash', 'Card']],
  ['What is the total of the orders, tax included?', [66]],
  ['How many orders does each contractor have? List the contractor and the count.', [1, 2]],
  [
    'Show all payment methods and the number of orders with each payment method, ordered by the count.',
    ['Card', 'Cash'],
  ],
])('reads what says the same in other words: %s', async (question, rows) => {
  expect((await shop())(question)).toEqual(rows)
})

/** Films, lessons and sales. */
const resort = () =>
  databaseOf(
    {
      name: 'film',
      columns: { id: 'INTEGER', title: 'TEXT', runtime: 'INTEGER' },
      values: `(1,'Tide',170),(2,'Moor',90)`,
    },
    {
      name: 'guests',
      columns: { id: 'INTEGER', name: 'TEXT', skill_level: 'TEXT' },
      values: `(1,'Ada','good'),(2,'Bo','new')`,
    },
    {
      name: 'trails',
      columns: { id: 'INTEGER', trail_name: 'TEXT', difficulty: 'TEXT', length_m: 'INTEGER' },
      values: `(1,'North','easy',100),(2,'South','hard',300),(3,'West','easy',150)`,
    },
    {
      name: 'sale',
      columns: { id: 'INTEGER', guest_id: 'INTEGER', sale_price: 'REAL', sale_date: 'DATE' },
      references: { guest_id: 'guests' },
      values: `(1,1,10,'2024-01-01'),(2,2,50,'2024-01-02'),(3,1,20,'2024-01-03')`,
    },
  )

it.each([
  ['Who are the top 2 guests by total sales amount?', [2, 1]],
  ['How many trails are there at each difficulty level?', ['easy', 'hard']],
])('reads short questions: %s', async (question, rows) => {
  expect((await resort())(question)).toEqual(rows)
})

it('shows what a question asks for and bounds', async () => {
  const { text2sql } = await openedDatabase({
    name: 'film',
    columns: { id: 'INTEGER', title: 'TEXT', runtime: 'INTEGER' },
    values: `(1,'Tide',170),(2,'Moor',90)`,
  })
  const read = text2sql.read('Return the title and runtime of the films that are longer than 160 minutes.')
  expect(read.kind === 'query' && read.query.outputs.map(({ name }) => name)).toEqual(['title', 'runtime'])
})
