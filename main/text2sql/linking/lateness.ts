import type { Column, DatabaseProfile, Table } from '../schema/profile'
import { best } from '../words/likeness'
import { canonicalWords } from '../words/words'

/** The day by which rows of a table were to be done, and the one on which they were. */
export interface Deadline {
  readonly due: Column
  readonly done: Column
}

const planned = canonicalWords(
  'due required require deadline expected expect planned plan scheduled promised promise target estimated',
)
const actual = canonicalWords(
  'return returned shipped ship shipment delivered delivery completed completion finish done paid pay settled actual arrival closed',
)

const isDate = ({ type }: Column): boolean => type === 'date'
const saysOneOf = ({ words }: Column, list: ReadonlySet<string>): boolean => words.some((word) => list.has(word))

/** The deadline of a table's rows; null where it has none, or several. */
export function deadlineOf({ columns }: Table): Deadline | null {
  const dates = columns.filter(isDate)
  const [due, ...otherDue] = dates.filter((column) => saysOneOf(column, planned))
  const done = dates.filter((column) => column !== due && saysOneOf(column, actual))
  const [only, ...others] = done
  return due === undefined || otherDue.length > 0 || only === undefined || others.length > 0
    ? null
    : { due, done: only }
}

/** Whether a database says by its dates what was late, and by no column or value of its own. */
export const tellsLateness = ({ tables }: DatabaseProfile): boolean =>
  tables.some((table) => deadlineOf(table) !== null) &&
  !tables.some(({ columns }) => columns.some((column) => saysLate(column)))

const saysLate = ({ type, words, values }: Column): boolean =>
  type !== 'date' &&
  (best('late', words) >= 0.8 ||
    (type === 'text' && (values ?? []).some((value) => /^(?:late|overdue|delayed|past due)$/i.test(String(value)))))
