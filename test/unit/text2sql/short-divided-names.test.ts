import { expect, it } from 'vitest'
import { createText2Sql, profileDatabase } from '../../../main/text2sql'
import type { Declined } from '../../../main/text2sql/answerable'
import { speechIn } from '../../../wording'
import { databaseOf, openedDatabase } from './asked-database'

/** Names in short parts with marks between them, and keys that nothing declares. */
const nursery = () =>
  databaseOf(
    {
      name: 'cust_ms',
      columns: { cust_no: 'INTEGER', cust_nm: 'TEXT', cust_typ: 'TEXT', city: 'TEXT', cr_lim: 'REAL', act_fl: 'TEXT' },
      values: `(1,'Acre Gardens','PARK','York',900,'Y'),(2,'Bower','SHOP','York',300,'N'),(3,'Copse','SHOP','Derby',500,'Y')`,
    },
    {
      name: 'plt_ms',
      columns: { plt_cd: 'TEXT', plt_nm: 'TEXT', plt_grp: 'TEXT', unit_pr: 'REAL', unit_cst: 'REAL' },
      values: `('P1','Alder','TREE',30,11),('P2','Birch','TREE',25,9),('P3','Clover','HERB',2,0.5)`,
    },
    {
      name: 'ord_hd',
      columns: { ord_no: 'INTEGER', cust_no: 'INTEGER', ord_dt: 'DATE', ord_st: 'TEXT' },
      values: `(11,1,'2025-01-05','OPEN'),(12,1,'2025-02-05','CANC'),(13,3,'2024-03-05','OPEN'),(14,3,'2024-03-06','OPEN')`,
    },
    {
      name: 'ord_ln',
      columns: { ord_no: 'INTEGER', ln_no: 'INTEGER', plt_cd: 'TEXT', qty: 'INTEGER', ln_amt: 'REAL' },
      values: `(11,1,'P1',2,60),(11,2,'P3',10,20),(13,1,'P2',4,100),(14,1,'P3',5,10)`,
    },
    {
      name: 'pay_tr',
      columns: { pay_no: 'INTEGER', cust_no: 'INTEGER', pay_dt: 'DATE', pay_amt: 'REAL', pay_mth: 'TEXT' },
      values: `(21,1,'2025-02-01',80,'CARD'),(22,3,'2024-04-01',110,'CASH'),(23,3,'2024-05-01',5,'CARD')`,
    },
  ) // biome-ignore format: a table

it.each([
  ['How many customers are there?', [3]],
  ['Number of customers by city', ['York', 'Derby']],
  ['average credit limit of the shops', [400]],
  ['Show me all inactive customers.', [2]],
  ['How many orders from 2025 have the status CANC?', [1]],
  ['Total quantity ordered per plant group?', ['HERB', 'TREE']],
  ['What is the most expensive plant?', ['P1']],
  ['What do the order lines of all York customers add up to?', [80]],
  ['Add up all payments by card.', [85]],
  ['number of orders by customer', [1, 3]],
  ['payments by payment method', ['CARD', 'CASH']],
])('reads short names with marks between them: %s', async (question, answer) => {
  expect((await nursery())(question)).toEqual(answer)
})

const desk = () =>
  databaseOf(
    {
      name: 'agents',
      columns: { id: 'INTEGER', name: 'TEXT', phone: 'TEXT' },
      values: `(1,'Ida Roth','555'),(2,'Jon Sax','556')`,
    },
    {
      name: 'tickets',
      columns: { id: 'INTEGER', title: 'TEXT', agent_id: 'INTEGER', channel: 'TEXT', status: 'TEXT', opened_at: 'DATETIME' },
      references: { agent_id: 'agents' },
      values: `(1,'Printer',1,'phone','open','2025-03-01 10:00'),(2,'Mail',null,'email','open','2025-03-02 10:00'),(3,'Door',2,'phone','done','2025-04-01 10:00'),(4,'Key',1,'email','done','2026-11-02 10:00')`,
    },
    {
      name: 'work_logs',
      columns: { id: 'INTEGER', ticket_id: 'INTEGER', logged_at: 'DATETIME', minutes: 'INTEGER' },
      references: { ticket_id: 'tickets' },
      values: `(1,1,'2025-03-01 11:00',30),(2,1,'2025-03-02 11:00',15),(3,3,'2025-04-02 11:00',60)`,
    },
  ) // biome-ignore format: a table

it.each([
  ['How many tickets were reported by phone?', [2]],
  ['How many tickets have nobody assigned to them?', [1]],
  ['Which tickets are not assigned to anyone?', [2]],
  ['Which unassigned tickets are open?', 'declined'],
  ['minutes per ticket', [3, 1]],
])('reads tickets: %s', async (question, answer) => {
  expect((await desk())(question)).toEqual(answer)
})

const rental = () =>
  databaseOf(
    {
      name: 'customers',
      key: 'customer_id',
      columns: { customer_id: 'INTEGER', full_name: 'TEXT', home_city: 'TEXT' },
      values: `(1,'Ana Lutz','Zürich'),(2,'Ben Moll','Genève'),(3,'Cleo Nast','Bern')`,
    },
    {
      name: 'shops',
      key: 'shop_id',
      columns: { shop_id: 'INTEGER', name: 'TEXT', city: 'TEXT' },
      values: `(1,'Alpine','Davos'),(2,'Summit','Zürich')`,
    },
    {
      name: 'equipment',
      key: 'item_id',
      columns: { item_id: 'INTEGER', shop_id: 'INTEGER', category: 'TEXT', price_per_night: 'REAL' },
      references: { shop_id: 'shops' },
      values: `(1,1,'snowboard',20),(2,1,'ski',15),(3,2,'ski',16),(4,2,'snowboard',21)`,
    },
    {
      name: 'rentals',
      key: 'rental_id',
      columns: { rental_id: 'INTEGER', customer_id: 'INTEGER', shop_id: 'INTEGER', rented_at: 'DATETIME', returned_at: 'DATETIME' },
      references: { customer_id: 'customers', shop_id: 'shops' },
      values: `(1,1,1,'2024-12-28 09:00','2024-12-29 09:00'),(2,2,2,'2024-12-28 10:00',null),(3,3,1,'2025-01-02 10:00','2025-01-03 10:00')`,
    },
    {
      name: 'rental_items',
      columns: { rental_id: 'INTEGER', item_id: 'INTEGER' },
      references: { rental_id: 'rentals', item_id: 'equipment' },
      values: `(1,1),(2,3),(3,2)`,
    },
  ) // biome-ignore format: a table

it.each([
  ['How many customers have rented a snowboard?', [1]],
  ['Which customers rented a snowboard?', [1]],
  ['How many rentals began on 28 December 2024?', [2]],
  ['customers in Zurich', [1]],
  ['customers in Genève', [2]],
  ['For each category, what share of the items is for skiing at night?', 'declined'],
  ['What share of the items is a ski?', [0.5]],
  // No column holds nights, and no shop is where a customer lives.
  ['total nights', 'declined'],
  ['Which customers live in the city of the shop they rented from?', 'declined'],
  ['Which items cost more than twice the average price of their category?', 'declined'],
])('reads rentals of what shops have: %s', async (question, answer) => {
  expect((await rental())(question)).toEqual(answer)
})

const plant = () =>
  databaseOf(
    {
      name: 'technicians',
      columns: { id: 'INTEGER', name: 'TEXT', phone: 'TEXT' },
      values: `(1,'刘洋','130'),(2,'陈静','131')`,
    },
    {
      name: 'parts',
      columns: { id: 'INTEGER', name: 'TEXT', supplier: 'TEXT', stock: 'INTEGER', purchase_price: 'REAL' },
      values: `(1,'密封圈','恒力',30,2),(2,'滤芯','明达',80,5),(3,'编码器','明达',10,90)`,
    },
    {
      name: 'work_orders',
      columns: { id: 'INTEGER', technician_id: 'INTEGER', status: 'TEXT', handler: 'TEXT', reported_at: 'DATETIME' },
      references: { technician_id: 'technicians' },
      values: `(1,1,'停用','周婷','2024-08-01 08:00'),(2,1,'完成','冯刚','2024-10-01 08:00'),(3,2,'完成','冯刚','2025-01-05 08:00')`,
    },
    {
      name: 'part_usage',
      columns: { id: 'INTEGER', work_order_id: 'INTEGER', part_id: 'INTEGER', quantity: 'INTEGER' },
      references: { work_order_id: 'work_orders', part_id: 'parts' },
      values: `(1,1,1,4),(2,2,2,1)`,
    },
  ) // biome-ignore format: a table

it.each([
  ['2024年第三季度报修的工单有多少张？', [1]],
  ['哪些工单处于停用状态？', [1]],
  ['所有配件的采购总金额是多少？', [97]],
  ['我们的配件来自哪些供应商？', ['恒力', '明达']],
  ['2024年8月1日到2024年10月1日报修的工单有多少张？', [2]],
  // Whose phone that is nobody says, and there is one part of that name.
  ['供应商恒力的联系电话是多少？', 'declined'],
  ['密封圈一共用掉了多少个？', 'declined'],
])('reads repairs of machines: %s', async (question, answer) => {
  expect((await plant())(question)).toEqual(answer)
})

const research = () =>
  databaseOf(
    {
      name: 'researchers',
      key: 'researcher_id',
      columns: { researcher_id: 'INTEGER', full_name: 'TEXT', field: 'TEXT' },
      values: `(1,'Pia Orth','physics'),(2,'Quin Rae','physics'),(3,'Ruth Sand','biology')`,
    },
    {
      name: 'grants',
      key: 'grant_id',
      columns: { grant_id: 'INTEGER', title: 'TEXT', lead_researcher_id: 'INTEGER', status: 'TEXT', submitted_on: 'DATE', requested_amount: 'REAL' },
      references: { lead_researcher_id: 'researchers' },
      values: `(1,'Tides',1,'pending','2024-02-01',500),(2,'Moss',1,'rejected','2025-03-01',700)`,
    },
    {
      name: 'grant_members',
      columns: { grant_id: 'INTEGER', researcher_id: 'INTEGER' },
      references: { grant_id: 'grants', researcher_id: 'researchers' },
      values: `(1,1),(1,2)`,
    },
  ) // biome-ignore format: a table

it.each([
  ['How many grant applications are still pending?', [1]],
  ['How many applications were rejected?', [1]],
  ['Which researchers are not a member of any grant?', [3]],
  ['How many researchers work in each field? Sort from the biggest to the smallest field.', ['physics', 'biology']],
  // In no state that there is.
  ['average requested amount of approved grants', 'declined'],
])('reads applications for grants: %s', async (question, answer) => {
  expect((await research())(question)).toEqual(answer)
})

it('counts “last year” from the day on which it is asked, and reads it anew the next year', async () => {
  const { text2sql, select, tables } = await openedDatabase({
    name: 'orders',
    columns: { id: 'INTEGER', ordered_on: 'DATE' },
    values: `(1,'2024-05-01'),(2,'2025-05-01'),(3,'2025-06-01')`,
  })
  let year = 2025
  const profile = await profileDatabase({ name: 'x', engine: 'sqlite', tables }, async (sql) => select(sql))
  const counting = createText2Sql(profile, undefined, () => ({ year, month: 7, day: 1 }))
  const parametersOf = (question: string): unknown => {
    const read = counting.read(question)
    return read.kind === 'declined' ? read : read.statement.parameters
  }
  expect(parametersOf('How many orders were there last year?')).toEqual(['2024-01-01', '2025-01-01'])
  expect(counting.shapeOf('How many orders were there last year?').shape).toBe(
    text2sql.shapeOf('How many orders were there in 2023?').shape,
  )
  year = 2026
  expect(parametersOf('How many orders were there last year?')).toEqual(['2025-01-01', '2026-01-01'])
})

it('says from when rows are, where none is from the time that is asked about', async () => {
  const { text2sql } = await openedDatabase({
    name: 'orders',
    columns: { id: 'INTEGER', ordered_on: 'DATETIME' },
    values: `(1,'2024-05-01 08:00'),(2,'2025-06-03 09:00')`,
  })
  const read = text2sql.read('How many orders were there in 1998?')
  expect(read).toMatchObject({ kind: 'declined', reason: 'outOfRange' })
  const { reason, words, held } = read as Declined
  const values = { reason, words: [...words], instead: [], ...(held !== undefined && { held }) }
  expect(speechIn('en').fact({ kind: 'questionDeclined', values })).toBe(
    'it has nothing from that time: “ordered_on” is from 2024-05-01 to 2025-06-03 there',
  )
  expect(speechIn('zh-CN').fact({ kind: 'questionDeclined', values })).toBe(
    '其中没有该时间的记录，“ordered_on”的范围是 2024-05-01 至 2025-06-03',
  )
})
