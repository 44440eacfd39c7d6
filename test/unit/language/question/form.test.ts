import { expect, it } from 'vitest'
import { answerForm } from '../../../../main/language/question/form'

it('looks for the number that was asked for: its unit, a bound, a default', () => {
  const form = (question: string, sentence: string) => answerForm('quantity', question)(sentence)
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

it('takes no number of a page, a figure or a manual’s section for an answer', () => {
  const question = 'How many packets are sent?'
  for (const sentence of ['It is started by ntpd(8).', 'Figure 1 shows them.', 'RFC 5905 says so.'])
    expect(answerForm('quantity', question)(sentence)).toBe(0)
  expect(answerForm('quantity', 'How much heat did it lose?')('It lost half as much heat.')).toBeGreaterThan(0)
})

it('knows a length of text and a bound in other words', () => {
  const question = 'How long may the synopsis be?'
  expect(answerForm('quantity', question)('It should be brief, certainly under 80 characters.')).toBe(1)
  expect(answerForm('quantity', question)('It has 2 parts.')).toBeLessThan(0.5)
})

it.each([
  ['Where does the copyright file go?', 'It goes to /usr/share/doc/PACKAGE/copyright.'],
  ['Where are pictures kept?', 'They are kept in a directory of their own.'],
  ['Where should the pump be sent?', 'Please send the pump to the north gate.'],
])('%s is answered by a place: %s', (question, sentence) => {
  expect(answerForm('place', question)(sentence)).toBeGreaterThan(0)
  expect(answerForm('place', question)('It was sent again.')).toBe(0)
})

it('looks for the name beside the word for what is asked', () => {
  const form = (sentence: string) => answerForm('name', 'Which option answers yes to all?')(sentence)
  expect(form('The -y option answers yes to all questions.')).toBe(1)
  expect(form('Its option `yes` does that.')).toBe(1)
  expect(form('An option for that is missing, says APT.')).toBeLessThan(0.5)
  expect(form('There is an option for that.')).toBe(0)
  expect(answerForm('name', 'Which stratum means that it is lost?')('Stratum 16 is the maximum.')).toBe(1)
})

it('takes a path anywhere for the file or folder that was asked for', () => {
  const form = answerForm('name', 'Which file does the shell read at startup?')
  expect(form('At its start it reads and executes commands from ~/.bashrc.')).toBe(1)
  expect(form('It looks for settings.toml, if there is one.')).toBe(1)
  expect(form('It reads what it needs, e.g. commands, and then starts.')).toBeLessThan(0.5)
  expect(answerForm('name', 'Which option reads it?')('It is read from ~/.bashrc.')).toBeLessThan(0.5)
})

it('looks for the list beside the word for what is asked', () => {
  const form = (sentence: string) => answerForm('listing', 'Which options must a script support?')(sentence)
  expect(form('The start, stop, and reload options are supported by all scripts.')).toBe(1)
  expect(form('A script knows options such as start, stop and reload.')).toBe(1)
  expect(form('A script has options, which are optional, or none.')).toBeLessThan(1)
})

it.each([
  ['purpose', 'The filter is used to correct the offset.', 'The filter has an offset.'],
  ['manner', 'Use the import command to read a file.', 'The import command is old.'],
] as const)('knows the form of a %s: %s', (kind, sentence, other) => {
  expect(answerForm(kind)(sentence)).toBeGreaterThan(0)
  expect(answerForm(kind)(other)).toBe(0)
})

it('takes as many as were asked for, named beside them, for the list', () => {
  const form = (sentence: string) =>
    answerForm('listing', 'What are the two kinds of glue that the languages offer?')(sentence)
  expect(form('They have two new kinds of glue - functions of a higher order and lazy evaluation.')).toBe(1)
  expect(form('The two kinds were known before.')).toBe(0)
})

it.each([
  'To elect a leader, a server asks the others for their votes.',
  'A leader can be elected by the votes of most servers.',
])('takes a purpose at the start, and what can be done by what, for a way to do it: %s', (sentence) => {
  expect(answerForm('manner', 'How is a leader elected?')(sentence)).toBeGreaterThan(0)
})
