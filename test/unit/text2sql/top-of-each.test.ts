import { expect, it } from 'vitest'
import { toldReading } from '../../../main/text2sql/query/told-reading'
import { speechIn } from '../../../wording'
import { readingInWords } from '../../../wording/en/queries'
import { readingInWords as readingInChinese } from '../../../wording/zh-CN/queries'
import { openedDatabase } from './asked-database'

const housing = () =>
  openedDatabase(
    {
      name: 'building',
      columns: { id: 'INTEGER', name: 'TEXT', city: 'TEXT' },
      values: `(1,'Nord','Bern'),(2,'Ost','Bern'),(3,'Quai','Chur'),(4,'Rhein','Chur'),(5,'Turm','Chur')`,
    },
    {
      name: 'flat',
      columns: { id: 'INTEGER', building_id: 'INTEGER', door: 'TEXT', rent: 'REAL' },
      references: { building_id: 'building' },
      values: `(1,1,'1a',900),(2,1,'1b',1200),(3,2,'2a',700),(4,3,'3a',800),(5,4,'4a',650),(6,4,'4b',950)`,
    },
    {
      name: 'repair',
      columns: { id: 'INTEGER', flat_id: 'INTEGER', reported_on: 'DATE', cost: 'REAL' },
      references: { flat_id: 'flat' },
      values: `(1,3,'2024-01-05',90),(2,3,'2024-02-05',40),(3,1,'2025-03-05',10),(4,4,'2025-03-05',60),(5,5,'2025-03-06',50),(6,6,'2025-03-07',30)`,
    },
    {
      name: 'visitor',
      columns: { id: 'INTEGER', full_name: 'TEXT' },
      values: `(1,'Ada Roe'),(2,'Ben Sol')`,
    },
    {
      name: 'viewing',
      columns: { id: 'INTEGER', flat_id: 'INTEGER', visitor_id: 'INTEGER', viewed_on: 'DATE' },
      references: { flat_id: 'flat', visitor_id: 'visitor' },
      values: `(1,1,1,'2025-01-05'),(2,3,1,'2025-01-06'),(3,4,2,'2025-01-07')`,
    },
  ) // biome-ignore format: a table

/** The groups, and what comes first in each. */
async function firstOfEach(question: string): Promise<unknown> {
  const { text2sql, select } = await housing()
  const read = text2sql.read(question)
  if (read.kind === 'declined') return 'declined'
  return select(read.statement.sql, read.statement.parameters).map((row) => row.join(' '))
}

it.each([
  ['For each city, which building has had the most repairs?', ['Bern 2 Ost 2', 'Chur 4 Rhein 2']],
  ['In every city, show the building with the most flats', ['Bern 1 Nord 2', 'Chur 4 Rhein 2']],
  ['Which building has the most flats in each city?', ['Bern 1 Nord 2', 'Chur 4 Rhein 2']],
  // Who has none has the fewest.
  ['For each city, which building has the fewest repairs?', ['Bern 1 Nord 1', 'Chur 5 Turm 0']],
  ['For each city, which 2 buildings have the most repairs?', ['Bern 2 Ost 2', 'Bern 1 Nord 1', 'Chur 4 Rhein 2', 'Chur 3 Quai 1']],
  ['For each city, which building had the most repairs in 2025?', ['Bern 1 Nord 1', 'Chur 4 Rhein 2']],
  ['For each building, which flat had the highest total cost of repairs?', ['1 Nord 1 1a 10', '2 Ost 3 2a 130', '3 Quai 4 3a 60', '4 Rhein 5 4a 50']],
  // A visitor is of no city.
  ['For each city, which visitor had the most viewings?', 'declined'],
  // A flat's repairs are of many years.
  ['For each year, which building had the most repairs?', 'declined'],
  ['For each planet, which building had the most repairs?', 'declined'],
])('counts places anew for each group: %s', async (question, answer) => {
  expect(await firstOfEach(question)).toEqual(answer)
}) // biome-ignore format: a table

it('is told, shown and asked again as it was read', async () => {
  const { text2sql } = await housing()
  const read = text2sql.read('For each city, which building has had the most repairs?')
  if (read.kind === 'declined') throw new Error(read.reason)
  const told = toldReading(read)
  expect(text2sql.queryOf(told).statement).toEqual(read.statement)
  expect(readingInWords(told, speechIn('en'))).toMatch(/the first one of each “city” of “building”$/)
  expect(readingInChinese(told, speechIn('zh-CN'))).toMatch(/每个“building”的“city”取前 1 个$/)
  // Without the group there is one first place.
  const without = { ...told.values.of, groups: told.values.of.groups.filter(({ column }) => column !== 'city') }
  const { statement } = text2sql.queryOf({ ...told, values: { ...told.values, of: without } })
  expect(statement.sql).not.toContain('PARTITION BY')
})

const clinic = () =>
  openedDatabase(
    {
      name: '科室',
      key: '科室编号',
      columns: { 科室编号: 'INTEGER', 科室名称: 'TEXT' },
      values: `(1,'内科'),(2,'外科')`,
    },
    {
      name: '医生',
      key: '医生编号',
      columns: { 医生编号: 'INTEGER', 姓名: 'TEXT', 科室编号: 'INTEGER' },
      references: { 科室编号: '科室' },
      values: `(1,'王芳',1),(2,'李明',1),(3,'赵强',2)`,
    },
    {
      name: '患者',
      key: '患者编号',
      columns: { 患者编号: 'INTEGER', 姓名: 'TEXT' },
      values: `(1,'孙丽'),(2,'周洋')`,
    },
    {
      name: '挂号',
      key: '挂号编号',
      columns: { 挂号编号: 'INTEGER', 患者编号: 'INTEGER', 医生编号: 'INTEGER', 就诊日期: 'DATE' },
      references: { 患者编号: '患者', 医生编号: '医生' },
      values: `(1,1,1,'2025-01-02'),(2,2,2,'2025-01-02'),(3,2,2,'2025-01-04'),(4,2,3,'2025-01-02')`,
    },
  ) // biome-ignore format: a table

it.each([
  ['每个科室挂号最多的医生是谁？', ['1 内科 2 李明 2', '2 外科 3 赵强 1']],
  ['每个科室里挂号人次最多的医生分别是谁？', ['1 内科 2 李明 2', '2 外科 3 赵强 1']],
  ['每个科室中，哪位医生的挂号最多？', ['1 内科 2 李明 2', '2 外科 3 赵强 1']],
  // Not the day on which most came.
  ['就诊人次最多的患者是谁？', ['2 周洋 3']],
  ['挂号人次最多的医生是谁？', ['2 李明 2']],
])('counts places anew in Chinese: %s', async (question, answer) => {
  const { text2sql, select } = await clinic()
  const read = text2sql.read(question)
  if (read.kind === 'declined') throw new Error(read.reason)
  expect(select(read.statement.sql, read.statement.parameters).map((row) => row.join(' '))).toEqual(answer)
})
