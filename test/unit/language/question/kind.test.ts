import { expect, it } from 'vitest'
import { answerForm, listedNoun, questionKind } from '../../../../main/language/question/kind'

it.each([
  ['What is the maximum number of columns in a table?', 'quantity'],
  ['what’s the default port', 'quantity'],
  ['What was the size of the first release?', 'quantity'],
  ['Which version added strict tables?', 'quantity'],
  ['What is the difference in size?', 'definition'],
  ['Which storage classes are there?', 'listing'],
  ['Which data types does SQLite have?', 'listing'],
  ['What are the threading modes of SQLite?', 'listing'],
  ['What are foreign keys?', 'definition'],
  ['What is a WITHOUT ROWID table?', 'definition'],
  ['What are the disadvantages of WAL mode?', 'limit'],
  ['How do I enable foreign keys?', 'manner'],
] as const)('%s is asked for as %s', (question, kind) => {
  expect(questionKind(question)).toBe(kind)
})

it('looks for the number that was asked for: its unit, a bound, a default', () => {
  const form = (question: string, sentence: string) => answerForm('quantity', sentence, question)
  const size = 'How large can a file get?'
  expect(form(size, 'The maximum size is 281 terabytes.')).toBe(1)
  expect(form(size, 'The integer at offset 96 has 4 bytes.')).toBeLessThan(1)
  expect(form(size, 'The 7th release came late.')).toBeLessThan(form(size, 'The integer at offset 96 has 4 bytes.'))
  expect(form('How long are entries kept?', 'Entries are kept for 90 days.')).toBe(1)
  expect(form('How long are entries kept?', 'There are 90 entries.')).toBeLessThan(1)
  const bound = 'What is the maximum number of tables in a join?'
  expect(form(bound, 'It does not support joins of more than 64 tables.')).toBe(1)
  expect(form(bound, 'SQLITE_MAX_JOIN is 64.')).toBe(1)
  expect(form('What is the default port?', 'It listens on port 5432 unless told otherwise.')).toBe(1)
  // The digit of a name is no number.
  expect(form(bound, 'The maximum can be lowered by sqlite3_limit().')).toBe(0)
  expect(form('How many orders were there?', 'There were 12.')).toBeGreaterThan(0)
})

it.each([
  ['Which storage classes are there?', 'classes'],
  ['Which data types does SQLite have?', 'types'],
  ['What are the threading modes of SQLite?', 'modes'],
  ['What kinds of locks exist?', 'locks'],
  ['Which protocols can a URL use?', 'protocols'],
  ['How do I list tables?', null],
])('%s wants %s listed', (question, noun) => {
  expect(listedNoun(question)).toBe(noun)
})
