import { beforeEach, describe, expect, test } from 'vitest'
import { openedDatabase } from './asked-database'

type Cell = string | number | null
let ask: (question: string) => readonly (readonly Cell[])[] | 'declined'

beforeEach(async () => {
  const { text2sql, select } = await openedDatabase(
    {
      name: 'teacher',
      columns: { id: 'integer', name: 'text', age: 'integer', hometown: 'text', salary: 'real', code: 'text' },
      values: `(1, 'Ada', 32, 'Bern', 4100.5, 'TA'), (2, 'Ben', 33, 'Oslo', 3900.5, 'TB'), (3, 'Cem', 51, 'Bern', 4100.5, 'TC'),
        (4, 'Dua', 29, 'Riga', 3600.5, 'TD')`,
    },
    {
      name: 'subject',
      columns: { id: 'integer', title: 'text', level_code: 'text' },
      references: { level_code: 'level' },
      values: `(1, 'Maths', 'B'), (2, 'Latin', 'A'), (3, 'Music', 'B')`,
    },
    {
      name: 'level',
      key: 'code',
      columns: { code: 'text', description: 'text' },
      values: `('A', 'advanced'), ('B', 'basic'), ('C', 'closing')`,
    },
    {
      name: 'lesson',
      columns: {
        id: 'integer',
        teacher_id: 'integer',
        subject_id: 'integer',
        pupils: 'integer',
        year: 'integer',
        held_on: 'date',
      },
      references: { teacher_id: 'teacher', subject_id: 'subject' },
      values: `(1, 1, 1, 20, 2013, '2012-12-30'), (2, 1, 2, 12, 2014, '2014-05-02'), (3, 2, 1, 25, 2014, '2014-06-02'),
        (4, 3, 3, 7, 2016, '2016-01-12')`,
    },
  )
  ask = (question) => {
    const read = text2sql.read(question)
    if (read.kind === 'declined') return 'declined'
    return select(read.statement.sql, read.statement.parameters) as Cell[][]
  }
})

describe('what is listed is the rows, and what else of them is asked', () => {
  test.each([
    // Two teachers earn the same: none of them is left out.
    ['List the salaries of the teachers in descending order.', 4],
    ['What are the ages and hometowns of the teachers?', 4],
    ['What are the hometowns of the teachers?', 3],
    ['What are the distinct salaries of the teachers?', 3],
  ])('%s', (question, rows) => {
    expect(ask(question)).toHaveLength(rows)
  })

  test('rows of another table that are listed beside the first are shown with them', () => {
    expect(ask('Show the names of the teachers and the subjects they teach.')).toEqual([
      ['Ada', 'Maths'],
      ['Ada', 'Latin'],
      ['Ben', 'Maths'],
      ['Cem', 'Music'],
    ])
    expect(ask('List the lessons of each teacher.')).toHaveLength(4)
  })

  test('the figure of a row that another figure ranks is shown', () => {
    expect(ask('What is the age of the teacher with the lowest salary?')).toEqual([[4, 'Dua', 29, 3600.5]])
    expect(ask('What is the smallest salary and its code?')).toEqual([[4, 'Dua', 'TD', 3600.5]])
  })

  test('codes and ids in the plural are what is asked, though they name rows of another table', () => {
    expect(ask('What are the different level codes?')).toEqual([['B'], ['A']])
    expect(ask('Show the level codes and the number of subjects for each.')).toEqual([
      ['B', 2],
      ['A', 1],
    ])
  })
})

describe('figures of each, with what its row is called', () => {
  test.each([
    'Show the names of the teachers and the number of lessons in each.',
    'What are the names of the teachers and how many lessons does each have?',
    'For each teacher, list its id, its name and how many lessons it has.',
    'How many lessons does each teacher have? List the teacher id, name and the number of lessons.',
    'Find the number of lessons of each teacher; show the teacher name as well.',
    'What is the number of lessons of each teacher, and what is the id and name of each teacher?',
  ])('%s', (question) => {
    expect(ask(question)).toEqual([
      [1, 'Ada', 2],
      [2, 'Ben', 1],
      [3, 'Cem', 1],
    ])
  })

  test('a mean of each', () => {
    expect(ask('What are the names of all teachers, and their average pupils?')).toEqual([
      [2, 'Ben', 25],
      [1, 'Ada', 16],
      [3, 'Cem', 7],
    ])
  })

  test('several figures of one column that counts', () => {
    expect(ask('What are the minimum and maximum number of pupils of all lessons?')).toEqual([[7, 25]])
  })
})

describe('years, numbers and order', () => {
  test.each([
    ['How many lessons were there in 2013 or 2014?', [[3]]],
    ['How many lessons were there in 2013 or 2016?', [[2]]],
    ['What are the names of the teachers aged either 32 or 33?', [['Ada'], ['Ben']]],
    [
      'Which teachers are not from Bern?',
      [
        [2, 'Ben'],
        [4, 'Dua'],
      ],
    ],
    [
      'List the names of the teachers and sort in ascending order of age.',
      [
        ['Dua', 29],
        ['Ada', 32],
        ['Ben', 33],
        ['Cem', 51],
      ],
    ],
    ['List the titles of the subjects in reverse alphabetical order.', [['Music'], ['Maths'], ['Latin']]],
  ])('%s', (question, rows) => {
    expect(ask(question)).toEqual(rows)
  })

  test('a column called year tells the year, whatever the day', () => {
    expect(ask('How many lessons were there in each year?')).toEqual([
      [2013, 1],
      [2014, 2],
      [2016, 1],
    ])
  })

  test('so many, and no more', () => {
    expect(ask('Which teachers have between 2 and 3 lessons?')).toEqual([[1, 'Ada', 2]])
  })
})

test('rows are not counted for each of themselves', () => {
  expect(ask('What are the ids of the teachers that have more than 2 teachers?')).toBe('declined')
})
