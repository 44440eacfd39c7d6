import type { DatabaseCell } from '../../../contract/databases/database-tasks'
import { canonical } from '../words/words'
import type { Column } from './profile'

/** Different values of a column of codes. */
const maxCodes = 12
/** Words of so few letters are too like many a code. */
const leastLetters = 4

/** A value of a column that holds codes alone, short for some word: `CAN`, `OPN`. */
export interface Code {
  readonly column: Column
  readonly value: DatabaseCell
}

/** The codes of a column; none where it holds anything else. */
export function codesOf(column: Column): readonly Code[] {
  const values = (column.values ?? []).map(String)
  const isOfCodes =
    values.length > 0 && values.length <= maxCodes && values.every((value) => /^[A-Z]{2,9}$/.test(value))
  return isOfCodes ? values.map((value) => ({ column, value })) : []
}

/** The code that a word can be written as: `CAN` of cancelled, `OPN` of open. Null where none or several can. */
export function codeFor(codes: readonly Code[], word: string): Code | null {
  if (word.length < leastLetters || !/^[a-z]+$/.test(word)) return null
  const [only, ...more] = codes.filter(({ value }) => isShortFor(String(value).toLowerCase(), word))
  return more.length === 0 ? (only ?? null) : null
}

/** Whether a code is how a word begins, with or without its vowels. */
function isShortFor(code: string, word: string): boolean {
  if (code.length < 3) return false
  const consonants = word[0]! + word.slice(1).replace(/[aeiouy]/g, '')
  return [word, canonical(word), consonants].some((spelling) => spelling.startsWith(code))
}
