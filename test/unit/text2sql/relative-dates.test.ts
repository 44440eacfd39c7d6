import { describe, expect, it } from 'vitest'
import { localToday, withDates } from '../../../main/text2sql/question/relative-dates'

/** A Sunday. */
const today = { year: 2026, month: 11, day: 29 }

describe('days that are counted from today', () => {
  it.each([
    ['tickets opened this year', 'tickets opened in 2026'],
    ['How many tickets were opened last month?', 'How many tickets were opened in october 2026?'],
    ['orders so far this year', 'orders in 2026'],
    ['orders placed today', 'orders placed on 2026-11-29'],
    ["today's orders", 'orders on 2026-11-29'],
    ["yesterday's orders", 'orders on 2026-11-28'],
    ["this year's orders", 'orders in 2026'],
    ['orders from last week', 'orders between 2026-11-16 and 2026-11-22'],
    ['orders since last week', 'orders since 2026-11-16'],
    ['orders this week', 'orders between 2026-11-23 and 2026-11-29'],
    ['orders of the last 30 days', 'orders between 2026-10-31 and 2026-11-29'],
    ['sales in the past two weeks', 'sales between 2026-11-16 and 2026-11-29'],
    ['sales within the past year', 'sales between 2025-11-30 and 2026-11-29'],
    ['bookings for the next 7 days', 'bookings between 2026-11-29 and 2026-12-05'],
    ['customers who joined before last year', 'customers who joined before 2025'],
    ['customers who joined since last month', 'customers who joined since october 2026'],
    ['revenue in the first quarter of last year', 'revenue in the first quarter of 2025'],
    ['revenue in March of last year', 'revenue in March 2025'],
    ['revenue last quarter', 'revenue in Q3 2026'],
    ['invoices issued 3 months ago', 'invoices issued in august 2026'],
    ['people hired two years ago', 'people hired in 2024'],
    // What only says that something is so now, is called so, or is quoted.
    ['Which books are on loan today?', 'Which books are on loan today?'],
    ['What is the last name of each customer?', 'What is the last name of each customer?'],
    ['the last 5 orders', 'the last 5 orders'],
    ['sales in the last month of 2024', 'sales in the last month of 2024'],
    ['orders of ada@shop.example in the last 30 days', 'orders of ada@shop.example between 2026-10-31 and 2026-11-29'],
    ['tickets opened more than 30 days ago', 'tickets opened before 2026-10-30'],
    ['films called "last year"', 'films called "last year"'],
    ['Who was the last person to leave?', 'Who was the last person to leave?'],
    ['今年报修的工单有多少张？', '2026年报修的工单有多少张？'],
    ['去年3月的销售额', '2025年3月的销售额'],
    ['上个月的订单', '2026年10月的订单'],
    ['上季度的订单', '2026年第三季度的订单'],
    ['最近30天的订单数量', '2026年10月31日到2026年11月29日的订单数量'],
    ['过去三个月的订单', '2026年8月30日到2026年11月29日的订单'],
    ['上周的订单', '2026年11月16日到2026年11月22日的订单'],
    ['昨天的订单', '2026年11月28日的订单'],
    ['本科学生有多少？', '本科学生有多少？'],
    ['基本月租最高的公寓', '基本月租最高的公寓'],
    ['以前年度的说明年份', '以前年度的说明年份'],
  ])('%s', (question, expected) => {
    expect(withDates(question, today)).toBe(expected)
  })

  it('end with a shorter month where the day is not in it', () => {
    expect(withDates('orders of the last month', { year: 2026, month: 3, day: 31 })).toBe('orders of february 2026')
    expect(withDates('orders in the past month', { year: 2026, month: 3, day: 31 })).toBe(
      'orders between 2026-03-01 and 2026-03-31',
    )
    expect(withDates('orders last month', { year: 2026, month: 1, day: 31 })).toBe('orders in december 2025')
  })

  it('are those of the clock where people are', () => {
    expect(localToday(new Date(2026, 0, 31, 23, 59))).toEqual({ year: 2026, month: 1, day: 31 })
  })
})
