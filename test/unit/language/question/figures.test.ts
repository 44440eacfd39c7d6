import { expect, it } from 'vitest'
import { figureAsked } from '../../../../main/language/question/figures'

it.each([
  ['What is the median price of the products?', { kind: 'median' }, 'What is the average price of the products?'],
  ['What is the standard deviation of price by city?', { kind: 'stdev' }, 'What is the average of price by city?'],
  [
    'What is the 90th percentile of the amounts?',
    { kind: 'quantile', share: 0.9 },
    'What is the average of the amounts?',
  ],
  ['What is the upper quartile of prices?', { kind: 'quantile', share: 0.75 }, 'What is the average of prices?'],
  [
    'What is the correlation between price and stock of products?',
    { kind: 'correlation' },
    'What is the average price and the average stock of products?',
  ],
  [
    'What is the growth rate of the total amount by year?',
    { kind: 'growth', years: null },
    'What is the total amount by year?',
  ],
  [
    'What is the percent change in total sales from 2022 to 2023?',
    { kind: 'growth', years: ['2022', '2023'] },
    'What is the total sales by year?',
  ],
  [
    'What is the growth of total sales per month from 2022 to 2023?',
    { kind: 'growth', years: null },
    'What is the total sales per month from 2022 to 2023?',
  ],
  ['What is the trend of total sales by month?', { kind: 'trend' }, 'What is the total sales by month?'],
  ['产品价格的中位数是多少？', { kind: 'median' }, '产品价格的平均值是多少？'],
  ['订单金额的标准差是多少？', { kind: 'stdev' }, '订单金额的平均值是多少？'],
  ['订单金额的第90百分位数是多少？', { kind: 'quantile', share: 0.9 }, '订单金额的平均值是多少？'],
  ['温度和湿度的相关系数是多少？', { kind: 'correlation' }, '平均温度和平均湿度是多少？'],
  ['2023年到2024年订单总金额的增长率是多少？', { kind: 'growth', years: ['2023', '2024'] }, '每年订单总金额是多少？'],
  ['每月订单数量的趋势', { kind: 'trend' }, '每月订单数量'],
])('reads the figure of “%s”', (question, figure, base) => {
  // biome-ignore format: a table
  expect(figureAsked(question)).toEqual({ figure, base })
})

it.each([
  'How many orders are there?',
  'By how much did sales grow?',
  'Is there a trend?',
  'What is the growth of plants?',
  'What is the median and the standard deviation of prices?',
  'What is the 0th percentile of prices?',
])('reads none in “%s”', (question) => {
  expect(figureAsked(question)).toBeNull()
})
