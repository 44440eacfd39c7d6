import { expect, it } from 'vitest'
import { askedNoun, listedNoun, questionKind } from '../../../../main/language/question/kind'

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
  ['Which options must a script support?', 'listing'],
  ['Which tool shows the plan of a query?', 'name'],
  ['Which library implements signals in Flask?', 'name'],
  ['Which access modes does a file have?', 'listing'],
  ['What is the ssh option for graphical programs?', 'name'],
  ['In which directory are packages kept?', 'name'],
  ['What exit status does a killed command have?', 'name'],
  ['What is the default value of HISTSIZE?', 'name'],
  ['What is the purpose of the file?', 'purpose'],
  ['What is the drift file for?', 'purpose'],
  ['What does the filter do?', 'purpose'],
  ["What is a kiss-o'-death packet?", 'definition'],
  ['What does “frozen” mean?', 'definition'],
  ['When was it founded?', 'time'],
  ['In what order are files read?', 'manner'],
  ['How short may a name be?', 'quantity'],
] as const)('%s is asked for as %s', (question, kind) => {
  expect(questionKind(question)).toBe(kind)
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

it.each([
  ['Which command shows the plan of a query?', 'command'],
  ['What is the ssh option for graphical programs?', 'option'],
  ['Which stratum means that a server is lost?', 'stratum'],
  ['Which of the two is faster?', null],
  ['What is a heat pump?', null],
])('%s wants %s named', (question, noun) => {
  expect(askedNoun(question)).toBe(noun)
})
