import { describe, expect, it } from 'vitest'
import { toldReading } from '../../../main/text2sql/query/told-reading'
import { partsOfDifference } from '../../../main/text2sql/question/difference-parts'
import { speechIn } from '../../../wording'
import { openedDatabase } from './asked-database'

describe('a question for the difference between two times', () => {
  it.each([
    ['How many more orders were placed in 2024 than in 2023?', ['How many orders were placed in 2024', 'How many orders were placed in 2023']],
    ['How many fewer orders were there in 2023 than in 2024?', ['How many orders were there in 2024', 'How many orders were there in 2023']],
    ['How much more was paid in Q1 2024 than in Q1 2023?', ['How much was paid in Q1 2024', 'How much was paid in Q1 2023']],
    ['How much lower was the average price in 2024 than in 2023?', ['What was the average price in 2023', 'What was the average price in 2024']],
    ['By how much did total sales in March 2024 differ from March 2023?', ['What is total sales in March 2024', 'What is total sales in March 2023']],
    ['What is the difference between the number of orders in 2024 and in 2023?', ['What is the number of orders in 2024', 'What is the number of orders in 2023']],
    ['2024年的订单比2023年多多少？', ['2024年有多少订单？', '2023年有多少订单？']],
    ['2024年第一季度的用电量比2023年第一季度少多少？', ['2023年第一季度的总用电量是多少？', '2024年第一季度的总用电量是多少？']],
  ])('%s', (question, parts) => {
    expect(partsOfDifference(question)).toEqual(parts)
  }) // biome-ignore format: a table

  it.each([
    'How many more than 5 orders has Ada?',
    'How many more orders did Ada place in 2024 than Bo?',
    'How many more orders were placed in 2024 than refunds in 2023?',
    'How many more orders were placed in May 2024 and June 2024 than in 2023?',
    'What is the difference between a lease and a loan?',
    '2024年的订单比客户多多少？',
  ])('is not asked where more than the times differ: %s', (question) => {
    expect(partsOfDifference(question)).toBeNull()
  })
})

const orders = {
  name: 'orders',
  columns: { id: 'INTEGER', city: 'TEXT', amount: 'REAL', ordered_on: 'DATE' },
  values: `(1,'Bern',10,'2023-02-01'),(2,'Bern',20,'2024-02-01'),(3,'Chur',30,'2024-05-01'),(4,'Chur',5,'2024-06-01'),(5,'Chur',9,'2022-06-01')`,
}

it.each([
  ['How many more orders were placed in 2024 than in 2023?', [2]],
  ['How many fewer orders were placed in 2023 than in 2024?', [2]],
  ['How much higher was the total amount in 2024 than in 2023?', [45]],
  // In Chur nothing was ordered then.
  ['How many more orders in Chur were placed in 2024 than in 2023?', [2]],
  ['2024年的订单比2023年多多少？', [2]],
])('is one figure less the other: %s', async (question, answer) => {
  const { text2sql, select } = await openedDatabase(orders)
  const read = text2sql.read(question)
  if (read.kind === 'declined') throw new Error(`declined: ${read.reason}`)
  expect(select(read.statement.sql, read.statement.parameters).map(([first]) => first)).toEqual(answer)
})

it('is told, kept and made again', async () => {
  const { text2sql } = await openedDatabase(orders)
  const question = 'How many more orders were placed in 2024 than in 2023?'
  const read = text2sql.read(question)
  if (read.kind === 'declined') throw new Error('declined')
  const told = toldReading(read, question)
  expect(speechIn('en').fact(told)).toBe(
    'Read as: number of “orders”, where “ordered_on” is from 2024-01-01 to before 2025-01-01; less: number of “orders”, where “ordered_on” is from 2023-01-01 to before 2024-01-01.',
  )
  expect(speechIn('zh-CN').fact(told)).toContain('；减去：')
  expect(text2sql.queryOf(told).statement).toEqual(read.statement)
})

it('is declined where the two are not the same figure, and where groups are asked', async () => {
  const { text2sql } = await openedDatabase(orders)
  expect(text2sql.read('How many more orders per city were placed in 2024 than in 2023?').kind).toBe('declined')
})
