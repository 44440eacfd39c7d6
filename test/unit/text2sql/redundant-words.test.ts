import { expect, it } from 'vitest'
import { databaseOf, type Given } from './asked-database'

/** Surveys of a river, tagged fish and repairs: questions that say more than the names need. */
const river: readonly Given[] = [
  {
    name: 'sites',
    columns: { id: 'INTEGER', site_name: 'TEXT', altitude_m: 'INTEGER' },
    values: `(1,'Ford',120),(2,'Weir',180),(3,'Spring',260)`,
  },
  {
    name: 'surveys',
    key: 'survey_id',
    columns: { survey_id: 'INTEGER', site_id: 'INTEGER', surveyed_on: 'TEXT', turbidity_ntu: 'REAL', nitrate: 'REAL' },
    references: { site_id: 'sites' },
    values: `(1,1,'2024-03-01',3.5,2),(2,1,'2024-06-01',29.6,4),(3,2,'2024-06-02',8,6)`,
  },
  {
    name: 'fish',
    key: 'fish_id',
    columns: { fish_id: 'INTEGER', tag_code: 'TEXT', species: 'TEXT', weight_g: 'REAL' },
    values: `(1,'T1','brown trout',210),(2,'T2','salmon',752),(3,'T3','salmon',318)`,
  },
  {
    name: 'detections',
    columns: { id: 'INTEGER', fish_id: 'INTEGER', antenna: 'TEXT', direction: 'TEXT' },
    references: { fish_id: 'fish' },
    values: `(1,1,'Carrow Mill','upstream'),(2,1,'Carrow Mill','upstream'),(3,2,'Thorngill','upstream'),(4,2,'Thorngill','downstream')`,
  },
  {
    name: 'additions',
    columns: { id: 'INTEGER', product: 'TEXT', quantity_g: 'INTEGER', added_on: 'TEXT' },
    values: `(1,'Lime','40','2024-01-01'),(2,'Lime',60,'2024-02-01'),(3,'Chalk',5,'2024-02-02')`,
  },
  {
    name: 'assets',
    key: 'asset_id',
    columns: { asset_id: 'INTEGER', asset_type: 'TEXT' },
    values: `(1,'lift'),(2,'pump'),(3,'lift')`,
  },
  {
    name: 'work_orders',
    key: 'order_id',
    columns: { order_id: 'INTEGER', asset_id: 'INTEGER', work_type: 'TEXT', status: 'TEXT', labour_hours: 'REAL' },
    references: { asset_id: 'assets' },
    values: `(1,1,'corrective','closed',4),(2,3,'inspection','closed',2),(3,2,'corrective','open',9),(4,1,'corrective','open',50)`,
  },
]
const checks: Given = {
  name: 'temperature_checks',
  columns: { id: 'INTEGER', hot_c: 'REAL', cold_c: 'REAL' },
  values: `(1,61,12),(2,48,14),(3,44.5,22)`,
}
const asked = () => databaseOf(...river, checks)

it.each([
  // What is told beside the answer anyway
  ['What was the highest turbidity measured, and at which site was it?', [1]],
  ['At which antenna were the most upstream detections, and how many were there?', ['Carrow Mill']],
  // Units that the names say
  ['What is the weight of the heaviest salmon in grams?', [2]],
  ['What is the weight of the heaviest salmon in kilos?', 'declined'],
  ['How many grams of lime were added in 2024?', [100]],
  ['What is the total quantity of lime?', [100]],
  // What never was, was so nowhere
  ['How many fish were never detected at any antenna?', [1]],
  // Two names side by side: the last says what is counted
  ['How many survey sites lie above 150 m?', [2]],
  // The type of an asset is none of a work order's
  ['How many work orders on lifts are there?', [3]],
  ['What is the average of labour hours per closed work order?', [3]],
  // What is measured of the rows that are counted
  ['How many hot temperature checks were below 50 °C?', [2]],
  // Glosses in Chinese questions, and Latin names with no space behind them
  ['Thorngill天线一共记录了多少次探测(detections)？', [2]],
  ['Ford的平均硝酸盐（nitrate）浓度是多少？', [3]],
  ['目前还有多少张工单（work orders）处于open状态？', [2]],
  // What stands in brackets and names nothing explains nothing
  ['目前还有多少张工单（invoices）处于open状态？', 'declined'],
] as const)('%s', async (question, answer) => {
  expect((await asked())(question)).toEqual(answer)
})

/** Permits with a number each, and what was picked, its weight under a name that says no word of it. */
const office: readonly Given[] = [
  {
    name: 'applicants',
    key: 'applicant_id',
    columns: { applicant_id: 'INTEGER', name: 'TEXT' },
    values: `(1,'Noyes'),(2,'Hale')`,
  },
  {
    name: 'permits',
    key: 'permit_id',
    columns: {
      permit_id: 'INTEGER',
      permit_no: 'TEXT',
      applicant_id: 'INTEGER',
      filed_on: 'TEXT',
      issued_on: 'TEXT',
      status: 'TEXT',
    },
    references: { applicant_id: 'applicants' },
    values: `(1,'BP-22-0145',1,'2023-11-13','2022-01-02','pending'),(2,'BP-23-0007',2,'2022-01-09','2024-04-01','issued'),(3,'BP-23-0010',2,'2024-01-09',NULL,'pending')`,
  },
  {
    name: 'picking',
    columns: { id: 'INTEGER', variety: 'TEXT', crates: 'INTEGER', 'Net wt (kg)': 'REAL' },
    values: `(1,'Bacchus',3,40.5),(2,'Bacchus',4,59.5),(3,'Ortega',2,21)`,
  },
]

it.each([
  ['Who filed permit BP-22-0145?', [1]],
  ['Which permit is the oldest?', [2]],
  ['Which pending permit is the oldest?', [1]],
  ['How many kilos of Bacchus did we pick?', [100]],
  ['How many permits were filed altogether in 2022?', [1]],
  // A follow-up that is understood in part
  ['How many permits are pending (about: applicants, 2022)?', 'declined'],
] as const)('%s', async (question, answer) => {
  expect((await databaseOf(...office))(question)).toEqual(answer)
})
