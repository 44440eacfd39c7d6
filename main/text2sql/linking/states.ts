import type { Table } from '../schema/profile'
import { best } from '../words/likeness'
import { canonical } from '../words/words'
import { plain, type Vocabulary } from './vocabulary'

/** "Open orders", "how many open orders", and not "were open on Sunday". */
const openRows =
  /(?<=^|\b(?:many|all|the|which|what|list|show|of|with|any|no|more|most|number) )(?:currently )?open (?=\p{L})(?!(?:in|on|at|to|for|from|by) )/giu

const stillOpen = /\bstill open\b|(?<=\b(?:is|are) )(?:currently )?open(?=[ .?!]{0,3}$)/giu
const endStates = ['resolved', 'completed', 'settled', 'solved']

/** Whether some rows of a table have a day on which they came into a state. */
const hasDay = ({ columns }: Table, state: string): boolean =>
  columns.some(
    ({ type, isSparse, words, told }) =>
      type === 'date' && isSparse && (words.includes(canonical(state)) || told.has(canonical(state))),
  )

/**
 * What a database calls states that a question may call otherwise: what is unpaid is not paid, what is still open not closed,
 * where there are two states only.
 * @returns `asked`: the question with "still open" as "not closed" where the database says when or whether something was closed
 */
export function statesOf(question: string, { profile, values, words }: Vocabulary) {
  const said = question.split(/[^\p{L}]+/u).map(canonical)
  const isAbout = (table: Table): boolean => said.some((word) => best(word, table.words) > 0)
  const isKnown = (word: string): boolean =>
    values.has(plain(word)) || (!/[-_.]/.test(word) && words.has(canonical(word)))
  const isOneOfTwo = (word: string): boolean => {
    // Whether accounts are closed says nothing of tickets that have a day on which they were.
    const own = profile.tables.some(
      (table) => isAbout(table) && table.columns.some((column) => column.words.includes(canonical(word))),
    )
    // What has no day on which it was paid is not paid, in whichever of several states.
    if (profile.tables.some((table) => isAbout(table) && hasDay(table, word))) return true
    return (
      isKnown(word) &&
      (values.get(plain(word)) ?? [])
        .filter(({ column }) => !own || isAbout(column.table))
        .every(({ column }) => column.truth !== null || column.values?.filter((value) => value !== '').length === 2)
    )
  }
  /** Whether what the question calls open is called so in the database, and not in another table than the one that it is about. */
  const saysOpenItself = (): boolean => {
    const open = values.get('open') ?? []
    const closed = profile.tables
      .flatMap(({ columns }) => columns)
      .filter(
        (column) =>
          column.words.includes(canonical('closed')) || values.get('closed')?.some((one) => one.column === column),
      )
    return (
      open.length > 0 &&
      (open.some(({ column }) => isAbout(column.table)) || !closed.some(({ table }) => isAbout(table)))
    )
  }
  // What is open has no day on which it was closed, or resolved where nothing is.
  const isDated = (state: string): boolean => profile.tables.some((table) => isAbout(table) && hasDay(table, state))
  const closed = isOneOfTwo('closed') ? 'closed' : (endStates.find(isDated) ?? null)
  const isNotClosed = closed !== null && !saysOpenItself()
  const asked = isNotClosed ? question.replace(stillOpen, `not ${closed}`) : question
  return {
    isKnown,
    isOneOfTwo,
    asked: isNotClosed && isDated(closed) ? asked.replace(openRows, `not ${closed} `) : asked,
  }
}
