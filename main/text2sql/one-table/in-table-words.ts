import type { Query } from '../query/query'
import { isPerson, namesPeople } from '../schema/row-names'
import type { TableFacts } from './facts'
import { amounts, bare, changes, deaths, earned, extremes, first, given, how, parts, spent } from './figures-said'
import {
  acronyms,
  adjectives,
  counted,
  countries,
  daily,
  dimensions,
  halves,
  inTheFile,
  kinds,
  means,
  numbered,
  rowNouns,
  seen,
  series,
  states,
  typedRows,
  withCounts,
} from './rows-said'
import type { Rule } from './rule'

const rules: readonly Rule[] = [
  inTheFile, withCounts, numbered, spent, changes, seen, amounts, given, halves, extremes, earned, deaths, how, counted, series, acronyms, countries, states, kinds, dimensions, bare, parts, adjectives, rowNouns, first, rowNouns,
] // biome-ignore format: a list

/**
 * A question on a table that is all there is, with what people call otherwise than its columns do; null where nothing is. Asked
 * only where the rules do not read it as it stands.
 */
export function inTableWords(question: string, facts: TableFacts): string | null {
  const said = rules.reduce((text, rule) => rule(text, facts), question)
  return said === question ? null : said
}

/** What would be read beside the question, were it not put otherwise at once: "the average price per stock" of all stocks. */
export const putAtOnce = (question: string, facts: TableFacts): string =>
  [series, daily, typedRows, means].reduce((said, rule) => rule(said, facts), question)

/** Whether a table with no people for rows is asked who somebody is, and what is shown names nobody: "Who played …?" is no title. */
export const namesNobody = (question: string, { outputs, groups, measures }: Query, { table }: TableFacts): boolean =>
  /^\s*who\b/i.test(question) &&
  (!isPerson(table) || outputs.every(({ words }) => words.at(-1) === 'title')) &&
  table.columns.some(namesPeople) &&
  measures.length + groups.length === 0 &&
  outputs.length > 0 &&
  !outputs.some(namesPeople)
