import { expect, it } from 'vitest'
import { askDatabase } from '../../../main/text2sql'
import { type Given, openedDatabase } from './asked-database'

/** Tables as people keep them in a CSV: one row a month or an order, kinds as texts, units in names. */
const tables: Readonly<Record<string, Given>> = {
  costs: {
    name: 'costs',
    columns: { site: 'TEXT', month: 'TEXT', electricity_kwh: 'INTEGER', cost_chf: 'REAL' },
    values: `('Chur','2024-01',820,205),('Chur','2024-02',760,195),('Basel','2024-01',640,160),('Basel','2024-02',600,150),
             ('Basel','2023-12',650,170),('Davos','2024-01',1240,310),('Davos','2023-12',1300,330)`,
  },
  sales: {
    name: 'sales',
    columns: { order_date: 'TEXT', region: 'TEXT', product: 'TEXT', units: 'INTEGER', revenue: 'REAL' },
    values: `('2024-01-04','North','Lamp',4,90),('2024-01-09','South','Desk',1,300),('2024-02-01','North','Desk',2,500),
             ('2024-02-20','South','Lamp',9,200),('2024-02-21','South','Lamp',1,20),('2024-03-05','North','Chair',3,320)`,
  },
  visits: {
    name: 'visits',
    columns: { period: 'INTEGER', museum: 'TEXT', visitors: 'INTEGER' },
    values: `(202401,'Alp',50),(202402,'Alp',70),(202401,'Lake',80),(202501,'Lake',90)`,
  },
  budget: {
    name: 'budget',
    columns: { department: 'TEXT', quarter: 'TEXT', planned: 'INTEGER' },
    values: `('IT','2023-Q4',90),('IT','2024-Q1',10),('IT','2024-Q2',20),('HR','2024-Q1',5),('HR','2024-Q2',6)`,
  },
  survey: {
    name: 'survey',
    columns: { respondent: 'TEXT', age: 'INTEGER', country: 'TEXT' },
    values: `('R1',20,'France'),('R2',40,'Spain'),('R3',60,'France'),('R4',60,'Italy')`,
  },
}

it.each([
  // Months and quarters are times.
  ['costs', 'What is the total cost in 2024?', [[1020]]],
  ['costs', 'What is the total electricity consumption in January 2024?', [[2700]]],
  ['visits', 'How many visitors were there in 2024?', [[200]]],
  ['budget', 'How much was planned for IT in 2024?', [[30]]],
  ['budget', 'How much was planned in Q1 2024?', [[15]]],
  // Where each row is of a month, the mean of months is that of rows.
  [
    'costs',
    'What was the average monthly electricity cost of each site in 2024?',
    [
      ['Davos', 310],
      ['Chur', 200],
      ['Basel', 155],
    ],
  ],
  [
    'costs',
    '2024年每个站点的平均每月电费是多少？',
    [
      ['Davos', 310],
      ['Chur', 200],
      ['Basel', 155],
    ],
  ],
  // A table that is called as one of its figures is asked for that.
  [
    'costs',
    'What is the total cost per site?',
    [
      ['Davos', 640],
      ['Basel', 480],
      ['Chur', 400],
    ],
  ],
  ['costs', 'How much did Davos pay for electricity in 2024?', [[310]]],
  // Who has the most has it in all rows.
  ['costs', 'Which site had the highest electricity cost in 2024?', [['Chur', 400]]],
  ['costs', '哪个站点的电费最高？', [['Davos', 640]]],
  ['sales', 'Which region had the lowest revenue?', [['South', 520]]],
  ['sales', 'How many lamps were sold in February 2024?', [[10]]],
  ['sales', '卖得最多的产品是什么？', [['Lamp', 14]]],
  ['sales', 'Which product sold the most units?', [['Lamp', 14]]],
  [
    'sales',
    'What are the top 2 products by revenue?',
    [
      ['Desk', 800],
      ['Chair', 320],
    ],
  ],
  // So have times.
  ['sales', 'Which month had the highest revenue?', [['2024-02', 720]]],
  ['sales', '哪个月的收入最高？', [['2024-02', 720]]],
  ['survey', 'What is the average age of the respondents?', [[45]]],
] as const)('reads of %s: %s', async (table, question, rows) => {
  const { text2sql, select } = await openedDatabase(tables[table]!)
  const asked = await askDatabase(text2sql, question, async ({ sql, parameters }) => ({
    columns: [],
    truncated: false,
    rows: select(sql, parameters),
  }))
  expect(asked).toMatchObject({ kind: 'query', rows: { rows } })
})
