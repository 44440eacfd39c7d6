import { expect, it } from 'vitest'
import { keptQuestion, type SampleQuestion } from '../../../contract/databases/sample-question'
import { speechIn } from '../../../wording'
import { openedDatabase } from './asked-database'

const questions: readonly (readonly [SampleQuestion, string])[] = [
  [{ kind: 'sampleCount', values: { of: 'orders' } }, 'How many orders are there?'],
  [{ kind: 'sampleSome', values: { of: 'orders' } }, 'What are some of the orders?'],
  [{ kind: 'sampleByGroup', values: { of: 'orders', group: 'status' } }, 'How many orders are there for each status?'],
  [
    { kind: 'sampleAverage', values: { measure: 'unit price', of: 'orders', group: 'status' } },
    'What is the average unit price of orders for each status?',
  ],
  [
    { kind: 'sampleHighest', values: { of: 'orders', measure: 'unit price' } },
    'Which orders have the highest unit price?',
  ],
  [
    { kind: 'samplePerMonth', values: { of: 'orders', date: 'order date' } },
    'How many orders are there per month of order date?',
  ],
  [
    { kind: 'samplePerOwner', values: { of: 'orders', owner: 'customers' } },
    'How many orders does each of the customers have?',
  ],
]

it.each(questions)('%o is kept in English, and read in Chinese as in English', async (sample, kept) => {
  const { text2sql, select } = await openedDatabase(
    {
      name: 'customers',
      columns: { id: 'INTEGER PRIMARY KEY', name: 'TEXT' },
      values: "(1,'Ada'),(2,'Bo'),(3,'Cy')",
    },
    {
      name: 'orders',
      columns: {
        id: 'INTEGER PRIMARY KEY',
        customer_id: 'INTEGER',
        status: 'TEXT',
        unit_price: 'REAL',
        order_date: 'DATE',
      },
      references: { customer_id: 'customers' },
      values: "(1,1,'paid',60,'2023-01-10'),(2,1,'open',80,'2023-01-20'),(3,2,'paid',900,'2024-02-02')",
    },
  )
  expect([keptQuestion(sample), speechIn('en').fact(sample)]).toEqual([kept, kept])
  const [english, chinese] = [kept, speechIn('zh-CN').fact(sample)].map((question) => {
    const read = text2sql.read(question)
    if (read.kind === 'declined') throw new Error(`${question} is declined.`)
    return select(read.statement.sql, read.statement.parameters)
  })
  expect(chinese).toEqual(english)
})
