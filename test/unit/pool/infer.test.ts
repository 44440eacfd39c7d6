import { describe, expect, it } from 'vitest'
import { inferRequirements } from '../../../main/pool/infer'

const needs = (text: string): string[] =>
  inferRequirements(text).map(({ type, capability }) => (type === 'tool' ? `${capability}` : type))

describe('what a step needs by its own words', () => {
  it.each([
    'Query the database for orders of last year.',
    'query our sales database',
    'Run SQL to count the customers.',
    'Please run this SQL query and sum the totals.',
    'Execute a SQL statement that lists the tables.',
    'First, query the customers table.',
    'How many rows are in the orders table?',
    'Which customers in the `customers` table come from Ghent?',
    'Average the price in the order_items table.',
    'Count orders in the warehouse database per month',
    'Find the suppliers in our SQLite file.',
    'Read the paper, then query the database.',
    '查询数据库中的订单数量',
    '请查询销售数据库',
    '运行SQL统计客户数',
    '执行 SQL 查询并汇总',
    '从数据库中提取去年的订单',
    '在 orders 表中统计退货',
    '先阅读报告，然后查询数据库',
  ])('%s → database', (text) => expect(needs(text)).toEqual(['database']))

  it.each([
    'Call the API for current prices.',
    'Then call the weather API',
    'Fetch the exchange rates from the API',
    '调用天气API',
    '请调用接口获取最新价格',
  ])('%s → api', (text) => expect(needs(text)).toEqual(['api']))

  it.each([['Query the database, then call the API.', ['database', 'api']]])('%s → %j', (text, expected) =>
    expect(needs(text)).toEqual(expected),
  )

  it.each([
    // Nothing provides these.
    'Search the web for newer papers.',
    '在网上搜索最新的论文',
    'Run the shell script.',
    'How do databases optimise queries?',
    'What is the best way to query the database from Python?',
    'Why does the query planner of a database choose an index?',
    'Compare SQL and NoSQL databases.',
    'Explain how to run SQL in production.',
    'Which databases do the papers use?',
    'Is it safe to call the API twice?',
    'The authors query the database of protein structures.',
    'Find what the sources say about table salt in the diet.',
    'Summarise the values in the results table of the paper.',
    'Elements in the periodic table',
    'Look at the figures in table 3.',
    'Find evidence on web search behaviour.',
    'Select the passages that mention databases.',
    'Search results for heat pumps',
    'What do the sources say about API design?',
    '数据库如何优化查询？',
    '查询数据库时索引为什么重要？',
    '什么是数据库事务',
    '介绍API设计的原理',
    '比较关系数据库和文档数据库',
    '论文中的发表时间',
    '',
  ])('%s → nothing', (text) => expect(needs(text)).toEqual([]))
})
