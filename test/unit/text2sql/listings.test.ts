import { beforeEach, describe, expect, test } from 'vitest'
import { toldReading } from '../../../main/text2sql/query/told-reading'
import { speechIn } from '../../../wording'
import { openedDatabase } from './asked-database'

type Cell = string | number | null
let ask: (question: string) => readonly (readonly Cell[])[] | 'declined'
let told: (question: string) => readonly string[]

beforeEach(async () => {
  const { text2sql, select } = await openedDatabase(
    {
      name: 'club',
      columns: { id: 'integer', name: 'text', teacher_id: 'integer' },
      references: { teacher_id: 'teacher' },
      values: "(1, 'Chess', 4), (2, 'Go', 4)",
    },
    {
      name: 'teacher',
      columns: {
        id: 'integer',
        name: 'text',
        age: 'integer',
        hometown: 'text',
        salary: 'real',
        code: 'text',
        line_2: 'text',
      },
      values: `(1, 'Ada', 32, 'Bern', 4100.5, 'TA', 'x'), (2, 'Ben', 33, 'Oslo', 3900.5, 'TB', 'y'), (3, 'Cem', 51, 'Bern', 4100.5, 'TC', 'z'),
        (4, 'Dua', 29, 'Riga', 3600.5, 'TD', 'w')`,
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
  told = (question) => {
    const read = text2sql.read(question)
    if (read.kind === 'declined') return []
    return (['en', 'zh-CN'] as const).map((language) => speechIn(language).fact(toldReading(read)))
  }
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
    expect(ask('列出老师的姓名和他们的俱乐部。')).toEqual([
      [4, 'Dua', 'Chess'],
      [4, 'Dua', 'Go'],
    ])
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
    expect(ask('Which teachers have between one and two lessons?')).toHaveLength(3)
  })
})

test('rows are not counted for each of themselves', () => {
  expect(ask('What are the ids of the teachers that have more than 2 teachers?')).toBe('declined')
})

/** Rows that share their place stand in any order. */
const inOrder = (rows: readonly (readonly Cell[])[] | 'declined') =>
  rows === 'declined' ? rows : rows.map((row) => JSON.stringify(row)).toSorted()

describe('rows that belong to others', () => {
  let asked: typeof ask
  beforeEach(async () => {
    const { text2sql, select } = await openedDatabase(
      {
        name: 'pupil',
        columns: { id: 'integer', first_name: 'text', last_name: 'text', age: 'integer' },
        values: `(1, 'Ida', 'Moor', 12), (2, 'Jan', 'Nott', 14), (3, 'Kim', 'Orr', 15)`,
      },
      {
        name: 'pet',
        columns: {
          id: 'integer',
          pupil_id: 'integer',
          kind: 'text',
          weight: 'real',
          age: 'integer',
          groomed_on: 'date',
        },
        references: { pupil_id: 'pupil' },
        values: `(1, 1, 'dog', 20.5, 13, '2020-01-05'), (2, 1, 'cat', 4.5, 3, '2020-01-05'), (3, 2, 'dog', 9.5, 16, '2020-01-05'), (4, 3, 'cat', 5.5, 2, '2020-01-05')`,
      },
      {
        name: 'friendship',
        columns: { id: 'integer', pupil_id: 'integer', friend_id: 'integer' },
        references: { pupil_id: 'pupil', friend_id: 'pupil' },
        values: '(1, 1, 2), (2, 1, 3), (3, 2, 3)',
      },
      {
        name: 'speaks',
        columns: { id: 'integer', pupil_id: 'integer', language: 'text' },
        references: { pupil_id: 'pupil' },
        values: "(1, 1, 'French'), (2, 2, 'French'), (3, 2, 'Dutch'), (4, 2, 'Greek')",
      },
    )
    asked = (question) => {
      const read = text2sql.read(question)
      return read.kind === 'declined' ? 'declined' : (select(read.statement.sql, read.statement.parameters) as Cell[][])
    }
  })

  test.each<readonly [string, readonly (readonly Cell[])[] | 'declined']>([
    // Whose age it is stands before it.
    ['How many pets have pupils who are older than 13?', [[2]]],
    ['How many pets have a greater weight than 5?', [[3]]],
    ['Which pupils have a dog but do not have a cat?', [[2, 'Jan', 'Nott']]],
    ['How many pupils have a dog but no cat?', [[1]]],
    [
      '列出学生和他们的宠物种类。',
      [
        [1, 'Ida', 'Moor', 'dog'],
        [1, 'Ida', 'Moor', 'cat'],
        [2, 'Jan', 'Nott', 'dog'],
        [3, 'Kim', 'Orr', 'cat'],
      ],
    ],
    ['有狗但没有猫的学生有哪些？', [[2, 'Jan', 'Nott']]],
    ['既有狗又有猫的学生有哪些？', [[1, 'Ida', 'Moor']]],
    // So many years, and not so many of them.
    ['14岁以上的学生有多少人？', [[2]]],
    ['所有学生的平均年龄、最小年龄和最大年龄是多少？', [[41 / 3, 12, 15]]],
    ['宠物重量的最小值和最大值是多少？', [[4.5, 20.5]]],
    ['Who owns the pet with the highest age?', [[2, 'Jan', 'Nott', 16]]],
    // Who groomed it is not who owns it.
    ['Who groomed the heaviest pet?', 'declined'],
    ['Who groomed the pet with the highest weight?', 'declined'],
    // Asked for is who, and no pet.
    ['Who owns the heaviest pet?', [[1, 'Ida', 'Moor', 20.5]]],
    ['How many friends does Ida have?', [[2]]],
    // Whose friends they are, and not who they are, is what the other column says.
    ['What are the names of the friends of Ida?', 'declined'],
    ['Which pupil speaks the most languages?', [[2, 'Jan', 'Nott', 3]]],
    [
      'Which languages are spoken by only one pupil?',
      [
        ['Dutch', 1],
        ['Greek', 1],
      ],
    ],
    [
      "What are each pupil's first name and the weight of their pets?",
      [
        [1, 'Ida', 'Moor', 20.5],
        [1, 'Ida', 'Moor', 4.5],
        [2, 'Jan', 'Nott', 9.5],
        [3, 'Kim', 'Orr', 5.5],
      ],
    ],
  ])('%s', (question, rows) => {
    expect(inOrder(asked(question))).toEqual(inOrder(rows))
  })
})

test.each<readonly [string, readonly (readonly Cell[])[]]>([
  // What is called a name is theirs, whatever else has one.
  ['What are the age, name and hometown of the teacher with the lowest salary?', [[29, 'Dua', 'Riga', 3600.5]]],

  // A number is no second line.
  ['Which teachers have at least 2 lessons?', [[1, 'Ada', 2]]],
  ['What are the name and salary of the teacher with the most lessons?', [[1, 'Ada', 4100.5, 2]]],
  [
    'Show all level codes and descriptions.',
    [
      ['A', 'advanced'],
      ['B', 'basic'],
      ['C', 'closing'],
    ],
  ],
  ['Find the average pupils for each year where the average pupils is below 15.', [[2016, 7]]],
  [
    'How many total pupils were there for each year?',
    [
      [2013, 20],
      [2014, 37],
      [2016, 7],
    ],
  ],
])('%s', (question, rows) => {
  expect(ask(question)).toEqual(rows)
})

test('what is shown of another table is told with its name', () => {
  expect(told('Show the names of the teachers and the subjects they teach.')).toEqual([
    'Read as: “name” of “teacher” with “title” of “subject”.',
    '读作：“teacher”的“name”，以及“subject”的“title”。',
  ])
})

test('all that rows hold is asked for by its name', () => {
  expect(ask('What is all the information about lessons?')).toHaveLength(4)
})

test('what has a length and hours is longest by either', async () => {
  const { text2sql } = await openedDatabase({
    name: 'trip',
    columns: { id: 'integer', name: 'text', distance_km: 'real', hours: 'real' },
    values: "(1, 'Coast', 12.5, 4.5), (2, 'Peak', 8.5, 6.5)",
  })
  expect(text2sql.read('Which trip is the longest?')).toMatchObject({ kind: 'declined', reason: 'noMeasure' })
  expect(text2sql.read('Which trip has the most hours?').kind).toBe('query')
})

test('who is asked for by what they did, as a column that refers to them says', async () => {
  const { text2sql, select } = await openedDatabase(
    { name: 'member', columns: { id: 'integer', name: 'text' }, values: "(1, 'Ida'), (2, 'Jan')" },
    {
      name: 'outing',
      columns: { id: 'integer', skipper_id: 'integer', hours: 'real' },
      references: { skipper_id: 'member' },
      values: '(1, 1, 2.5), (2, 1, 3.5), (3, 2, 6.5)',
    },
  )
  const answer = (question: string): unknown => {
    const read = text2sql.read(question)
    return read.kind === 'declined' ? read.reason : select(read.statement.sql, read.statement.parameters)
  }
  expect(answer('Who skippered the most outings?')).toEqual([[1, 'Ida', 2]])
  expect(answer('Who skippered the outing with the most hours?')).toEqual([[2, 'Jan', 6.5]])
})
