import { countryOfDemonym } from '../linking/countries'
import { stateCodes } from '../linking/vocabulary'
import { canonical, isPlural } from '../words/words'
import { eachWord, figuresOf, type Rule, singular, spoken } from './rule'

/** What alone is rarely a row: "in this case", "on record", "subject to". */
const seldomRows: ReadonlySet<string> = new Set('row record entry observation case subject individual match'.split(' '))

/** Rows by another name: strikes of `birdstrikes`, games of home and away teams, days of a table with a row for each. */
export const rowNouns: Rule = (question, facts) => {
  const { rowNouns: nouns, rows, day, table } = facts
  const isNamed = (noun: string): boolean =>
    table.words.includes(canonical(noun)) || table.columns.some(({ words }) => words.includes(canonical(noun)))
  const asRows = eachWord(question, (word) => {
    const noun = nouns.has(word.toLowerCase()) ? word.toLowerCase() : singular(word)
    const isSaid = isPlural(word) || !seldomRows.has(noun)
    return nouns.has(noun) && isSaid && !isNamed(noun) ? rows : null
  })
  if (day === null) return asRows
  return asRows
    .replace(/\b(?:on )?(which|what) (?:day|date)\b/gi, `$1 ${spoken(day)}`)
    .replace(/\bday with\b/gi, `${spoken(day)} with`)
    .replace(
      /\b(how many|number of|share of|percentage of)((?: the)?(?: \p{L}+)?) days\b/giu,
      (_said, many: string, which: string) => `${many}${which} ${rows}`,
    )
    .replace(/^(\p{L}+) days\b/iu, (_said, which: string) => `number of ${which} ${rows}`)
}

/** Rain of "rainy", sun of "sunny", where rows are of that kind. */
export const adjectives: Rule = (question, { table }) => {
  const kinds = new Map(
    table.columns
      .filter(({ type, values }) => type === 'text' && values !== null && values.length <= 60)
      .flatMap(({ values }) => (values ?? []).map((value) => [String(value).toLowerCase(), String(value)] as const)),
  )
  return eachWord(question, (word) => {
    const stem = /^(\p{L}{3,})y$/iu.exec(word)?.[1]?.toLowerCase()
    if (stem === undefined || kinds.has(word.toLowerCase())) return null
    const one = [stem, stem.replace(/(.)\1$/, '$1'), `${stem}e`].find((noun) => kinds.has(noun))
    return one === undefined ? null : kinds.get(one)!
  })
}

/** `mpg` of miles per gallon. */
export const acronyms: Rule = (question, { acronyms: known }) =>
  eachWord(question, (word) => {
    const column = known.get(word.toLowerCase())
    return column === undefined ? null : spoken(column)
  })

/** Countries, and what is from them, of a column that holds such under another name. */
export const countries: Rule = (question, { countries: column }) => {
  if (column === null) return question
  const values = (column.values ?? []).map(String)
  return eachWord(question, (word) => {
    if (/^(?:countr(?:y|ies)|nations?)$/i.test(word)) return spoken(column)
    return countryOfDemonym(word, values)
  })
}

/** States, and their names, of a column that holds their codes under another name. */
export const states: Rule = (question, { states: column }) => {
  if (column === null) return question
  const held = (column.values ?? []).map(String)
  const named = held.reduce((said, code) => {
    const name = stateCodes[code]
    return name === undefined ? said : said.replace(new RegExp(`\\b${name}\\b`, 'g'), `"${code}"`)
  }, question)
  return eachWord(named, (word) => (/^states?$/i.test(word) ? spoken(column) : null))
}

/** "Wing length" of a figure that is called `Wing`. */
export const dimensions: Rule = (question, facts) =>
  question.replace(
    /\b(\p{L}{3,}) (?:lengths?|widths?|heights?|sizes?|weights?|amounts?|levels?|values?|scores?)\b/giu,
    (said, name: string) => (figuresOf(facts).some(({ words }) => words.join(' ') === canonical(name)) ? name : said),
  )

/** What rows are of which a column only says the type are rows, and no types. */
export const typedRows: Rule = (question, { typedNouns, rows }) =>
  question.replace(/(?<!\b(?:types?|kinds?) of )\b(\p{L}{3,20})s\b/giu, (said, noun: string) =>
    typedNouns.has(noun.toLowerCase()) ? rows : said,
  )

/** "The mean acidity", although a column is called a mean. */
export const means: Rule = (question) =>
  question.replace(/^((?:what (?:is|was) )?(?:the )?)mean (?!of\b|and\b)/i, '$1average ')

/** "Kind of disaster", "type", where one column alone sorts the rows. */
export const kinds: Rule = (question, { kind }) =>
  kind === null
    ? question
    : question.replace(/\b(?:kinds?|types?|sorts?|categor(?:y|ies))(?: of (?:an? )?\p{L}+)?/giu, (said) =>
        /^\p{L}+$/u.test(said) || /s? of /i.test(said) ? spoken(kind) : said,
      )

/** What a row is of some time, by its name: "per stock" of prices that a symbol has. */
export const series: Rule = (question, { isSeries, kind, table }) =>
  !isSeries || kind === null
    ? question
    : question.replace(/\b(per|by|each|every|which|what) (\p{L}+)/giu, (said, before: string, noun: string) =>
        table.words.length === 1 && canonical(noun) === table.words[0] ? `${before} ${spoken(kind)}` : said,
      )

/** What rows are known of at all was seen or reported. */
export const seen: Rule = (question) =>
  question.replace(
    /\b(are|is|were|was|have been|has been) (?:spotted|seen|heard|sighted|observed|recorded|found|listed|reported)\b(?= )/gi,
    '$1',
  )

/** Of a day that has two halves. */
export const halves: Rule = (question, { table }) => {
  const has = (value: string): boolean =>
    table.columns.some(
      ({ type, values }) => type === 'text' && values?.includes(value) === true && (values?.length ?? 0) <= 3,
    )
  return has('AM') && has('PM')
    ? question.replace(/\b(?:in the )?mornings?\b/gi, 'AM').replace(/\b(?:in the )?(?:afternoons?|evenings?)\b/gi, 'PM')
    : question
}

/** Their number is told anyway. */
export const withCounts: Rule = (question) =>
  question.replace(
    /,? (?:with|and) (?:their |the )?(?:counts?|numbers?|frequenc(?:y|ies))(?: each| of each)?\s*\??$/i,
    '',
  )

/** That the table is one of a file says nothing. */
export const inTheFile: Rule = (question) =>
  question.replace(
    /,? (?:(?:are|is|were|was) )?(?:there )?(?:listed |recorded |contained |given )?in (?:the|this|my|our) (?:file|table|data|data ?set|list|sheet|spreadsheet|csv)\b/gi,
    '',
  )

/** "Four-cylinder cars" are those with four cylinders. */
export const counted: Rule = (question, { table }) =>
  // Of a share the cars are all of them.
  /\b(?:share|percent|percentage|proportion)\b/i.test(question)
    ? question
    : question.replace(
        /\b(two|three|four|five|six|seven|eight|nine|ten|twelve|\d{1,3})-(\p{L}{3,})( \p{L}+)?/giu,
        (said, number: string, noun: string, of: string | undefined) => {
          const column = table.columns.find(
            ({ type, words }) => type === 'number' && words.join(' ') === canonical(noun),
          )
          return column === undefined
            ? said
            : `${of?.trim() ?? ''} with ${spoken(column)} = ${numbers[number.toLowerCase()] ?? number}`.trim()
        },
      )
const numbers: Readonly<Record<string, number>> = { two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, twelve: 12 } // biome-ignore format: a table of words

/** "Category 5 storms", "a 3 bedroom house": rows with that number of it. */
export const numbered: Rule = (question, facts) => {
  const isRow = (word: string): boolean =>
    facts.table.words.includes(canonical(word)) || facts.rowNouns.has(singular(word))
  const figure = (word: string): string | null => {
    const [only, ...more] = facts.table.columns.filter(
      ({ type, words }) => type === 'number' && words.includes(canonical(word)),
    )
    return only === undefined || more.length > 0 ? null : spoken(only)
  }
  const put = (said: string, of: string, number: string, rows: string): string => {
    const name = isRow(rows) && !isRow(of) ? figure(of) : null
    return name === null ? said : `${rows} with ${name} = ${number}`
  }
  return question
    .replace(/\b(\p{L}{3,20}) (\d{1,3}) (\p{L}{3,20})\b/giu, (said, of: string, number: string, rows: string) =>
      put(said, of, number, rows),
    )
    .replace(
      /\b(?:an? )?(\d{1,3}) (\p{L}{3,20}) (\p{L}{3,20})\b/giu,
      (said, number: string, of: string, rows: string) => put(said, of, number, rows),
    )
}

/** "The average daily precipitation" of rows that are days: their mean, and not one of each day. */
export const daily: Rule = (question, { day }) =>
  day === null ? question : question.replace(/\b(average|mean|typical) daily\b/gi, '$1')
