import { writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import sqlite from 'node-sqlite3-wasm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { DatabaseFile } from '../../../contract/databases/database-tasks'
import { askDatabase, createText2Sql, profileDatabase, type Text2Sql } from '../../../main/text2sql'
import { toldReading } from '../../../main/text2sql/query/told-reading'
import { speechIn } from '../../../wording'
import { metadataOf, openBench, testFolder } from '../resources/databases/bench'

const folder = testFolder()

function makeShop(name: string): string {
  const path = join(folder, name)
  const database = new sqlite.Database(path)
  database.exec(`
    CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT, city TEXT, joined DATE);
    CREATE TABLE products (id INTEGER PRIMARY KEY, name TEXT, category TEXT, price REAL);
    CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER, product_id INTEGER, amount REAL, status TEXT, order_date DATE);
    INSERT INTO customers VALUES (1,'Ada','Bern','2022-01-05'),(2,'Bo','Basel','2023-02-01'),(3,'Cy','Bern','2023-03-01'),(4,'Di','Chur','2024-01-01');
    INSERT INTO products VALUES (1,'Lamp','light',30),(2,'Chair','seat',80),(3,'Sofa','seat',900);
    INSERT INTO orders VALUES (1,1,1,60,'paid','2023-01-10'),(2,1,2,80,'open','2023-01-20'),(3,1,3,900,'paid','2024-02-02'),
      (4,2,1,30,'paid','2024-02-12'),(5,3,2,160,'cancelled','2024-03-03');
  `)
  database.close()
  return path
}

const { discoverFile, threads } = openBench()
async function open(path: string): Promise<{ ask(question: string): Promise<unknown>; text2sql: Text2Sql }> {
  const { engine, tables } = metadataOf(await discoverFile(path))
  const place: DatabaseFile = { kind: 'file', engine: engine as DatabaseFile['engine'], path, password: null }
  const select = (sql: string, maxRows: number, parameters: readonly (string | number | boolean | null)[] = []) =>
    threads.select(place, { sql, parameters, maxRows })
  const text2sql: Text2Sql = createText2Sql(
    await profileDatabase(
      { name: basename(path), engine, tables },
      async (sql, maxRows) => (await select(sql, maxRows)).rows,
    ),
  )
  const ask = async (question: string): Promise<unknown> => {
    const asked = await askDatabase(text2sql, question, ({ sql, parameters }) => select(sql, 100, parameters))
    return asked.kind === 'declined' ? asked.reason : asked.rows.rows
  }
  return { ask, text2sql }
}

describe('questions on a database nobody prepared', () => {
  let ask: Awaited<ReturnType<typeof open>>['ask']
  beforeAll(async () => {
    ask = (await open(makeShop('shop.sqlite'))).ask
  })

  it.each([
    [
      'How many orders has each customer?',
      [
        [1, 'Ada', 3],
        [2, 'Bo', 1],
        [3, 'Cy', 1],
      ],
    ],
    [
      '每个客户有多少订单？',
      [
        [1, 'Ada', 3],
        [2, 'Bo', 1],
        [3, 'Cy', 1],
      ],
    ],
    ['What is the total amount of paid orders?', [[990]]],
    ['How many orders were placed in 2024?', [[3]]],
    ['2024年有多少订单？', [[3]]],
    ['Show the number of orders per month in 2023.', [['2023-01', 2]]],
    [
      'What is the average amount per product category?',
      [
        ['seat', 380],
        ['light', 45],
      ],
    ],
    [
      'Which products cost more than 50?',
      [
        [2, 'Chair'],
        [3, 'Sofa'],
      ],
    ],
    ['What is the most expensive product?', [[3, 'Sofa', 900]]],
    ['最贵的产品是哪个？', [[3, 'Sofa', 900]]],
    [
      'Who are the top 2 customers by total amount?',
      [
        [1, 'Ada', 1040],
        [3, 'Cy', 160],
      ],
    ],
    ['Which customers have no orders?', [[4, 'Di']]],
    ['没有订单的客户有哪些？', [[4, 'Di']]],
    ['Which customers have no orders in 2024?', [[4, 'Di']]],
    ['Which customers ordered a Sofa?', [[1, 'Ada']]],
    ['How many orders were placed in 1998?', 'outOfRange'],
    ['Who is the newest customer?', [[4, 'Di', '2024-01-01']]],
    [
      'Give me the three products with the most orders.',
      [
        [1, 'Lamp', 2],
        [2, 'Chair', 2],
        [3, 'Sofa', 1],
      ],
    ],
    ['Which customers have more than 2 orders?', [[1, 'Ada', 3]]],
    ['How many customers have more than 2 orders?', [[1]]],
    ['How many different cities are there?', [[3]]],
    ['What percentage of orders are paid?', [[60]]],
    ['How many orders are between 50 and 200?', 'noMeasure'],
    ['How many orders have an amount between 50 and 200?', [[3]]],
    [
      'Which customers joined after 2022?',
      [
        [2, 'Bo'],
        [3, 'Cy'],
        [4, 'Di'],
      ],
    ],
    ['What is the ratio of paid orders to cancelled orders?', [[3]]],
  ])('%s', async (question, rows) => {
    const answer = await ask(question)
    if (typeof rows === 'string') expect(answer).toBeTypeOf('string')
    else expect((answer as unknown[][]).toSorted()).toEqual(rows.toSorted())
  })

  it.each([
    'How many orders were returned damaged?',
    'Why do customers leave?',
    'Which customers have a dog?',
    'What is the profit margin per product?',
    'What is the weather in Bern?',
    '客户的平均年龄是多少？',
    'How does the price of a product affect its orders?',
  ])('declines what the data cannot answer: %s', async (question) => {
    expect(await ask(question)).toBeTypeOf('string')
  })
})

describe('a dropped CSV', () => {
  it('is asked as a table', async () => {
    const path = join(folder, 'harvest.csv')
    writeFileSync(
      path,
      'orchard,variety,picked_on,yield_kg\nNorth,Gala,2024-09-07,120\nSouth,Gala,2024-09-08,340\nEast,Boskoop,2024-09-09,90\n',
    )
    const { ask } = await open(path)
    expect(await ask('How much was harvested on weekends?')).toEqual([[460]])
    expect(await ask('Which orchard had the highest yield?')).toEqual([['South', 340]])
    expect(await ask('What is the total yield per variety?')).toEqual([
      ['Gala', 460],
      ['Boskoop', 90],
    ])
  })
})

describe('how a question was read', () => {
  let text2sql: Text2Sql
  beforeAll(async () => {
    text2sql = (await open(makeShop('read.sqlite'))).text2sql
  })

  it.each([
    [
      'How many orders has each customer?',
      'Read as: number of “orders”, for each “id” of “customers” and “name” of “customers”.',
    ],
    ['2024年有多少订单？', '读作：“orders”的数量，条件是“order_date”从 2024-01-01 到 2025-01-01 之前。'],
    [
      'What is the most expensive product?',
      'Read as: “id”, “name”, and “price” of “products”, by “price”, highest first, the first one.',
    ],
    [
      'How many orders were placed on weekends in 2024?',
      'Read as: number of “orders”, where “order_date” is from 2024-01-01 to before 2025-01-01 and “order_date” is on a Saturday or Sunday.',
    ],
    ['周一的订单有多少？', '读作：“orders”的数量，条件是“order_date”在星期一。'],
    ['Which customers have no orders?', 'Read as: “id” and “name” of “customers”, where there is nothing in “orders”.'],
    ['What percentage of orders are paid?', 'Read as: share of “orders” in percent, where “status” is “paid”.'],
    [
      'What is the ratio of paid orders to cancelled orders?',
      'Read as: number of “orders”, where “status” is “paid”; divided by: number of “orders”, where “status” is “cancelled”.',
    ],
  ])('%s', (question, words) => {
    const read = text2sql.read(question)
    const language = /\p{Script=Han}/u.test(question) ? 'zh-CN' : 'en'
    expect(read.kind === 'query' && speechIn(language).fact(toldReading(read))).toBe(words)
  })
})
