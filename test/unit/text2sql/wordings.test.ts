import { expect, it } from 'vitest'
import type { DatabaseCell } from '../../../contract/databases/database-tasks'
import { askDatabase } from '../../../main/text2sql'
import { databaseOf, type Given, openedDatabase } from './asked-database'

const college: readonly Given[] = [
  {
    name: 'students',
    columns: {
      id: 'INTEGER',
      first_name: 'TEXT',
      last_name: 'TEXT',
      age: 'TEXT',
      home_city: 'TEXT',
      lifetimecredits: 'INTEGER',
    },
    values: `(1,'Ada','Berg','19','Bern',30),(2,'Bo','Cole','23','Basel',90),(3,'Cy','Dorn','31','Bern',120),(4,'Di','Eng','27','Chur',60)`,
  },
  {
    name: 'courses',
    columns: { id: 'INTEGER', title: 'TEXT', credits: 'INTEGER', elevation: 'INTEGER' },
    values: `(1,'Physics Lab',6,-20),(2,'Art History',3,10),(3,'Lab Safety',1,400)`,
  },
  {
    name: 'attendances',
    columns: { id: 'INTEGER', student_id: 'INTEGER', course_id: 'INTEGER', grade: 'REAL' },
    references: { student_id: 'students', course_id: 'courses' },
    values: '(1,1,1,5),(2,1,2,4),(3,2,1,3),(4,3,1,6)',
  },
]
const asked = () => databaseOf(...college)

it.each([
  // Parts of texts
  ['Which courses have a title that contains the word "Lab"?', [1, 3]],
  ['List the titles of the courses whose title starts with Art', ['Art History']],
  ['How many courses have titles ending with "y"?', [2]],
  ['What are the titles of courses that do not contain the word "lab"?', ['Art History']],
  // One of two conditions
  ['How many students have an age above 30 or below 20?', [2]],
  ['How many courses have more than 5 credits or less than 2 credits?', [2]],
  ['How many students are 23 years old or older?', [3]],
  // Several figures of one column, and one of several
  ['What are the lowest, highest and average credits of the courses?', [1]],
  ['What is the maximum and minimum grade?', [6]],
  ['What is the average credits and elevation of courses?', [10 / 3]],
  // Numbers that are written as texts, and below zero
  ['What is the average age of the students?', [25]],
  ['Which students are older than 25?', [3, 4]],
  ['How many courses have an elevation between -50 and 50?', [2]],
  // Names that are written as one word, and slips of the pen
  ['What are the highest lifetime credits?', [120]],
  ['How many studnets are there?', [4]],
  ['How many giraffes are there?', 'declined'],
  // What is asked for
  ['Count the number of courses', [3]],
  ['Show all information about the courses', [1, 2, 3]],
  ['What are the student ids of students from Bern?', [1, 3]],
  ['What are the ids and full names of the students from Bern?', [1, 3]],
  ['What are the different home cities of the students?', ['Basel', 'Bern', 'Chur']],
  ['List the titles of the courses in descending order', ['Physics Lab', 'Lab Safety', 'Art History']],
  ['List the titles of the courses in descending order of credits', ['Physics Lab', 'Art History', 'Lab Safety']],
  ['What are the first names of students with at least 2 attendances?', ['Ada']],
  ['Sort the titles of all courses in alphabetical order', [2, 3, 1]],
  ['What are the last names of students with two attendances?', ['Berg']],
  ['How many students are of age 19 or 23?', [2]],
  ['Show the last name and course title for each attendance', [1, 2, 3, 4]],
])('reads how people ask of a college: %s', async (question, first) => {
  const found = (await asked())(question)
  const isSorted = /order/.test(question)
  expect(Array.isArray(found) && !isSorted ? found.toSorted() : found).toEqual(first)
})

it('shows every column where all is asked', async () => {
  const { text2sql, select } = await openedDatabase(...college)
  const read = text2sql.read('Show all information about the courses')
  if (read.kind !== 'query') throw new Error('declined')
  expect(select(read.statement.sql, read.statement.parameters)[0]).toEqual([1, 'Physics Lab', 6, -20])
})

it('escapes what patterns would take for a sign', async () => {
  const { text2sql } = await openedDatabase(...college)
  const read = text2sql.read('Which courses have a title that contains "100%_!"?')
  expect(read.kind === 'query' && read.statement.parameters).toEqual(['%100!%!_!!%'])
})

it('takes a table and a word that every object has for what they are', async () => {
  const races = await databaseOf({
    name: 'constructors',
    columns: { id: 'INTEGER', constructor_name: 'TEXT', toString: 'INTEGER' },
    values: `(1,'Lotus',3),(2,'Brabham',5)`,
  })
  expect(races('How many constructors are there?')).toEqual([2])
  expect(races('How many valueOf are there?')).toBe('declined')
})

it('answers nothing with what may be misread, where it finds nothing', async () => {
  const { text2sql, select } = await openedDatabase(...college)
  const ask = async (question: string) => {
    const rows = async (statement: { sql: string; parameters: readonly DatabaseCell[] }) => ({
      columns: [],
      rows: select(statement.sql, statement.parameters),
      truncated: false,
    })
    const { kind, ...found } = await askDatabase(text2sql, question, rows as never)
    return kind === 'declined'
      ? (found as { reason: string }).reason
      : (found as unknown as { rows: { rows: unknown[] } }).rows.rows
  }
  expect(await ask('Which students from Chur have an age above 30?')).toBe('nothingFound')
  expect(await ask('Which students are older than 99?')).toEqual([])
})
