import { expect, it } from 'vitest'
import { databaseOf } from './asked-database'

const invoices = (paid: string) =>
  databaseOf({
    name: 'invoices',
    columns: { id: 'INTEGER', customer: 'TEXT', amount: 'REAL', [paid]: 'BOOLEAN' },
    values: `(1,'Bergmann GmbH',900,1),(2,'Aalto Oy',300,0),(3,'Aalto Oy',50,1),(4,'Bergmann GmbH',20,0)`,
  })

it.each([
  ['Which customer owes the most?', ['Aalto Oy']],
  ['What is the total amount owed by Aalto Oy?', [300]],
  ['How much does Aalto Oy owe?', [300]],
  ['How much does Bergmann GmbH still owe us?', [20]],
  ['How much do our customers owe us in total?', [320]],
])('what somebody owes is not paid: %s', async (question, first) => {
  expect((await invoices('paid'))(question)).toEqual(first)
  // Nothing says what is paid.
  expect((await invoices('archived'))(question)).toBe('declined')
})

it.each([
  ['What is the total invoiced amount for 2025?', 'declined'],
  ['What was the total amount paid in 2025?', 'declined'],
  ['What is the total amount of invoices in 2025?', [300]],
  ['What is the average invoice total?', [100]],
])('what was billed is not what was paid of it: %s', async (question, first) => {
  const ask = await databaseOf({
    name: 'tblInvoices',
    key: 'InvNo',
    columns: { InvNo: 'INTEGER', InvDate: 'TEXT', InvTotal: 'REAL', PaidAmt: 'REAL', PaidDate: 'TEXT' },
    values: `(1,'2025-01-03',100,40,'2025-02-01'),(2,'2025-03-03',80,80,'2025-04-01'),(3,'2025-04-03',120,0,null)`,
  })
  expect(ask(question)).toEqual(first)
})

it.each([
  ['How many countries are there in Asia?', [2]],
  ['Which countries in Europe have losses above 6?', ['Norway']],
  ['How many countries have losses above 3?', [3]],
])('a table that tells something by country has several rows for each: %s', async (question, first) => {
  const rows = [
    ['Norway', 'Europe', 6.1],
    ['China', 'Asia', 3.5],
    ['Japan', 'Asia', 4],
  ].flatMap(([country, region, losses]) => [2021, 2022].map((year) => `('${country}','${region}',${losses},${year},5)`))
  const ask = await databaseOf({
    name: 'energy_by_country',
    columns: { country: 'TEXT', region: 'TEXT', losses: 'REAL', year: 'INTEGER', value: 'REAL' },
    values: rows.join(','),
  })
  expect(ask(question)).toEqual(first)
})

it('a share that is said twice is one of all, and none is of each amount', async () => {
  const ask = await databaseOf(
    { name: 'agencies', columns: { id: 'INTEGER', abbreviation: 'TEXT' }, values: `(1,'ARIA'),(2,'BO')` },
    {
      name: 'launches',
      columns: { id: 'INTEGER', agency_id: 'INTEGER', outcome: 'TEXT' },
      references: { agency_id: 'agencies' },
      values: `(1,1,'success'),(2,1,'failure'),(3,2,'success'),(4,1,'success'),(5,1,'failure')`,
    },
    {
      name: 'fees',
      columns: { id: 'INTEGER', amount: 'INTEGER', season: 'TEXT', paid_on: 'TEXT' },
      values: `(1,50,'2025/26','2025-10-01'),(2,80,'2025/26',null)`,
    },
  )
  const said = "What is the success rate of each agency's launches? Return the fraction with outcome success."
  expect(ask(said)).toEqual([2, 1])
  expect(ask('What share of the fees (by amount) of the 2025/26 season has been paid?')).toBe('declined')
})
