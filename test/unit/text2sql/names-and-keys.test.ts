import { expect, it } from 'vitest'
import { databaseOf, type Given } from './asked-database'

const bank: readonly Given[] = [
  {
    name: 'bank',
    columns: { id: 'INTEGER', bname: 'TEXT', city: 'TEXT' },
    values: `(1,'Morningside','Leeds'),(2,'Downtown','York'),(3,'Broadway','Leeds'),(4,'High','Hull')`,
  },
  {
    name: 'departments',
    columns: { id: 'INTEGER', department_name: 'TEXT' },
    values: `(1,'Loans'),(2,'Cards'),(3,'Cash')`,
  },
  {
    name: 'employees',
    columns: { id: 'INTEGER', first_name: 'TEXT', last_name: 'TEXT', salary: 'REAL', department_id: 'INTEGER' },
    references: { department_id: 'departments' },
    values: `(1,'Ann','Lee',10,1),(2,'Bob','Ray',20,2),(3,'Ann','Kay',30,2),(4,'Cid','May',40,3)`,
  },
  {
    name: 'loans',
    columns: { id: 'INTEGER', bank_id: 'INTEGER', amount: 'REAL', client: 'TEXT' },
    references: { bank_id: 'bank' },
    values: `(1,1,100,'x'),(2,3,300,'y'),(3,2,200,'x')`,
  },
  {
    name: 'students',
    columns: { id: 'INTEGER', name: 'TEXT', department_id: 'INTEGER', credits: 'REAL' },
    references: { department_id: 'departments' },
    values: `(1,'Kim',1,90),(2,'Kim',1,80),(3,'Sol',1,100),(4,'Ned',2,10)`,
  },
]
const asked = () => databaseOf(...bank)

it.each([
  // Each loan is of one bank, and not each bank has one.
  ['Which banks have loans?', [1, 2, 3]],
  ['What are the names of the banks in Leeds?', ['Morningside', 'Broadway']],
  // Theirs, not those of the only table with a column that is called so.
  ['What are the names and salaries for any employees earning less than 25?', [1, 2]],
  ['What are the full names and salaries for employees in Cards?', [2, 3]],
  // Two of one name are two.
  ['What is the name of the student with the highest total credits?', [3]],
  // Two numbers are asked for.
  ['How many students and employees are in each department?', 'declined'],
])('keeps names and keys with the rows that have them: %s', async (question, first) => {
  const answer = (await asked())(question)
  expect(Array.isArray(answer) ? answer.toSorted() : answer).toEqual(Array.isArray(first) ? first.toSorted() : first)
})

const courses: readonly Given[] = [
  {
    name: 'course',
    columns: { id: 'INTEGER', title: 'TEXT' },
    values: `(1,'Algebra'),(2,'Mechanics'),(3,'Optics')`,
  },
  {
    name: 'prereq',
    columns: { course_id: 'INTEGER', prereq_id: 'INTEGER' },
    references: { course_id: 'course', prereq_id: 'course' },
    values: `(2,1),(3,2)`,
  },
]

it('does not answer with a course what is asked of its prerequisite', async () => {
  const answer = await databaseOf(...courses)
  expect(answer('What is the title of the course that is a prereq for Mechanics?')).toBe('declined')
})
