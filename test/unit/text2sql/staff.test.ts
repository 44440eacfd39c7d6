import { expect, it } from 'vitest'
import { databaseOf, type Given, openedDatabase } from './asked-database'

/** People with jobs from a list, in departments that each have a manager. */
const staff = () =>
  databaseOf(
    {
      name: 'jobs',
      columns: { id: 'INTEGER', job_title: 'TEXT', min_salary: 'INTEGER', max_salary: 'INTEGER' },
      values: `(1,'Programmer',40,90),(2,'Clerk',20,50)`,
    },
    {
      name: 'departments',
      columns: { id: 'INTEGER', department_name: 'TEXT', manager_id: 'INTEGER' },
      references: { manager_id: 'employees' },
      values: `(1,'Sales',2),(2,'IT',4),(3,'Treasury',null)`,
    },
    {
      name: 'employees',
      columns: {
        id: 'INTEGER', first_name: 'TEXT', last_name: 'TEXT', title: 'TEXT', hire_date: 'DATE', job_id: 'INTEGER', salary: 'INTEGER', commission_pct: 'REAL', manager_id: 'INTEGER', department_id: 'INTEGER',
      }, // biome-ignore format: a list of columns
      references: { job_id: 'jobs', manager_id: 'employees', department_id: 'departments' },
      values: `(1,'Ada','Berg','Ms','2015-01-01',2,50,null,null,1),(2,'Bo','Lind','Mr','2018-02-01',2,45,0.2,1,1),
        (3,'Cy','Dahl','Mr','2018-05-01',1,60,null,1,2),(4,'Di','Falk','Ms','2019-03-01',1,70,0.1,3,2)`,
    },
  )

it.each([
  // The salary of a job is nobody's: rows of jobs are no people.
  ['How many people work here?', [4]],
  ['How many programmers do we employ?', [2]],
  ['Who was hired in 2018?', [2, 3]],
  ['Number of hires by year', ['2015', '2018', '2019']],
  // By what somebody is to a department, not by who works there.
  ['Who manages the Sales department?', [2]],
  ['Which employee manages the IT department?', [4]],
  ['Which departments have nobody in them?', [3]],
  ['Which employees get a commission?', [2, 4]],
  ['Which employees have no commission?', [1, 3]],
  ['Which employees earn more than their manager?', [3, 4]],
  ['哪个职位的最高工资最高？', [1]],
])('tells people from what they have and where they are: %s', async (question, first) => {
  expect((await staff())(question)).toEqual(first)
})

it('shows one of each of what is listed, and people by their names', async () => {
  const { text2sql } = await openedDatabase(
    { name: 'clubs', columns: { id: 'INTEGER', name: 'TEXT' }, values: `(1,'Elm')` },
    {
      name: 'members',
      columns: {
        id: 'INTEGER',
        first_name: 'TEXT',
        last_name: 'TEXT',
        title: 'TEXT',
        age: 'INTEGER',
        club_id: 'INTEGER',
      },
      references: { club_id: 'clubs' },
      values: `(1,'Ada','Berg','Ms',40,1)`,
    },
  )
  const read = text2sql.read('List the names, clubs and ages of the members.')
  expect(read.kind === 'query' && read.query.outputs.map(({ table, name }) => `${table.name}.${name}`)).toEqual([
    'members.id',
    'members.first_name',
    'members.last_name',
    'clubs.name',
    'members.age',
  ])
})

/** Who works where, who left, and whom projects are for. */
const firm: readonly Given[] = [
  { name: 'departments', columns: { id: 'INTEGER', name: 'TEXT' }, values: `(1,'Engineering'),(2,'Finance')` },
  {
    name: 'employees',
    columns: {
      id: 'INTEGER',
      name: 'TEXT',
      department_id: 'INTEGER',
      hire_date: 'DATE',
      termination_date: 'DATE',
      salary: 'INTEGER',
    },
    references: { department_id: 'departments' },
    values: `(1,'Ada',1,'2019-01-01',null,90),(2,'Bo',1,'2020-01-01','2023-05-01',70),(3,'Cy',2,'2021-01-01',null,50)`,
  },
  {
    name: 'clients',
    columns: { id: 'INTEGER', name: 'TEXT', tier: 'TEXT' },
    values: `(1,'Elm','Gold'),(2,'Fir','Basic')`,
  },
  {
    name: 'projects',
    columns: {
      id: 'INTEGER',
      title: 'TEXT',
      client_id: 'INTEGER',
      department_id: 'INTEGER',
      status: 'TEXT',
      completed_on: 'DATE',
    },
    references: { client_id: 'clients', department_id: 'departments' },
    values: `(1,'Ark',1,1,'completed','2024-02-01'),(2,'Bow',2,1,'active',null),(3,'Cog',1,2,'on hold',null)`,
  },
]

it.each([
  ['Who works in Engineering?', [1, 2]],
  ['Who currently works in Engineering?', [1]],
  ['Which employees work in Engineering?', [1, 2]],
  ['How many people currently work here?', [2]],
  ['Which employees no longer work here?', [2]],
  // Who was hired may have left.
  ['How many employees are employed here?', 'declined'],
  ['Headcount per department', [1, 2]],
  ['List the clients with Gold status.', [1]],
  ['Show the projects that are on hold', [3]],
  ['列出所有已完成的项目', [1]],
  ['工资的最低、最高和平均值分别是多少？', [50]],
])('knows who is where, and whether they still are: %s', async (question, first) => {
  expect((await databaseOf(...firm))(question)).toEqual(first)
})
