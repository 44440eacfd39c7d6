import { expect, it } from 'vitest'
import { databaseOf } from './asked-database'

const recycling = () =>
  databaseOf(
    {
      name: 'plants',
      key: 'plant_id',
      columns: { plant_id: 'INTEGER', name: 'TEXT', region: 'TEXT' },
      values: `(1,'Elm Cross','North'),(2,'Sandpit','South')`,
    },
    {
      name: 'loads',
      key: 'load_id',
      columns: { load_id: 'INTEGER', plant_id: 'INTEGER', status: 'TEXT', contamination_pct: 'REAL', onset_date: 'DATE' },
      references: { plant_id: 'plants' },
      values: `(1,1,'accepted',3,'2024-02-01'),(2,1,'rejected',12,'2024-03-01'),(3,2,'accepted',5,'2025-02-01'),(4,2,'accepted',null,'2025-03-01')`,
    },
    {
      name: 'sales',
      key: 'sale_id',
      columns: { sale_id: 'INTEGER', plant_id: 'INTEGER', tonnes: 'REAL', price_per_tonne: 'REAL', sold_on: 'DATE' },
      references: { plant_id: 'plants' },
      values: `(1,1,10,30,'2024-05-01'),(2,1,5,30,'2024-06-01'),(3,2,8,40,'2024-07-01')`,
    },
  ) // biome-ignore format: a table

it.each([
  ['What percentage of loads were accepted?', [75]],
  ['What is the highest contamination percentage?', [12]],
  ['How many loads began in 2024?', [2]],
  ['How many loads per status? Sort from most to fewest.', ['accepted', 'rejected']],
  // Of each sale, and of groups of loads: other figures than are asked for.
  ['What revenue (tonnes times price) did each plant make from sales in 2024?', 'declined'],
  ['For each region, what percentage of plants had at least one rejected load?', 'declined'],
])('reads loads: %s', async (question, answer) => {
  expect((await recycling())(question)).toEqual(answer)
})

const gym = () =>
  databaseOf(
    {
      name: 'coaches',
      key: 'coach_id',
      columns: { coach_id: 'INTEGER', name: 'TEXT', phone: 'TEXT', leave_date: 'DATE' },
      values: `(1,'林娟','130','2024-11-01'),(2,'周磊',null,null)`,
    },
    {
      name: 'lessons',
      key: 'lesson_id',
      columns: { lesson_id: 'INTEGER', coach_id: 'INTEGER', category: 'TEXT', rating: 'REAL' },
      references: { coach_id: 'coaches' },
      values: `(1,1,'瑜伽',4),(2,1,'瑜伽',2),(3,2,'舞蹈',5)`,
    },
    {
      name: 'orders',
      key: 'order_id',
      columns: { order_id: 'INTEGER', pay_method: 'TEXT', amount: 'REAL' },
      values: `(1,'微信',100),(2,'微信',50),(3,'现金',70)`,
    },
  ) // biome-ignore format: a table

it.each([
  ['哪些教练已经离职了？', [1]],
  ['用微信付款的订单总共多少钱？', [150]],
  ['哪些教练没有留电话？', [2]],
  ['瑜伽一共排了多少节课？', [2]],
  ['不同类别的平均评分是多少？', ['舞蹈', '瑜伽']],
])('reads lessons: %s', async (question, answer) => {
  expect((await gym())(question)).toEqual(answer)
})
