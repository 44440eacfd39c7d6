import { expect, it } from 'vitest'
import { toldReading } from '../../../main/text2sql/query/told-reading'
import { speechIn } from '../../../wording'
import { databaseOf, type Given, openedDatabase } from './asked-database'

/** Bills with lines, that were due and were shipped, and the people who sold them. */
const given: readonly Given[] = [
  {
    name: 'staff',
    columns: { id: 'INTEGER', name: 'TEXT', manager_id: 'INTEGER' },
    references: { manager_id: 'staff' },
    values: `(1,'Ada Berg',null),(2,'Bo Lind',1),(3,'Cy Dahl',1),(4,'Di Falk',2)`,
  },
  {
    name: 'customers',
    columns: { id: 'INTEGER', name: 'TEXT', city: 'TEXT', staff_id: 'INTEGER' },
    references: { staff_id: 'staff' },
    values: `(1,'Elm Ltd','Rome',2),(2,'Fir Ltd','Oslo',3),(3,'Oak Ltd','Oslo',null)`,
  },
  {
    name: 'categories',
    columns: { id: 'INTEGER', name: 'TEXT' },
    values: `(1,'Tea'),(2,'Coffee')`,
  },
  {
    name: 'products',
    columns: { id: 'INTEGER', name: 'TEXT', category_id: 'INTEGER', list_price: 'REAL', purchase_cost: 'REAL' },
    references: { category_id: 'categories' },
    values: `(1,'Assam',1,10,4),(2,'Sencha',1,20,9),(3,'Mocha',2,30,11),(4,'Java',2,8,5)`,
  },
  {
    name: 'orders',
    columns: { id: 'INTEGER', customer_id: 'INTEGER', ordered_on: 'DATE', due_on: 'DATE', shipped_on: 'DATE' },
    references: { customer_id: 'customers' },
    values: `(1,1,'2024-01-01','2024-01-10','2024-01-08'),(2,1,'2024-02-01','2024-02-10','2024-02-14'),
      (3,2,'2024-03-01','2024-03-10','2024-03-12'),(4,2,'2024-04-01','2024-04-10',null)`,
  },
  {
    name: 'order_lines',
    columns: { id: 'INTEGER', order_id: 'INTEGER', product_id: 'INTEGER', unit_price: 'REAL', quantity: 'INTEGER' },
    references: { order_id: 'orders', product_id: 'products' },
    values: `(1,1,1,9,4),(2,1,3,30,1),(3,2,2,20,3),(4,3,1,10,1),(5,4,2,20,2)`,
  },
]
const shop = () => databaseOf(...given)

it.each([
  // 9 × 4 + 30 + 20 × 3 + 10 + 20 × 2
  ['What is the total revenue?', [176]],
  ['Which category has the highest revenue?', [1]],
  ['哪个类别的销售额最高？', [1]],
  ['Which customer earned us the most money?', [1]],
  ['Which customers spent more than 100 euros in total?', [1]],
  // Five units each.
  ['What is the best-selling product?', [1, 2]],
  ['最畅销的产品是什么？', [1, 2]],
  ['Which product was never sold?', [4]],
  ['What is the difference between list price and purchase cost of each product?', [1, 2, 3, 4]],
  ['Which product has the highest list price minus purchase cost?', [3]],
  ['What is the total margin (list price minus purchase cost)?', [39]],
])('makes figures of two columns: %s', async (question, first) => {
  expect((await shop())(question)).toEqual(first)
})

it.each([
  ['Which orders were shipped late?', [2, 3]],
  ['How many orders were late?', [2]],
  ['By how many days were late orders late on average?', [3]],
  ['Which orders were shipped early?', [1]],
  // What has not been shipped may be overdue, too.
  ['Which orders are overdue?', 'declined'],
])('tells what was late by two dates: %s', async (question, first) => {
  expect((await shop())(question)).toEqual(first)
})

it.each([
  ['Which customers bought both Assam and Mocha?', [1]],
  ['同时买过Assam和Mocha的客户有哪些？', [1]],
  ['Which customers bought products of every category?', [1]],
  ['买过所有类别的客户有哪些？', [1]],
  // All of some is not all.
  ['Which customers bought every product of the Tea category?', 'declined'],
])('asks for whoever has each of several: %s', async (question, first) => {
  expect((await shop())(question)).toEqual(first)
})

it.each([
  ['Who reports to Ada Berg?', [2, 3]],
  ['Who does Di Falk report to?', [2]],
  ['Does anybody report to Bo Lind?', [1]],
  ['How many direct reports does Ada Berg have?', [2]],
  // Oak Ltd has nobody.
  ['Which customers are not looked after by Bo Lind?', [2, 3]],
  ['What was the largest order, and who placed it?', 'declined'],
  ["Which staff member's customers ordered the most?", 'declined'],
])('knows above whom somebody is: %s', async (question, first) => {
  expect((await shop())(question)).toEqual(first)
})

it.each([
  ['List the customers together with their staff.', ['id', 'name', 'name']],
  ['What are the names and cities of the customers?', ['id', 'name', 'city']],
])('shows what is referred to by its name: %s', async (question, shown) => {
  const { text2sql } = await openedDatabase(...given)
  const read = text2sql.read(question)
  expect(read.kind === 'query' && read.query.outputs.map(({ name }) => name)).toEqual(shown)
})

it('tells what was ordered often from what there is much of, and compares no row with another that nothing names', async () => {
  const asked = await databaseOf(
    {
      name: 'products',
      columns: { id: 'INTEGER', name: 'TEXT', units_on_order: 'INTEGER' },
      values: `(1,'AC/DC shirt',0),(2,'Mug',90),(3,'Cap',5)`,
    },
    {
      name: 'inventory',
      columns: { id: 'INTEGER', product_id: 'INTEGER', product_inventory: 'INTEGER' },
      references: { product_id: 'products' },
      values: `(1,1,7),(2,2,4),(3,1,6)`,
    },
    {
      name: 'orders',
      columns: { id: 'INTEGER', product_id: 'INTEGER', ordered_on: 'DATE', quantity: 'INTEGER' },
      references: { product_id: 'products' },
      values: `(1,1,'2024-01-01',50),(2,1,'2024-02-01',1),(3,2,'2024-03-01',2)`,
    },
  )
  expect(asked('How many products are there?')).toEqual([3])
  expect(asked('Which product was ordered most often?')).toEqual([1])
  expect(asked('How many units are in stock?')).toEqual([17])
  expect(asked('How many orders of AC/DC shirt are there?')).toEqual([2])
  expect(asked('Which products are in the same order as the Mug?')).toBe('declined')
})

it.each([
  ['What is the total revenue?', '“unit_price × quantity”'],
  ['Which customers bought both Assam and Mocha?', 'includes each of “Assam” and “Mocha”'],
  ['Which customers bought products of every category?', 'includes every one there is'],
])('tells how it was read, and reads that again: %s', async (question, words) => {
  const { text2sql } = await openedDatabase(...given)
  const read = text2sql.read(question)
  if (read.kind === 'declined') throw new Error(read.reason)
  const told = toldReading(read)
  expect(speechIn('en').fact(told)).toContain(words)
  expect(text2sql.queryOf(told).statement).toEqual(read.statement)
})

it('ranks rows that have a column called as the rank is', async () => {
  const asked = await databaseOf({
    name: 'runners',
    columns: { id: 'INTEGER', name: 'TEXT', place: 'TEXT', age: 'INTEGER' },
    values: `(1,'Ada','Bern',30),(2,'Bo','Thun',50),(3,'Cy','Chur',50)`,
  })
  expect(asked('List the name and place of the oldest runner.')).toEqual([2, 3])
})

it.each([
  ['What is the earliest order date?', ['2024-01-01']],
  ['What is the date of the last order?', [4]],
  ['What is the earliest date of an order?', ['2024-01-01']],
  ['List the order dates of Fir Ltd.', ['2024-03-01', '2024-04-01']],
  ['最早的订单日期是哪天？', ['2024-01-01']],
  ['最后一笔订单的日期', ['2024-04-01']],
  ['第一笔订单是什么时候？', [1]],
  // Customers have none, and lines neither.
  ['What is the date of each customer?', 'declined'],
])('knows the day of what happened by its name: %s', async (question, first) => {
  expect((await shop())(question)).toEqual(first)
})

it.each([
  ['How many orders were placed in each month?', ['month', 'number of orders']],
  ['每个月有多少订单？', ['月', 'orders 数量']],
  ['What is the average list price of each category?', ['id', 'name', 'average list_price']],
  ['每个类别的平均标价是多少？', ['id', 'name', 'list_price 平均值']],
  ['When was the latest shipment?', ['latest shipped_on']],
])('names what it makes in the language of the question: %s', async (question, columns) => {
  const read = (await openedDatabase(...given)).text2sql.read(question)
  const sql = read.kind === 'query' ? read.statement.sql : JSON.stringify(read)
  expect([...sql.matchAll(/AS "([^"]+)"/g)].map(([, name]) => name)).toEqual(columns)
})

it.each([
  ['Which orders have no shipping date?', [4]],
  ['How many orders were placed between 1 February and 31 March 2024?', [2]],
  ['Which orders were placed on 1 March 2024?', [3]],
  ['Which orders were placed on the 1st of March 2024?', [3]],
  ['Which orders were placed on 1.3.2024?', [3]],
  ['Which orders were placed on 2024/3/1?', [3]],
  ['2023年以后（不含2023年）下的订单有多少？', [4]],
  ['List the products, cheapest first', [4, 1, 2, 3]],
  ['List the orders, newest first', [4, 3, 2, 1]],
  ['Number of orders per month, oldest month first', ['2024-01', '2024-02', '2024-03', '2024-04']],
  // Months stand in their order alone.
  ['Number of orders per month, newest first', 'declined'],
  ['Number of products per category, newest first', 'declined'],
  ["I'd like to know the cheapest, the average and the most expensive list price.", [8]],
  ['Could I see the customers in Oslo?', [2, 3]],
  ['Which customers have more than 1 order? Please give the number too.', [1, 2]],
  ['List the customers with at least 2 orders and how many they have.', [1, 2]],
  ['Are there products that were never sold? Count them.', [1]],
  ['the 2 most frequently ordered products', [1, 2]],
  ['没有下过订单的客户有哪些？', [3]],
])('reads what people say besides: %s', async (question, first) => {
  expect((await shop())(question)).toEqual(first)
})
