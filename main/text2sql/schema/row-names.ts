import { canonicalWords, joined } from '../words/words'
import type { Column, Table } from './profile'

const nameWords = canonicalWords('surname firstname lastname forename familyname givenname')

/** What a row of the table is called: its columns that hold names; none where rows have only numbers. */
export function nameColumns({ columns, words, source, rows }: Table): readonly Column[] {
  const text = columns.filter(({ type, isKey }) => type === 'text' && !isKey)
  const called = (name: string): Column | undefined => text.find((column) => column.words.join(' ') === name)
  const whole = called('name') ?? called('full name')
  if (whole !== undefined) return [whole]
  const parts = text.filter((column) => column.words.length === 2 && column.words[1] === 'name')
  const isOfPerson = ({ words: [one, ...more] }: Column): boolean =>
    ['first', 'last', 'given', 'family'].includes(one!) || (more.length === 0 && nameWords.has(one!))
  const first = text.filter((column) => (parts.includes(column) || column.words.length === 1) && isOfPerson(column))
  // The family of a species, which no given name stands beside, is no name.
  if (first.some(({ words }) => words.join(' ') !== 'family')) return first
  // The title of a person is no name.
  const title = called('title')
  if (title !== undefined) return [title]
  // The garages of services recur: they are called so, and the services are not.
  const recurs = (column: Column): boolean =>
    rows !== null &&
    column.values !== null &&
    column.values.length * 2 < rows &&
    !column.words.some((word) => words.includes(word))
  const named = text.find(
    (column) => (column.words.includes('name') || column.words.includes('title')) && !recurs(column),
  )
  if (named !== undefined) return [named]
  // A product line is told by its name, though that is its key.
  const own = columns.find(
    (column) =>
      column.type === 'text' &&
      (joined(source).replace(/s$/, '') === joined(column.name) ||
        (column.words.length === words.length && column.words.every((word) => words.includes(word)))),
  )
  if (own !== undefined) return [own]
  // Vehicles are told apart by their plates.
  const plate = columns.find(({ type, words }) => type === 'text' && words.includes('plate'))
  if (plate !== undefined) return [plate]
  const unique = text.find((column) => column.isUnique)
  return unique === undefined ? [] : [unique]
}

/** Whether a column is the number or code that a table gives its own rows, not one that it takes from another. */
export const identifies = ({ isUnique, isPrimary, isKey, words, table }: Column): boolean =>
  isPrimary || (isUnique && isKey && (words.length === 1 || words.some((word) => table.words.includes(word))))

/** Whether a question says the number or code of rows, and not the rows themselves. */
export const saysKey = (said: string): boolean => /(?:ids?|codes?|number|编号|号)$/i.test(said)

/** What tells the rows of a table apart: its own key before one that it shares with another table. */
export const keyColumn = ({ columns }: Table): Column | null =>
  columns.find(identifies) ??
  columns.find(({ isUnique, isKey }) => isUnique && isKey) ??
  columns.find((column) => column.isUnique && !isMeasureColumn(column)) ??
  null

export const isMeasureColumn = (column: Column): boolean =>
  column.type === 'number' && !column.isKey && !column.isYear && !column.words.includes('id')

/** The lowest and the highest salary of a job are nobody's. */
const bounds = canonicalWords('minimum maximum average')
const personal = canonicalWords('birth birthdate gender sex first last surname email salary login username')
export const hasDate = ({ columns }: Table): boolean => columns.some(({ type }) => type === 'date')

const people = canonicalWords(
  `person employee staff worker customer client member user student pupil teacher instructor professor author researcher scientist patient doctor
  nurse physician driver passenger player athlete coach trainer guest tenant owner agent lawyer volunteer donor reader borrower subscriber
  resident citizen child parent guardian contact participant applicant candidate artist actor director singer developer engineer technician manager
  salesperson seller buyer operator pilot chef waiter farmer judge referee officer personnel rider adopter visitor mechanic courier
  prescriber runner swimmer cyclist climber skier diver sailor lecturer surgeon midwife paramedic carer musician composer conductor painter photographer
  journalist programmer consultant accountant auditor trainee intern apprentice speaker attendee inmate soldier`,
)
/** Whether a word is what people are to something: its owner, its teacher. */
export const namesPerson = (word: string): boolean => people.has(word) || actors.has(word)
const actors = canonicalWords(
  'assignee reporter lead editor approver inspector handler keeper breeder sponsor referrer translator reviewer supervisor head chair',
)
/** Whether a column names people. */
export const namesPeople = ({ type, words }: Column): boolean =>
  type === 'text' && words.some((word) => people.has(word))

/** "Archaeologist", "pianist", but no list. */
const endsAsPerson = /(?:[bcdfgmnprtvx]|og|rn[ao]l)ist$/
/** Whether rows of a table are people. */
export const isPerson = ({ columns, source, words: [...named] }: Table): boolean =>
  people.has(named.at(-1)!) ||
  // A repository has a full name, too, and does nothing.
  (/(?:er|or|ee|ant)s?$/i.test(source) && columns.some(({ words }) => words.join(' ') === 'full name')) ||
  endsAsPerson.test(named.at(-1)!) ||
  columns.some(
    ({ words, type }) =>
      type !== 'boolean' &&
      words.some((word) => personal.has(word) && (type === 'text' || !/^(?:first|last)$/.test(word))) &&
      !words.some((word) => bounds.has(word)),
  )
