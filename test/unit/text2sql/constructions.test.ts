import { expect, it } from 'vitest'
import { toldReading } from '../../../main/text2sql/query/told-reading'
import { speechIn } from '../../../wording'
import { databaseOf, type Given, openedDatabase } from './asked-database'

const company = () =>
  databaseOf(
    {
      name: 'employees',
      columns: { id: 'INTEGER', name: 'TEXT', salary: 'REAL', age: 'INTEGER', manager_id: 'INTEGER', city: 'TEXT' },
      references: { manager_id: 'employees' },
      values: `(1,'Ada Berg',90,50,null,'Rome'),(2,'Bo Lind',60,40,1,'Oslo'),(3,'Cy Dahl',40,30,1,'Oslo'),(4,'Di Falk',50,20,2,'Rome')`,
    },
    {
      name: 'tickets',
      columns: { id: 'INTEGER', subject: 'TEXT', employee_id: 'INTEGER', opened_on: 'DATE', closed_on: 'DATE' },
      references: { employee_id: 'employees' },
      values: `(1,'A',2,'2024-01-01','2024-01-03'),(2,'B',2,'2024-02-01','2024-02-05'),(3,'C',3,'2024-03-01',null)`,
    },
  )

it.each([
  ['Who is the manager of Di Falk?', [2]],
  ['Di Falk的经理是谁？', [2]],
  ['Which employees are managed by Ada Berg?', [2, 3]],
  ['How many employees does each manager have?', [1, 2]],
  ['How many managers are there?', [2]],
  ['Which employees have no manager?', [1]],
  // Whose salary, the manager's or the employee's?
  ['Which manager has the highest salary?', 'declined'],
  ['List the employees and their managers.', 'declined'],
])('knows rows that other rows of their table refer to: %s', async (question, first) => {
  expect((await company())(question)).toEqual(first)
})

it.each([
  ['Which employees have a salary above the average?', [1]],
  ['Which employees earn more than the average?', [1]],
  ['Which employees earn less than the average salary?', [3, 4]],
  ['Which employees are older than average?', [1, 2]],
  ['How many employees have a salary below average?', [2]],
  ['工资高于平均工资的员工有哪些？', [1]],
  ['哪些员工的年龄低于平均年龄？', [3, 4]],
  // The average of Oslo, or of all?
  ['Which employees in Oslo earn more than the average?', 'declined'],
  ['Which employees earn more than the average of their city?', 'declined'],
])('compares with the average of all rows: %s', async (question, first) => {
  expect((await company())(question)).toEqual(first)
})

it.each([
  ['How many days does it take on average to close a ticket?', [3]],
  ['How long does it take on average to close a ticket?', [3]],
  ['What is the average number of days between opening and closing a ticket?', [3]],
  ['How many hours does it take on average until a ticket is closed?', [72]],
  ['工单从打开到关闭平均需要多少天？', [3]],
])('measures the time between two dates of a row: %s', async (question, first) => {
  expect((await company())(question)).toEqual(first)
})

const flights = () =>
  databaseOf(
    {
      name: 'airports',
      columns: { id: 'INTEGER', airport_name: 'TEXT', city: 'TEXT' },
      values: `(1,'Gardermoen','Oslo'),(2,'Fiumicino','Rome'),(3,'Ciampino','Rome')`,
    },
    {
      name: 'flights',
      columns: { id: 'INTEGER', flight_no: 'TEXT', origin_id: 'INTEGER', destination_id: 'INTEGER', distance: 'REAL' },
      references: { origin_id: 'airports', destination_id: 'airports' },
      values: `(1,'F1',1,2,2000),(2,'F2',2,1,2001),(3,'F3',1,3,2002),(4,'F4',2,3,20)`,
    },
  )

it.each([
  ['How many flights went from Oslo to Rome?', [2]],
  ['How many flights went from Rome to Oslo?', [1]],
  ['Which flights go from Gardermoen to Ciampino?', [3]],
  ['What is the average distance of flights from Oslo to Rome?', [2001]],
])('tells two references to one table apart: %s', async (question, first) => {
  expect((await flights())(question)).toEqual(first)
})

const shop = () =>
  databaseOf(
    {
      name: 'customers',
      columns: { id: 'INTEGER', name: 'TEXT', city: 'TEXT', birth_date: 'DATE' },
      values: `(1,'Ada','Rome','1990-01-01'),(2,'Bo','Oslo','1980-01-01'),(3,'Cy','Oslo','2000-01-01')`,
    },
    {
      name: 'orders',
      columns: { id: 'INTEGER', customer_id: 'INTEGER', order_date: 'DATE', amount: 'REAL', status: 'TEXT' },
      references: { customer_id: 'customers' },
      values: `(1,1,'2023-01-05',20,'paid'),(2,1,'2024-02-05',10,'open'),(3,2,'2024-03-05',90,'paid')`,
    },
    {
      name: 'reviews',
      columns: { id: 'INTEGER', customer_id: 'INTEGER', score: 'INTEGER' },
      references: { customer_id: 'customers' },
      values: `(1,1,5),(2,1,4),(3,2,3)`,
    },
  )

it.each([
  ['订单最多的客户是谁？', [1]],
  ['哪个城市的客户最多？', ['Oslo']],
  ['订单数量最多的2位客户是谁？', [1, 2]],
  ['平均评分最高的客户是哪位？', [1]],
  ['哪位客户的平均评分最低？', [2]],
  ['金额最高的订单是哪一笔？', [3]],
  ['金额最高的2笔订单有哪些？', [3, 1]],
  ['订单总金额最高的客户是谁？', [2]],
  ['出生日期最早的客户是谁？', [2]],
  ['没有订单的客户有哪些？', [3]],
  ['平均每个客户有多少订单？', [1]],
  ['订单总金额排名前2的客户', [2, 1]],
  ['评分次数最多的客户是谁？', [1]],
])('reads what ranks before what is ranked: %s', async (question, first) => {
  expect((await shop())(question)).toEqual(first)
})

const store = () =>
  databaseOf(
    {
      name: 'clients',
      columns: { id: 'INTEGER', name: 'TEXT', country: 'TEXT', district: 'TEXT', left_on: 'DATE' },
      values: `(1,'Ada','Germany','朝阳区',null),(2,'Bo','Italy','海淀区','2024-01-05'),(3,'Cy','Germany','海淀区',null)`,
    },
    {
      name: 'sales_orders',
      columns: { id: 'INTEGER', client_id: 'INTEGER', order_date: 'DATE', delivery_fee: 'REAL', score: 'INTEGER' },
      references: { client_id: 'clients' },
      values: `(1,1,'2023-02-05',5,4),(2,1,'2023-03-05',7,2),(3,2,'2024-03-05',9,5)`,
    },
    {
      name: 'order_notes',
      columns: { id: 'INTEGER', sales_order_id: 'INTEGER', note: 'TEXT' },
      references: { sales_order_id: 'sales_orders' },
      values: `(1,1,'late'),(2,1,'gift')`,
    },
  )

it.each([
  ['List the German clients', [1, 3]],
  ['德国客户有多少人？', [2]],
  ['海淀有多少客户？', [2]],
  ['Count the clients', [3]],
  ['What is the top score?', [5]],
  // A word at the end of one table's name is that table, not what belongs to it.
  ['How many orders were there in 2023?', [2]],
  ['2023年配送费收了多少？', [12]],
  ['哪些客户已经离开？', [2]],
  ['What are the clients worth in total?', 'declined'],
  ['List the clients that live in Germany and Haidian with late notes and gift', 'declined'],
])('reads kinds, places and sums as people say them: %s', async (question, first) => {
  expect((await store())(question)).toEqual(first)
})

const league = () =>
  databaseOf(
    {
      name: 'teams',
      columns: { id: 'INTEGER', team_name: 'TEXT' },
      values: `(1,'Alpha'),(2,'Beta')`,
    },
    {
      name: 'matches',
      columns: {
        id: 'INTEGER',
        season: 'TEXT',
        home_team_id: 'INTEGER',
        away_team_id: 'INTEGER',
        home_goals: 'INTEGER',
      },
      references: { home_team_id: 'teams', away_team_id: 'teams' },
      values: `(1,'2022/23',1,2,2),(2,'2023/24',2,1,1),(3,'2023/24',1,2,4)`,
    },
    {
      name: 'players',
      columns: { id: 'INTEGER', player_name: 'TEXT', team_id: 'INTEGER' },
      references: { team_id: 'teams' },
      values: `(1,'Ada',1),(2,'Bo',2)`,
    },
    {
      name: 'goals',
      columns: { id: 'INTEGER', match_id: 'INTEGER', player_id: 'INTEGER', minute: 'INTEGER' },
      references: { match_id: 'matches', player_id: 'players' },
      values: `(1,1,2,3),(2,1,2,8),(3,2,1,9)`,
    },
  )

it.each([
  ['How many goals does each team have?', [2, 1]],
  ['How many home goals does Alpha have?', [6]],
  ['How many matches were played in the 2023/24 season?', [2]],
  ['How many matches does each team have?', 'declined'],
])('takes the way that is not one of two: %s', async (question, first) => {
  expect((await league())(question)).toEqual(first)
})

const lessonTables: readonly Given[] = [
  {
    name: 'instructors',
    columns: { id: 'INTEGER', name: 'TEXT', town: 'TEXT' },
    values: `(1,'Ada','Bern'),(2,'Bo','Thun')`,
  },
  {
    name: 'lessons',
    columns: {
        id: 'INTEGER', instructor_id: 'INTEGER', lesson_date: 'DATE', kind: 'TEXT', hours_spent: 'REAL', fee: 'REAL', attended: 'BOOLEAN', skier_count: 'INTEGER',
      }, // biome-ignore format: a list of columns
    references: { instructor_id: 'instructors' },
    values: `(1,1,'2023-03-01','private',1,40,1,1),(2,1,'2024-03-09','group',2,80,1,6),(3,1,'2024-06-30','group',2,60,0,4),(4,1,'2024-07-01','group',2,100,0,5),
        (5,2,'2024-05-05','private',3,90,1,2),(6,2,'2024-11-05','private',3,90,0,1)`,
  },
]
const lessons = () => databaseOf(...lessonTables)

it.each([
  ['What percentage of lessons was attended?', [50]],
  ['What is the attendance rate of private lessons?', [200 / 3]],
  ['What percentage of private lessons was attended?', [200 / 3]],
  ['私教课的出席率是多少？', [200 / 3]],
  // Each group's part, and each group as a part of all: the groups come first, the highest share before.
  ["What percentage of each instructor's lessons was attended?", [1, 2]],
  ['What percentage of lessons was attended for each kind?', ['private', 'group']],
  ['每位教练的课程占多大比例？', [1, 2]],
  // The time says of which lessons.
  ['What percentage of lessons in 2024 was attended?', [40]],
])('reads shares of all, of a part and of each group: %s', async (question, first) => {
  expect((await lessons())(question)).toEqual(first)
})

it.each([
  ['How many lessons were there between March and June 2024?', [3]],
  ['How many lessons were there from June to November 2024?', [3]],
  ['How many lessons were there in the first half of 2024?', [3]],
  ['2024年上半年有多少节课？', [3]],
  ['2024年3月到6月有多少节课？', [3]],
  ['2024年下半年有多少节课？', [2]],
])('reads halves and months that share a year: %s', async (question, first) => {
  expect((await lessons())(question)).toEqual(first)
})

it.each([
  ['How many hours did each instructor spend on lessons in 2024?', [1, 2]],
  ['How many skiers were there?', [19]],
  ['What are the highest and lowest fee?', [100]],
  ['费用最高和最低分别是多少？', [100]],
  ['费用超过六十的课程有几节？', [4]],
  ['费用在八十五以上的课程有多少？', [3]],
  ['伯尔尼和图恩的教练各有多少？', 'declined'],
  ['私教课和团体课各有多少节？', ['private', 'group']],
  // Who has it all is found by no condition on a row; the first of each year is no first of all.
  ['教过所有类型课程的教练有哪些？', [1]],
  ['For each year, which instructor gave the most lessons?', 'declined'],
])('reads what hours, tallies, both ends and several values say: %s', async (question, first) => {
  expect((await lessons())(question)).toEqual(first)
})

it.each([
  [
    "What percentage of each instructor's lessons was attended?",
    'Read as: share of “lessons” in percent, for each “id” of “instructors” and “name” of “instructors”, where “attended” is 1.',
    '读作：按“instructors”的“id”和“instructors”的“name”统计“lessons”中的占比（百分比），条件是“attended”为1。',
  ],
  [
    'What percentage of lessons in 2024 was attended?',
    'Read as: share of “lessons” in percent, where “attended” is 1, out of those where “lesson_date” is from 2024-01-01 to before 2025-01-01.',
    '读作：“lessons”中的占比（百分比），条件是“attended”为1，以“lesson_date”从 2024-01-01 到 2025-01-01 之前的记录为总数。',
  ],
])('tells a share as it was read, and makes the same query of what it told: %s', async (question, english, chinese) => {
  const { text2sql } = await openedDatabase(...lessonTables)
  const read = text2sql.read(question)
  if (read.kind === 'declined') throw new Error('declined')
  const told = toldReading(read)
  expect([speechIn('en').fact(told), speechIn('zh-CN').fact(told)]).toEqual([english, chinese])
  expect(text2sql.queryOf(told).statement).toEqual(read.statement)
})

const rentals = () =>
  databaseOf(
    {
      name: 'guests',
      columns: { id: 'INTEGER', full_name: 'TEXT', birth_year: 'INTEGER', skill_level: 'TEXT' },
      values: `(1,'Ada',1990,'beginner'),(2,'Bo',2001,'expert'),(3,'Cy',1985,'beginner')`,
    },
    {
      name: 'equipment',
      columns: { id: 'INTEGER', category: 'TEXT', size_cm: 'INTEGER', price_per_day: 'REAL' },
      values: `(1,'skis',180,20),(2,'boots',42,200),(3,'skis',165,30)`,
    },
    {
      name: 'bookings',
      columns: { id: 'INTEGER', guest_id: 'INTEGER', attended: 'BOOLEAN', unit_price: 'REAL' },
      references: { guest_id: 'guests' },
      values: `(1,1,1,5),(2,1,0,6),(3,2,1,7),(4,1,1,8)`,
    },
  )

it.each([
  // A price per day is no length.
  ['Show all equipment that is longer than 170 cm.', [1]],
  ['预订数超过2的客人有哪些？', [1]],
  // A ticket is no price.
  ['每个客人有多少张工单？', 'declined'],
  ['What is the attendance rate?', [75]],
])('reads no other column or number than what is asked: %s', async (question, first) => {
  expect((await rentals())(question)).toEqual(first)
})
